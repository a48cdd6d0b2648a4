import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { formatRoute, type RunStore, taskQuality } from "../../../src/organiser/explorer/index.ts";
import { runsOf } from "../data/loaded-runs.ts";
import { Await, count, ScrollBox, TaskName, ToolLink } from "../ui/basics.tsx";

const LISTED = 12;

/** Tasks that no verifier solves, or only one. */
export function Hardest({ name }: { name: string }): VNode {
  return (
    <>
      <h2>Hard tasks</h2>
      <Await loading={runsOf(name).value}>{(store) => <List store={store} name={name} />}</Await>
    </>
  );
}

function List({ store, name }: { store: RunStore; name: string }): VNode {
  const quality = useMemo(() => taskQuality(store), [store]);
  const unique = quality.contributions.flatMap(({ tool, unique: tasks }) =>
    tasks.map((place) => ({ ...place, tool })),
  );
  const rows = [
    ...quality.neverSolved.map((place) => ({ ...place, tool: undefined })),
    ...unique,
  ].slice(0, LISTED);
  return (
    <>
      <p class="lead">
        {count(quality.virtualBest)} of {count(quality.tasks)} tasks are solved by at least one
        verifier, {count(unique.length)} by exactly one.{" "}
        <a href={formatRoute(["quality"], { c: name })}>All of them</a>
      </p>
      {rows.length > 0 && (
        <ScrollBox label="Hard tasks">
          <table class="small-rows">
            <thead>
              <tr>
                <th scope="col">Task</th>
                <th scope="col">Solved by</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ category, task, tool }) => (
                <tr key={`${category} ${task}`}>
                  <th scope="row">
                    <TaskName task={task} link={formatRoute(["t", task])} />
                  </th>
                  <td>
                    {tool === undefined ? (
                      <span class="nothing">none</span>
                    ) : (
                      <ToolLink id={tool} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </>
  );
}
