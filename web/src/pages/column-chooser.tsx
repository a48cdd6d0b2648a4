/** The columns of the table of runs, their order, and the pinned ones. */
import type { VNode } from "preact";
import { RUN_COLUMNS, type RunColumn } from "../../../src/organiser/explorer/index.ts";
import { change } from "../state.ts";
import { copyText } from "../ui/save.ts";
import { TASK_MEASURES } from "./task-grid.tsx";

export function ColumnChooser({
  columns,
  pinned,
  valuesOf,
}: {
  /** The shown columns, in their order. */
  columns: readonly RunColumn[];
  /** Number of columns that stay at the left. */
  pinned: number;
  /** Values in all rows that pass the filters, in the order of the table. */
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
            <Tick
              column={column}
              isTicked
              isDisabled={columns.length === 1}
              onChange={() => show(columns.filter((other) => other !== column))}
            />
            <Action
              text="←"
              title="to the left"
              label={`Move ${column.title} to the left`}
              isDisabled={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <Action
              text="→"
              title="to the right"
              label={`Move ${column.title} to the right`}
              isDisabled={index === columns.length - 1}
              onClick={() => move(index, index + 1)}
            />
            <Action
              text="pin"
              title="the columns up to here stay in sight"
              label={`Keep the columns up to ${column.title} in sight`}
              isPressed={index < pinned}
              onClick={() => change({ pin: pinned === index + 1 ? "" : String(index + 1) })}
            />
            <Action
              text="copy"
              title="copy all values that are shown, one a line"
              label={`Copy the column ${column.title}`}
              onClick={() => void copyText(valuesOf(column).join("\n"), column.title)}
            />
          </div>
        ))}
        {RUN_COLUMNS.filter((column) => !columns.includes(column)).map((column) => (
          <Tick key={column.id} column={column} onChange={() => show([...columns, column])} />
        ))}
      </div>
    </details>
  );
}

/** Measures shown for every verifier beside its answers. */
export function MeasureChooser({ shown }: { shown: readonly RunColumn[] }): VNode {
  return (
    <details class="menu">
      <summary>Columns</summary>
      <div class="menu-body">
        {TASK_MEASURES.map((column) => (
          <Tick
            key={column.id}
            column={column}
            isTicked={shown.includes(column)}
            onChange={() => {
              const next = TASK_MEASURES.filter(
                (other) => (other === column) !== shown.includes(other),
              );
              change({ tcols: next.map(({ id }) => id).join(",") });
            }}
          />
        ))}
      </div>
    </details>
  );
}

function Tick({
  column,
  isTicked = false,
  isDisabled = false,
  onChange,
}: {
  column: RunColumn;
  isTicked?: boolean;
  isDisabled?: boolean;
  onChange: () => void;
}): VNode {
  return (
    <label class="check">
      <input type="checkbox" checked={isTicked} disabled={isDisabled} onChange={onChange} />
      {column.title}
    </label>
  );
}

/** An action on a column, as a word or a sign. */
function Action({
  text,
  title,
  label,
  isPressed,
  isDisabled = false,
  onClick,
}: {
  text: string;
  title: string;
  label: string;
  isPressed?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
}): VNode {
  return (
    <button
      type="button"
      class="quiet"
      title={title}
      aria-label={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
    >
      {text}
    </button>
  );
}
