import type { VNode } from "preact";
import {
  filterRows,
  formatRoute,
  type PartRun,
  type RunStore,
  resultOf,
  statusOf,
  toolOf,
} from "../../../src/organiser/explorer/index.ts";
import { type Table, tableToMarkdown } from "../../../src/organiser/tables/index.ts";
import { runsOf } from "../data/loaded-runs.ts";
import { type Manifest, runLink, taskParts, toolName } from "../state.ts";
import { Await, NotHere, PageHead, ScrollBox, Tile } from "../ui/basics.tsx";
import { ExportMenu, fileName, tableExports } from "../ui/export-menu.tsx";
import { ProgramFiles } from "../ui/program-files.tsx";
import { RunCells, RunHeads } from "../ui/run-cells.tsx";
import { copyText } from "../ui/save.ts";
import { programsOf } from "./run-data.ts";
import { TaskHistory } from "./task-history.tsx";

/** The beginning of a report to the maintainers of the tasks. */
function dispute(id: string, expected: string | undefined, table: Table): string {
  return `The expected verdict of ${id} is ${expected ?? "unknown"}. The verifiers say:

${tableToMarkdown(table)}
${location.href}
`;
}

/** A run without an answer needs no witness. */
function missingWitness(status: string, run: PartRun | undefined): string {
  const state = run?.witnessFacts?.state ?? "";
  return state === "missing" && !/^(true|false)\b/.test(status) ? "–" : state;
}

export function TaskPage({ data, id }: { data: Manifest; id: string }): VNode {
  return (
    <Await loading={runsOf().value} title="Task">
      {(store) => <Task data={data} store={store} id={id} />}
    </Await>
  );
}

function Task({ data, store, id }: { data: Manifest; store: RunStore; id: string }): VNode {
  const { name, folder, property } = taskParts(id);
  const homes = store.views.filter(({ part }) => part.tasks.some((task) => task.id === id));
  const [home] = homes;
  const task = home?.part.tasks.find((each) => each.id === id);
  if (home === undefined || task === undefined) return <NotHere>There is no task “{id}”.</NotHere>;
  const rows = [
    ...filterRows(store, [
      {
        key: "task",
        negated: false,
        kind: "texts",
        values: [`/^${id.replace(/[\\^$.|?*+()[\]{}/]/g, "\\$&")}$/`],
      },
    ]),
  ].map((row) => ({ row, run: store.run(row), cell: store.at(row) }));
  const siblings = [
    ...new Set(store.views.flatMap(({ part }) => part.tasks.map((each) => each.id))),
  ].filter(
    (other) =>
      other !== id && other.slice(0, other.lastIndexOf("#")) === id.slice(0, id.lastIndexOf("#")),
  );
  const solved = rows.filter(({ cell }) => resultOf(cell) === "correct").length;
  const table = (): Table => ({
    title: id,
    columns: ["verifier", "category", "status", "result", "cpu time (s)"].map((title) => ({
      title,
      align: "left" as const,
    })),
    rows: rows.map(({ cell, run }) => [
      toolOf(cell),
      cell.view.part.category,
      statusOf(cell),
      resultOf(cell),
      String(run?.cpuTimeSeconds ?? ""),
    ]),
  });
  const programs = programsOf(home.part.category, id) ?? [];
  return (
    <>
      <PageHead
        title={name}
        above={[
          [formatRoute([]), data.title],
          [formatRoute(["c", home.part.category]), home.part.category],
        ]}
        lead={
          <>
            <code class="break">{folder}</code> · property {property}
            {homes.length > 1 && ` · in ${homes.map(({ part }) => part.category).join(", ")}`}
          </>
        }
      >
        <button
          type="button"
          title="The answers as text, for a report about the task"
          onClick={() => void copyText(dispute(id, task.expected, table()), "Text for a dispute")}
        >
          Dispute
        </button>
        <ExportMenu exports={tableExports(fileName(name, property), table)} />
      </PageHead>
      <ul class="cards">
        <Tile value={task.expected ?? "unknown"} label="expected verdict" />
        <Tile value={`${solved} of ${rows.length}`} label="runs are correct" />
        {task.voidReason !== undefined && <Tile value="void" label={task.voidReason} />}
      </ul>
      <h2>Answers</h2>
      <ScrollBox label="Answers">
        <table class="small-rows">
          <thead>
            <tr>
              <th scope="col">Verifier</th>
              {homes.length > 1 && <th scope="col">Category</th>}
              <RunHeads />
              <th scope="col">Witness</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, run, cell }) => {
              const words = [cell.view.part.category, toolOf(cell), id];
              return (
                <tr key={row}>
                  <th scope="row">
                    <a href={runLink(cell.view.part.category, toolOf(cell), id)}>
                      {toolName(toolOf(cell))}
                    </a>
                  </th>
                  {homes.length > 1 && <td>{cell.view.part.category}</td>}
                  <RunCells cell={cell} run={run} />
                  <td class="wide-note">
                    {run?.witnessFacts?.state === "present" ? (
                      <>
                        <a href={formatRoute(["w", ...words])}>
                          {run.witnessFacts.kind} {run.witnessFacts.version}
                        </a>
                        <span class="note">
                          {(run.checks ?? [])
                            .map(({ tool, status }) => `${toolName(tool)}: ${status}`)
                            .join(", ")}
                        </span>
                      </>
                    ) : (
                      <span class="nothing">{missingWitness(statusOf(cell), run)}</span>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollBox>
      {siblings.length > 0 && (
        <p class="lead">
          The same program for other properties:{" "}
          {siblings.map((other) => (
            <a key={other} href={formatRoute(["t", other])}>
              {taskParts(other).property}{" "}
            </a>
          ))}
        </p>
      )}
      <TaskHistory
        task={id}
        expected={task.expected}
        categories={homes.map(({ part }) => part.category)}
      />
      {programs.length > 0 && (
        <>
          <h2>Program</h2>
          <ProgramFiles programs={programs} />
        </>
      )}
    </>
  );
}
