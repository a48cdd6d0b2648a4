import { type MetaCategory, parseStatus, type ResultCategory } from "../../ground/model/index.ts";
import type { Rational } from "../../ground/util/rational.ts";
import { ExactSum } from "./exact-sum.ts";

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
  /** Energy of the CPU package. */
  readonly cpuEnergyJoules?: number;
}

/** Plain sums over runs. Sums of measurements are exact and then rounded to the nearest double. */
export interface Tally {
  readonly runs: number;
  readonly points: number;
  readonly correctTrue: number;
  readonly correctFalse: number;
  readonly unconfirmedTrue: number;
  readonly unconfirmedFalse: number;
  readonly wrongTrue: number;
  readonly wrongFalse: number;
  /** Undefined as soon as one of the times is not known; so are the next three. */
  readonly cpuTimeSeconds: number | undefined;
  /** Sum over the correct runs; decides between equal scores. */
  readonly cpuTimeOfCorrectSeconds: number | undefined;
  readonly cpuEnergyJoules: number | undefined;
  readonly cpuEnergyOfCorrectJoules: number | undefined;
}

/** The answers that count. */
export type Answers = NonNullable<MetaCategory["answers"]>;

/**
 * `true`, `false` or neither, without parsing the subproperty, because there are millions of runs.
 */
export function answerOf(status: string): "true" | "false" | undefined {
  const { kind } = parseStatus(status);
  return kind === "true" || kind === "false" ? kind : undefined;
}

/** Adds up runs; `answers` restricts them to those that answer `true` or `false…`. */
export function tallyRuns(runs: Iterable<JudgedRun>, answers: Answers = "all"): Tally {
  const builder = new TallyBuilder();
  for (const run of runs) builder.add(run, answers);
  return builder.build();
}

/** Kinds of answers that tallies count and that earn points. */
export const COUNTERS = [
  "correctTrue",
  "correctFalse",
  "unconfirmedTrue",
  "unconfirmedFalse",
  "wrongTrue",
  "wrongFalse",
] as const;

type Counter = (typeof COUNTERS)[number];

const COUNTED: Readonly<
  Partial<Record<ResultCategory, Readonly<Record<"true" | "false", Counter>>>>
> = {
  correct: { true: "correctTrue", false: "correctFalse" },
  "correct-unconfirmed": { true: "unconfirmedTrue", false: "unconfirmedFalse" },
  wrong: { true: "wrongTrue", false: "wrongFalse" },
};

/** Builds a tally. */
export class TallyBuilder {
  #runs = 0;
  readonly #points = new ExactSum();
  readonly #counts: Record<Counter, number> = {
    correctTrue: 0,
    correctFalse: 0,
    unconfirmedTrue: 0,
    unconfirmedFalse: 0,
    wrongTrue: 0,
    wrongFalse: 0,
  };
  readonly #cpuTime = new Measure();
  readonly #cpuTimeOfCorrect = new Measure();
  readonly #energy = new Measure();
  readonly #energyOfCorrect = new Measure();

  /** Exact sum of the points. */
  get points(): Rational {
    return this.#points.toRational();
  }

  /** Does nothing when the run's answer does not count. */
  add(run: JudgedRun, answers: Answers): void {
    const answer = answerOf(run.status);
    if (answers !== "all" && answer !== answers) return;
    this.addResult(answer, run.resultCategory, run.points, run.cpuTimeSeconds, run.cpuEnergyJoules);
  }

  /** Adds a run that counts, without an object for it. */
  addResult(
    answer: "true" | "false" | undefined,
    resultCategory: ResultCategory,
    points: number,
    cpuTimeSeconds: number | undefined,
    cpuEnergyJoules: number | undefined,
  ): void {
    this.#runs++;
    this.#points.add(points);
    const counters = COUNTED[resultCategory];
    if (counters !== undefined && answer !== undefined) this.#counts[counters[answer]]++;
    this.#cpuTime.add(cpuTimeSeconds);
    this.#energy.add(cpuEnergyJoules);
    if (resultCategory === "correct") {
      this.#cpuTimeOfCorrect.add(cpuTimeSeconds);
      this.#energyOfCorrect.add(cpuEnergyJoules);
    }
  }

  /** Adds many runs with the same answer, result and points, by the sums of measurements. */
  addResults(
    answer: "true" | "false" | undefined,
    resultCategory: ResultCategory,
    points: number,
    { runs, cpuTime, energy }: MeasuredRuns,
  ): void {
    this.#runs += runs;
    if (points !== 0) this.#points.addTimes(points, runs);
    const counters = COUNTED[resultCategory];
    if (counters !== undefined && answer !== undefined) this.#counts[counters[answer]] += runs;
    this.#cpuTime.addMeasure(cpuTime);
    this.#energy.addMeasure(energy);
    if (resultCategory === "correct") {
      this.#cpuTimeOfCorrect.addMeasure(cpuTime);
      this.#energyOfCorrect.addMeasure(energy);
    }
  }

  addTally(other: TallyBuilder): void {
    this.#runs += other.#runs;
    this.#points.addSum(other.#points);
    for (const name of COUNTERS) this.#counts[name] += other.#counts[name];
    this.#cpuTime.addMeasure(other.#cpuTime);
    this.#cpuTimeOfCorrect.addMeasure(other.#cpuTimeOfCorrect);
    this.#energy.addMeasure(other.#energy);
    this.#energyOfCorrect.addMeasure(other.#energyOfCorrect);
  }

  build(): Tally {
    return {
      runs: this.#runs,
      points: this.#points.toNumber(),
      ...this.#counts,
      cpuTimeSeconds: this.#cpuTime.value,
      cpuTimeOfCorrectSeconds: this.#cpuTimeOfCorrect.value,
      cpuEnergyJoules: this.#energy.value,
      cpuEnergyOfCorrectJoules: this.#energyOfCorrect.value,
    };
  }
}

/** Runs of which only the sums matter. */
export interface MeasuredRuns {
  readonly runs: number;
  readonly cpuTime: Measure;
  readonly energy: Measure;
}

/** A sum that is unknown as soon as one of its parts is. */
export class Measure {
  readonly #sum = new ExactSum();
  #isKnown = true;

  get value(): number | undefined {
    return this.#isKnown ? this.#sum.toNumber() : undefined;
  }

  add(part: number | undefined): void {
    if (part === undefined) this.#isKnown = false;
    else this.#sum.add(part);
  }

  /** A sum of parts in units of 10⁻⁹, see `unitsOf`. */
  addUnits(units: number): void {
    this.#sum.addUnits(units);
  }

  addMeasure(other: Measure): void {
    this.#isKnown &&= other.#isKnown;
    this.#sum.addSum(other.#sum);
  }
}
