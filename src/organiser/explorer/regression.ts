/** The line of least squares through the points of a scatter plot that both verifiers solve. */
import { leastSquares, type Regression } from "../plots/index.ts";
import type { ScatterPoints } from "./scatter-points.ts";

/** Classes of tasks that both answer correctly. */
const SOLVED_BY_BOTH = 2;

/**
 * Undefined for fewer than three points, or when all have the same x.
 * @param factor Units of the axes per unit of the points.
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
  return leastSquares(points);
}
