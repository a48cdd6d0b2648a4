/**
 * The search for wrong answers: random tasks and equivalent programs, decided by the configurations
 * of the verifier in turn, compared with all executions compiled by gcc (gcc-batch.ts) and with the
 * interpreter.
 */

import { specificationOf } from "../../src/contestant/specification/index.ts";
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import { loadProgram, NO_OVERFLOW, REACHABILITY, Verdicts } from "../regression/verdicts.ts";
import { CHANGES, equivalentTask } from "./equivalent-program.ts";
import { type CompiledTruth, compiledTruths } from "./gcc-batch.ts";
import { exhaustiveTruth, type Truth } from "./ground-truth.ts";
import { type RandomTask, randomTask } from "./random-task.ts";

export interface Search {
  readonly count: number;
  readonly seed: number;
  readonly dataModel: RandomTask["dataModel"];
  readonly configurations: readonly string[];
  /** Number of configurations per program, for each property. */
  readonly asked: number;
  /** CPU seconds per answer. */
  readonly seconds: number;
  /** No new batch starts after this number of seconds. */
  readonly stopAfterSeconds?: number;
  readonly onBatch?: (result: SearchResult) => void;
}

export interface SearchResult {
  readonly programs: number;
  readonly pairs: number;
  /** Number of answers by configuration, answer and truth. */
  readonly tally: ReadonlyMap<string, number>;
  readonly wrong: readonly string[];
  /** Overflows that gcc optimises away. */
  readonly disputed: readonly string[];
}

/** Programs in one call of gcc. */
const BATCH = 50;
/** One in this number of programs has an equivalent one. */
const PAIR_EVERY = 3;

type Name = "unreach-call" | "no-overflow";
const PROPERTIES = { "unreach-call": REACHABILITY, "no-overflow": NO_OVERFLOW } as const;

export async function searchWrongAnswers(search: Search): Promise<SearchResult> {
  const { count, seed, dataModel, stopAfterSeconds = Number.POSITIVE_INFINITY } = search;
  const run = new Run(search, await Verdicts.create());
  for (let at = seed; at < seed + count && performance.now() / 1000 < stopAfterSeconds; ) {
    const size = Math.min(BATCH, seed + count - at);
    const tasks = Array.from({ length: size }, (_, i) => randomTask(at + i, dataModel));
    const compiled = compiledTruths(tasks);
    for (const [i, task] of tasks.entries()) {
      await run.compare(at + i, task, compiled[i] as CompiledTruth);
    }
    at += size;
    search.onBatch?.(run);
  }
  return run;
}

class Run implements SearchResult {
  programs = 0;
  pairs = 0;
  readonly tally = new Map<string, number>();
  readonly wrong: string[] = [];
  readonly disputed: string[] = [];
  readonly #search: Search;
  readonly #verdicts: Verdicts;
  #turn = 0;

  constructor(search: Search, verdicts: Verdicts) {
    this.#search = search;
    this.#verdicts = verdicts;
  }

  async compare(seed: number, task: RandomTask, compiled: CompiledTruth): Promise<void> {
    this.programs++;
    const loaded = loadProgram(`seed${seed}.c`, task.text, task.dataModel);
    const truths = { "unreach-call": TRUTHLESS, "no-overflow": TRUTHLESS };
    for (const name of ["unreach-call", "no-overflow"] as const) {
      const specification = specificationOf(PROPERTIES[name]);
      truths[name] = exhaustiveTruth(task, loaded.program, specification);
    }
    const reached = truths["unreach-call"];
    const isComparable =
      !reached.hasUndefinedBehaviour && !reached.isUnclear && !compiled.isUnclear;
    if (isComparable && reached.isViolated !== compiled.isViolated) {
      this.wrong.push(`seed ${seed}: the interpreter differs from gcc`);
    }
    await this.#ask(`seed ${seed}`, task, truths, compiled);
    if (seed % PAIR_EVERY !== 0) return;
    const random = randomIntegers(seed);
    const change = CHANGES[
      Math.floor(seed / PAIR_EVERY) % CHANGES.length
    ] as (typeof CHANGES)[number];
    const equivalent =
      equivalentTask(task, change, random) ?? equivalentTask(task, "renamed", random);
    if (equivalent === undefined) throw new Error("every program can be renamed");
    this.pairs++;
    await this.#ask(`seed ${seed}, ${change}`, equivalent, truths, compiled);
  }

  async #ask(
    what: string,
    task: RandomTask,
    truths: Readonly<Record<Name, Truth>>,
    compiled: CompiledTruth,
  ): Promise<void> {
    const { configurations, asked, seconds } = this.#search;
    const loaded = loadProgram("task.c", task.text, task.dataModel);
    for (const name of ["unreach-call", "no-overflow"] as const) {
      for (let i = 0; i < asked; i++) {
        const configuration = configurations[this.#turn++ % configurations.length] as string;
        const property = PROPERTIES[name];
        const { verdict } = await this.#verdicts.verify(loaded, configuration, seconds, property);
        const key = `${configuration}, ${name}: ${verdict}`;
        this.tally.set(key, (this.tally.get(key) ?? 0) + 1);
        if (verdict === "unknown") continue;
        const judgement = judge(name, verdict, truths[name], compiled);
        if (judgement === "wrong") this.wrong.push(`${what}: ${key}`);
        if (judgement === "disputed") this.disputed.push(`${what}: ${key}`);
      }
    }
  }
}

const TRUTHLESS: Truth = { isViolated: false, hasUndefinedBehaviour: false, isUnclear: true };

function judge(
  name: Name,
  verdict: "true" | "false",
  interpreted: Truth,
  compiled: CompiledTruth,
): "right" | "wrong" | "disputed" {
  const isUnclear = interpreted.isUnclear || compiled.isUnclear;
  if (name === "unreach-call") {
    const isRight =
      verdict === "true"
        ? !compiled.mayBeViolated &&
          !compiled.hasUndefinedBehaviour &&
          !interpreted.isViolated &&
          !interpreted.hasUndefinedBehaviour
        : compiled.isViolated || isUnclear;
    return isRight ? "right" : "wrong";
  }
  if (verdict === "true") {
    const isRefuted =
      compiled.overflows || interpreted.isViolated || interpreted.hasUndefinedBehaviour;
    return isRefuted ? "wrong" : "right";
  }
  if (compiled.overflows || isUnclear) return "right";
  return interpreted.isViolated ? "disputed" : "wrong";
}
