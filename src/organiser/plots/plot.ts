/**
 * A plot as data, independent of the output. Renderers turn it into SVG or pgfplots; quantile and
 * scatter plots are built from results. This code uses neither files nor the DOM, so it also runs
 * in a browser.
 */

/**
 * `linear-log` is the axis of the competition's reports since 2012: linear from 0 to 1, logarithmic
 * above, so that times near 0 can be shown.
 */
export type ScaleKind = "linear" | "log" | "linear-log";

export interface Axis {
  readonly label: string;
  readonly scale: ScaleKind;
  /** The two ends; the first is smaller. For `log` both are more than 0. */
  readonly domain: readonly [low: number, high: number];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One tool's graph, or one class of points. */
export interface Series {
  readonly name: string;
  /** `line`: the points in order of x, joined, with some marks; `marks`: points alone. */
  readonly kind: "line" | "marks";
  readonly points: readonly Point[];
  /**
   * Number of its look (see `styleOf`); default: its position, which differs when series are left
   * out.
   */
  readonly style?: number;
}

/** A line for orientation, such as the diagonal of a scatter plot. */
export interface Guide {
  readonly from: Point;
  readonly to: Point;
  /** `fitted`: computed from the points, and emphasised. */
  readonly kind: "solid" | "dashed" | "fitted";
}

export interface Plot {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  /** In the order of the legend. */
  readonly series: readonly Series[];
  readonly guides: readonly Guide[];
  /** For a line: the number of points per mark. */
  readonly markEvery: number;
}
