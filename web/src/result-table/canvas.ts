/** Axes and marks on a canvas. */
import { byId } from "./dom.ts";

/** Colours of the series of a plot, in their order. */
export const COLOURS = [
  "#2f6fde",
  "#d1495b",
  "#2a9d5c",
  "#b8860b",
  "#8b2d86",
  "#00838f",
  "#795548",
  "#607d8b",
  "#e06b00",
  "#5a4fcf",
] as const;

/** A canvas that is ready for drawing; lengths in CSS pixels. */
export interface Drawing {
  readonly pen: CanvasRenderingContext2D;
  /** Width of the plot within its axes. */
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
}

/**
 * Sets a canvas to the size it has on the page, in the colours of the page.
 * @throws Error when the browser cannot draw.
 */
export function prepare(id: string): Drawing {
  const canvas = byId(id, HTMLCanvasElement);
  const scale = devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("this browser cannot draw");
  pen.scale(scale, scale);
  pen.font = "12px system-ui, sans-serif";
  const { color } = getComputedStyle(document.body);
  pen.fillStyle = color;
  pen.strokeStyle = color;
  return { pen, width: width - 80, height: height - 50, left: 60, top: 10 };
}

/** Draws an axis with its grid; returns the function from values to positions on it. */
export function axis(
  { pen, width, height, left, top }: Drawing,
  isX: boolean,
  [low, high]: readonly [number, number],
  isLog: boolean,
): (value: number) => number {
  const place = (value: number): number => {
    const part = isLog
      ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
      : (value - low) / (high - low || 1);
    return isX ? left + part * width : top + height - part * height;
  };
  const ticks = isLog ? logarithmicTicks(low, high) : linearTicks(low, high);
  pen.globalAlpha = 0.15;
  for (const tick of ticks) {
    pen.beginPath();
    if (isX) {
      pen.moveTo(place(tick), top);
      pen.lineTo(place(tick), top + height);
    } else {
      pen.moveTo(left, place(tick));
      pen.lineTo(left + width, place(tick));
    }
    pen.stroke();
  }
  pen.globalAlpha = 1;
  for (const tick of ticks) {
    pen.textAlign = isX ? "center" : "right";
    const x = isX ? place(tick) : left - 6;
    pen.fillText(String(tick), x, isX ? top + height + 16 : place(tick) + 4);
  }
  return place;
}

function logarithmicTicks(low: number, high: number): readonly number[] {
  const factors = high / low < 1000 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power++) {
    for (const factor of factors) {
      const tick = Number((factor * 10 ** power).toPrecision(3));
      if (tick >= low && tick <= high) ticks.push(tick);
    }
  }
  return ticks;
}

function linearTicks(low: number, high: number): readonly number[] {
  const rough = (high - low || 1) / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) {
    ticks.push(Number(tick.toPrecision(6)));
  }
  return ticks;
}

/** Minimum and maximum of the values that an axis can show. */
export function range(
  values: Iterable<number | undefined>,
  isLog: boolean,
): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === undefined || !Number.isFinite(value) || (isLog && value <= 0)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [isLog ? 0.1 : 0, 1];
  return [isLog ? low : Math.min(0, low), high > low ? high : low + 1];
}
