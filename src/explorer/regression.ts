/** The line of least squares through the points of a scatter plot that both verifiers solve. */
import type { ScatterPoints } from "./scatter-points.ts";

export interface Regression {
  /** On logarithmic axes: of log₁₀ y over log₁₀ x. */
  readonly slope: number;
  readonly intercept: number;
  /** Coefficient of determination, 0 to 1. */
  readonly r2: number;
  /** How many points. */
  readonly count: number;
}

/** Classes of tasks that both answer correctly. */
const SOLVED_BY_BOTH = 2;

/**
 * Undefined for fewer than three points, or when all have the same x.
 * @param factor Units of the axes by those of the points.
 * @param isLinear Otherwise both axes are logarithmic, and points at 0 are left out.
 */
export function regressionOf(
  { x, y, classes }: Pick<ScatterPoints, "x" | "y" | "classes">,
  factor: number,
  isLinear: boolean,
): Regression | undefined {
  const scale = (value: number): number => (isLinear ? value * factor : Math.log10(value * factor));
  const points: (readonly [number, number])[] = [];
  for (let index = 0; index < x.length; index++) {
    if ((classes[index] as number) >= SOLVED_BY_BOTH) continue;
    const [a, b] = [scale(x[index] as number), scale(y[index] as number)];
    if (Number.isFinite(a) && Number.isFinite(b)) points.push([a, b]);
  }
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
