/** Verdicts about random loops or calls, compared with what trying out all executions shows. */

import { isReachSafety, specificationOf } from "../../src/specification/index.ts";
import { loadProgram, NO_OVERFLOW, REACHABILITY, Verdicts } from "../regression/verdicts.ts";
import { exhaustiveTruth, type Truth, violatedByGcc } from "./ground-truth.ts";
import { randomLoopTask } from "./random-loop-task.ts";
import type { RandomTask } from "./random-task.ts";

export interface LoopComparison {
  readonly count: number;
  readonly seed: number;
  /** CPU seconds for every verdict. */
  readonly seconds: number;
  /** The first is asked about every program, one of the others in turn; with `isThorough`, all. */
  readonly configurations: readonly string[];
  /** Otherwise programs are about reachability and overflow by turns. */
  readonly isThorough?: boolean;
  /** Default: random loops. */
  readonly randomTask?: (seed: number, variant: number) => RandomTask;
}

export interface LoopComparisonResult {
  /** How often which configuration said what about programs of which kind. */
  readonly tally: ReadonlyMap<string, number>;
  /** What should never be. */
  readonly wrong: readonly string[];
}

/** Claims about a program that are tried until one holds, for two programs of three. */
const VARIANTS = 8;
/** Every so many programs are also compiled. */
const GCC_EVERY = 25;

export async function loopDisagreements(options: LoopComparison): Promise<LoopComparisonResult> {
  const { count, seed, seconds, isThorough = false } = options;
  const { randomTask = randomLoopTask } = options;
  const verdicts = await Verdicts.create();
  const tally = new Map<string, number>();
  const wrong: string[] = [];
  for (let at = seed; at < seed + count; at++) {
    const task = taskOf(at, randomTask);
    const loaded = loadProgram(`seed${at}.c`, task.text, task.dataModel);
    const reached = exhaustiveTruth(task, loaded.program);
    if (at % GCC_EVERY === 0 && expected(reached) !== "unknown") {
      if (violatedByGcc(task) !== reached.isViolated) wrong.push(`seed ${at}: gcc differs`);
    }
    const both = [REACHABILITY, NO_OVERFLOW] as const;
    const properties = isThorough ? both : [both[at % 2 === 0 ? 0 : 1]];
    const [first = "default", ...others] = options.configurations;
    const turn = others[Math.floor(at / 2) % Math.max(others.length, 1)];
    const some = turn === undefined ? [first] : [first, turn];
    for (const property of properties) {
      const specification = specificationOf(property);
      if (!isReachSafety(specification)) throw new Error(`${property.kind} is no safety property`);
      const truth = exhaustiveTruth(task, loaded.program, specification);
      for (const configuration of isThorough ? options.configurations : some) {
        const { verdict } = await verdicts.verify(loaded, configuration, seconds, property);
        const key = `${configuration} ${property.kind}: ${expected(truth)} -> ${verdict}`;
        tally.set(key, (tally.get(key) ?? 0) + 1);
        if (contradicts(verdict, truth)) wrong.push(`seed ${at}: ${key}`);
      }
    }
  }
  return { tally, wrong };
}

function taskOf(
  seed: number,
  randomTask: (seed: number, variant: number) => RandomTask,
): RandomTask {
  for (let variant = 0; ; variant++) {
    const task = randomTask(seed, variant);
    if (seed % 3 === 0 || variant === VARIANTS) return task;
    const { program } = loadProgram(`seed${seed}.c`, task.text, task.dataModel);
    if (!exhaustiveTruth(task, program).isViolated) return task;
  }
}

function expected({ isViolated, hasUndefinedBehaviour, isUnclear }: Truth): string {
  if (isViolated) return "false";
  return hasUndefinedBehaviour || isUnclear ? "unknown" : "true";
}

/** Of executions that were not followed to their end, nothing is known. */
function contradicts(verdict: "true" | "false" | "unknown", truth: Truth): boolean {
  if (verdict === "unknown") return false;
  if (verdict === "true") return truth.isViolated || truth.hasUndefinedBehaviour;
  return !truth.isViolated && !truth.isUnclear;
}
