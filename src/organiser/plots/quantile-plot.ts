/**
 * Quantile plots of the competition's reports: a graph per tool, times upwards.
 * `organiser/scoring/reports/quantile.ts` explains the numbers.
 */
import type { QuantileMeasure, ScoreQuantiles } from "../scoring/index.ts";
import type { Axis, Plot, Point, Series } from "./plot.ts";
import { niceDomain } from "./scale.ts";

/** The plotted quantity, with its unit and scale. */
export const MEASURES: Readonly<
  Record<QuantileMeasure, { readonly label: string; readonly factor: number }>
> = {
  cpuTimeSeconds: { label: "CPU time (s)", factor: 1 },
  wallTimeSeconds: { label: "wall time (s)", factor: 1 },
  cpuEnergyJoules: { label: "CPU energy (J)", factor: 1 },
  memoryBytes: { label: "memory (MB)", factor: 1e-6 },
};

export interface NamedQuantiles<T> {
  /** Name of the tool. */
  readonly name: string;
  readonly quantiles: T;
}

export interface QuantilePlotOptions {
  readonly title: string;
  readonly measure: QuantileMeasure;
}

/** Marks of a plain quantile plot since 2012. */
const MARK_EVERY = 10;

/** Number of correct results of each tool within a time. Tools without any are left out. */
export function plainQuantilePlot(
  tools: readonly NamedQuantiles<readonly Point[]>[],
  { title, measure }: QuantilePlotOptions,
): Plot {
  const { factor } = MEASURES[measure];
  const series = tools.map(({ name, quantiles }) =>
    line(
      name,
      quantiles.map(({ x, y }) => ({ x, y: y * factor })),
    ),
  );
  return quantilePlot(title, "n-th fastest correct result", measure, series, MARK_EVERY);
}

/**
 * Score of each tool within a time: starts at the penalties, ends at the score. Every graph starts
 * with a point at the penalties, on the height of its first result.
 */
export function scoreQuantilePlot(
  tools: readonly NamedQuantiles<ScoreQuantiles>[],
  { title, measure }: QuantilePlotOptions,
): Plot {
  const { factor } = MEASURES[measure];
  const series = tools.map(({ name, quantiles: { start, points } }) => {
    const [first] = points;
    const graph = points.map(({ x, y }) => ({ x: x.toNumber(), y: y * factor }));
    return line(
      name,
      first === undefined ? [] : [{ x: start.toNumber(), y: first.y * factor }, ...graph],
    );
  });
  const longest = Math.max(1, ...series.map(({ points }) => points.length));
  return quantilePlot(title, "accumulated score", measure, series, Math.ceil(longest / 15));
}

function line(name: string, points: readonly Point[]): Series {
  return { name, kind: "line", points };
}

function quantilePlot(
  title: string,
  xLabel: string,
  measure: QuantileMeasure,
  all: readonly Series[],
  markEvery: number,
): Plot {
  const series = all.filter(({ points }) => points.length > 0);
  return {
    title,
    x: axis(xLabel, "linear", series, ({ x }) => x),
    y: axis(MEASURES[measure].label, "linear-log", series, ({ y }) => y),
    series,
    guides: [],
    markEvery,
  };
}

function axis(
  label: string,
  scale: Axis["scale"],
  series: readonly Series[],
  coordinate: (point: Point) => number,
): Axis {
  function* values(): Generator<number> {
    if (scale === "linear") yield 0;
    for (const { points } of series) for (const point of points) yield coordinate(point);
  }
  return { label, scale, domain: niceDomain(scale, values()) };
}
