/** A table of texts, independent of the output format. */
export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  /** Each row has one text per column. */
  readonly rows: readonly (readonly string[])[];
  /** Cells that are printed in bold, e.g. those with medals. */
  readonly isBold?: (row: number, column: number) => boolean;
}

export interface Column {
  readonly title: string;
  readonly align: "left" | "right";
}

export function left(title: string): Column {
  return { title, align: "left" };
}

export function right(title: string): Column {
  return { title, align: "right" };
}
