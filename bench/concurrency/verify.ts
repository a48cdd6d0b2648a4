/**
 * Verifier and validator on the concurrent tasks of a corpus, in one process:
 * `npx tsx bench/concurrency/verify.ts [--corpus DIR] [--cpu-time SECONDS] [--config NAME]
 * [--filter TEXT] [--obfuscated]`. Prints a line a task and a table; the exit code is 1 when an
 * answer is wrong. `--obfuscated` runs on the same programs under other names instead of
 * validating, and counts it as a mistake, too, when one is TRUE and the other one FALSE.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { Budget } from "../../src/contestant/call/budget.ts";
import { MACHINE_MODELS } from "../../src/contestant/cfront/index.ts";
import { obfuscatePrograms } from "../../src/contestant/obfuscation/index.ts";
import { findConfiguration } from "../../src/contestant/plan/configurations.ts";
import { verify } from "../../src/contestant/plan/verify.ts";
import { loadProgram } from "../../src/contestant/program/load-program.ts";
import type { HornSolver } from "../../src/contestant/smt/index.ts";
import { createCadical } from "../../src/contestant/solver/cadical-wasm.ts";
import { HornProcess } from "../../src/contestant/solver/horn-solver.ts";
import { validate } from "../../src/contestant/validator/validate.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { formatWitness, parseWitness, requiredVersion } from "../../src/ground/witness/index.ts";

/** The process ends with this one. */
const hornProcess = new HornProcess();
const solveHorn: HornSolver = (script, seconds) => hornProcess.solve(script, seconds);

const { values } = parseArgs({
  options: {
    corpus: { type: "string", default: "../shared/corpus/c" },
    "cpu-time": { type: "string", default: "20" },
    config: { type: "string", default: "default" },
    filter: { type: "string", default: "" },
    obfuscated: { type: "boolean", default: false },
  },
});
const { corpus, filter } = values;
const seconds = Number(values["cpu-time"]);
const configuration = findConfiguration(values.config);
if (configuration === undefined) throw new Error(`no configuration ${values.config}`);

const SETS = [
  ["ConcurrencySafety-Main", "unreach-call", "CHECK( init(main()), LTL(G ! call(reach_error())) )"],
  ["NoDataRace-Main", "no-data-race", "CHECK( init(main()), LTL(G ! data-race) )"],
] as const;
const KINDS = ["true", "confirmed", "false", "confirmed", "unknown", "wrong"] as const;

if (!existsSync(corpus)) {
  console.error(`the corpus is not there: expected ${corpus}; --corpus DIR names another`);
  process.exit(3);
}
const summary: string[] = [];
let mistakes = 0;
let differences = 0;
for (const [set, name, specification] of SETS) {
  const property = parseProperty(specification, `${name}.prp`);
  const counts = [0, 0, 0, 0, 0, 0];
  let cpu = 0;
  const patterns = readFileSync(join(corpus, `${set}.set`), "utf8").split("\n");
  const files = patterns
    .filter((line) => /^[^#\s]/.test(line))
    .map((pattern) => join(corpus, pattern.trim()))
    .filter((file) => existsSync(file) && file.includes(filter));
  for (const file of files) {
    const task = readFileSync(file, "utf8");
    const expected = new RegExp(`${name}\\.prp\\s+expected_verdict: (\\w+)`).exec(task)?.[1];
    const input = /input_files: *['"]?([^'"\n]+)/.exec(task)?.[1] ?? "";
    const model = /ILP32/.test(task) ? "ILP32" : "LP64";
    const path = join(dirname(file), input);
    if (expected === undefined || !existsSync(path)) continue;
    const text = readFileSync(path, "utf8");
    const loaded = loadProgram(input, text, model);
    const solvers = await createCadical();
    const budget = new Budget(seconds);
    let decidedBy = "";
    const result = verify(loaded.program, property, {
      configuration,
      budget,
      solveHorn,
      seed: 1,
      createSatSolver: () => solvers.create(),
      onTechnique: ({ technique, verdict }) => {
        if (verdict !== "unknown") decidedBy = technique;
      },
    });
    const used = budget.usedSeconds();
    cpu += used;
    let confirmation = "";
    if (values.obfuscated) {
      const [other = ""] = obfuscatePrograms([{ name: input, text }], {
        machine: MACHINE_MODELS[model],
        seed: 7,
        keep: ["reach_error"],
        fileNames: [input],
      }).texts;
      const answer = verify(loadProgram(input, other, model).program, property, {
        configuration,
        budget: new Budget(seconds),
        solveHorn,
        seed: 1,
        createSatSolver: () => solvers.create(),
      });
      const verdicts = [result.verdict, answer.verdict];
      confirmation = answer.verdict === result.verdict ? "the same" : `now ${answer.verdict}`;
      if (verdicts[0] !== verdicts[1]) differences++;
      if (verdicts.includes("true") && verdicts.includes("false")) mistakes++;
    } else if (result.verdict !== "unknown") {
      const programHash = createHash("sha256").update(text).digest("hex");
      const written = formatWitness(result.witness, {
        formatVersion: requiredVersion(result.witness),
        uuid: "00000000-0000-4000-8000-000000000000",
        creationTime: "2026-01-01T00:00:00Z",
        producer: { name: "agon", version: "0" },
        task: {
          inputFiles: [input],
          inputFileHashes: { [input]: programHash },
          specification,
          dataModel: model,
          language: "C",
        },
      });
      const answer = validate(loaded, property, parseWitness(written, "witness.yml"), {
        programHash,
        dataModel: model,
        budget: new Budget(seconds),
        seed: 1,
        createSatSolver: () => solvers.create(),
      });
      confirmation =
        answer.verdict === result.verdict
          ? "confirmed"
          : `not confirmed: ${"reason" in answer ? answer.reason : answer.verdict}`;
    }
    const isConfirmed = confirmation === "confirmed";
    if (result.verdict === "unknown") count(counts, "unknown");
    else if (result.verdict !== expected) count(counts, "wrong");
    else {
      const column = result.verdict === "true" ? 0 : 2;
      counts[column] = (counts[column] ?? 0) + 1;
      if (isConfirmed) counts[column + 1] = (counts[column + 1] ?? 0) + 1;
    }
    if (result.verdict !== "unknown" && result.verdict !== expected) mistakes++;
    const isTold = result.verdict === "unknown" && !values.obfuscated;
    const why = isTold ? result.reason.slice(0, 160) : confirmation;
    console.log(
      `${result.verdict.padEnd(7)} ${expected.padEnd(5)} ${used.toFixed(1).padStart(5)} s ${name} ${file.slice(corpus.length + 1)} ${decidedBy} ${why}`,
    );
  }
  summary.push(`| ${set} | ${counts.join(" | ")} | ${cpu.toFixed(0)} |`);
}
console.log(`\n| set | ${KINDS.join(" | ")} | CPU s |\n|---|${"---:|".repeat(KINDS.length + 1)}`);
console.log(summary.join("\n"));
if (values.obfuscated) console.log(`\n${differences} answers differ under other names`);
process.exitCode = mistakes > 0 ? 1 : 0;

function count(counts: number[], kind: (typeof KINDS)[number]): void {
  const index = KINDS.indexOf(kind);
  counts[index] = (counts[index] ?? 0) + 1;
}
