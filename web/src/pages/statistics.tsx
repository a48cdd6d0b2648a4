/** Minimum, maximum, median and mean of the runs shown, by result: computed on demand. */
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { formatDuration } from "../../../src/ground/util/duration.ts";
import type { Figures } from "../../../src/ground/util/sample-figures.ts";
import {
  FIGURE_COLUMNS,
  type FigureColumn,
  figuresByResult,
  type RunStore,
} from "../../../src/organiser/explorer/index.ts";
import { formatMemory, formatSignificant } from "../../../src/organiser/tables/index.ts";
import { change, route } from "../state.ts";
import { count, Empty, ScrollBox, SHAPES } from "../ui/basics.tsx";
import { Select } from "../ui/select.tsx";

const NAMES: Readonly<Record<FigureColumn, string>> = {
  cpu: "CPU time",
  wall: "wall time",
  memory: "memory",
  energy: "energy",
};

const HEADS: readonly (readonly [keyof Figures, string])[] = [
  ["count", "Runs"],
  ["min", "Min"],
  ["max", "Max"],
  ["median", "Median"],
  ["mean", "Mean"],
  ["deviation", "Deviation"],
  ["sum", "Sum"],
];

/** Statistics of the runs in the rows; the address stores whether it is open, and its measure. */
export function Statistics({ store, rows }: { store: RunStore; rows: Uint32Array }): VNode {
  const { stat = "" } = route.value.query;
  const isOpen = stat !== "";
  return (
    <details
      class="statistics"
      open={isOpen}
      onToggle={(event) => {
        if (event.currentTarget.open !== isOpen) change({ stat: isOpen ? "" : "cpu" });
      }}
    >
      <summary>Statistics</summary>
      {isOpen && (
        <FigureTable
          store={store}
          rows={rows}
          column={FIGURE_COLUMNS.find((column) => column === stat) ?? "cpu"}
        />
      )}
    </details>
  );
}

function FigureTable({
  store,
  rows,
  column,
}: {
  store: RunStore;
  rows: Uint32Array;
  column: FigureColumn;
}): VNode {
  const lines = useMemo(() => figuresByResult(store, rows, column), [store, rows, column]);
  return (
    <>
      <Select
        label="Measure"
        value={column}
        options={FIGURE_COLUMNS.map((each) => [each, NAMES[each]] as const)}
        onChange={(value) => change({ stat: value })}
      />
      {lines.length === 0 ? (
        <Empty>No run shown has a {NAMES[column]}.</Empty>
      ) : (
        <ScrollBox label={`Statistics of the ${NAMES[column]}`}>
          <table class="small-rows">
            <thead>
              <tr>
                <th scope="col">Result</th>
                {HEADS.map(([key, title]) => (
                  <th key={key} scope="col" class="right">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(({ result, figures }) => (
                <tr key={result}>
                  <th scope="row">{result === "all" ? "all" : `${SHAPES[result]} ${result}`}</th>
                  {HEADS.map(([key]) => (
                    <td key={key} class="right" title={String(figures[key])}>
                      {key === "count" ? count(figures.count) : quantity(figures[key], column)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </>
  );
}

function quantity(value: number, column: FigureColumn): string {
  if (column === "memory") return formatMemory(value);
  if (column === "energy") return `${formatSignificant(value, 3)} J`;
  return formatDuration(value);
}
