import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import {
  type FigureRequest,
  figureFile,
  figurePlot,
  figureRequest,
  limitOf,
  lookOf,
  type QuantileSeries,
  quantilesOf,
  type RunStore,
  requestLink,
  taskOf,
  toolOf,
} from "../../../src/organiser/explorer/index.ts";
import { MEASURES, styleOf } from "../../../src/organiser/plots/index.ts";
import { formatSignificant, type Table } from "../../../src/organiser/tables/index.ts";
import { type CursorPoint, domainOf, QuantileChart } from "../charts/quantile-chart.tsx";
import { seriesColor, themeVersion } from "../charts/theme.ts";
import { runsOf } from "../data/loaded-runs.ts";
import { change, type Manifest, manifest, open, route, taskParts, toolName } from "../state.ts";
import { Await, count, Empty, NothingHere, PageHead, ScrollBox } from "../ui/basics.tsx";
import { CategorySelect } from "../ui/category-select.tsx";
import { fileName, plotExports } from "../ui/export-menu.tsx";
import { FigureBar, hasTable, isLinearAxis, MeasureSelect } from "../ui/figure-bar.tsx";
import { QueryBox } from "../ui/query-box.tsx";
import { Select } from "../ui/select.tsx";

export function QuantilePage({ data }: { data: Manifest }): VNode {
  const request = figureRequest(route.value, data);
  if (request === undefined)
    return <NothingHere title="Quantile plot">There is no such plot.</NothingHere>;
  return (
    <>
      <PageHead title="Quantile plot" lead={LEADS[request.basis]}>
        <CategorySelect value={request.category} />
        <Select
          label="x axis"
          value={request.basis}
          options={[
            ["score", "accumulated score"],
            ["correct", "correct results"],
            ["answered", "all results"],
          ]}
          onChange={(b) => change({ b: b === "score" ? "" : b })}
        />
        <MeasureSelect />
        <Select
          label="Answers"
          value={request.answers}
          options={[
            ["all", "all"],
            ["true", "only true"],
            ["false", "only false"],
          ]}
          onChange={(a) => change({ a: a === "all" ? "" : a })}
        />
      </PageHead>
      <QueryBox />
      <Await loading={runsOf(request.category).value}>
        {(store) => <QuantileFigure data={data} store={store} request={request} />}
      </Await>
    </>
  );
}

const LEADS: Readonly<Record<FigureRequest["basis"], string>> = {
  score:
    "A graph starts at the sum of the penalties and moves right by the points of each result, fastest first: right is better, lower is faster. It ends at the score.",
  correct: "How many correct results a verifier has within a time.",
  answered: "How many answers a verifier gives within a time, right or wrong.",
};

const X_LABELS: Readonly<Record<FigureRequest["basis"], string>> = {
  score: "accumulated score",
  correct: "correct results",
  answered: "results",
};

/**
 * The plot with its legend, caption, table and exports. On a page with a table, the table has the
 * keys.
 */
export function QuantileFigure({
  data,
  store,
  request,
  hasExportKey = true,
}: {
  data: Manifest;
  store: RunStore;
  request: FigureRequest;
  hasExportKey?: boolean;
}): VNode {
  const key = JSON.stringify(request);
  const series = useMemo(() => quantilesOf(request, data, store), [key, store]);
  const [cursor, setCursor] = useState<ReadonlyMap<string, CursorPoint> | undefined>();
  const [hovered, setHovered] = useState<string | undefined>();
  const [range, setRange] = useState<readonly [number, number] | undefined>();
  const { hl } = route.value.query;
  const { label, factor } = MEASURES[request.measure];
  const limit = limitOf(request.measure, data);
  const openRow = (row: number): void => {
    const cell = store.at(row);
    open(["r", cell.view.part.category, toolOf(cell), taskOf(cell).id]);
  };
  const zoom = (ratio: number): void => {
    const [low, high] = range ?? domainOf(series);
    const [middle, half] = [(low + high) / 2, ((high - low) / 2) * ratio];
    setRange([middle - half, middle + half]);
  };
  const link = requestLink(request, { path: ["plot", "quantile"], query: route.value.query });
  const origin = { title: data.title, edition: data.edition.name, link };
  const ordered = [...series].sort((a, b) => b.end - a.end);
  const emphasised = hovered ?? hl;
  if (series.every(({ x }) => x.length === 0))
    return <Empty>Nothing to draw: no run with points and a measure.</Empty>;
  const [best] = ordered;
  return (
    <figure class="card figure">
      <FigureBar
        hasExportKey={hasExportKey}
        isWhole={range === undefined}
        onWhole={() => setRange(undefined)}
        onZoom={zoom}
        exports={plotExports(fileName("quantile", request.category), (format, dataFile) =>
          figureFile(figurePlot(request, data, store), format, origin, request.paper, dataFile),
        )}
      />
      <div class="figure-body">
        <QuantileChart
          series={series}
          xLabel={X_LABELS[request.basis]}
          yLabel={label}
          factor={factor}
          isLinear={isLinearAxis()}
          {...(limit === undefined ? {} : { limit })}
          emphasised={emphasised}
          range={range}
          onRange={setRange}
          onCursor={setCursor}
          onOpen={openRow}
        />
        <Legend
          ordered={ordered}
          cursor={cursor}
          store={store}
          pinnedTool={hl}
          onHover={setHovered}
          unit={/\((.*)\)/.exec(label)?.[1] ?? ""}
        />
      </div>
      <figcaption>
        {request.category || "All runs"}: {label} over {X_LABELS[request.basis]} of {series.length}{" "}
        {series.length === 1 ? "verifier" : "verifiers"}
        {best !== undefined && `; furthest right: ${toolName(best.tool)} with ${count(best.end)}`}.
        Drag to zoom, click a step to open its run.
      </figcaption>
      {hasTable() && <QuantileTable series={ordered} factor={factor} label={label} />}
    </figure>
  );
}

function Legend({
  ordered,
  cursor,
  store,
  pinnedTool,
  onHover,
  unit,
}: {
  ordered: readonly QuantileSeries[];
  cursor: ReadonlyMap<string, CursorPoint> | undefined;
  store: RunStore;
  pinnedTool: string | undefined;
  onHover: (tool: string | undefined) => void;
  unit: string;
}): VNode {
  return (
    <ol class="legend" aria-label="Verifiers by final score">
      {ordered.map(({ tool, end }) => {
        const point = cursor?.get(tool);
        return (
          <li key={tool} class={pinnedTool === tool ? "chosen" : ""}>
            <button
              type="button"
              class="quiet"
              aria-pressed={pinnedTool === tool}
              title="Emphasise this graph"
              onMouseEnter={() => onHover(tool)}
              onMouseLeave={() => onHover(undefined)}
              onFocus={() => onHover(tool)}
              onBlur={() => onHover(undefined)}
              onClick={() => change({ hl: pinnedTool === tool ? "" : tool })}
            >
              <Sample tool={tool} />
              <span class="one-line">{toolName(tool)}</span>
              <b class="number">{count(end)}</b>
            </button>
            {cursor !== undefined && (
              <span class="at-cursor">
                {point === undefined
                  ? "–"
                  : `${formatSignificant(point.y, 2)} ${unit} · ${taskParts(taskOf(store.at(point.row)).id).name}`}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** A piece of the tool's line, with its style in every plot. */
export function Sample({ tool }: { tool: string }): VNode {
  // Redraws when the theme changes.
  themeVersion.value;
  const { color, dash } = styleOf(lookOf(manifest.value as Manifest, tool));
  return (
    <svg class="sample" viewBox="0 0 26 10" aria-hidden="true">
      <path
        d="M0 5h26"
        stroke={seriesColor(color)}
        stroke-width="2.5"
        stroke-dasharray={dash.join(" ")}
      />
    </svg>
  );
}

const ROWS = 24;

/** The graphs as numbers: times at evenly spread positions. */
function QuantileTable({
  series,
  factor,
  label,
}: {
  series: readonly QuantileSeries[];
  factor: number;
  label: string;
}): VNode {
  const table = quantileTable(series, factor, label);
  return (
    <ScrollBox label={table.title}>
      <table class="small-rows">
        <caption>{table.title}</caption>
        <thead>
          <tr>
            {table.columns.map(({ title }) => (
              <th key={title} scope="col" class="right">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([x, ...cells]) => (
            <tr key={x}>
              <th scope="row" class="right">
                {x}
              </th>
              {cells.map((cell, index) => (
                <td key={series[index]?.tool} class="right">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function quantileTable(series: readonly QuantileSeries[], factor: number, label: string): Table {
  const [low, high] = [
    Math.min(...series.map(({ start }) => start)),
    Math.max(...series.map(({ end }) => end)),
  ];
  const step = Math.max(1, Math.ceil((high - low) / ROWS));
  const rows: string[][] = [];
  for (let at = Math.floor(low); at <= high; at += step) {
    rows.push([
      String(at),
      ...series.map(({ start, x, y }) => {
        const index = at < start ? -1 : x.findIndex((value) => value >= at);
        return index < 0 ? "" : formatSignificant((y[index] as number) * factor, 3);
      }),
    ]);
  }
  return {
    title: `${label} at positions on the x axis`,
    columns: [
      { title: "x", align: "right" },
      ...series.map(({ tool }) => ({ title: toolName(tool), align: "right" as const })),
    ],
    rows,
  };
}
