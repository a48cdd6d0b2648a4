import { Rational } from "../../ground/util/rational.ts";
import { exactRational } from "../scoring/index.ts";

/** Scores: integers unchanged, others rounded half to even. */
export function formatScore(score: Rational): string {
  return score.toFixed(0);
}

/**
 * The given number of significant digits without exponent, half to even on
 * the decimal value: 1234 → 1200, 0.0123 → 0.012, 0.125 → 0.12.
 */
export function formatSignificant(value: number | Rational, digits: number): string {
  const exact = typeof value === "number" ? exactRational(value) : value;
  if (exact.numerator === 0n) return "0";
  let decimals = digits - 1 - magnitudeOf(exact);
  let rounded = roundedAt(exact, decimals);
  // 99.6 with two digits is 100, not 1.0·10² with a digit too many.
  if (rounded.replace("-", "").length > digits) {
    decimals--;
    rounded = roundedAt(exact, decimals);
  }
  if (decimals <= 0) return rounded + "0".repeat(-decimals);
  const isNegative = rounded.startsWith("-");
  const padded = rounded.replace("-", "").padStart(decimals + 1, "0");
  return `${isNegative ? "-" : ""}${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}

/** Exponent of the first digit: 2 for 123, −2 for 0.0123. Not for 0. */
function magnitudeOf({ numerator, denominator }: Rational): number {
  const top = numerator < 0n ? -numerator : numerator;
  const guess = String(top).length - String(denominator).length;
  const isSmaller =
    guess >= 0
      ? top < denominator * 10n ** BigInt(guess)
      : top * 10n ** BigInt(-guess) < denominator;
  return isSmaller ? guess - 1 : guess;
}

/** The integer nearest to value · 10^decimals, as text. */
function roundedAt(value: Rational, decimals: number): string {
  const power = Rational.of(10n ** BigInt(Math.abs(decimals)));
  return (decimals >= 0 ? value.times(power) : value.dividedBy(power)).toFixed(0);
}

/** A share from 0 to 1 in whole percent. */
export function formatPercent(share: Rational): string {
  return `${share.times(Rational.of(100)).toFixed(0)}%`;
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

/**
 * The medal of a rank; a tool without points gets none (the rules require it for validators only).
 */
export function medalOf(rank: number | undefined, score: Rational): Medal | undefined {
  return rank === undefined || score.numerator <= 0n ? undefined : MEDALS[rank - 1];
}
