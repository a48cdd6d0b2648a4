import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import {
  type FigureRequest,
  figureFile,
  figurePlot,
  figureRequest,
  limitOf,
  type RunStore,
  regressionOf,
  requestLink,
  SCATTER_CLASSES,
  type ScatterPairs,
  type ScatterPoints,
  scatterPairsOf,
  scatterPoints,
  sideChoices,
  statusOf,
  taskOf,
} from "../../../src/organiser/explorer/index.ts";
import type { Regression } from "../../../src/organiser/plots/index.ts";
import { fullView, MEASURES, type View } from "../../../src/organiser/plots/index.ts";
import { formatSignificant } from "../../../src/organiser/tables/index.ts";
import { classColor, ScatterChart, scalePoints, zoomed } from "../charts/scatter-chart.tsx";
import { themeVersion } from "../charts/theme.ts";
import { runsOfSides } from "../data/loaded-runs.ts";
import { change, type Manifest, open, route, taskParts } from "../state.ts";
import { Await, count, Empty, NothingHere, PageHead, ScrollBox, TaskName } from "../ui/basics.tsx";
import { CategorySelect } from "../ui/category-select.tsx";
import { fileName, plotExports } from "../ui/export-menu.tsx";
import { FigureBar, hasTable, isLinearAxis, MeasureSelect } from "../ui/figure-bar.tsx";
import { QueryBox } from "../ui/query-box.tsx";
import { Select } from "../ui/select.tsx";

export function ScatterPage({ data }: { data: Manifest }): VNode {
  const request = figureRequest(route.value, data);
  if (request === undefined)
    return <NothingHere title="Scatter plot">There is no such plot.</NothingHere>;
  const [first, second] = data.tools.map(({ id }) => id);
  const { x = first ?? "", y = (x === first ? second : first) ?? "" } = route.value.query;
  const tools = sideChoices(data);
  return (
    <>
      <PageHead
        title="Scatter plot"
        lead="A point per task that both ran on. Above the line the verifier on the x axis is faster; dashed lines stand for factors of 2 and 10, dotted ones for the limit."
      >
        <CategorySelect value={request.category} />
        <Select label="x" value={x} options={tools} onChange={(value) => change({ x: value, y })} />
        <Select label="y" value={y} options={tools} onChange={(value) => change({ x, y: value })} />
        <MeasureSelect />
      </PageHead>
      <QueryBox />
      {y === "" ? (
        <Empty>There is only one verifier.</Empty>
      ) : request.sides.length < 2 ? (
        <Empty>
          There is no such verifier here: {x}, {y}.
        </Empty>
      ) : (
        <Await loading={runsOfSides(request.sides, request.category)}>
          {(store) => <ScatterFigure data={data} store={store} request={request} />}
        </Await>
      )}
    </>
  );
}

const NEITHER = SCATTER_CLASSES.length - 1;

/** `2.4` in the address: hidden classes; `-`: none. */
function hiddenClasses(text: string): Uint8Array {
  const words = text === "-" ? [] : text.split(".").map(Number);
  return Uint8Array.from(SCATTER_CLASSES, (_, index) => Number(words.includes(index)));
}

function ScatterFigure({
  data,
  store,
  request,
}: {
  data: Manifest;
  store: RunStore;
  request: FigureRequest;
}): VNode {
  themeVersion.value;
  const key = JSON.stringify({ ...request, measure: "" });
  const pairs = useMemo(() => scatterPairsOf(request, store), [key, store]);
  const points = useMemo(
    () => scatterPoints(store, pairs, request.measure),
    [pairs, request.measure],
  );
  const [hover, setHover] = useState<number | undefined>();
  const [view, setView] = useState<View | undefined>();
  const { hide = String(NEITHER) } = route.value.query;
  const hidden = useMemo(() => hiddenClasses(hide), [hide]);
  const [first, second] = request.sides;
  const [nameX, nameY] = [first?.name ?? "", second?.name ?? ""];
  const { label, factor } = MEASURES[request.measure];
  const limit = limitOf(request.measure, data);
  const isLinear = isLinearAxis();
  const zoom = (ratio: number): void =>
    setView(
      zoomed(view ?? fullView(scalePoints(points, factor, isLinear), hidden, isLinear), ratio),
    );
  const counts = useMemo(() => countsOf(pairs), [pairs]);
  const fitted = useMemo(() => regressionOf(points, factor, isLinear), [points, factor, isLinear]);
  const origin = {
    title: data.title,
    edition: data.edition.name,
    link: requestLink(request, route.value),
  };
  const openPoint = (index: number): void =>
    open(["t", taskOf(store.at(points.xRows[index] as number)).id]);
  const faster = useMemo(() => fasterOf(points), [points]);
  if (pairs.classes.length === 0) {
    return <Empty>Nothing to draw: no task that both ran on.</Empty>;
  }
  return (
    <figure class="card figure">
      <FigureBar
        isWhole={view === undefined}
        onWhole={() => setView(undefined)}
        onZoom={zoom}
        exports={plotExports(fileName("scatter", nameX, nameY), (format, dataFile) =>
          figureFile(figurePlot(request, data, store), format, origin, request.paper, dataFile),
        )}
      />
      <div class="figure-body">
        <ScatterChart
          points={points}
          factor={factor}
          xLabel={`${label}, ${nameX}`}
          yLabel={`${label}, ${nameY}`}
          isLinear={isLinear}
          hidden={hidden}
          {...(limit === undefined ? {} : { limit })}
          {...(fitted === undefined ? {} : { line: fitted })}
          view={view}
          onView={setView}
          onHover={setHover}
          onOpen={openPoint}
        />
        <div>
          <ul class="legend" aria-label="Classes of tasks">
            {SCATTER_CLASSES.map((name, index) => (
              <li key={name} class={hidden[index] === 1 ? "off" : ""}>
                <button
                  type="button"
                  class="quiet"
                  aria-pressed={hidden[index] === 0}
                  onClick={() => {
                    const next = SCATTER_CLASSES.map((_, at) => at).filter(
                      (at) => (hidden[at] === 1) !== (at === index),
                    );
                    change({ hide: next.join(".") || "-" });
                  }}
                >
                  <svg class="sample dot" viewBox="0 0 10 10" aria-hidden="true">
                    <circle cx="5" cy="5" r="4.5" fill={classColor(index)} />
                  </svg>
                  <span class="one-line">{name}</span>
                  <b class="number">{count(counts[index] as number)}</b>
                </button>
              </li>
            ))}
          </ul>
          <p class="at-point" aria-live="off">
            {hover === undefined ? (
              "Point at a mark to see its task."
            ) : (
              <PointText store={store} points={points} index={hover} names={[nameX, nameY]} />
            )}
          </p>
        </div>
      </div>
      <figcaption>
        {count(points.x.length)} tasks in {request.category || "all categories"}. Of{" "}
        {count(faster.both)} that both solve, {nameX} is faster on {count(faster.x)} and {nameY} on{" "}
        {count(faster.y)}.{fitted !== undefined && ` ${regressionText(fitted, isLinear)}`}
      </figcaption>
      {hasTable() && (
        <ScatterTable
          store={store}
          points={points}
          hidden={hidden}
          factor={factor}
          names={[nameX, nameY]}
        />
      )}
    </figure>
  );
}

/** Description of the dash-dotted line. */
function regressionText(
  { slope, intercept, r2, count: used }: Regression,
  isLinear: boolean,
): string {
  const number = (value: number): string => formatSignificant(value, 3);
  const formula = isLinear
    ? `y = ${number(slope)} · x ${intercept < 0 ? "−" : "+"} ${number(Math.abs(intercept))}`
    : `y = ${number(10 ** intercept)} · x^${number(slope)}`;
  return `Regression over ${count(used)} of them (dash-dotted): ${formula}, R² = ${number(r2)}.`;
}

/** Numbers of points by class. */
function countsOf({ classes }: ScatterPairs): Uint32Array {
  const counts = new Uint32Array(SCATTER_CLASSES.length);
  for (let index = 0; index < classes.length; index++) {
    const kind = classes[index] as number;
    counts[kind] = (counts[kind] as number) + 1;
  }
  return counts;
}

function fasterOf({ x, y, classes }: ScatterPoints): { both: number; x: number; y: number } {
  const found = { both: 0, x: 0, y: 0 };
  for (let index = 0; index < x.length; index++) {
    if ((classes[index] as number) > 1) continue;
    found.both++;
    if ((x[index] as number) < (y[index] as number)) found.x++;
    else if ((x[index] as number) > (y[index] as number)) found.y++;
  }
  return found;
}

function PointText({
  store,
  points,
  index,
  names,
}: {
  store: RunStore;
  points: ScatterPoints;
  index: number;
  names: readonly [string, string];
}): VNode {
  const cells = [store.at(points.xRows[index] as number), store.at(points.yRows[index] as number)];
  const values = [points.x[index], points.y[index]];
  const [first] = cells;
  return (
    <>
      <b>{first === undefined ? "" : taskParts(taskOf(first).id).name}</b>
      {cells.map((cell, at) => (
        <span key={names[at]} class="note">
          {names[at]}: {statusOf(cell)}, {formatSignificant(values[at] ?? 0, 3)}
        </span>
      ))}
    </>
  );
}

const LISTED = 200;

function ScatterTable({
  store,
  points,
  hidden,
  factor,
  names,
}: {
  store: RunStore;
  points: ScatterPoints;
  hidden: Uint8Array;
  factor: number;
  names: readonly [string, string];
}): VNode {
  const shown = [...points.classes.keys()].filter(
    (index) => hidden[points.classes[index] as number] === 0,
  );
  return (
    <ScrollBox label="Points as a table">
      <table class="small-rows">
        <caption>
          The first {Math.min(LISTED, shown.length)} of {count(shown.length)} points; the export as
          CSV has them all
        </caption>
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col" class="right">
              {names[0]}
            </th>
            <th scope="col" class="right">
              {names[1]}
            </th>
            <th scope="col">Class</th>
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, LISTED).map((index) => (
            <tr key={index}>
              <th scope="row">
                <TaskName task={taskOf(store.at(points.xRows[index] as number)).id} />
              </th>
              <td class="right">{formatSignificant((points.x[index] as number) * factor, 3)}</td>
              <td class="right">{formatSignificant((points.y[index] as number) * factor, 3)}</td>
              <td>{SCATTER_CLASSES[points.classes[index] as number]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
