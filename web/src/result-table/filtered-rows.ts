import { isNumeric, type RunSet } from "./columns.ts";

export interface Sorting {
  /** Index of the run set; -1: sort by the order of the tasks. */
  readonly set: number;
  readonly column: number;
  readonly isDown: boolean;
}

export interface RowFilter {
  /** A regular expression, or else a part of the name; case is ignored. */
  readonly text: string;
  /** Only tasks with different statuses in the visible run sets. */
  readonly onlyDifferent: boolean;
  readonly sorting: Sorting | undefined;
}

/** Indices of the visible tasks, in their order. */
export function filteredRows(
  tasks: readonly string[],
  sets: readonly RunSet[],
  { text, onlyDifferent, sorting }: RowFilter,
): readonly number[] {
  const matches = nameFilter(text.trim());
  const chosen = sets.filter(({ wanted }) => wanted !== "");
  const statuses = sets
    .filter(({ status, isHidden }) => status >= 0 && !isHidden)
    .map((set) => set.cells(set.status));
  const rows: number[] = [];
  for (const [row, name] of tasks.entries()) {
    if (!matches(name)) continue;
    if (chosen.some(({ categories, wanted }) => categories[row] !== wanted)) continue;
    if (onlyDifferent && statuses.every((column) => column[row] === statuses[0]?.[row])) continue;
    rows.push(row);
  }
  return sorting === undefined ? rows : sorted(rows, sets, sorting);
}

function nameFilter(text: string): (name: string) => boolean {
  if (text === "") return () => true;
  try {
    const expression = new RegExp(text, "i");
    return (name) => expression.test(name);
  } catch {
    const lower = text.toLowerCase();
    return (name) => name.toLowerCase().includes(lower);
  }
}

/** Tasks without a number come last in both directions. */
function sorted(
  rows: number[],
  sets: readonly RunSet[],
  { set: index, column: at, isDown }: Sorting,
): readonly number[] {
  const sign = isDown ? -1 : 1;
  const set = sets[index];
  const column = set?.columns[at];
  if (set === undefined || column === undefined) return isDown ? rows.reverse() : rows;
  if (isNumeric(column)) {
    const values = set.numbers(at);
    const value = (row: number): number => values[row] ?? Number.NaN;
    const isMissing = (row: number): number => Number(Number.isNaN(value(row)));
    return rows.sort((a, b) => isMissing(a) - isMissing(b) || sign * (value(a) - value(b)) || 0);
  }
  const texts = set.cells(at);
  const text = (row: number): string => texts[row] ?? "";
  return rows.sort((a, b) => sign * (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0));
}
