/** Points of two tools on one canvas, counted per pixel, so that many points show as density. */
import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { SCATTER_CLASSES, type ScatterPoints } from "../../../src/organiser/explorer/index.ts";
import {
  fullView,
  nearestPoint,
  type PointCloud,
  paintPoints,
  scaleValues,
  type View,
} from "../../../src/organiser/plots/index.ts";
import { color, isDark, themeVersion } from "./theme.ts";

export interface ScatterChartProps {
  readonly points: ScatterPoints;
  readonly factor: number;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly isLinear: boolean;
  /** By class: 1 where it is not drawn. */
  readonly hidden: Uint8Array;
  readonly limit?: number;
  /** In the units of the axes: of the logarithms where they are logarithmic. */
  readonly line?: { readonly slope: number; readonly intercept: number };
  readonly view: View | undefined;
  onView(view: View | undefined): void;
  onHover(index: number | undefined): void;
  onOpen(index: number): void;
}

/** By class: both true, both false, one correct, one wrong, neither. */
const LIGHT = ["#0072b2", "#009e73", "#d98200", "#c0261c", "#8a94a3"];
const DARK = ["#4ba3e3", "#2fc596", "#f2b04c", "#ff7d73", "#6b7686"];

export function classColor(index: number): string {
  return (isDark() ? DARK : LIGHT)[index] as string;
}

/** Wrong answers are on top, tasks that no verifier solves at the bottom. */
const PAINT_ORDER = [4, 2, 0, 1, 3];

/** Greatest distance in pixels between the pointer and the selected point. */
const REACH = 12;

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function ScatterChart(props: ScatterChartProps): VNode {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const scaled = useMemo(
    () => scalePoints(props.points, props.factor, props.isLinear),
    [props.points, props.factor, props.isLinear],
  );
  const full = useMemo(
    () => fullView(scaled, props.hidden, props.isLinear),
    [scaled, props.hidden],
  );
  const view = props.view ?? full;
  const geometry = useRef<{ frame: Frame; view: View }>({
    frame: { left: 0, top: 0, width: 1, height: 1 },
    view,
  });
  const version = themeVersion.value;
  // With the page, not a frame later.
  useLayoutEffect(() => {
    const element = host.current;
    const target = canvas.current;
    if (element === null || target === null) return;
    let drawnWidth: number | undefined;
    const draw = (): void => {
      const width = element.clientWidth;
      // The observer also calls at its start.
      if (width === drawnWidth) return;
      drawnWidth = width;
      geometry.current = { frame: drawScatter(target, width, scaled, view, latest.current), view };
    };
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [
    scaled,
    view.x[0],
    view.x[1],
    view.y[0],
    view.y[1],
    props.hidden,
    version,
    props.xLabel,
    props.yLabel,
    props.line?.slope,
    props.line?.intercept,
  ]);

  const at = (event: MouseEvent): number | undefined => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const { frame, view: shown } = geometry.current;
    const { width, height } = frame;
    return nearestPoint(
      scaled,
      shown,
      { width, height, hidden: latest.current.hidden },
      {
        x: event.clientX - box.left - frame.left,
        y: event.clientY - box.top - frame.top,
        reach: REACH,
      },
    );
  };
  return (
    <div class="chart scatter" ref={host}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${props.yLabel} over ${props.xLabel}, ${props.points.x.length} tasks`}
        onMouseMove={(event) => props.onHover(at(event))}
        onMouseLeave={() => props.onHover(undefined)}
        onClick={(event) => {
          const index = at(event);
          if (index !== undefined) props.onOpen(index);
        }}
        onWheel={(event) => {
          if (!event.ctrlKey && !event.shiftKey) return;
          event.preventDefault();
          props.onView(zoomed(view, event.deltaY > 0 ? 1.25 : 0.8));
        }}
        onDblClick={() => props.onView(undefined)}
      />
    </div>
  );
}

/** Zooms around the centre. */
export function zoomed(view: View, ratio: number): View {
  const axis = ([low, high]: readonly [number, number]): readonly [number, number] => {
    const middle = (low + high) / 2;
    const half = ((high - low) / 2) * ratio;
    return [middle - half, middle + half];
  };
  return { x: axis(view.x), y: axis(view.y) };
}

/** Positions on the axes; absent measurements are NaN and are not drawn. */
export function scalePoints(points: ScatterPoints, factor: number, isLinear: boolean): PointCloud {
  return {
    x: scaleValues(points.x, factor, isLinear),
    y: scaleValues(points.y, factor, isLinear),
    classes: points.classes,
  };
}

function drawScatter(
  canvas: HTMLCanvasElement,
  hostWidth: number,
  scaled: PointCloud,
  view: View,
  props: ScatterChartProps,
): Frame {
  const ratio = devicePixelRatio || 1;
  // Square, so that the diagonals are at 45 degrees.
  const width = Math.min(760, Math.max(260, hostWidth));
  const height = width - 64 - 18 + 14 + 50;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const frame: Frame = { left: 64, top: 14, width: width - 64 - 18, height: height - 14 - 50 };
  context.scale(ratio, ratio);
  drawAxes(context, frame, view, props);
  const layer = document.createElement("canvas");
  layer.width = Math.round(frame.width * ratio);
  layer.height = Math.round(frame.height * ratio);
  const pixels = paintPoints(scaled, view, {
    width: layer.width,
    height: layer.height,
    ratio,
    hidden: props.hidden,
    colors: SCATTER_CLASSES.map((_, index) => Number.parseInt(classColor(index).slice(1), 16)),
    order: PAINT_ORDER,
  });
  const image = new ImageData(pixels, layer.width, layer.height);
  layer.getContext("2d")?.putImageData(image, 0, 0);
  context.drawImage(layer, frame.left, frame.top, frame.width, frame.height);
  return frame;
}

function drawAxes(
  context: CanvasRenderingContext2D,
  { left, top, width, height }: Frame,
  view: View,
  { xLabel, yLabel, isLinear, limit, line: fitted }: ScatterChartProps,
): void {
  const [ink, soft, line] = [color("ink"), color("soft"), color("line")];
  const xOf = (value: number): number =>
    left + ((value - view.x[0]) / (view.x[1] - view.x[0])) * width;
  const yOf = (value: number): number =>
    top + height - ((value - view.y[0]) / (view.y[1] - view.y[0])) * height;
  context.clearRect(0, 0, left + width + 40, top + height + 60);
  context.font = "12px system-ui, sans-serif";
  context.lineWidth = 1;
  context.strokeStyle = line;
  context.fillStyle = soft;
  const ticks = (range: readonly [number, number]): readonly number[] =>
    isLinear ? linearTicks(range) : decadeTicks(range);
  const text = (value: number): string =>
    String(Number((isLinear ? value : 10 ** value).toPrecision(3)));
  context.textAlign = "center";
  for (const value of ticks(view.x)) {
    const x = Math.round(xOf(value)) + 0.5;
    segment(context, x, top, x, top + height);
    context.fillText(text(value), x, top + height + 17);
  }
  context.textAlign = "right";
  for (const value of ticks(view.y)) {
    const y = Math.round(yOf(value)) + 0.5;
    segment(context, left, y, left + width, y);
    context.fillText(text(value), left - 8, y + 4);
  }
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.strokeStyle = soft;
  for (const ratio of [1, 2, 0.5, 10, 0.1]) {
    context.globalAlpha = ratio === 1 ? 0.9 : 0.45;
    context.setLineDash(ratio === 1 ? [] : [5, 4]);
    const y = (x: number): number => (isLinear ? x * ratio : x + Math.log10(ratio));
    segment(context, xOf(view.x[0]), yOf(y(view.x[0])), xOf(view.x[1]), yOf(y(view.x[1])));
  }
  if (fitted !== undefined) {
    const y = (x: number): number => fitted.intercept + fitted.slope * x;
    context.globalAlpha = 1;
    context.setLineDash([9, 3, 2, 3]);
    context.strokeStyle = color("accent");
    context.lineWidth = 1.6;
    segment(context, xOf(view.x[0]), yOf(y(view.x[0])), xOf(view.x[1]), yOf(y(view.x[1])));
    context.strokeStyle = soft;
    context.lineWidth = 1;
  }
  if (limit !== undefined) {
    const at = isLinear ? limit : Math.log10(limit);
    context.globalAlpha = 0.9;
    context.setLineDash([2, 3]);
    segment(context, xOf(at), top, xOf(at), top + height);
    segment(context, left, yOf(at), left + width, yOf(at));
  }
  context.restore();
  context.strokeStyle = soft;
  context.strokeRect(left + 0.5, top + 0.5, width, height);
  context.fillStyle = ink;
  context.textAlign = "center";
  context.fillText(xLabel, left + width / 2, top + height + 40);
  context.save();
  context.translate(16, top + height / 2);
  context.rotate(-Math.PI / 2);
  context.fillText(yLabel, 0, 0);
  context.restore();
}

function linearTicks([low, high]: readonly [number, number]): readonly number[] {
  const rough = (high - low) / 7;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((digit) => digit * unit >= rough) ?? 10) * unit;
  const found: number[] = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
}

/** Powers of ten; with 2 and 5 between them where there is room. */
function decadeTicks([low, high]: readonly [number, number]): readonly number[] {
  const digits = high - low < 3.2 ? [1, 2, 5] : [1];
  const found: number[] = [];
  for (let power = Math.floor(low); power <= high; power++) {
    for (const digit of digits) {
      const at = power + Math.log10(digit);
      if (at >= low && at <= high) found.push(at);
    }
  }
  return found;
}

function segment(
  context: CanvasRenderingContext2D,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}
