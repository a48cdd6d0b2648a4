import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { RESULT_CATEGORIES } from "../../../src/ground/model/index.ts";
import { formatDuration } from "../../../src/ground/util/duration.ts";
import {
  type Cell,
  filterRows,
  findColumn,
  formatSort,
  latexStatistics,
  parseQuery,
  parseSort,
  type QueryKey,
  type Recount,
  RUN_COLUMNS,
  type RunColumn,
  type RunStore,
  recount,
  resultOf,
  sortRows,
  statusOf,
  taskOf,
  toolOf,
} from "../../../src/organiser/explorer/index.ts";
import { secondsForPeople, type Table } from "../../../src/organiser/tables/index.ts";
import { runsOf } from "../data/loaded-runs.ts";
import {
  announcement,
  change,
  type Manifest,
  notify,
  open,
  pinned,
  resultSet,
  route,
  runLink,
  taskParts,
  toolName,
} from "../state.ts";
import { Await, Chip, count, Empty, PageHead, plural, SHAPES } from "../ui/basics.tsx";
import { CategorySelect } from "../ui/category-select.tsx";
import { ExportMenu, fileName, tableExports } from "../ui/export-menu.tsx";
import { Grid, type GridColumn, nextSort } from "../ui/grid.tsx";
import { QueryBox, withTerm } from "../ui/query-box.tsx";
import { Select } from "../ui/select.tsx";
import { useKeys } from "../ui/use-keys.ts";
import { ColumnChooser, MeasureChooser } from "./column-chooser.tsx";
import { Statistics } from "./statistics.tsx";
import { isTaskMeasure, TaskGrid, taskTable } from "./task-grid.tsx";

export function RunsPage({ data }: { data: Manifest }): VNode {
  const { c = "" } = route.value.query;
  const loading = runsOf(c).value;
  return (
    <>
      {loading.state === "failed" && (
        <PageHead title="Runs">
          <CategorySelect value={c} all />
        </PageHead>
      )}
      <Await loading={loading}>{(value) => <Runs data={data} store={value} category={c} />}</Await>
    </>
  );
}

/** The most important columns on narrow screens, and the pixels that they need there. */
const ON_PHONES: Readonly<Record<string, number>> = { task: 126, status: 132, cpu: 88, tool: 120 };

const WIDTHS: Readonly<Record<string, readonly [number, number]>> = {
  task: [4, 180],
  category: [2.4, 175],
  tool: [2, 120],
  expected: [1.2, 104],
  status: [2, 190],
  result: [1.6, 150],
  cpu: [1, 118],
  wall: [1, 118],
  memory: [1, 118],
};

/** Greatest number of rows that are exported without confirmation. */
const RESULT_SET = 5000;

function Runs({
  data,
  store,
  category,
}: {
  data: Manifest;
  store: RunStore;
  category: string;
}): VNode {
  const { q = "", sort = "", cols, view = "runs", tcols = "", pin: pinned } = route.value.query;
  const { rows, counts } = useMemo(() => {
    const found = filterRows(store, parseQuery(q).terms);
    return { rows: found, counts: recount(store, found) };
  }, [store, q]);
  const keys = useMemo(() => parseSort(sort), [sort]);
  const sorted = useMemo(() => sortRows(store, rows, keys), [store, rows, keys]);
  const chosen = cols === undefined ? undefined : cols.split(",");
  const isNarrow = matchMedia("(max-width: 700px)").matches;
  const columns =
    chosen?.flatMap((id) => findColumn(id) ?? []) ??
    (isNarrow
      ? Object.keys(ON_PHONES).flatMap((id) => findColumn(id) ?? [])
      : RUN_COLUMNS.filter(
          ({ id, optional }) => optional !== true || (id === "category" && store.views.length > 1),
        ));
  const isByTask = view === "tasks";
  const measures = tcols
    .split(",")
    .flatMap((id) => (isTaskMeasure(id) ? findColumn(id) : undefined) ?? []);
  const all = useMemo(() => filterRows(store, []).length, [store]);
  announcement.value = `${rows.length} of ${all} runs shown`;
  useKeys({ c: () => open(["compare"], comparisonOf()) });
  const title = `Runs${category === "" ? "" : ` in ${category}`}${q === "" ? "" : `, ${q}`}`;
  const exported = (): Table => ({
    title,
    columns: columns.map(({ title, unit, align }) => ({
      title: unit === undefined ? title : `${title} (${unit === "MB" ? "B" : unit})`,
      align,
    })),
    rows: [...sorted].map((row) => {
      const cell = store.at(row);
      return columns.map((column) => column.raw(cell));
    }),
  });
  const openRun = (row: number): void => {
    resultSet.value = [...sorted.subarray(0, RESULT_SET)].map((each) => linkOf(store.at(each)));
    const cell = store.at(sorted[row] as number);
    open(["r", cell.view.part.category, toolOf(cell), taskOf(cell).id]);
  };
  return (
    <div class="fill">
      <PageHead title="Runs">
        <CategorySelect value={category} all />
        <Select
          label="Rows"
          value={view}
          options={[
            ["runs", "runs"],
            ["tasks", "tasks × verifiers"],
          ]}
          onChange={(value) => change({ view: value === "runs" ? "" : value })}
        />
        {isByTask ? (
          <MeasureChooser shown={measures} />
        ) : (
          <ColumnChooser
            columns={columns}
            pinned={Number(pinned ?? 0)}
            valuesOf={(column) => [...sorted].map((row) => column.raw(store.at(row)))}
          />
        )}
        <ExportMenu
          exports={
            isByTask
              ? tableExports(fileName(category, "tasks"), () =>
                  taskTable(title, data, store, rows, measures),
                )
              : [
                  ...tableExports(fileName(category, "runs"), exported),
                  {
                    label: "LaTeX commands (BenchExec's statistics)",
                    file: `${fileName(category, "statistics")}.tex`,
                    text: () => latexStatistics(store, rows, category || "All", data.tools),
                  },
                ]
          }
        />
      </PageHead>
      <QueryBox />
      <Counts counts={counts} all={all} query={q}>
        {rows.length > 0 && <Statistics store={store} rows={rows} />}
      </Counts>
      {rows.length === 0 ? (
        <NoRuns all={all} />
      ) : isByTask ? (
        <TaskGrid
          data={data}
          store={store}
          rows={rows}
          measures={measures}
          onOpen={(cell) => open(["r", cell.view.part.category, toolOf(cell), taskOf(cell).id])}
        />
      ) : (
        <Grid
          label="Runs"
          columns={columns.map((column) => gridColumn(column, isNarrow))}
          rowCount={sorted.length}
          pinned={Math.min(columns.length, Number(pinned) || 0)}
          sort={keys}
          version={`${category} ${q} ${sort}`}
          cell={(row, column) =>
            cellContent(store.at(sorted[row] as number), findColumn(column.id) as RunColumn)
          }
          onSort={(column, isAdditional) =>
            change({ sort: formatSort(nextSort(keys, column, isAdditional)) })
          }
          link={(row) => linkOf(store.at(sorted[row] as number))}
          onOpen={openRun}
          onKey={(key, row, column) => {
            const cell = store.at(sorted[row] as number);
            if (key === "x") pin(cell);
            else filterBy(q, cell, column.id, key === "F");
          }}
        />
      )}
    </div>
  );
}

/** Shown instead of a table without rows. */
function NoRuns({ all }: { all: number }): VNode {
  if (all === 0) return <Empty>There are no runs here.</Empty>;
  return (
    <Empty>
      None of {plural(all, "run")} matches.{" "}
      <button type="button" onClick={() => change({ q: undefined })}>
        Show all of them
      </button>
    </Empty>
  );
}

function linkOf(cell: Cell): string {
  return runLink(cell.view.part.category, toolOf(cell), taskOf(cell).id);
}

function gridColumn({ id, title, unit, align }: RunColumn, isNarrow: boolean): GridColumn {
  const narrow = isNarrow ? ON_PHONES[id] : undefined;
  return {
    id,
    title,
    ...(unit === undefined ? {} : { unit }),
    align,
    width: narrow === undefined ? (WIDTHS[id] ?? [1, 92]) : [narrow, narrow],
    isSortable: true,
  };
}

function cellContent(cell: Cell, column: RunColumn): ComponentChildren {
  switch (column.id) {
    case "task": {
      const { name, folder } = taskParts(taskOf(cell).id);
      return (
        <span class="one-line" title={taskOf(cell).id}>
          {name} <span class="soft">{folder}</span>
        </span>
      );
    }
    case "tool":
      return <span class="one-line">{toolName(toolOf(cell))}</span>;
    case "status":
      return <Chip result={resultOf(cell)} text={statusOf(cell)} />;
    case "result":
      return (
        <span class="soft one-line">
          {SHAPES[resultOf(cell)]} {resultOf(cell)}
        </span>
      );
    case "category":
      return (
        <span class="one-line" title={column.text(cell)}>
          {column.text(cell)}
        </span>
      );
    default:
      return column.text(cell);
  }
}

const QUERY_OF_COLUMN: Readonly<Record<string, QueryKey>> = {
  task: "task",
  category: "category",
  tool: "tool",
  expected: "expected",
  status: "status",
  result: "result",
};

function filterBy(query: string, cell: Cell, column: string, negated: boolean): void {
  const key = QUERY_OF_COLUMN[column];
  const value = findColumn(column)?.raw(cell) ?? "";
  if (key === undefined || value === "") {
    notify("numbers are filtered by ranges, e.g. cpu>10");
    return;
  }
  change({ q: withTerm(query, key, value, negated) });
}

function pin(cell: Cell): void {
  const entry = [cell.view.part.category, toolOf(cell), taskOf(cell).id] as const;
  pinned.value = [...pinned.value.filter(([, tool]) => tool !== entry[1]), entry].slice(-2);
  notify(`picked for comparison: ${pinned.value.map(([, tool]) => toolName(tool)).join(", ")}`);
}

function comparisonOf(): Record<string, string> {
  const [a, b] = pinned.value.map(([, tool]) => tool);
  return { ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) };
}

const LISTED_STATUSES = 9;

/** The filtered runs, counted by result and by status. */
function Counts({
  counts,
  all,
  query,
  children,
}: {
  counts: Recount;
  all: number;
  query: string;
  children: ComponentChildren;
}): VNode {
  const total = Math.max(1, counts.runs);
  const listed = counts.byStatus.slice(0, LISTED_STATUSES);
  return (
    <section class="counts" aria-label="Numbers of the runs shown">
      <p>
        <b>{count(counts.runs)}</b> of {plural(all, "run")} · {plural(counts.tasks, "task")} ·{" "}
        {plural(counts.tools, "verifier")} · <b>{count(counts.points)}</b> points ·{" "}
        <span title={secondsForPeople(counts.cpuTimeSeconds)}>
          {formatDuration(counts.cpuTimeSeconds)} of CPU time
        </span>
      </p>
      <div class="share" aria-hidden="true">
        {RESULT_CATEGORIES.filter((result) => counts.byResult[result] > 0).map((result) => (
          <span
            key={result}
            class={`share-${result}`}
            style={{ flexGrow: String(counts.byResult[result] / total) }}
            title={`${result}: ${counts.byResult[result]}`}
          />
        ))}
      </div>
      <ul class="chips">
        {RESULT_CATEGORIES.filter((result) => counts.byResult[result] > 0).map((result) => (
          <li key={result}>
            <button
              type="button"
              class={`chip ${result}`}
              onClick={() => change({ q: withTerm(query, "result", result, false) })}
            >
              <span class="shape">{SHAPES[result]}</span> {result}{" "}
              <b>{count(counts.byResult[result])}</b>
            </button>
          </li>
        ))}
        {listed.length > 0 && <li class="divider" aria-hidden="true" />}
        {listed.map(([status, number, result]) => (
          <li key={status}>
            <button
              type="button"
              class={`status-count ${result}`}
              onClick={() => change({ q: withTerm(query, "status", status, false) })}
            >
              {status} <b>{count(number)}</b>
            </button>
          </li>
        ))}
        {counts.byStatus.length > LISTED_STATUSES && (
          <li>
            <details class="menu">
              <summary>{counts.byStatus.length - LISTED_STATUSES} more</summary>
              <div class="menu-body">
                <table class="small">
                  <caption>All statuses shown</caption>
                  <tbody>
                    {counts.byStatus.map(([status, number]) => (
                      <tr key={status}>
                        <th scope="row">{status}</th>
                        <td class="right">{count(number)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </details>
          </li>
        )}
      </ul>
      {children}
    </section>
  );
}
