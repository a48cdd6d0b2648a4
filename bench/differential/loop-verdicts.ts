/**
 * Random programs with loops and arithmetic, with calls, or with loops that are written as
 * recursion on pointers, for reachability and for signed overflow: no configuration of the verifier
 * may contradict the set of all executions, nor, with gcc, compiled programs; so no two of them
 * contradict each other.
 *
 *     npx tsx bench/differential/loop-verdicts.ts --count 300 --seed 1 [--tasks
 *     loops|calls|pointed] [--results FILE]
 *
 * Every program is decided by the first configuration and by one of the others in turn, for one of
 * the properties; with `--all`, by all for both, with less time for programs that one leaves open.
 * Results are stored in `--results` (ndjson), some programs a line; stored programs are not
 * repeated, so that an interrupted run continues.
 *
 * Exit code 1 when an answer is wrong.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { CONFIGURATIONS } from "../../src/contestant/plan/configurations.ts";
import { loopDisagreements } from "../../test/fuzz/loop-disagreements.ts";
import { randomCallTask } from "../../test/fuzz/random-call-task.ts";
import { randomLoopTask } from "../../test/fuzz/random-loop-task.ts";
import { randomPointedLoopTask } from "../../test/fuzz/random-pointed-loop-task.ts";

/** The findings about some programs: a line of the results. */
interface Part {
  /** The query. */
  readonly question: string;
  /** Seed of the first program. */
  readonly seed: number;
  readonly programs: number;
  readonly tally: readonly (readonly [key: string, number: number])[];
  readonly wrong: readonly string[];
}

/** Programs per line. */
const PROGRAMS_A_PART = 25;
const TASKS = { loops: randomLoopTask, calls: randomCallTask, pointed: randomPointedLoopTask };

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "0.2" },
    tasks: { type: "string", default: "loops" },
    results: { type: "string" },
    /** Stops after this number of seconds. */
    "stop-after": { type: "string", default: "Infinity" },
    /** Every program with every configuration and both properties. */
    all: { type: "boolean", default: false },
    configurations: {
      type: "string",
      default: CONFIGURATIONS.map(({ name }) => name)
        .filter((name) => name !== "falsifier")
        .join(),
    },
  },
});
const randomTask = TASKS[values.tasks as keyof typeof TASKS];
if (randomTask === undefined) throw new Error("--tasks is loops, calls or pointed");
const names = values.configurations.split(",");
const [first, count] = [Number(values.seed), Number(values.count)];
const stopAfterSeconds = Number(values["stop-after"]);
const question = [
  values.tasks,
  values.seconds,
  values.all ? "all, open ones briefly" : "in turn",
  ...names,
].join(" ");
console.log(`from seed ${first}, ${values.seconds} s each: ${names.join(", ")}`);

function knownParts(): ReadonlyMap<number, Part> {
  if (values.results === undefined || !existsSync(values.results)) return new Map();
  const lines = readFileSync(values.results, "utf8").split("\n").filter(Boolean);
  const parts = lines.map((line) => JSON.parse(line) as Part);
  return new Map(
    parts.filter((part) => part.question === question).map((part) => [part.seed, part]),
  );
}

const known = knownParts();
const tally = new Map<string, number>();
const wrong: string[] = [];
let programs = 0;
for (let seed = first; seed < first + count; seed += PROGRAMS_A_PART) {
  const size = Math.min(PROGRAMS_A_PART, first + count - seed);
  let part = known.get(seed);
  if (part === undefined || part.programs < size) {
    if (performance.now() / 1000 > stopAfterSeconds) continue;
    const found = await loopDisagreements({
      count: size,
      seed,
      seconds: Number(values.seconds),
      randomTask,
      configurations: names,
      isThorough: values.all,
    });
    part = { question, seed, programs: size, tally: [...found.tally], wrong: found.wrong };
    if (values.results !== undefined) appendFileSync(values.results, `${JSON.stringify(part)}\n`);
  }
  programs += part.programs;
  wrong.push(...part.wrong);
  for (const [key, number] of part.tally) tally.set(key, (tally.get(key) ?? 0) + number);
}
for (const [key, number] of [...tally].sort()) console.log(`${key}: ${number}`);
for (const mistake of wrong) console.log(mistake);
const { user, system } = process.cpuUsage();
console.log(`${programs} programs, ${wrong.length} wrong, ${Math.round((user + system) / 1e6)} s`);
process.exitCode = wrong.length === 0 ? 0 : 1;
