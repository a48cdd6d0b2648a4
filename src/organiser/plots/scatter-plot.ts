import type { ResultCategory } from "../../ground/model/index.ts";
import { answerOf, type JudgedRun, type QuantileMeasure } from "../scoring/index.ts";
import type { Axis, Guide, Plot, Point } from "./plot.ts";
import { MEASURES } from "./quantile-plot.ts";
import { leastSquares, regressionGuide } from "./regression.ts";
import { niceDomain } from "./scale.ts";

/** One task, as measured for two tools. */
export interface ScatterPair {
  readonly x: JudgedRun;
  readonly y: JudgedRun;
}

export interface ScatterPlotOptions {
  readonly title: string;
  readonly measure: QuantileMeasure;
  /** Names of the two tools. */
  readonly xName: string;
  readonly yName: string;
}

/** Pairs the runs of two tools that are about the same task in the same category. */
export function pairRuns(
  xRuns: Iterable<JudgedRun>,
  yRuns: Iterable<JudgedRun>,
): readonly ScatterPair[] {
  const keyOf = ({ category, task }: JudgedRun): string => `${category}\n${task}`;
  const byKey = new Map([...xRuns].map((run) => [keyOf(run), run]));
  return [...yRuns].flatMap((y) => {
    const x = byKey.get(keyOf(y));
    return x === undefined ? [] : [{ x, y }];
  });
}

const CLASSES = ["both correct, TRUE", "both correct, FALSE", "one correct", "one wrong"] as const;

type PairClass = (typeof CLASSES)[number];

/**
 * A mark per task that at least one tool answered; the diagonals show equal measurements and a
 * factor of ten, the fitted line for the tasks that both solve. Tasks that one tool has not
 * measured are left out.
 */
export function scatterPlot(
  pairs: readonly ScatterPair[],
  { title, measure, xName, yName }: ScatterPlotOptions,
): Plot {
  const { label, factor } = MEASURES[measure];
  const points = new Map<PairClass, Point[]>();
  for (const pair of pairs) {
    const [x, y] = [pair.x[measure], pair.y[measure]];
    const pairClass = classOf(pair);
    if (x === undefined || y === undefined || pairClass === undefined) continue;
    const known = points.get(pairClass) ?? [];
    known.push({ x: x * factor, y: y * factor });
    points.set(pairClass, known);
  }
  const all = [...points.values()].flat();
  const positive = all.flatMap(({ x, y }) => [x, y]).filter((value) => value > 0);
  const domain = niceDomain("log", positive);
  // As on the pages: over the tasks that both solve.
  const solved = CLASSES.slice(0, 2).flatMap((name) => points.get(name) ?? []);
  const fitted = leastSquares(
    solved
      .filter(({ x, y }) => x > 0 && y > 0)
      .map(({ x, y }) => [Math.log10(x), Math.log10(y)] as const),
  );
  const axis = (name: string): Axis => ({ label: `${label}, ${name}`, scale: "log", domain });
  return {
    title,
    x: axis(xName),
    y: axis(yName),
    series: CLASSES.flatMap((name) => {
      const found = points.get(name);
      return found === undefined ? [] : [{ name, kind: "marks" as const, points: found }];
    }),
    guides: [...diagonals(domain), ...regressionGuide(fitted, domain)],
    markEvery: 1,
  };
}

function classOf({ x, y }: ScatterPair): PairClass | undefined {
  const has = (category: ResultCategory): boolean =>
    x.resultCategory === category || y.resultCategory === category;
  if (has("wrong")) return "one wrong";
  if (!has("correct")) return undefined;
  if (x.resultCategory !== y.resultCategory) return "one correct";
  return answerOf(x.status) === "true" ? "both correct, TRUE" : "both correct, FALSE";
}

function diagonals([low, high]: readonly [number, number]): readonly Guide[] {
  const guide = (factor: number): Guide => ({
    from: { x: Math.max(low, low / factor), y: Math.max(low, low * factor) },
    to: { x: Math.min(high, high / factor), y: Math.min(high, high * factor) },
    kind: factor === 1 ? "solid" : "dashed",
  });
  return [1, 10, 0.1].map(guide);
}
