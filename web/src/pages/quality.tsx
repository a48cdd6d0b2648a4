import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { formatRoute, type RunStore, taskQuality } from "../../../src/explorer/index.ts";
import type { Table } from "../../../src/tables/index.ts";
import { runsOf } from "../data/runs.ts";
import { route, toolName } from "../state.ts";
import {
  Await,
  count,
  Empty,
  PageHead,
  ScrollBox,
  TaskName,
  Tile,
  ToolLink,
} from "../ui/basics.tsx";
import { CategorySelect } from "../ui/category-select.tsx";
import { ExportMenu, fileName, tableExports } from "../ui/export-menu.tsx";

const LISTED = 300;

export function QualityPage(): VNode {
  const { c = "" } = route.value.query;
  return (
    <>
      <PageHead
        title="Task quality"
        lead="Tasks whose expected verdict verifiers contradict, that nobody solves, and that only one solves. Voids and disputes begin here."
      >
        <CategorySelect value={c} all />
      </PageHead>
      <Await loading={runsOf(c).value}>{(store) => <Quality store={store} category={c} />}</Await>
    </>
  );
}

function Quality({ store, category }: { store: RunStore; category: string }): VNode {
  const quality = useMemo(() => taskQuality(store), [store]);
  const { contested, neverSolved, contributions, tasks, virtualBest } = quality;
  const unique = contributions.flatMap(({ tool, unique: places }) =>
    places.map((place) => ({ ...place, tool })),
  );
  const names = (tools: readonly string[]): string => tools.map(toolName).join(", ");
  const table = (): Table => ({
    title: "Contested tasks",
    columns: ["task", "category", "expected", "agree", "disagree"].map((title) => ({
      title,
      align: "left" as const,
    })),
    rows: contested.map(({ task, category: home, expected = "", agree, disagree }) => [
      task,
      home,
      expected,
      names(agree),
      names(disagree),
    ]),
  });
  return (
    <>
      <ul class="cards">
        <Tile value={count(tasks)} label="tasks" />
        <Tile value={count(virtualBest)} label="solved by at least one (virtual best)" />
        <Tile value={count(neverSolved.length)} label="never solved" />
        <Tile value={count(unique.length)} label="solved by one only" />
        <Tile value={count(contested.length)} label="contested" />
      </ul>
      <div class="row-line">
        <h2>Contested verdicts</h2>
        <ExportMenu exports={tableExports(fileName("contested", category), table)} />
      </div>
      {contested.length === 0 ? (
        <Empty>No verifier contradicts an expected verdict.</Empty>
      ) : (
        <ScrollBox label="Contested verdicts">
          <table class="small-rows">
            <thead>
              <tr>
                <th scope="col">Task</th>
                <th scope="col">Expected</th>
                <th scope="col">Agree</th>
                <th scope="col">Disagree</th>
              </tr>
            </thead>
            <tbody>
              {contested
                .slice(0, LISTED)
                .map(({ task, category: home, expected, agree, disagree }) => (
                  <tr key={`${home} ${task}`}>
                    <th scope="row">
                      <TaskName task={task} link={formatRoute(["t", task])} />
                    </th>
                    <td>{expected ?? "unknown"}</td>
                    <td>{names(agree) || <span class="nothing">nobody</span>}</td>
                    <td class="bad">✗ {names(disagree)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      <div class="columns">
        <div>
          <h2>Contribution</h2>
          <ScrollBox label="Contribution of each verifier">
            <table class="small-rows">
              <caption>What would be missing without it</caption>
              <thead>
                <tr>
                  <th scope="col">Verifier</th>
                  <th scope="col" class="right">
                    Solved
                  </th>
                  <th scope="col" class="right">
                    Solved by nobody else
                  </th>
                </tr>
              </thead>
              <tbody>
                {[...contributions]
                  .sort((a, b) => b.unique.length - a.unique.length)
                  .map(({ tool, solved, unique: own }) => (
                    <tr key={tool}>
                      <th scope="row">
                        <ToolLink id={tool} />
                      </th>
                      <td class="right">{count(solved)}</td>
                      <td class="right">{count(own.length)}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </ScrollBox>
        </div>
        <div>
          <h2>Never solved</h2>
          {neverSolved.length === 0 ? (
            <Empty>Every task is solved by somebody.</Empty>
          ) : (
            <ScrollBox label="Never solved">
              <table class="small-rows">
                <caption>
                  {neverSolved.length > LISTED
                    ? `The first ${LISTED} of ${count(neverSolved.length)}`
                    : "All of them"}
                </caption>
                <thead>
                  <tr>
                    <th scope="col">Task</th>
                    <th scope="col">Category</th>
                  </tr>
                </thead>
                <tbody>
                  {neverSolved.slice(0, LISTED).map(({ task, category: home }) => (
                    <tr key={`${home} ${task}`}>
                      <th scope="row">
                        <TaskName task={task} link={formatRoute(["t", task])} />
                      </th>
                      <td>{home}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollBox>
          )}
        </div>
      </div>
    </>
  );
}
