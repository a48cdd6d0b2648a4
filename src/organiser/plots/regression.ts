/** The line of least squares through points, and its visible part in a square plot. */
import type { Guide } from "./plot.ts";

export interface Regression {
  /** On logarithmic axes: the slope of log₁₀ y over log₁₀ x. */
  readonly slope: number;
  readonly intercept: number;
  /** Coefficient of determination, 0 to 1. */
  readonly r2: number;
  /** Number of points. */
  readonly count: number;
}

/** Undefined for fewer than three points, or when all have the same x. */
export function leastSquares(
  points: readonly (readonly [x: number, y: number])[],
): Regression | undefined {
  const count = points.length;
  if (count < 3) return undefined;
  const [meanX, meanY] = [0, 1].map(
    (axis) => points.reduce((sum, point) => sum + (point[axis] as number), 0) / count,
  ) as [number, number];
  let [xx, xy, yy] = [0, 0, 0];
  for (const [a, b] of points) {
    xx += (a - meanX) ** 2;
    xy += (a - meanX) * (b - meanY);
    yy += (b - meanY) ** 2;
  }
  if (xx === 0) return undefined;
  const slope = xy / xx;
  return { slope, intercept: meanY - slope * meanX, r2: yy === 0 ? 1 : xy ** 2 / (xx * yy), count };
}

/** The line on two logarithmic axes with the same domain; empty where it is not visible. */
export function regressionGuide(
  line: Regression | undefined,
  [low, high]: readonly [number, number],
): readonly Guide[] {
  if (line === undefined) return [];
  const { slope, intercept } = line;
  const [first, last] = [Math.log10(low), Math.log10(high)];
  // Intersections of the line with the lower and the upper edge.
  const crossings = [first, last].map((edge) => (edge - intercept) / slope);
  const [start, end] =
    slope === 0
      ? intercept >= first && intercept <= last
        ? [first, last]
        : [1, 0]
      : [Math.max(first, Math.min(...crossings)), Math.min(last, Math.max(...crossings))];
  if (!(start < end)) return [];
  const at = (x: number) => ({ x: 10 ** x, y: 10 ** (intercept + slope * x) });
  return [{ from: at(start), to: at(end), kind: "fitted" }];
}
