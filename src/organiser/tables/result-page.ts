/** What a page with a result table holds beside the packed columns: agreed between who writes and who shows it. */

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
  /** Significant digits that are shown. */
  readonly digits?: number;
}

export interface ResultPageSet {
  readonly tool: string;
  readonly name: string;
  readonly columns: readonly ResultPageColumn[];
}

export interface ResultPageMeta {
  /** That all names of tasks begin with, and that is left out in the table. */
  readonly prefix: string;
  readonly sets: readonly ResultPageSet[];
  /** Of the page at its start: what would stand behind `#`. */
  readonly state?: string;
}
