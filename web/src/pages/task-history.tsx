/** The results of other result sets on a task: earlier years, other versions. */
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import {
  cellsAt,
  type EarlierEntry,
  type RunStore,
  resultOf,
  statusOf,
  TaskFinder,
  taskOf,
  toolOf,
} from "../../../src/organiser/explorer/index.ts";
import type { Table } from "../../../src/organiser/tables/index.ts";
import { earlierResults, earlierRunsOf } from "../data/loaded-runs.ts";
import { Await, Empty, ScrollBox } from "../ui/basics.tsx";
import { ExportMenu, fileName, tableExports } from "../ui/export-menu.tsx";
import { RunCells, RunHeads } from "../ui/run-cells.tsx";

/** @param expected The current expected verdict. */
export function TaskHistory({
  task,
  expected,
  categories,
}: {
  task: string;
  expected: string | undefined;
  categories: readonly string[];
}): VNode {
  const sets = earlierResults();
  return (
    <>
      <h2>Earlier results</h2>
      {sets.length === 0 ? (
        <Empty>
          This site has none: they come with `agon site --earlier`, from sites or results of other
          years.
        </Empty>
      ) : (
        sets.map((entry, index) => (
          <section key={entry.title}>
            <h3>{entry.title}</h3>
            <Await loading={earlierRunsOf(index, categories).value}>
              {(store) => (
                <EarlierAnswers entry={entry} store={store} task={task} expected={expected} />
              )}
            </Await>
          </section>
        ))
      )}
    </>
  );
}

function EarlierAnswers({
  entry,
  store,
  task,
  expected,
}: {
  entry: EarlierEntry;
  store: RunStore;
  task: string;
  expected: string | undefined;
}): VNode {
  const finder = useMemo(() => new TaskFinder(store), [store]);
  const [place] = finder.find(task);
  if (place === undefined) return <Empty>The task was not part of it.</Empty>;
  const cells = cellsAt(place);
  const before = taskOf({ view: place.view, cell: place.task });
  const nameOf = (id: string): string => entry.tools.find((tool) => tool.id === id)?.name ?? id;
  const rows = cells.map((cell) => ({ cell, run: store.run(cell.view.offset + cell.cell) }));
  const table = (): Table => ({
    title: `${task}, ${entry.title}`,
    columns: ["verifier", "category", "status", "result", "points", "cpu time (s)"].map(
      (title) => ({ title, align: "left" as const }),
    ),
    rows: rows.map(({ cell, run }) => [
      toolOf(cell),
      cell.view.part.category,
      statusOf(cell),
      resultOf(cell),
      String(run?.points ?? ""),
      String(run?.cpuTimeSeconds ?? ""),
    ]),
  });
  return (
    <>
      <div class="row-line">
        <p class="lead">
          {place.view.part.category}, expected verdict {before.expected ?? "unknown"}
          {before.expected !== undefined &&
            expected !== undefined &&
            before.expected !== expected && <strong class="bad"> (it is {expected} today)</strong>}
          {before.voidReason !== undefined && `, void: ${before.voidReason}`}
          {before.id !== task && `, called ${before.id}`}. Points by the rules of{" "}
          {entry.edition.name}.
        </p>
        <ExportMenu hasKey={false} exports={tableExports(fileName(task, entry.title), table)} />
      </div>
      <ScrollBox label={`Answers in ${entry.title}`}>
        <table class="small-rows">
          <thead>
            <tr>
              <th scope="col">Verifier</th>
              <th scope="col">Version</th>
              <RunHeads />
            </tr>
          </thead>
          <tbody>
            {rows.map(({ cell, run }) => (
              <tr key={toolOf(cell)}>
                <th scope="row">{nameOf(toolOf(cell))}</th>
                <td>
                  <code class="break">
                    {entry.tools.find(({ id }) => id === toolOf(cell))?.version ?? ""}
                  </code>
                </td>
                <RunCells cell={cell} run={run} />
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}
