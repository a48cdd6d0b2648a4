/** Sorting of rows by columns. */
import { radixSort } from "./radix-sort.ts";
import { findColumn } from "./run-columns.ts";
import type { RunStore } from "./run-store.ts";

export interface SortKey {
  /** Id of a column. */
  readonly column: string;
  readonly descending: boolean;
}

/** The rows in a new order; equal ones stay in theirs. Unknown columns are ignored. */
export function sortRows(
  store: RunStore,
  rows: Uint32Array,
  keys: readonly SortKey[],
): Uint32Array {
  let sorted = rows;
  for (const { column, descending } of [...keys].reverse()) {
    const found = findColumn(column);
    if (found === undefined) continue;
    const byView = store.views.map((view) => found.keys(view, store));
    sorted = radixSort(sorted, gather(store, sorted, byView), descending);
  }
  return sorted;
}

function gather(
  store: RunStore,
  rows: Uint32Array,
  byView: readonly ((cell: number) => number)[],
): Float64Array {
  const values = new Float64Array(rows.length);
  let view = store.views[0];
  let index = 0;
  for (let position = 0; position < rows.length; position++) {
    const row = rows[position] as number;
    if (view === undefined || row < view.offset || row >= view.offset + view.size) {
      view = store.at(row).view;
      index = store.views.indexOf(view);
    }
    values[position] = (byView[index] as (cell: number) => number)(row - view.offset);
  }
  return values;
}

/** `-cpu,task` as in addresses. */
export function parseSort(text: string): readonly SortKey[] {
  return text
    .split(",")
    .filter((word) => word !== "")
    .map((word) => ({ column: word.replace(/^-/, ""), descending: word.startsWith("-") }));
}

export function formatSort(keys: readonly SortKey[]): string {
  return keys.map(({ column, descending }) => (descending ? "-" : "") + column).join(",");
}
