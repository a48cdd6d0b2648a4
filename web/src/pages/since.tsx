/** Changes against the results of the year before. */
import type { VNode } from "preact";
import {
  type EarlierEntry,
  formatRoute,
  type Manifest,
} from "../../../src/organiser/explorer/index.ts";
import { earlierResults } from "../data/loaded-runs.ts";
import { count, ToolLink } from "../ui/basics.tsx";

export function Since({ data }: { data: Manifest }): VNode | null {
  const [before] = earlierResults();
  if (before === undefined) return null;
  const known = new Map(before.tools.map((tool) => [tool.id, tool]));
  const fresh = data.tools.filter(({ id }) => !known.has(id));
  const changed = data.tools.filter(({ id, version }) => {
    const old = known.get(id);
    return old !== undefined && old.version !== version;
  });
  const gone = before.tools.filter(({ id }) => data.tools.every((tool) => tool.id !== id));
  const now = categoriesOf(data);
  const then = categoriesOf(before);
  const facts: readonly (readonly [string, VNode | string | undefined])[] = [
    ["New verifiers", fresh.length === 0 ? undefined : <Tools tools={fresh} hasPages />],
    ["In another version", changed.length === 0 ? undefined : <Tools tools={changed} hasPages />],
    ["No longer there", gone.length === 0 ? undefined : <Tools tools={gone} />],
    ["New categories", [...now].filter((name) => !then.has(name)).join(", ")],
    ["Without these categories", [...then].filter((name) => !now.has(name)).join(", ")],
    ["Tasks", `${count(tasksOf(before))} → ${count(tasksOf(data))}`],
    [
      "Rules",
      before.edition.id === data.edition.id ? "" : `${before.edition.name} → ${data.edition.name}`,
    ],
  ];
  const [first] = [...data.tools].filter(({ id }) => known.has(id));
  return (
    <>
      <h2>Since {before.title}</h2>
      <div class="card">
        <dl class="facts">
          {facts.map(([label, text]) =>
            text === undefined || text === "" ? null : (
              <>
                <dt key={label}>{label}</dt>
                <dd>{text}</dd>
              </>
            ),
          )}
        </dl>
        {first !== undefined && (
          <p>
            <a href={formatRoute(["compare"], { a: `${first.id}@1`, b: first.id })}>
              What a verifier gained and lost
            </a>
          </p>
        )}
      </div>
    </>
  );
}

function Tools({
  tools,
  hasPages = false,
}: {
  tools: Manifest["tools"];
  hasPages?: boolean;
}): VNode {
  return (
    <>
      {tools.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          {hasPages ? <ToolLink id={id} /> : name}
        </span>
      ))}
    </>
  );
}

type Parts = Pick<Manifest | EarlierEntry, "parts">;

function categoriesOf({ parts }: Parts): ReadonlySet<string> {
  return new Set(parts.map(({ category }) => category));
}

function tasksOf({ parts }: Parts): number {
  return parts.reduce((sum, { tasks }) => sum + tasks, 0);
}
