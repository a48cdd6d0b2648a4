import type { Axis, Point } from "./plot.ts";
import { positionOn } from "./scale.ts";

/**
 * Selects the points to draw: of those in the same cell of a grid of `cells` × `cells`, only the
 * first. First and last stay. A graph of 30,000 points is reduced to at most a few thousand and
 * looks the same.
 */
export function thinPoints(
  points: readonly Point[],
  axes: { readonly x: Axis; readonly y: Axis },
  cells: number,
): readonly Point[] {
  const cellOf = ({ x, y }: Point): number =>
    Math.round(positionOn(axes.x, x) * cells) * (cells + 1) +
    Math.round(positionOn(axes.y, y) * cells);
  const seen = new Set<number>();
  return points.filter((point, index) => {
    const cell = cellOf(point);
    const isKept = !seen.has(cell) || index === points.length - 1;
    seen.add(cell);
    return isKept;
  });
}
