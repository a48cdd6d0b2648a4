/** Points of two tools on one canvas, counted per pixel, so that many points show as density. */
import type { VNode } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { ScatterPoints } from "../../../src/explorer/index.ts";
import { color, isDark, themeVersion } from "./theme.ts";

export interface ScatterChartProps {
  readonly points: ScatterPoints;
  readonly factor: number;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly isLinear: boolean;
  /** Classes that are not drawn. */
  readonly hidden: ReadonlySet<number>;
  readonly limit?: number;
  readonly view: View | undefined;
  onView(view: View | undefined): void;
  onHover(index: number | undefined): void;
  onOpen(index: number): void;
}

/** Shown part of both axes, in scaled units (logarithms on a logarithmic axis). */
export interface View {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** By class: both true, both false, one correct, one wrong, neither. */
const LIGHT = ["#0072b2", "#009e73", "#d98200", "#c0261c", "#8a94a3"];
const DARK = ["#4ba3e3", "#2fc596", "#f2b04c", "#ff7d73", "#6b7686"];

export function classColor(index: number): string {
  return (isDark() ? DARK : LIGHT)[index] as string;
}

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
  useEffect(() => {
    const element = host.current;
    const target = canvas.current;
    if (element === null || target === null) return;
    let drawnWidth: number | undefined;
    const draw = (): void => {
      const width = element.clientWidth;
      // The observer also calls when it begins.
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
  ]);

  const at = (event: MouseEvent): number | undefined => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return nearest(
      scaled,
      latest.current.hidden,
      geometry.current,
      event.clientX - box.left,
      event.clientY - box.top,
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

/** Around the middle. */
export function zoomed(view: View, ratio: number): View {
  const axis = ([low, high]: readonly [number, number]): readonly [number, number] => {
    const middle = (low + high) / 2;
    const half = ((high - low) / 2) * ratio;
    return [middle - half, middle + half];
  };
  return { x: axis(view.x), y: axis(view.y) };
}

export interface Scaled {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly classes: Uint8Array;
}

/** Positions on the axes; what was not measured is NaN and is not drawn. */
export function scalePoints(points: ScatterPoints, factor: number, isLinear: boolean): Scaled {
  const scale = (values: Float64Array): Float64Array => {
    const result = new Float64Array(values.length);
    for (let index = 0; index < values.length; index++) {
      const value = (values[index] as number) * factor;
      result[index] = isLinear ? value : Math.log10(Math.max(value, 1e-3));
    }
    return result;
  };
  return { x: scale(points.x), y: scale(points.y), classes: points.classes };
}

export function fullView(
  { x, y, classes }: Scaled,
  hidden: ReadonlySet<number>,
  isLinear: boolean,
): View {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < x.length; index++) {
    if (hidden.has(classes[index] as number)) continue;
    const a = x[index] as number;
    const b = y[index] as number;
    if (a < low) low = a;
    if (b < low) low = b;
    if (a > high) high = a;
    if (b > high) high = b;
  }
  if (!(low < high)) [low, high] = isLinear ? [0, 1] : [-1, 1];
  if (isLinear) return { x: [0, high * 1.04], y: [0, high * 1.04] };
  const bottom = Math.floor(low + 1e-9);
  const margin = (high - bottom) * 0.03;
  return { x: [bottom - margin, high + margin], y: [bottom - margin, high + margin] };
}

function drawScatter(
  canvas: HTMLCanvasElement,
  hostWidth: number,
  scaled: Scaled,
  view: View,
  props: ScatterChartProps,
): Frame {
  const ratio = devicePixelRatio || 1;
  // Square, so that the diagonals are.
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
  const pixels = countRaster(
    scaled,
    view,
    Math.round(frame.width * ratio),
    Math.round(frame.height * ratio),
    props.hidden,
  );
  paint(context, pixels, frame, ratio, scaled.x.length);
  return frame;
}

/** Numbers of points per pixel and class, classes one after the other. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly counts: Uint16Array;
}

const CLASSES = 5;

export function countRaster(
  { x, y, classes }: Scaled,
  view: View,
  width: number,
  height: number,
  hidden: ReadonlySet<number>,
): Raster {
  const counts = new Uint16Array(width * height * CLASSES);
  const size = width * height;
  const [left, right] = view.x;
  const [bottom, top] = view.y;
  const stepX = (width - 1) / (right - left);
  const stepY = (height - 1) / (top - bottom);
  const isHidden = Uint8Array.from({ length: CLASSES }, (_, index) => Number(hidden.has(index)));
  for (let index = 0; index < x.length; index++) {
    const kind = classes[index] as number;
    if (isHidden[kind] === 1) continue;
    const column = Math.round(((x[index] as number) - left) * stepX);
    const row = Math.round((top - (y[index] as number)) * stepY);
    // Also false for NaN.
    if (!(column >= 0 && column < width && row >= 0 && row < height)) continue;
    const at = kind * size + row * width + column;
    const now = counts[at] as number;
    if (now < 0xffff) counts[at] = now + 1;
  }
  return { width, height, counts };
}

/** Every point as a disc; the fewer points there are, the larger. Wrong answers come on top. */
function paint(
  context: CanvasRenderingContext2D,
  { width, height, counts }: Raster,
  frame: Frame,
  ratio: number,
  points: number,
): void {
  const layer = document.createElement("canvas");
  layer.width = width;
  layer.height = height;
  const target = layer.getContext("2d") as CanvasRenderingContext2D;
  const image = target.createImageData(width, height);
  const data = image.data;
  const radius = (points > 20_000 ? 0.5 : points > 2000 ? 1.6 : 3.4) * ratio;
  const disc = discOf(radius);
  const weight = points > 20_000 ? 0.45 : points > 2000 ? 0.6 : 0.72;
  for (const kind of [4, 2, 0, 1, 3]) {
    const [red, green, blue] = rgbOf(classColor(kind));
    const offset = kind * width * height;
    for (let pixel = 0; pixel < width * height; pixel++) {
      const count = counts[offset + pixel] as number;
      if (count === 0) continue;
      const alpha = 1 - (1 - weight) ** count;
      const cx = pixel % width;
      const cy = (pixel / width) | 0;
      for (const [dx, dy, cover] of disc) {
        const px = cx + dx;
        const py = cy + dy;
        if (px < 0 || px >= width || py < 0 || py >= height) continue;
        blend(data, (py * width + px) * 4, red, green, blue, alpha * cover);
      }
    }
  }
  target.putImageData(image, 0, 0);
  context.drawImage(layer, frame.left, frame.top, frame.width, frame.height);
}

function blend(
  data: Uint8ClampedArray,
  at: number,
  red: number,
  green: number,
  blue: number,
  alpha: number,
): void {
  const under = (data[at + 3] as number) / 255;
  const over = alpha + under * (1 - alpha);
  const above = alpha / over;
  const below = 1 - above;
  data[at] = red * above + (data[at] as number) * below;
  data[at + 1] = green * above + (data[at + 1] as number) * below;
  data[at + 2] = blue * above + (data[at + 2] as number) * below;
  data[at + 3] = over * 255;
}

/** Offsets of pixels with the share of them that a disc covers. */
function discOf(radius: number): readonly (readonly [number, number, number])[] {
  const reach = Math.ceil(radius);
  const pixels: [number, number, number][] = [];
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      const cover = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(x, y)));
      if (cover > 0) pixels.push([x, y, cover]);
    }
  }
  return pixels;
}

function rgbOf(hex: string): readonly [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function drawAxes(
  context: CanvasRenderingContext2D,
  { left, top, width, height }: Frame,
  view: View,
  { xLabel, yLabel, isLinear, limit }: ScatterChartProps,
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

const REACH = 12;

/** The nearest point within a few pixels. */
function nearest(
  { x, y, classes }: Scaled,
  hidden: ReadonlySet<number>,
  { frame, view }: { readonly frame: Frame; readonly view: View },
  atX: number,
  atY: number,
): number | undefined {
  const stepX = frame.width / (view.x[1] - view.x[0]);
  const stepY = frame.height / (view.y[1] - view.y[0]);
  let best: number | undefined;
  let distance = REACH * REACH;
  for (let index = 0; index < x.length; index++) {
    if (hidden.has(classes[index] as number)) continue;
    const dx = frame.left + ((x[index] as number) - view.x[0]) * stepX - atX;
    const dy = frame.top + (view.y[1] - (y[index] as number)) * stepY - atY;
    const square = dx * dx + dy * dy;
    if (square < distance) {
      distance = square;
      best = index;
    }
  }
  return best;
}
