/**
 * Quantile functions on screen: every graph is sampled once per pixel, which loses no visible
 * detail of steps.
 */
import "./locale-guard.ts";
import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { lookOf, type QuantileSeries } from "../../../src/organiser/explorer/index.ts";
import { styleOf } from "../../../src/organiser/plots/index.ts";
import { type Manifest, manifest } from "../state.ts";
import { color, seriesColor, themeVersion } from "./theme.ts";

export interface QuantileChartProps {
  readonly series: readonly QuantileSeries[];
  readonly xLabel: string;
  readonly yLabel: string;
  /** Converts from the unit of the measure to that of the axis. */
  readonly factor: number;
  readonly isLinear: boolean;
  /** The limit that ends runs, in the unit of the axis. */
  readonly limit?: number;
  readonly emphasised: string | undefined;
  /** Visible part of the x axis; undefined: all. */
  readonly range: readonly [number, number] | undefined;
  onRange(range: readonly [number, number] | undefined): void;
  /** For each tool, the point at the cursor; undefined where it has none. */
  onCursor(points: ReadonlyMap<string, CursorPoint> | undefined): void;
  onOpen(row: number): void;
}

export interface CursorPoint {
  readonly y: number;
  readonly row: number;
}

const HEIGHT = 440;

export function QuantileChart(props: QuantileChartProps): VNode {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const version = themeVersion.value;
  const { series, range, isLinear, emphasised } = props;
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const draw = (): uPlot => makeChart(element, latest);
    let chart = draw();
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      chart.destroy();
      chart = draw();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [series, range, isLinear, emphasised, version, props.xLabel, props.yLabel, props.factor]);
  return <div class="chart" ref={host} />;
}

function makeChart(element: HTMLElement, latest: { readonly current: QuantileChartProps }): uPlot {
  const { series, xLabel, yLabel, factor, isLinear, limit, emphasised, range } = latest.current;
  // `CPU time (s)`
  const unit = /\((.*)\)$/.exec(yLabel)?.[1] ?? "";
  const width = Math.max(280, element.clientWidth);
  const [low, high] = range ?? domainOf(series);
  const xs = gridOf(low, high, Math.min(1600, width));
  const columns = series.map((each) => sample(each, xs, factor));
  let minimum = Number.POSITIVE_INFINITY;
  let maximum = 0;
  for (const values of columns) {
    for (const value of values) {
      if (value === null) continue;
      minimum = Math.min(minimum, value);
      maximum = Math.max(maximum, value);
    }
  }
  if (maximum === 0) [minimum, maximum] = [0.1, 10];
  const bottom = isLinear ? 0 : 10 ** Math.floor(Math.log10(Math.max(minimum, 1e-3)) + 1e-9);
  const top = isLinear
    ? maximum * 1.05
    : Math.max(10 ** Math.ceil(Math.log10(maximum) - 1e-9), bottom * 10);
  const soft = color("soft");
  const line = color("line");
  const axis = {
    stroke: soft,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
  };
  const font = "12px system-ui, sans-serif";
  const options: uPlot.Options = {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: true, y: false, setScale: false }, points: { size: 7 } },
    scales: {
      x: { time: false, range: [low, high] },
      y: { distr: isLinear ? 1 : 3, range: [bottom, top] },
    },
    axes: [
      {
        ...axis,
        label: xLabel,
        labelFont: font,
        font,
        size: 44,
        values: (_, ticks) => ticks.map(shortNumber),
      },
      {
        ...axis,
        label: yLabel,
        labelFont: font,
        font,
        size: 62,
        values: (_, ticks) => ticks.map(decade),
      },
    ],
    series: [
      {},
      ...series.map(({ tool }) => {
        const { color: hex, dash } = styleOf(lookOf(manifest.value as Manifest, tool));
        const isFaded = emphasised !== undefined && emphasised !== tool;
        return {
          label: tool,
          stroke: seriesColor(hex),
          width: emphasised === tool ? 3.5 : 2,
          alpha: isFaded ? 0.25 : 1,
          dash: [...dash],
          points: { show: false },
        };
      }),
    ],
    hooks: {
      drawAxes: [(chart: uPlot) => drawRails(chart, limit, unit, soft)],
      setCursor: [
        (chart: uPlot) => {
          const index = chart.cursor.idx;
          if (index === null || index === undefined) latest.current.onCursor(undefined);
          else
            latest.current.onCursor(pointsAt(latest.current.series, xs[index] as number, factor));
        },
      ],
      setSelect: [
        (chart: uPlot) => {
          if (chart.select.width < 4) return;
          const from = chart.posToVal(chart.select.left, "x");
          const to = chart.posToVal(chart.select.left + chart.select.width, "x");
          latest.current.onRange([from, to]);
        },
      ],
      ready: [
        (chart: uPlot) => {
          chart.over.addEventListener("click", () => {
            const { idx, top: y } = chart.cursor;
            if (idx === null || idx === undefined || y === undefined || chart.select.width > 0)
              return;
            const wanted = chart.posToVal(y, "y");
            const points = pointsAt(latest.current.series, xs[idx] as number, factor);
            const nearest = [...points.values()].sort(
              (a, b) => Math.abs(Math.log(a.y / wanted)) - Math.abs(Math.log(b.y / wanted)),
            )[0];
            if (nearest !== undefined) latest.current.onOpen(nearest.row);
          });
          chart.over.addEventListener("dblclick", () => latest.current.onRange(undefined));
        },
      ],
    },
  };
  return new uPlot(options, [xs, ...columns] as uPlot.AlignedData, element);
}

/** Lines at zero points and at the limit. */
function drawRails(chart: uPlot, limit: number | undefined, unit: string, stroke: string): void {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.strokeStyle = stroke;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
  const zero = chart.valToPos(0, "x", true);
  if (zero > bbox.left + 1 && zero < bbox.left + bbox.width)
    stroked(ctx, zero, bbox.top, zero, bbox.top + bbox.height);
  if (limit !== undefined) {
    const y = chart.valToPos(limit, "y", true);
    if (y > bbox.top && y < bbox.top + bbox.height) {
      stroked(ctx, bbox.left, y, bbox.left + bbox.width, y);
      ctx.fillStyle = stroke;
      ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
      ctx.textAlign = "left";
      ctx.textBaseline = "bottom";
      const text = `limit ${limit} ${unit}`;
      ctx.fillText(text, bbox.left + 8 * devicePixelRatio, y - 2 * devicePixelRatio);
    }
  }
  ctx.restore();
}

function stroked(
  ctx: CanvasRenderingContext2D,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): void {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}

export function domainOf(series: readonly QuantileSeries[]): [number, number] {
  let low = 0;
  let high = 1;
  for (const { start, x } of series) {
    low = Math.min(low, start);
    high = Math.max(high, x.at(-1) ?? 0);
  }
  const margin = (high - low) * 0.02;
  return [low < 0 ? low - margin : low, high + margin];
}

function gridOf(low: number, high: number, count: number): Float64Array {
  const step = (high - low) / (count - 1);
  return Float64Array.from({ length: count }, (_, index) => low + index * step);
}

/** The measured value of the first point at or behind each x; null outside of the graph. */
function sample(
  { start, x, y }: QuantileSeries,
  xs: Float64Array,
  factor: number,
): (number | null)[] {
  const values: (number | null)[] = [];
  let index = 0;
  for (const at of xs) {
    if (x.length === 0 || at < start || at > (x.at(-1) as number)) {
      values.push(null);
      continue;
    }
    while ((x[index] as number) < at) index++;
    values.push((y[index] as number) * factor);
  }
  return values;
}

function pointsAt(
  series: readonly QuantileSeries[],
  at: number,
  factor: number,
): ReadonlyMap<string, CursorPoint> {
  const points = new Map<string, CursorPoint>();
  for (const { tool, start, x, y, rows } of series) {
    if (x.length === 0 || at < start || at > (x.at(-1) as number)) continue;
    let low = 0;
    let high = x.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((x[middle] as number) < at) low = middle + 1;
      else high = middle;
    }
    points.set(tool, { y: (y[low] as number) * factor, row: rows[low] as number });
  }
  return points;
}

function shortNumber(value: number): string {
  return Number(value.toPrecision(6)).toString();
}

function decade(value: number | null): string {
  if (value === null) return "";
  const power = Math.log10(value);
  if (value > 0 && Math.abs(power - Math.round(power)) > 1e-9 && value < 10) return "";
  return String(Number(value.toPrecision(3)));
}
