import type { Rational } from "../util/rational.ts";

/** Scores: whole numbers as they are, others rounded half to even. */
export function formatScore(score: Rational): string {
  return score.toFixed(0);
}

/** The given number of significant digits without exponent: 1234 → 1200, 0.0123 → 0.012. */
export function formatSignificant(value: number, digits: number): string {
  if (value === 0) return "0";
  const magnitude = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(digits)))));
  const decimals = digits - 1 - magnitude;
  if (decimals >= 0) return value.toFixed(Math.min(decimals, 20));
  return String(Number(value.toPrecision(digits)));
}

/** Seconds with two significant digits and unit; `?` when not measured. */
export function formatSeconds(seconds: number | undefined): string {
  return seconds === undefined ? "?" : `${formatSignificant(seconds, 2)} s`;
}

/** Decimal megabytes with two significant digits and unit; `?` when not measured. */
export function formatMemory(bytes: number | undefined): string {
  return bytes === undefined ? "?" : `${formatSignificant(bytes / 1e6, 2)} MB`;
}

const MEDALS = ["gold", "silver", "bronze"] as const;

export type Medal = (typeof MEDALS)[number];

/** The medal of a rank; nobody gets one without points (the rules say so for validators only). */
export function medalOf(rank: number | undefined, score: Rational): Medal | undefined {
  return rank === undefined || score.numerator <= 0n ? undefined : MEDALS[rank - 1];
}
