/** Which columns the table of runs has, in which order, and which of them stay in sight. */
import type { VNode } from "preact";
import { RUN_COLUMNS, type RunColumn } from "../../../src/explorer/index.ts";
import { change } from "../state.ts";
import { copyText } from "../ui/save.ts";
import { TASK_MEASURES } from "./task-grid.tsx";

export function ColumnChooser({
  columns,
  pinned,
  valuesOf,
}: {
  /** What is shown, in its order. */
  columns: readonly RunColumn[];
  /** How many of them stay at the left. */
  pinned: number;
  /** Of all rows that the filters leave, in the order of the table. */
  valuesOf: (column: RunColumn) => readonly string[];
}): VNode {
  const show = (next: readonly RunColumn[]): void =>
    change({ cols: next.map(({ id }) => id).join(",") });
  const move = (from: number, to: number): void => {
    const next = [...columns];
    next.splice(to, 0, ...next.splice(from, 1));
    show(next);
  };
  return (
    <details class="menu">
      <summary>Columns</summary>
      <div class="menu-body columns-menu">
        {columns.map((column, index) => (
          <div key={column.id} class="column-line">
            <label class="check">
              <input
                type="checkbox"
                checked
                disabled={columns.length === 1}
                onChange={() => show(columns.filter((other) => other !== column))}
              />
              {column.title}
            </label>
            <button
              type="button"
              class="quiet"
              aria-label={`Move ${column.title} to the left`}
              title="to the left"
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            >
              ←
            </button>
            <button
              type="button"
              class="quiet"
              aria-label={`Move ${column.title} to the right`}
              title="to the right"
              disabled={index === columns.length - 1}
              onClick={() => move(index, index + 1)}
            >
              →
            </button>
            <button
              type="button"
              class="quiet"
              aria-pressed={index < pinned}
              title="the columns up to here stay in sight"
              aria-label={`Keep the columns up to ${column.title} in sight`}
              onClick={() => change({ pin: pinned === index + 1 ? "" : String(index + 1) })}
            >
              pin
            </button>
            <button
              type="button"
              class="quiet"
              aria-label={`Copy the column ${column.title}`}
              title="copy all values that are shown, one a line"
              onClick={() => void copyText(valuesOf(column).join("\n"), column.title)}
            >
              copy
            </button>
          </div>
        ))}
        {RUN_COLUMNS.filter((column) => !columns.includes(column)).map((column) => (
          <label key={column.id} class="check">
            <input type="checkbox" checked={false} onChange={() => show([...columns, column])} />
            {column.title}
          </label>
        ))}
      </div>
    </details>
  );
}

/** What is shown of every verifier beside its answers. */
export function MeasureChooser({ shown }: { shown: readonly RunColumn[] }): VNode {
  return (
    <details class="menu">
      <summary>Columns</summary>
      <div class="menu-body">
        {TASK_MEASURES.map((column) => (
          <label key={column.id} class="check">
            <input
              type="checkbox"
              checked={shown.includes(column)}
              onChange={() => {
                const next = TASK_MEASURES.filter(
                  (other) => (other === column) !== shown.includes(other),
                );
                change({ tcols: next.map(({ id }) => id).join(",") });
              }}
            />
            {column.title}
          </label>
        ))}
      </div>
    </details>
  );
}
