import { type MetaCategory, parseStatus, type ResultCategory } from "../model/index.ts";

/** A verification run with its final status, as a member of one base category. */
export interface JudgedRun {
  readonly tool: string;
  /** Name of the base category. */
  readonly category: string;
  /** Identity of the task. */
  readonly task: string;
  /** Final status text. */
  readonly status: string;
  readonly resultCategory: ResultCategory;
  readonly points: number;
  readonly cpuTimeSeconds?: number;
  readonly wallTimeSeconds?: number;
  readonly memoryBytes?: number;
}

/** Plain sums over runs. */
export interface Tally {
  readonly runs: number;
  readonly points: number;
  readonly correctTrue: number;
  readonly correctFalse: number;
  readonly unconfirmedTrue: number;
  readonly unconfirmedFalse: number;
  readonly wrongTrue: number;
  readonly wrongFalse: number;
  /** Undefined as soon as one of the times is not known. */
  readonly cpuTimeSeconds: number | undefined;
  /** Sum over the correct runs; decides between equal scores. */
  readonly cpuTimeOfCorrectSeconds: number | undefined;
}

export const EMPTY_TALLY: Tally = {
  runs: 0,
  points: 0,
  correctTrue: 0,
  correctFalse: 0,
  unconfirmedTrue: 0,
  unconfirmedFalse: 0,
  wrongTrue: 0,
  wrongFalse: 0,
  cpuTimeSeconds: 0,
  cpuTimeOfCorrectSeconds: 0,
};

/** Adds up runs; `answers` restricts them to those that answer `true` or `false…`. */
export function tallyRuns(
  runs: readonly JudgedRun[],
  answers: NonNullable<MetaCategory["answers"]> = "all",
): Tally {
  return runs
    .filter(({ status }) => answers === "all" || parseStatus(status).kind === answers)
    .map(tallyOf)
    .reduce(addTallies, EMPTY_TALLY);
}

function tallyOf(run: JudgedRun): Tally {
  const { kind } = parseStatus(run.status);
  const count = (category: ResultCategory, answer: "true" | "false"): number =>
    run.resultCategory === category && kind === answer ? 1 : 0;
  return {
    runs: 1,
    points: run.points,
    correctTrue: count("correct", "true"),
    correctFalse: count("correct", "false"),
    unconfirmedTrue: count("correct-unconfirmed", "true"),
    unconfirmedFalse: count("correct-unconfirmed", "false"),
    wrongTrue: count("wrong", "true"),
    wrongFalse: count("wrong", "false"),
    cpuTimeSeconds: run.cpuTimeSeconds,
    cpuTimeOfCorrectSeconds: run.resultCategory === "correct" ? run.cpuTimeSeconds : 0,
  };
}

export function addTallies(a: Tally, b: Tally): Tally {
  return {
    runs: a.runs + b.runs,
    points: a.points + b.points,
    correctTrue: a.correctTrue + b.correctTrue,
    correctFalse: a.correctFalse + b.correctFalse,
    unconfirmedTrue: a.unconfirmedTrue + b.unconfirmedTrue,
    unconfirmedFalse: a.unconfirmedFalse + b.unconfirmedFalse,
    wrongTrue: a.wrongTrue + b.wrongTrue,
    wrongFalse: a.wrongFalse + b.wrongFalse,
    cpuTimeSeconds: addKnown(a.cpuTimeSeconds, b.cpuTimeSeconds),
    cpuTimeOfCorrectSeconds: addKnown(a.cpuTimeOfCorrectSeconds, b.cpuTimeOfCorrectSeconds),
  };
}

function addKnown(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}
