/** Tasks by verifiers, as BenchExec's tables: a row has every answer to one task. */
import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import {
  type Cell,
  formatRoute,
  type Manifest,
  type PartView,
  RUN_COLUMNS,
  type RunColumn,
  type RunStore,
  resultOf,
  statusOf,
  toolOf,
} from "../../../src/organiser/explorer/index.ts";
import { formatSignificant, type Table } from "../../../src/organiser/tables/index.ts";
import { open, runLink, taskParts, toolName } from "../state.ts";
import { SHAPES } from "../ui/basics.tsx";
import { Grid, type GridColumn } from "../ui/grid.tsx";

interface TaskRow {
  readonly view: PartView;
  readonly task: number;
}

const MEASURES: ReadonlySet<string> = new Set(["points", "cpu", "wall", "memory", "energy"]);

/** Measures that can be shown for every verifier beside its answer. */
export const TASK_MEASURES: readonly RunColumn[] = RUN_COLUMNS.filter(({ id }) =>
  isTaskMeasure(id),
);

export function isTaskMeasure(id: string): boolean {
  return MEASURES.has(id);
}

export function TaskGrid({
  data,
  store,
  rows,
  measures,
  onOpen,
}: {
  data: Manifest;
  store: RunStore;
  rows: Uint32Array;
  /** A selection of {@link TASK_MEASURES}: columns of their own for every verifier. */
  measures: readonly RunColumn[];
  onOpen: (cell: Cell) => void;
}): VNode {
  const tasks = useMemo(() => tasksOf(store, rows), [store, rows]);
  const shown = useMemo(() => new Set(rows), [rows]);
  const tools = toolsIn(data, store);
  // Answers come first on narrow screens.
  const isNarrow = matchMedia("(max-width: 700px)").matches;
  const hasTime = measures.every(({ id }) => id !== "cpu");
  const columns: readonly GridColumn[] = [
    {
      id: "task",
      title: "Task",
      align: "left",
      width: isNarrow ? [1, 140] : [3, 220],
      isSortable: false,
    },
    ...(isNarrow ? [] : [EXPECTED]),
    ...tools.flatMap(({ id }): GridColumn[] => [
      {
        id: `status ${id}`,
        title: toolName(id),
        align: "left",
        width: isNarrow ? [1, 168] : [1.5, 190],
        isSortable: false,
      },
      ...measures.map(
        (measure): GridColumn => ({
          id: `${measure.id} ${id}`,
          title: measure.title,
          group: toolName(id),
          ...(measure.unit === undefined ? {} : { unit: measure.unit }),
          align: "right",
          width: [0.8, 124],
          isSortable: false,
        }),
      ),
    ]),
  ];
  const cellOf = ({ view, task }: TaskRow, column: GridColumn): Cell | undefined => {
    const index = view.part.tools.indexOf(column.id.slice(column.id.indexOf(" ") + 1));
    const cell = index * view.part.tasks.length + task;
    return index < 0 || view.part.columns.status[cell] === 0 ? undefined : { view, cell };
  };
  const content = (row: TaskRow, column: GridColumn): ComponentChildren => {
    const task = row.view.part.tasks[row.task];
    if (task === undefined) return "";
    if (column.id === "task") {
      const { name, folder } = taskParts(task.id);
      return (
        <span class="one-line" title={task.id}>
          {name} <span class="soft">{folder}</span>
        </span>
      );
    }
    if (column.id === "expected") return task.expected ?? "";
    const cell = cellOf(row, column);
    if (cell === undefined) return <span class="nothing">–</span>;
    const measure = measures.find(({ id }) => column.id.startsWith(`${id} `));
    if (measure !== undefined) return measure.text(cell);
    const cpu = row.view.part.columns.cpu[cell.cell] ?? Number.NaN;
    const isShown = shown.has(row.view.offset + cell.cell);
    return (
      <span class={`answer ${resultOf(cell)}${isShown ? "" : " faded"}`} title={resultOf(cell)}>
        <span class="shape">{SHAPES[resultOf(cell)]}</span>{" "}
        <span class="one-line">{statusOf(cell)}</span>
        {hasTime && (
          <span class="number">{Number.isNaN(cpu) ? "" : formatSignificant(cpu, 2)}</span>
        )}
      </span>
    );
  };
  return (
    <Grid
      label="Tasks by verifiers"
      columns={columns}
      rowCount={tasks.length}
      pinned={isNarrow ? 0 : 1}
      sort={[]}
      version={String(rows.length)}
      cell={(row, column) => content(tasks[row] as TaskRow, column)}
      link={(row, column) => {
        const place = tasks[row];
        const cell = place === undefined ? undefined : cellOf(place, column);
        const id = place?.view.part.tasks[place.task]?.id ?? "";
        return cell === undefined
          ? formatRoute(["t", id])
          : runLink(cell.view.part.category, toolOf(cell), id);
      }}
      onSort={() => undefined}
      onOpen={(row, column) => {
        const task = tasks[row];
        if (task === undefined) return;
        const cell = cellOf(task, column);
        if (cell === undefined) open(["t", task.view.part.tasks[task.task]?.id ?? ""]);
        else onOpen(cell);
      }}
      onKey={() => undefined}
    />
  );
}

const EXPECTED: GridColumn = {
  id: "expected",
  title: "Expected",
  align: "left",
  width: [1, 104],
  isSortable: false,
};

function toolsIn(data: Manifest, store: RunStore): Manifest["tools"] {
  return data.tools.filter(({ id }) => store.views.some(({ part }) => part.tools.includes(id)));
}

/** A row per task, for every verifier its status and the measures. */
export function taskTable(
  title: string,
  data: Manifest,
  store: RunStore,
  rows: Uint32Array,
  measures: readonly RunColumn[],
): Table {
  const tools = toolsIn(data, store);
  const cells = ({ view, task }: TaskRow, tool: string): readonly string[] => {
    const index = view.part.tools.indexOf(tool);
    const cell = { view, cell: index * view.part.tasks.length + task };
    if (index < 0 || view.part.columns.status[cell.cell] === 0)
      return ["", ...measures.map(() => "")];
    return [statusOf(cell), ...measures.map((measure) => measure.raw(cell))];
  };
  return {
    title,
    columns: [
      { title: "Task", align: "left" },
      { title: "Expected", align: "left" },
      ...tools.flatMap(({ id }) => [
        { title: toolName(id), align: "left" as const },
        ...measures.map((measure) => ({
          title: `${toolName(id)} ${measure.title}${measure.unit === undefined ? "" : ` (${measure.unit === "MB" ? "B" : measure.unit})`}`,
          align: "right" as const,
        })),
      ]),
    ],
    rows: tasksOf(store, rows).map((row) => {
      const task = row.view.part.tasks[row.task];
      return [task?.id ?? "", task?.expected ?? "", ...tools.flatMap(({ id }) => cells(row, id))];
    }),
  };
}

/** Tasks with at least one of the rows, in the order of the categories. */
function tasksOf(store: RunStore, rows: Uint32Array): readonly TaskRow[] {
  const seen = store.views.map(({ part }) => new Uint8Array(part.tasks.length));
  let view = store.views[0];
  let index = 0;
  for (const row of rows) {
    if (view === undefined || row < view.offset || row >= view.offset + view.size) {
      view = store.at(row).view;
      index = store.views.indexOf(view);
    }
    (seen[index] as Uint8Array)[(row - view.offset) % view.part.tasks.length] = 1;
  }
  return store.views.flatMap((each, position) =>
    [...(seen[position] as Uint8Array)].flatMap((isSeen, task) =>
      isSeen === 1 ? [{ view: each, task }] : [],
    ),
  );
}
