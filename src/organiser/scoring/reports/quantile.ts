/**
 * Data of quantile plots. A plain function shows how many results a tool
 * computes within a time (report of 2012, Figure 1); a score-based one shows
 * the quality as well: it starts at the sum of the penalties, every counting
 * result moves it right by its points, so that the last x is the score
 * (Beyer, report of 2013). In a meta category the points are weighted as in
 * its normalisation.
 */
import { Rational } from "../../../ground/util/rational.ts";
import { ExactSum, exactRational } from "../exact-sum.ts";
import { type Answers, answerOf, type JudgedRun } from "../tally.ts";

/** The quantity on the vertical axis; seconds, seconds, joules, bytes. */
export type QuantileMeasure =
  | "cpuTimeSeconds"
  | "wallTimeSeconds"
  | "cpuEnergyJoules"
  | "memoryBytes";

export interface PlainQuantilePoint {
  /** From 1: the number of results up to here. */
  readonly x: number;
  readonly y: number;
  readonly run: JudgedRun;
}

/**
 * Correct results by the measured quantity, smallest first. Runs without a measurement are left
 * out.
 */
export function plainQuantiles(
  runs: Iterable<JudgedRun>,
  measure: QuantileMeasure,
): readonly PlainQuantilePoint[] {
  return sortedByMeasure(runs, measure, ({ resultCategory }) => resultCategory === "correct").map(
    ({ run, y }, index) => ({ x: index + 1, y, run }),
  );
}

export interface ScoreQuantilePoint {
  /** Accumulated points including those of this run. */
  readonly x: Rational;
  readonly y: number;
  readonly run: JudgedRun;
}

export interface ScoreQuantiles {
  /** Sum of all negative points: the start of the graph, which is not one of its points. */
  readonly start: Rational;
  /** One per run with positive points, smallest measure first. */
  readonly points: readonly ScoreQuantilePoint[];
  /** Points of runs without a measurement; they are missing at the right end. */
  readonly unmeasured: Rational;
  /** The score: the last x plus the points without a measurement. */
  readonly end: Rational;
}

export interface ScoreQuantileOptions {
  readonly measure: QuantileMeasure;
  /** Only runs with this answer (FalseOverall, TrueOverall); default: all. */
  readonly answers?: Answers;
  /**
   * Weight of a point by base category, as `categoryWeights` computes it; runs
   * of other categories are left out. Default: every point counts 1.
   */
  readonly weights?: ReadonlyMap<string, Rational>;
}

/** The score-based quantile function of one tool's runs in a base or (with weights) meta category. */
export function scoreQuantiles(
  runs: Iterable<JudgedRun>,
  { measure, answers = "all", weights }: ScoreQuantileOptions,
): ScoreQuantiles {
  const counted = [...runs].filter(
    (run) =>
      (answers === "all" || answerOf(run.status) === answers) &&
      (weights === undefined || weights.has(run.category)),
  );
  const worth = ({ points, category }: JudgedRun): Rational =>
    exactRational(points).times(weights?.get(category) ?? Rational.of(1));
  const start = sumOfPoints(counted, weights, ({ points }) => points < 0);
  const unmeasured = sumOfPoints(
    counted,
    weights,
    (run) => run.points > 0 && run[measure] === undefined,
  );
  let x = start;
  const points = sortedByMeasure(counted, measure, (run) => run.points > 0).map(({ run, y }) => {
    x = x.plus(worth(run));
    return { x, y, run };
  });
  return { start, points, unmeasured, end: x.plus(unmeasured) };
}

function sumOfPoints(
  runs: readonly JudgedRun[],
  weights: ReadonlyMap<string, Rational> | undefined,
  isCounted: (run: JudgedRun) => boolean,
): Rational {
  const byCategory = new Map<string, ExactSum>();
  for (const run of runs) {
    if (!isCounted(run)) continue;
    let sum = byCategory.get(run.category);
    if (sum === undefined) {
      sum = new ExactSum();
      byCategory.set(run.category, sum);
    }
    sum.add(run.points);
  }
  return Rational.sum(
    [...byCategory].map(([category, sum]) =>
      sum.toRational().times(weights?.get(category) ?? Rational.of(1)),
    ),
  );
}

function sortedByMeasure(
  runs: Iterable<JudgedRun>,
  measure: QuantileMeasure,
  isCounted: (run: JudgedRun) => boolean,
): readonly { readonly run: JudgedRun; readonly y: number }[] {
  const measured: { run: JudgedRun; y: number }[] = [];
  for (const run of runs) {
    const y = run[measure];
    if (y !== undefined && isCounted(run)) measured.push({ run, y });
  }
  return measured.sort((a, b) => a.y - b.y);
}
