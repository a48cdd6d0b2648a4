/** The table itself, a hundred tasks at a time. */
import { CATEGORY_LETTERS } from "../../../src/organiser/tables/index.ts";
import { type Contents, isNumeric, type RunSet } from "./columns.ts";
import { any, button, element } from "./dom.ts";
import type { Sorting } from "./filtered-rows.ts";
import { rounded } from "./rounded.ts";

const PAGE = 100;

/** Meaning of the letters. */
export const CATEGORIES: ReadonlyMap<string, string> = new Map(
  Object.entries(CATEGORY_LETTERS).map(([category, letter]) => [
    letter,
    category === "empty" ? "no run" : category,
  ]),
);

export interface TableState {
  readonly rows: readonly number[];
  readonly page: number;
  readonly sorting: Sorting | undefined;
}

/** @param onSort Called with the new sort order when a heading is pressed. */
export function showTable(
  { meta, tasks, sets }: Contents,
  { rows, page, sorting }: TableState,
  onSort: (sorting: Sorting | undefined) => void,
): void {
  const shown = sets.filter(({ isHidden }) => !isHidden);
  const heading = (label: string, set: number, column: number, side: string): HTMLElement => {
    const isSorted = sorting?.set === set && sorting.column === column;
    const arrow = isSorted ? (sorting.isDown ? " ↓" : " ↑") : "";
    const pressed = element("button", label + arrow);
    pressed.onclick = () => {
      onSort(isSorted && sorting.isDown ? undefined : { set, column, isDown: isSorted });
    };
    const cell = element("th", undefined, side);
    cell.append(pressed);
    return cell;
  };
  const names = element("tr");
  names.append(element("th", "task"));
  const columns = element("tr");
  columns.append(heading(meta.prefix || "name", -1, 0, "left"));
  for (const set of shown) {
    const name = element("th", set.title);
    name.colSpan = set.columns.length;
    names.append(name);
    for (const [at, column] of set.columns.entries()) {
      const side = isNumeric(column) ? "right" : "left";
      columns.append(heading(column.title, sets.indexOf(set), at, side));
    }
  }
  any("head").replaceChildren(names, columns);
  const onPage = rows.slice(page * PAGE, (page + 1) * PAGE);
  any("body").replaceChildren(...onPage.map((row) => line(row, tasks[row] ?? "", shown)));
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  any("count").textContent =
    `${rows.length.toLocaleString("en")} of ${tasks.length.toLocaleString("en")} tasks, page ${page + 1} of ${pages}`;
  button("back").disabled = page === 0;
  button("next").disabled = page + 1 >= pages;
}

function line(row: number, task: string, shown: readonly RunSet[]): HTMLElement {
  const made = element("tr");
  made.append(element("th", task, "left"));
  for (const set of shown) {
    const letter = set.categories[row] ?? "";
    for (const [at, column] of set.columns.entries()) {
      const text = set.cells(at)[row] ?? "";
      const value = rounded(text, column);
      const cell = element("td", value, isNumeric(column) ? "right" : "left");
      if (column.kind === "status") {
        cell.classList.add(`is-${letter}`);
        cell.title = CATEGORIES.get(letter) ?? "";
      } else if (value !== text) cell.title = text;
      made.append(cell);
    }
  }
  return made;
}
