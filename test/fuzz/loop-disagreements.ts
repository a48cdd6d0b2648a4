/** Verdicts about random loops or calls, compared with all executions. */

import type { LoadedProgram } from "../../src/contestant/program/load-program.ts";
import { specificationOf } from "../../src/contestant/specification/index.ts";
import { loadProgram, NO_OVERFLOW, REACHABILITY, Verdicts } from "../regression/verdicts.ts";
import { exhaustiveTruth, type Truth, violatedByGcc } from "./ground-truth.ts";
import { randomLoopTask } from "./random-loop-task.ts";
import type { RandomTask } from "./random-task.ts";

export interface LoopComparison {
  readonly count: number;
  readonly seed: number;
  /** CPU seconds for every verdict. */
  readonly seconds: number;
  /**
   * The first decides every program, one of the others in turn; with `isThorough`, all of them,
   * starting with another one each time. Programs that one leaves open get less time from the
   * others.
   */
  readonly configurations: readonly string[];
  /** Otherwise programs are about reachability and overflow in turn. */
  readonly isThorough?: boolean;
  /** Default: random loops. */
  readonly randomTask?: (seed: number, variant: number) => RandomTask;
}

export interface LoopComparisonResult {
  /** Number of answers by configuration, answer and kind of program. */
  readonly tally: ReadonlyMap<string, number>;
  /** Contradictions. */
  readonly wrong: readonly string[];
}

/** Claims about a program that are tried until one holds, for two programs of three. */
const VARIANTS = 8;
/** One in this number of programs is also compiled. */
const GCC_EVERY = 25;
/** Share of the time for a question that another configuration has left open. */
const SHARE_FOR_OPEN = 0.25;

export async function loopDisagreements(options: LoopComparison): Promise<LoopComparisonResult> {
  const { count, seed, seconds, isThorough = false } = options;
  const { randomTask = randomLoopTask } = options;
  const verdicts = await Verdicts.create();
  const tally = new Map<string, number>();
  const wrong: string[] = [];
  for (let at = seed; at < seed + count; at++) {
    const { task, loaded, reached } = asked(at, randomTask);
    if (at % GCC_EVERY === 0 && expected(reached) !== "unknown") {
      if (violatedByGcc(task) !== reached.isViolated) wrong.push(`seed ${at}: gcc differs`);
    }
    const both = [REACHABILITY, NO_OVERFLOW] as const;
    const properties = isThorough ? both : [both[at % 2 === 0 ? 0 : 1]];
    const names = isThorough ? rotated(options.configurations, at) : some(options, at);
    for (const property of properties) {
      const truth =
        property === REACHABILITY
          ? reached
          : exhaustiveTruth(task, loaded.program, specificationOf(property));
      let isOpen = false;
      for (const configuration of names) {
        const given = isThorough && isOpen ? seconds * SHARE_FOR_OPEN : seconds;
        const { verdict } = await verdicts.verify(loaded, configuration, given, property);
        if (verdict === "unknown") isOpen = true;
        const key = `${configuration} ${property.kind}: ${expected(truth)} -> ${verdict}`;
        tally.set(key, (tally.get(key) ?? 0) + 1);
        if (contradicts(verdict, truth)) wrong.push(`seed ${at}: ${key}`);
      }
    }
  }
  return { tally, wrong };
}

/** The first one, and one of the others. */
function some({ configurations }: LoopComparison, at: number): readonly string[] {
  const [first = "default", ...others] = configurations;
  const turn = others[Math.floor(at / 2) % Math.max(others.length, 1)];
  return turn === undefined ? [first] : [first, turn];
}

function rotated(names: readonly string[], at: number): readonly string[] {
  const first = at % names.length;
  return [...names.slice(first), ...names.slice(0, first)];
}

interface Asked {
  readonly task: RandomTask;
  readonly loaded: LoadedProgram;
  /** Whether the error can be reached. */
  readonly reached: Truth;
}

function asked(seed: number, randomTask: (seed: number, variant: number) => RandomTask): Asked {
  for (let variant = 0; ; variant++) {
    const task = randomTask(seed, variant);
    const loaded = loadProgram(`seed${seed}.c`, task.text, task.dataModel);
    const reached = exhaustiveTruth(task, loaded.program);
    if (seed % 3 === 0 || variant === VARIANTS || !reached.isViolated) {
      return { task, loaded, reached };
    }
  }
}

function expected({ isViolated, hasUndefinedBehaviour, isUnclear }: Truth): string {
  if (isViolated) return "false";
  return hasUndefinedBehaviour || isUnclear ? "unknown" : "true";
}

/** Nothing is known about executions that were not followed to their end. */
function contradicts(verdict: "true" | "false" | "unknown", truth: Truth): boolean {
  if (verdict === "unknown") return false;
  if (verdict === "true") return truth.isViolated || truth.hasUndefinedBehaviour;
  return !truth.isViolated && !truth.isUnclear;
}
