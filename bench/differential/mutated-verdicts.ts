/**
 * Mutated programs of a corpus: answers of the verifier, compared with gcc's code. A FALSE must
 * replay as a compiled test; a TRUE must not be refuted by compiled runs with random inputs.
 *
 *     npx tsx bench/differential/mutated-verdicts.ts --corpus ../shared/corpus/c --seconds 600
 *     --seed 1
 *
 * Exit code 1 when an answer is refuted. Every line names corpus program and seed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { LoadedProgram } from "../../src/contestant/program/load-program.ts";
import { RandomGenerator } from "../../src/contestant/techniques/search/random-generator.ts";
import { createsThreads } from "../../src/contestant/techniques/search/thread-creation.ts";
import { buildAndRunTest, writeTest } from "../../src/contestant/testification/compiled-test.ts";
import { type FunctionInputs, generateTest } from "../../src/contestant/testification/harness.ts";
import { inputsOfExecution } from "../../src/contestant/testification/inputs.ts";
import { InputError } from "../../src/ground/util/errors.ts";
import {
  loadProgram,
  NO_OVERFLOW,
  REACHABILITY,
  Verdicts,
} from "../../test/regression/verdicts.ts";
import { changeProgram } from "../../test/support/change-program.ts";

const { values } = parseArgs({
  options: {
    corpus: { type: "string", default: "../shared/corpus/c" },
    seed: { type: "string", default: "1" },
    /** Wall-clock time of the whole run. */
    seconds: { type: "string", default: "60" },
    /** CPU time of a verdict. */
    limit: { type: "string", default: "1" },
    configuration: { type: "string", default: "default" },
  },
});

const MAX_BYTES = 30_000;
const RUNS_OF_PROOFS = 3;
const RUN_SECONDS = 2;
/** Values for every function of the environment in a run. */
const VALUES = 200;

interface Task {
  readonly file: string;
  readonly text: string;
  readonly dataModel: "ILP32" | "LP64";
  readonly property: typeof REACHABILITY;
}

function tasksOf(corpus: string): Task[] {
  const files = readdirSync(corpus, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".yml"))
    .sort()
    .flatMap((definition): Task[] => {
      const text = readFileSync(join(corpus, definition), "utf8");
      const property = text.includes("unreach-call.prp")
        ? REACHABILITY
        : text.includes("no-overflow.prp")
          ? NO_OVERFLOW
          : undefined;
      const name = /input_files:\s*['"]?([^'"\s[\]]+)/.exec(text)?.[1];
      if (property === undefined || name === undefined) return [];
      const file = join(definition, "..", name);
      const path = join(corpus, file);
      if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return [];
      if (statSync(path).size > MAX_BYTES) return [];
      const dataModel = text.includes("LP64") ? "LP64" : "ILP32";
      return [{ file, text: readFileSync(path, "latin1"), dataModel, property }];
    });
}

/** Undefined for a text that is not C any more. */
function parsed(task: Task, text: string): LoadedProgram | undefined {
  try {
    return loadProgram("program.c", text, task.dataModel);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

type Compiled = "violated" | "not violated" | "nothing";

/** Outcome of the compiled program with these inputs. */
function compiledRun(
  { unit }: LoadedProgram,
  { dataModel, property }: Task,
  inputs: readonly FunctionInputs[],
): Compiled {
  const witness = { kind: "violation", segments: [] } as const;
  const suite = generateTest({ unit, property, dataModel, witness, inputs });
  const folder = mkdtempSync(join(tmpdir(), "agon-mutated-"));
  try {
    writeTest(folder, suite);
    const { verdict, problem } = buildAndRunTest(folder, suite, 1, RUN_SECONDS);
    if (verdict === "always") return "violated";
    const isOver = problem?.includes("time limit") === true;
    return verdict === "not run" || isOver ? "nothing" : "not violated";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isLibraryInput(name: string): boolean {
  return name.startsWith("__VERIFIER_nondet_agon_");
}

/** Gcc computes constant expressions itself: its sanitizer sees no overflow in them. */
function overflowsInConstants({ dataModel, property }: Task, text: string): boolean {
  if (property !== NO_OVERFLOW) return false;
  const mode = dataModel === "ILP32" ? "-m32" : "-m64";
  const options = ["-x", "c", "-Werror=overflow", "-fsyntax-only", mode, "-"];
  return spawnSync("gcc", options, { input: text, encoding: "latin1" }).status !== 0;
}

function randomInputs({ unit }: LoadedProgram, random: RandomGenerator): FunctionInputs[] {
  const names = [...unit.functions.values()].filter(
    ({ name, definition }) => definition === undefined && name.startsWith("__VERIFIER_nondet_"),
  );
  const spread = [2, 4, 16, 256, 100_000][random.below(5)] as number;
  return names.map(({ name }) => ({
    name,
    values: Array.from({ length: VALUES }, () => BigInt(random.below(spread) - random.below(2))),
  }));
}

const tasks = tasksOf(values.corpus);
const verdicts = await Verdicts.create();
const tally = new Map<string, number>();
const count = (key: string): void => void tally.set(key, (tally.get(key) ?? 0) + 1);
let wrong = 0;
let seed = Number(values.seed);
console.log(`${tasks.length} tasks, from seed ${seed}, ${values.seconds} s`);
const refute = (task: Task, text: string, what: string): void => {
  wrong++;
  const kept = join(tmpdir(), `agon-mutated-${seed}.c`);
  writeFileSync(kept, text, "latin1");
  console.log(`seed ${seed}: ${task.file}: ${what} (${kept})`);
};
for (; performance.now() / 1000 < Number(values.seconds); seed++) {
  const random = new RandomGenerator(seed);
  const task = tasks[random.below(tasks.length)] as Task;
  const text = changeProgram(task.text, (limit) => random.below(limit));
  const loaded = parsed(task, text);
  if (loaded === undefined || createsThreads(loaded.program)) {
    count("no program, or threads");
    continue;
  }
  const { configuration, limit } = values;
  const result = await verdicts.verify(loaded, configuration, Number(limit), task.property);
  if (result.verdict === "unknown") {
    count("unknown");
    continue;
  }
  if (result.verdict === "false") {
    const { inputs, choosesMemory } = inputsOfExecution(result.choices);
    // Indeterminate memory, and data that library functions read from files.
    const isUnsettable = choosesMemory || inputs.some(({ name }) => isLibraryInput(name));
    const seen =
      isUnsettable || overflowsInConstants(task, text)
        ? "cannot be replayed by gcc"
        : compiledRun(loaded, task, inputs);
    count(`false: ${seen}`);
    if (seen === "not violated") refute(task, text, "FALSE does not replay");
    continue;
  }
  const runs = Array.from({ length: RUNS_OF_PROOFS }, () =>
    compiledRun(loaded, task, randomInputs(loaded, random)),
  );
  const isRefuted = runs.includes("violated");
  count(`true: ${isRefuted ? "refuted" : runs.includes("not violated") ? "holds" : "nothing"}`);
  if (isRefuted) refute(task, text, "TRUE is refuted by a run");
}
for (const [key, number] of [...tally].sort()) console.log(`${key}: ${number}`);
console.log(`${seed - Number(values.seed)} programs, ${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
