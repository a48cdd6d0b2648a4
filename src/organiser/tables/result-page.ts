/**
 * Content of a page with a result table beside the packed columns: the interface between writer and
 * page.
 */

/** One letter for each result category, for colours and filters. */
export const CATEGORY_LETTERS: Readonly<Record<string, string>> = {
  correct: "c",
  "correct-unconfirmed": "u",
  wrong: "w",
  unknown: "k",
  error: "e",
  missing: "m",
  aborted: "a",
  empty: "n",
};

export interface ResultPageColumn {
  readonly title: string;
  /** `status`, `count`, `measure` or `text`. */
  readonly kind: string;
  /** Number of significant digits that are shown. */
  readonly digits?: number;
}

export interface ResultPageSet {
  readonly tool: string;
  readonly name: string;
  readonly columns: readonly ResultPageColumn[];
}

export interface ResultPageMeta {
  /** Common prefix of all names of tasks, which the table omits. */
  readonly prefix: string;
  readonly sets: readonly ResultPageSet[];
  /** Initial state of the page: the text behind `#`. */
  readonly state?: string;
}
