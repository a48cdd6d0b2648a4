/**
 * Tests and reductions of violation witnesses: is the test built, and does it report the violation;
 * is the reduced witness confirmed; does the residual program compile?
 *
 *     npx tsx bench/testification/run.ts [CORPUS/c] [--spool SPOOL --count 10] [--only TEXT]
 *
 * The witnesses are those of `memory/`, and those that the verifier writes for TASKS of the corpus;
 * with
 * `--spool` those that a run of the verifier left there, `count` with the most waypoints, half of
 * them of each property. Exit code 1 when a test does not report the violation, or a reduced
 * witness is not confirmed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { spooledWitnesses } from "../witness-lint/spooled-witnesses.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "10" },
    spool: { type: "string" },
    only: { type: "string", default: "" },
    agon: { type: "string", default: join(import.meta.dirname, "../../dist/faces/cli/main.js") },
  },
});
const corpus = resolve(positionals[0] ?? join(import.meta.dirname, "../../../shared/corpus/c"));
if (!existsSync(corpus)) {
  console.error(`the corpus is not there: ${corpus}`);
  process.exit(3);
}
/** Name of the program, property, data model. */
const TASKS = [
  ["recursive-simple/afterrec-1.c", "unreach-call", "ILP32"],
  ["floats-cdfpl/sine_2.c", "unreach-call", "ILP32"],
  ["cpa-overflow/increment_in_guard.c", "no-overflow", "ILP32"],
  ["recursive-simple/sum_non.c", "no-overflow", "ILP32"],
  ["pthread/queue.i", "unreach-call", "ILP32"],
  ["pthread/fib_bench-1.i", "unreach-call", "ILP32"],
  ["pthread-atomic/read_write_lock-1.i", "unreach-call", "ILP32"],
  ["pthread-race/race-1_2b-join.i", "no-data-race", "ILP32"],
  ["goblint-regression/04-mutex_06-ps_rc.c", "no-data-race", "ILP32"],
  ["goblint-regression/04-mutex_47-fun_write.c", "no-data-race", "ILP32"],
] as const;
const folder = mkdtempSync(join(tmpdir(), "agon-testification-"));

function agon(...words: readonly string[]): string {
  const command = ["-n", "10", process.execPath, resolve(values.agon), ...words];
  const { stdout } = spawnSync("nice", command, { encoding: "utf8", timeout: 300_000 });
  return stdout.trim().split("\n").at(-1) ?? "";
}

const waypoints = (path: string): number =>
  existsSync(path) ? (readFileSync(path, "utf8").match(/waypoint:/g) ?? []).length : 0;

interface Sample {
  readonly name: string;
  readonly program: string;
  readonly property: string;
  readonly dataModel: string;
  readonly witness: string;
}

/** For each property those with the most waypoints. */
function spooled(spool: string): Sample[] {
  const found = spooledWitnesses(resolve(spool), corpus, "violation").sort(
    (a, b) => waypoints(b.witness) - waypoints(a.witness),
  );
  return found
    .filter(({ property }, index) => {
      const before = found.slice(0, index).filter((other) => other.property === property);
      return before.length < Number(values.count) / 2;
    })
    .slice(0, Number(values.count));
}

const propertyFile = (name: string): string => join(corpus, "properties", `${name}.prp`);

function written(): Sample[] {
  const memory = join(import.meta.dirname, "memory");
  return readdirSync(memory)
    .filter((file) => file.endsWith(".c"))
    .map((file) => ({
      name: `memory/${file}`,
      program: join(memory, file),
      property: propertyFile("valid-memsafety"),
      dataModel: "LP64",
      witness: join(memory, file.replace(/c$/, "yml")),
    }));
}

function verified(): Sample[] {
  return TASKS.filter(([name]) => name.includes(values.only)).flatMap(
    ([name, property, dataModel], index) => {
      const program = join(corpus, name);
      const witness = join(folder, `verified${index}.yml`);
      const task = ["--property", propertyFile(property), "--data-model", dataModel];
      agon("verify", program, ...task, "--time-limit", "20s", "--witness", witness);
      if (existsSync(witness))
        return [{ name, program, property: propertyFile(property), dataModel, witness }];
      console.log(`${name}: the verifier has no witness`);
      return [];
    },
  );
}

const chosen = (values.spool === undefined ? [...written(), ...verified()] : spooled(values.spool))
  .filter(({ name }) => name.includes(values.only))
  .map((each) => ({ ...each, size: waypoints(each.witness) }));

let bad = 0;
console.log("| witness | test | waypoints | reduced | confirmed | residual program |");
console.log("|---|---|---|---|---|---|");
for (const [index, { name, program, property, dataModel, witness, size }] of chosen.entries()) {
  const task = ["--property", property, "--data-model", dataModel];
  const test = agon("testgen", witness, program, ...task, "-o", join(folder, `test${index}`));
  const [small, residual] = [join(folder, `${index}.yml`), join(folder, `${index}.c`)];
  agon("reduce", witness, program, ...task, "-o", small, "--residual", residual);
  // Memory errors and races cannot be reduced.
  if (!existsSync(small)) {
    if (!/^violated (?:always|sometimes)/.test(test)) bad++;
    console.log(`| ${name} | ${test} | ${size} | not reduced | | |`);
    continue;
  }
  const answer = agon("validate", small, program, ...task, "--time-limit", "90s");
  const model = dataModel === "ILP32" ? "-m32" : "-m64";
  const gcc = spawnSync("gcc", [model, "-w", "-fsyntax-only", residual], { encoding: "utf8" });
  const compiles = gcc.status === 0 ? "compiles" : "does not compile";
  if (!/^violated (?:always|sometimes)/.test(test) || !answer.startsWith("FALSE")) bad++;
  console.log(
    `| ${name} | ${test} | ${size} | ${waypoints(small)} | ${answer.startsWith("FALSE") ? "yes" : answer} | ${compiles} |`,
  );
}
if (bad === 0) rmSync(folder, { recursive: true });
else console.log(`files: ${folder}`);
process.exitCode = bad === 0 ? 0 : 1;
