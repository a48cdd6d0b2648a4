/**
 * Answers about termination beside long concrete executions: sequential tasks of the corpus that
 * have `unreach-call`, most of which have no label for termination, are verified for it, and every
 * answer is compared with the interpreter:
 *
 *     npx tsx bench/termination/long-executions.ts [--corpus DIR] [--sample N] [--seed S]
 *     [--cpu-time SECONDS] [--steps N]
 *       [--spool FILE] [--part K/N]
 *
 * Every task is printed when it is done. With a spool it is written there as well: started again,
 * the bench continues with the tasks that the spool does not have, and the sum is that of all.
 * Parts of the sample (`1/2` and `2/2`) can run at the same time with one spool.
 *
 * Contradictions are: FALSE, and the execution that the lasso describes, its cycle repeated, ends
 * within STEPS steps; FALSE, and the only execution of a program without inputs ends; TRUE, and an
 * execution with other random inputs reaches a state twice. A longer execution of a program with
 * answer TRUE is counted, and not a contradiction. Exit code 1 when there is one.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { Budget } from "../../src/contestant/call/budget.ts";
import type { CallEdge, CfaEdge, ValueType } from "../../src/contestant/cfa/index.ts";
import type { DataModel } from "../../src/contestant/cfront/index.ts";
import { compileProgram, type InputSource } from "../../src/contestant/interpreter/index.ts";
import { loadProgram } from "../../src/contestant/program/load-program.ts";
import { createCadical } from "../../src/contestant/solver/cadical-wasm.ts";
import { specificationOf } from "../../src/contestant/specification/index.ts";
import {
  constantsOf,
  createsThreads,
  PROFILES,
  RandomGenerator,
  RandomInputs,
  techniqueOf,
} from "../../src/contestant/techniques/index.ts";
import { type Lasso, LassoSearch } from "../../src/contestant/techniques/search/lasso-search.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";

const { values } = parseArgs({
  options: {
    corpus: { type: "string", default: "../shared/corpus/c" },
    sample: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    /** CPU seconds of each of the two techniques. */
    "cpu-time": { type: "string", default: "2" },
    steps: { type: "string", default: "2000000" },
    spool: { type: "string" },
    part: { type: "string", default: "1/1" },
  },
});
const SECONDS = Number(values["cpu-time"]);
const STEPS = Number(values.steps);
/** Executions of a program with answer TRUE. */
const EXECUTIONS = 6;
/** Larger files take long to read. */
const MAX_CHARACTERS = 200_000;

const specification = specificationOf(
  parseProperty("CHECK( init(main()), LTL(F end) )", "termination.prp"),
);

interface Task {
  readonly name: string;
  readonly text: string;
  readonly dataModel: DataModel;
}

function sequentialTasks(): readonly Task[] {
  return readdirSync(values.corpus, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".yml"))
    .sort()
    .flatMap((name): Task[] => {
      const file = join(values.corpus, name);
      const definition = readFileSync(file, "utf8");
      if (!definition.includes("unreach-call.prp")) return [];
      const { input_files: program, options } = parse(definition) as {
        readonly input_files?: unknown;
        readonly options?: { readonly data_model?: string };
      };
      if (typeof program !== "string") return [];
      const text = readFileSync(join(dirname(file), program), "latin1");
      const isSequential = !text.includes("pthread_create");
      if (!isSequential || text.length > MAX_CHARACTERS) return [];
      return [{ name, text, dataModel: options?.data_model === "LP64" ? "LP64" : "ILP32" }];
    });
}

function sampled(tasks: readonly Task[]): readonly Task[] {
  const random = new RandomGenerator(Number(values.seed));
  const rest = [...tasks];
  const chosen: Task[] = [];
  while (chosen.length < Number(values.sample) && rest.length > 0) {
    chosen.push(...rest.splice(random.below(rest.length), 1));
  }
  return chosen;
}

/** The inputs of a lasso: those of its stem, then those of its cycle repeatedly. */
class LassoInputs implements InputSource {
  readonly #stems = new Map<CfaEdge, (bigint | Uint8Array)[]>();
  readonly #cycles = new Map<CfaEdge, (bigint | Uint8Array)[]>();
  count = 0;

  constructor({ choices, stem }: Lasso) {
    for (const [index, { edge, value }] of choices.entries()) {
      const queues = index < stem ? this.#stems : this.#cycles;
      queues.set(edge, [...(queues.get(edge) ?? []), value]);
    }
  }

  nondet(edge: CallEdge, _type: ValueType): bigint {
    const value = this.#next(edge);
    return typeof value === "bigint" ? value : 0n;
  }

  fill(edge: CfaEdge): Uint8Array | undefined {
    const value = this.#next(edge);
    return value instanceof Uint8Array ? value : undefined;
  }

  #next(edge: CfaEdge): bigint | Uint8Array | undefined {
    const first = this.#stems.get(edge)?.shift();
    if (first !== undefined) return first;
    const cycle = this.#cycles.get(edge);
    const value = cycle?.shift();
    if (value !== undefined) cycle?.push(value);
    return value;
  }
}

/** Counts the input calls of a program whose inputs are all zero. */
class Zeros implements InputSource {
  asked = 0;

  nondet(): bigint {
    this.asked++;
    return 0n;
  }

  fill(): undefined {
    this.asked++;
  }
}

/** The kind of the outcome; `steps` where the execution continued. */
function outcomeOf(program: Lasso["program"], inputs: InputSource): string {
  const options = { ...specification.execution, maxSteps: STEPS, observer: {} };
  const outcome = compileProgram(program, options).run(inputs);
  return outcome.kind === "limit" ? outcome.what : outcome.kind;
}

const ENDS = new Set(["terminated", "aborted", "error-reached", "blocked", "undefined-behaviour"]);

/** CPU seconds for each execution of a program with answer TRUE, to compare its states. */
const SECONDS_OF_STATES = 10;

type Answer = "true" | "false" | "unknown" | "unread";

/** The facts about a finished task. */
interface Outcome {
  readonly name: string;
  readonly answer: Answer;
  /** Answered TRUE, and an execution is longer than the limit. */
  readonly isLong: boolean;
  /** Reasons why no execution agrees with the answer; for a task that was not read, the reason. */
  readonly remarks: readonly string[];
}

const solvers = await createCadical();

function ask(program: Lasso["program"], id: string) {
  return techniqueOf(id).run(
    { program, specification },
    {
      budget: new Budget(SECONDS),
      createSatSolver: () => solvers.create(),
      seed: 1,
      order: "coverage",
      onProgress: () => undefined,
    },
  );
}

function check({ text, dataModel, name }: Task): Outcome {
  const { program } = loadProgram(name, text, dataModel);
  if (createsThreads(program))
    return { name, answer: "unread", isLong: false, remarks: ["threads"] };
  const contradictions: string[] = [];
  const refuted = ask(program, "non-termination");
  if (refuted.kind === "false" && refuted.lasso !== undefined) {
    contradictions.push(...contradictionsOf(program, refuted.lasso));
  }
  // Both are run: they must not contradict each other either.
  const proved = ask(program, "termination");
  if (proved.kind !== "true") {
    const answer = refuted.kind === "false" ? "false" : "unknown";
    return { name, answer, isLong: false, remarks: contradictions };
  }
  if (refuted.kind === "false") contradictions.push("both TRUE and FALSE");
  const constants = constantsOf(program);
  let isLong = false;
  for (let run = 0; run < EXECUTIONS; run++) {
    const profile = PROFILES[run % PROFILES.length] as (typeof PROFILES)[number];
    const inputs = () => new RandomInputs(1000 + run, constants, profile);
    if (outcomeOf(program, inputs()) !== "steps") continue;
    isLong = true;
    const budget = new Budget(SECONDS_OF_STATES);
    const search = new LassoSearch(program, specification, () => budget.isExhausted);
    if (search.follow(inputs(), STEPS) !== undefined)
      contradictions.push("TRUE, and an execution comes to a state twice");
  }
  return { name, answer: "true", isLong, remarks: contradictions };
}

/** Contradictions to an answer FALSE. */
function contradictionsOf(program: Lasso["program"], lasso: Lasso): readonly string[] {
  const zeros = new Zeros();
  const isOver = ENDS.has(outcomeOf(program, zeros)) && zeros.asked === 0;
  const repeated = outcomeOf(lasso.program, new LassoInputs(lasso));
  return [
    ...(isOver ? ["FALSE, and its only execution ends"] : []),
    ...(ENDS.has(repeated) ? [`FALSE, and the lasso ends: ${repeated}`] : []),
  ];
}

const known: Outcome[] =
  values.spool !== undefined && existsSync(values.spool)
    ? readFileSync(values.spool, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Outcome)
    : [];
const done = new Map(known.map((outcome) => [outcome.name, outcome]));

function outcomeOfTask(task: Task): Outcome {
  try {
    return check(task);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "?") : "?";
    return { name: task.name, answer: "unread", isLong: false, remarks: [reason] };
  }
}

const tasks = sequentialTasks();
const chosen = sampled(tasks);
const [part = 1, parts = 1] = values.part.split("/").map(Number);
for (const [index, task] of chosen.entries()) {
  if (index % parts !== part - 1 || done.has(task.name)) continue;
  const outcome = outcomeOfTask(task);
  done.set(task.name, outcome);
  if (values.spool !== undefined) appendFileSync(values.spool, `${JSON.stringify(outcome)}\n`);
  const { name, answer, isLong, remarks } = outcome;
  const words = [answer, ...(isLong ? ["with long executions"] : []), ...remarks];
  process.stdout.write(`${name}: ${words.join("; ")}\n`);
}
const outcomes = chosen.flatMap(({ name }) => done.get(name) ?? []);
const count = (answer: Answer): number =>
  outcomes.filter((outcome) => outcome.answer === answer).length;
const long = outcomes.filter(({ isLong }) => isLong).length;
const contradicted = outcomes.filter(
  ({ answer, remarks }) => answer !== "unread" && remarks.length > 0,
);
process.stdout.write(
  `seed ${values.seed}: ${outcomes.length} of ${tasks.length} tasks, ${SECONDS} s a technique: TRUE ${count("true")} (${long} with executions of more than ${STEPS} steps), FALSE ${count("false")}, unknown ${count("unknown")}, not read ${count("unread")}; contradictions ${contradicted.length}\n`,
);
for (const { name, remarks } of contradicted) {
  process.stdout.write(`${name}: ${remarks.join("; ")}\n`);
}
process.exitCode = contradicted.length > 0 ? 1 : 0;
