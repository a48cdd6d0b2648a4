import type { Axis, ScaleKind } from "./plot.ts";

/** A position on an axis with its text. */
export interface Tick {
  readonly value: number;
  readonly label: string;
}

/** Position on an axis, 0 at its low end and 1 at its high end; values outside are put on the end. */
export function positionOn({ scale, domain: [low, high] }: Axis, value: number): number {
  const start = stretched(scale, low);
  const length = stretched(scale, high) - start;
  if (length <= 0) return 0;
  return Math.min(1, Math.max(0, (stretched(scale, value) - start) / length));
}

/** The value in units that have the same length everywhere on the axis. */
function stretched(scale: ScaleKind, value: number): number {
  switch (scale) {
    case "linear":
      return value;
    case "log":
      return Math.log10(Math.max(value, Number.MIN_VALUE));
    case "linear-log":
      return value < 1 ? value : 1 + Math.log10(value);
  }
}

/** Round numbers along an axis: about `wanted` of them on a linear one, powers of ten elsewhere. */
export function ticksOf({ scale, domain: [low, high] }: Axis, wanted = 8): readonly Tick[] {
  if (scale === "linear") return linearTicks(low, high, wanted);
  const first = scale === "log" ? Math.ceil(Math.log10(low) - 1e-9) : 0;
  const last = Math.floor(Math.log10(high) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first) / 10));
  const ticks: Tick[] = scale === "linear-log" && low <= 0 ? [tick(0, 0)] : [];
  for (let power = first; power <= last; power += step) {
    ticks.push(tick(10 ** power, Math.max(0, -power)));
  }
  return ticks;
}

/** Steps are 1, 2 or 5 times a power of ten. */
function linearTicks(low: number, high: number, wanted: number): readonly Tick[] {
  const rough = (high - low) / wanted;
  const power = Math.floor(Math.log10(rough));
  const unit = 10 ** power;
  const factor = [1, 2, 5, 10].find((candidate) => candidate * unit >= rough) ?? 10;
  const step = factor * unit;
  const decimals = Math.max(0, factor === 10 ? -power - 1 : -power);
  const ticks: Tick[] = [];
  const last = Math.floor(high / step + 1e-9);
  for (let count = Math.ceil(low / step - 1e-9); count <= last; count++) {
    ticks.push(tick(count * step, decimals));
  }
  return ticks;
}

function tick(value: number, decimals: number): Tick {
  const rounded = Number(value.toFixed(Math.min(20, decimals)));
  // -0 would print as "0" but compare as another number.
  const plain = rounded === 0 ? 0 : rounded;
  const label = Math.abs(plain) >= 1e6 ? plain.toExponential().replace("+", "") : String(plain);
  return { value: plain, label };
}

/**
 * A domain that contains the values and ends at round numbers; `[0, 1]` when there are no values.
 */
export function niceDomain(
  scale: ScaleKind,
  values: Iterable<number>,
): readonly [low: number, high: number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value) || (scale === "log" && value <= 0)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return scale === "log" ? [1, 10] : [0, scale === "linear" ? 1 : 10];
  if (scale === "linear") {
    if (low === high) return low === 0 ? [0, 1] : low > 0 ? [0, low] : [low, 0];
    return [low, high];
  }
  const top = 10 ** Math.ceil(Math.log10(Math.max(high, 1e-300)) - 1e-9);
  if (scale === "linear-log") return [0, Math.max(10, top)];
  const bottom = 10 ** Math.floor(Math.log10(low) + 1e-9);
  return bottom === top ? [bottom, top * 10] : [bottom, top];
}
