/** Sorting of rows by columns. */
import { radixSort } from "./radix-sort.ts";
import { type Ranks, ranksOf, sortByRanks } from "./rank-sort.ts";
import { findColumn, type RunColumn } from "./run-columns.ts";
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
    sorted = sortByColumn(store, sorted, found, descending);
  }
  return sorted;
}

/**
 * Share of a store's rows below which ranks are not worthwhile, because they are computed for all
 * rows.
 */
const SHARE_FOR_RANKS = 0.1;

function sortByColumn(
  store: RunStore,
  rows: Uint32Array,
  column: RunColumn,
  descending: boolean,
): Uint32Array {
  const known = RANKS.get(store)?.get(column.id);
  if (known === undefined && rows.length < store.size * SHARE_FOR_RANKS) {
    const byView = store.views.map((view) => column.keys(view, store));
    return radixSort(rows, gather(store, rows, byView), descending);
  }
  return sortByRanks(rows, known ?? makeRanks(store, column), descending);
}

/** Ranks by store and column, because users sort repeatedly by the same column. */
const RANKS = new WeakMap<RunStore, Map<string, Ranks>>();

function makeRanks(store: RunStore, column: RunColumn): Ranks {
  const values = new Float64Array(store.size);
  for (const view of store.views) {
    const keyOf = column.keys(view, store);
    for (let cell = 0; cell < view.size; cell++) values[view.offset + cell] = keyOf(cell);
  }
  const ranks = ranksOf(values);
  const byColumn = RANKS.get(store);
  if (byColumn === undefined) RANKS.set(store, new Map([[column.id, ranks]]));
  else byColumn.set(column.id, ranks);
  return ranks;
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
