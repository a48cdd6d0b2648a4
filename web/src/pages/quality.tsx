import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import {
  formatRoute,
  type RunStore,
  taskQuality,
  undefinedBehaviour,
} from "../../../src/organiser/explorer/index.ts";
import type { Table } from "../../../src/organiser/tables/index.ts";
import { runsOf } from "../data/loaded-runs.ts";
import { route, taskParts, toolName } from "../state.ts";
import { Await, count, Empty, PageHead, ScrollBox, Tile, ToolLink } from "../ui/basics.tsx";
import { CategorySelect } from "../ui/category-select.tsx";
import { ExportMenu, fileName, tableExports } from "../ui/export-menu.tsx";
import { LongList, type LongListColumn, TwoLines } from "../ui/long-list.tsx";

/** A task in the first column. */
function taskColumn<Row extends { readonly task: string }>(): LongListColumn<Row> {
  return {
    title: "Task",
    width: [2.4, 220],
    isOnPhones: true,
    content: ({ task }) => {
      const { name, folder, property } = taskParts(task);
      return <TwoLines first={name} second={[folder, property].filter(Boolean).join(" · ")} />;
    },
  };
}

function taskLink({ task }: { readonly task: string }): string {
  return formatRoute(["t", task]);
}

/** As many names as there is room for, all of them in the title. */
function Names({ text, kind = "" }: { text: string; kind?: string }): VNode {
  if (text === "") return <span class="nothing">none</span>;
  return (
    <span class={`names ${kind}`} title={text}>
      {text}
    </span>
  );
}

export function QualityPage(): VNode {
  const { c = "" } = route.value.query;
  return (
    <>
      <PageHead
        title="Task quality"
        lead="Tasks whose expected verdict verifiers contradict, that no verifier solves, that only one solves, and programs with undefined behaviour. They are candidates for voids and disputes."
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
  const countedNames = (tools: readonly string[]): string =>
    tools.length === 0 ? "" : `${tools.length}: ${names(tools)}`;
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
        <LongList
          label="Contested verdicts"
          rows={contested}
          link={taskLink}
          columns={[
            taskColumn(),
            {
              title: "Expected",
              width: [1, 110],
              isOnPhones: false,
              content: ({ expected }) => expected ?? "unknown",
            },
            {
              title: "Agree",
              width: [1.6, 160],
              isOnPhones: false,
              content: ({ agree }) => <Names text={countedNames(agree)} />,
            },
            {
              title: "Disagree",
              width: [1.6, 160],
              isOnPhones: true,
              content: ({ expected, disagree }) => (
                <Names
                  text={`✗ not ${expected ?? "unknown"}, ${countedNames(disagree)}`}
                  kind="bad"
                />
              ),
            },
          ]}
        />
      )}
      <Await loading={runsOf().value}>
        {(all) => (
          <Undefined store={all} shown={new Set(store.views.map(({ part }) => part.category))} />
        )}
      </Await>
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
                    Solved by no other verifier
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
            <Empty>Every task is solved by a verifier.</Empty>
          ) : (
            <LongList
              label="Never solved"
              rows={neverSolved}
              link={taskLink}
              columns={[
                taskColumn(),
                {
                  title: "Category",
                  width: [1, 130],
                  isOnPhones: true,
                  content: ({ category: home }) => <span class="one-line">{home}</span>,
                },
              ]}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** @param store All runs: other properties of a program are verified in other categories. */
function Undefined({
  store,
  shown,
}: {
  store: RunStore;
  /** Categories whose tasks are included. */
  shown: ReadonlySet<string>;
}): VNode {
  const reports = useMemo(() => {
    const tasks = new Set(
      store.views.flatMap(({ part }) =>
        shown.has(part.category) ? part.tasks.map(({ id }) => id) : [],
      ),
    );
    return undefinedBehaviour(store).filter(
      ({ task, presupposing }) => tasks.has(task) || presupposing.some((each) => tasks.has(each)),
    );
  }, [store, [...shown].join("\n")]);
  const names = (tools: readonly string[]): string => tools.map(toolName).join(", ");
  const table = (): Table => ({
    title: "Undefined behaviour",
    columns: [
      "task",
      "what",
      "expected",
      "reported by",
      "against the expected verdict",
      "spoils",
    ].map((title) => ({ title, align: "left" as const })),
    rows: reports.map(({ task, what, isExpected, tools, contradicting, presupposing }) => [
      task,
      what,
      isExpected ? "yes" : "no",
      names(tools),
      names(contradicting),
      presupposing.join(" "),
    ]),
  });
  return (
    <>
      <div class="row-line">
        <h2>Undefined behaviour</h2>
        {reports.length > 0 && (
          <ExportMenu hasKey={false} exports={tableExports("undefined-behaviour", table)} />
        )}
      </div>
      {reports.length === 0 ? (
        <Empty>
          No program is known, by verdicts for its other properties, to have undefined behaviour
          where answers presuppose that it has none.
        </Empty>
      ) : (
        <>
          <p class="note">
            Programs that violate no-overflow, no-data-race or memory safety by expected verdict or
            report, while other properties presuppose that they do not
          </p>
          <LongList
            label="Undefined behaviour"
            rows={reports}
            link={taskLink}
            columns={[
              taskColumn(),
              {
                title: "Violated",
                width: [1, 120],
                isOnPhones: true,
                content: ({ what, isExpected }) => (
                  <TwoLines
                    first={what}
                    second={isExpected ? "by expected verdict" : "not by expected verdict"}
                  />
                ),
              },
              {
                title: "Reported by",
                width: [1.6, 160],
                isOnPhones: false,
                content: ({ tools }) => <Names text={names(tools)} />,
              },
              {
                title: "Against the expected verdict",
                width: [1.6, 160],
                isOnPhones: false,
                content: ({ contradicting }) => <Names text={names(contradicting)} kind="bad" />,
              },
              {
                title: "Spoils",
                width: [1, 130],
                isOnPhones: false,
                content: ({ presupposing }) => (
                  <span class="names">
                    {presupposing.map((other) => (
                      <a key={other} href={formatRoute(["t", other])}>
                        {taskParts(other).property}{" "}
                      </a>
                    ))}
                  </span>
                ),
              },
            ]}
          />
        </>
      )}
    </>
  );
}
