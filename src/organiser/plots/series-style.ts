/** Marks that SVG and pgfplots both have. */
const MARKS = ["circle", "square", "triangle", "diamond", "cross", "plus"] as const;

export type Mark = (typeof MARKS)[number];

/** The look of a series; the same number has the same look in every output. */
export interface SeriesStyle {
  /** `#rrggbb`. */
  readonly color: string;
  readonly mark: Mark;
  /** Lengths of dash and gap; empty: a solid line. */
  readonly dash: readonly number[];
}

/** Okabe and Ito's colours without yellow, which is hard to see on white. */
const COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#444444"];

const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 2], [8, 2, 2, 2]];

/**
 * 7 colours and 4 dashes: the first 28 series differ from each other, with the marks 84. Without
 * colours dash and mark distinguish the first 24.
 */
export function styleOf(index: number): SeriesStyle {
  // Dashes and marks repeat together after 12, colours and dashes after 28.
  const shift = Math.floor(index / 12) + 2 * Math.floor(index / 28);
  return {
    color: COLORS[index % COLORS.length] as string,
    mark: MARKS[(index + shift) % MARKS.length] as Mark,
    dash: DASHES[index % DASHES.length] as readonly number[],
  };
}
