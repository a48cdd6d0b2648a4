import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import {
  CHANGES,
  type Change,
  compareRuns,
  formatRoute,
  formatSort,
  JOINED_TOOLS,
  type Pair,
  parseSort,
  type RunStore,
  resultOf,
  type Side,
  type SortKey,
  sideChoices,
  sideOf,
  statusOf,
  taskQuality,
} from "../../../src/organiser/explorer/index.ts";
import { formatSignificant, type Table } from "../../../src/organiser/tables/index.ts";
import { runsOfSides } from "../data/loaded-runs.ts";
import { change, type Manifest, open, route, taskParts } from "../state.ts";
import { Await, Chip, count, Empty, PageHead, Tile, ToolLink } from "../ui/basics.tsx";
import { CategorySelect } from "../ui/category-select.tsx";
import { ExportMenu, fileName, tableExports } from "../ui/export-menu.tsx";
import { Grid, type GridColumn, nextSort } from "../ui/grid.tsx";
import { Select } from "../ui/select.tsx";

export function ComparePage({ data }: { data: Manifest }): VNode {
  const {
    c = "",
    a = data.tools[0]?.id ?? "",
    b = data.tools.find(({ id }) => id !== a)?.id ?? "",
  } = route.value.query;
  const tools = sideChoices(data);
  const [first, second] = [sideOf(a, data), sideOf(b, data)];
  const isOneSet = first?.set === undefined && second?.set === undefined;
  return (
    <div class="fill">
      <PageHead
        title="Compare"
        lead="What the second verifier, version or year gains and loses against the first."
      >
        <CategorySelect value={c} all />
        <Select
          label="First"
          value={a}
          options={tools}
          onChange={(value) => change({ a: value, b })}
        />
        <Select
          label="Second"
          value={b}
          options={tools}
          onChange={(value) => change({ a, b: value })}
        />
        <a class="button" href={formatRoute(["plot", "scatter"], { c, x: a, y: b })}>
          Scatter plot
        </a>
      </PageHead>
      {b === "" ? (
        <Empty>
          There is only one verifier. Results of other years come with `agon site --earlier`.
        </Empty>
      ) : first === undefined || second === undefined ? (
        <Empty>There is no verifier “{first === undefined ? a : b}” here.</Empty>
      ) : (
        <Await loading={runsOfSides([first, second], c)}>
          {(store) => (
            <Comparison
              store={store}
              first={first}
              second={second}
              category={c}
              isJoined={!isOneSet}
            />
          )}
        </Await>
      )}
    </div>
  );
}

const WORDS: Readonly<Record<Change, string>> = {
  gained: "gained",
  lost: "lost",
  changed: "changed otherwise",
  same: "the same",
};

const COLUMNS: readonly GridColumn[] = [
  { id: "task", title: "Task", align: "left", width: [3, 200], isSortable: true },
  { id: "change", title: "Change", align: "left", width: [1, 110], isSortable: true },
  { id: "a", title: "First", align: "left", width: [2, 180], isSortable: true },
  { id: "b", title: "Second", align: "left", width: [2, 180], isSortable: true },
  { id: "cpu", title: "CPU ratio", align: "right", width: [1, 120], isSortable: true },
  { id: "points", title: "Points", align: "right", width: [0.8, 92], isSortable: true },
];

function Comparison({
  store,
  first,
  second,
  category,
  isJoined = false,
}: {
  store: RunStore;
  first: Side;
  second: Side;
  category: string;
  /** The store is made of two verifiers, and has no others. */
  isJoined?: boolean;
}): VNode {
  const [a, b] = isJoined ? JOINED_TOOLS : [first.id, second.id];
  const comparison = useMemo(() => compareRuns(store, a, b), [store, a, b]);
  const quality = useMemo(() => taskQuality(store), [store]);
  const wanted = CHANGES.find((each) => each === route.value.query.k);
  const { sort = "" } = route.value.query;
  const keys = useMemo(() => parseSort(sort), [sort]);
  const pairs = useMemo(() => {
    const chosen = comparison.pairs.filter((pair) =>
      wanted === undefined ? pair.change !== "same" : pair.change === wanted,
    );
    return sorted(store, chosen, keys);
  }, [store, comparison, wanted, keys]);
  const points = comparison.pairs.reduce((sum, pair) => sum + pair.points, 0);
  const uniqueOf = (tool: string): number =>
    quality.contributions.find((each) => each.tool === tool)?.unique.length ?? 0;
  const statusText = (row: number | undefined): string =>
    row === undefined ? "" : statusOf(store.at(row));
  const table = (): Table => ({
    title: `${first.name} and ${second.name}`,
    columns: ["task", "category", "change", first.name, second.name, "points"].map((title) => ({
      title,
      align: "left" as const,
    })),
    rows: pairs.map((pair) => [
      pair.task,
      pair.category,
      pair.change,
      statusText(pair.a),
      statusText(pair.b),
      String(pair.points),
    ]),
  });
  return (
    <>
      <ul class="cards">
        {CHANGES.map((kind) => (
          <li key={kind} class={`card tile change-${kind}`}>
            <button
              type="button"
              class="quiet"
              aria-pressed={wanted === kind}
              onClick={() => change({ k: wanted === kind ? "" : kind })}
            >
              <b>{count(comparison.counts[kind])}</b>
              <span>{WORDS[kind]}</span>
            </button>
          </li>
        ))}
        <Tile
          value={`${points > 0 ? "+" : ""}${count(points)}`}
          label="points, second minus first"
        />
        <Tile
          value={`${count(comparison.faster.a)} : ${count(comparison.faster.b)}`}
          label={`faster, of ${count(comparison.faster.both)} both solve`}
        />
        {!isJoined && (
          <Tile
            value={`${count(uniqueOf(a))} : ${count(uniqueOf(b))}`}
            label="solved by no other verifier"
          />
        )}
      </ul>
      <div class="row-line">
        <p class="lead">
          {isJoined ? first.name : <ToolLink id={a} />} →{" "}
          {isJoined ? second.name : <ToolLink id={b} />}: {count(pairs.length)} of{" "}
          {count(comparison.pairs.length)} tasks listed
          {isJoined && ". Statuses and times of then, points by the rules of this site"}
        </p>
        <ExportMenu
          exports={tableExports(fileName("compare", first.name, second.name, category), table)}
        />
      </div>
      {pairs.length === 0 ? (
        <Empty>
          No task is listed:{" "}
          {wanted === undefined ? "nothing differs" : "nothing differs in that way"}.
        </Empty>
      ) : (
        <Grid
          label="Differences"
          columns={COLUMNS}
          rowCount={pairs.length}
          sort={keys}
          version={`${first.name} ${second.name} ${wanted ?? ""} ${category} ${sort}`}
          cell={(row, column) => cellOf(store, pairs[row] as Pair, column.id)}
          onSort={(column, isAdditional) =>
            change({ sort: formatSort(nextSort(keys, column, isAdditional)) })
          }
          onOpen={(row, column) => {
            const pair = pairs[row];
            if (pair === undefined) return;
            const side = column.id === "a" ? first : column.id === "b" ? second : undefined;
            // Runs of earlier results have no page.
            const tool = side?.set === undefined ? side?.id : undefined;
            if (tool === undefined) open(["t", pair.task]);
            else open(["r", pair.category, tool, pair.task]);
          }}
          onKey={() => undefined}
        />
      )}
    </>
  );
}

/** Sorts by the columns of the table; absent measurements come last. */
function sorted(
  store: RunStore,
  pairs: readonly Pair[],
  keys: readonly SortKey[],
): readonly Pair[] {
  const keyOf = (pair: Pair, column: string): string | number => {
    if (column === "cpu") return ratioOf(store, pair);
    if (column === "points") return pair.points;
    if (column === "task" || column === "change") return pair[column];
    const row = column === "a" ? pair.a : pair.b;
    return row === undefined ? "" : statusOf(store.at(row));
  };
  let result = [...pairs];
  for (const { column, descending } of [...keys].reverse()) {
    const rows = result.map((pair) => ({ pair, value: keyOf(pair, column) }));
    rows.sort(({ value: x }, { value: y }) => {
      if (Number.isNaN(x) || Number.isNaN(y))
        return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
      return (x < y ? -1 : x > y ? 1 : 0) * (descending ? -1 : 1);
    });
    result = rows.map(({ pair }) => pair);
  }
  return result;
}

function ratioOf(store: RunStore, pair: Pair): number {
  return timeOf(store, pair.b) / timeOf(store, pair.a);
}

function cellOf(store: RunStore, pair: Pair, column: string): VNode | string {
  switch (column) {
    case "task": {
      const { name, folder } = taskParts(pair.task);
      return (
        <span class="one-line" title={pair.task}>
          {name} <span class="soft">{folder}</span>
        </span>
      );
    }
    case "change":
      return (
        <span class={`change change-${pair.change}`}>
          {SIGNS[pair.change]} {pair.change}
        </span>
      );
    case "a":
    case "b": {
      const row = pair[column];
      if (row === undefined) return "–";
      return <Chip result={resultOf(store.at(row))} text={statusOf(store.at(row))} />;
    }
    case "cpu": {
      const ratio = ratioOf(store, pair);
      return Number.isFinite(ratio) && ratio > 0 ? `× ${formatSignificant(ratio, 2)}` : "";
    }
    default:
      return pair.points === 0 ? "0" : `${pair.points > 0 ? "+" : ""}${pair.points}`;
  }
}

const SIGNS: Readonly<Record<Change, string>> = { gained: "▲", lost: "▼", changed: "◆", same: "=" };

function timeOf(store: RunStore, row: number | undefined): number {
  if (row === undefined) return Number.NaN;
  const { view, cell } = store.at(row);
  return view.part.columns.cpu[cell] ?? Number.NaN;
}
