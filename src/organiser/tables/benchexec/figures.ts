/** Figures of a group of values, with BenchExec's arithmetic. */

import { Decimal } from "../../../ground/util/decimal.ts";
import { type Cells, cellText } from "../../results/index.ts";

/** Counts (of statuses) have a sum only. */
export interface Figures {
  readonly sum: Decimal;
  readonly minimum?: Decimal;
  readonly maximum?: Decimal;
  readonly mean?: Decimal;
  readonly median?: Decimal;
  /** Deviation of the population, with 28 digits; expensive. */
  readonly deviation?: () => Decimal;
  /** The same as a double, cheap. */
  readonly nearDeviation?: () => NearFigure;
}

/** A figure that was computed in doubles. */
export interface NearFigure {
  readonly value: number;
  /** Bound for the absolute error. */
  readonly error: number;
}

/** The number in a text like `1.23s`. Undefined when there is none. */
export function numberIn(text: string): Decimal | undefined {
  const trimmed = text.trim();
  if (/^(nan|[-+]?inf)$/i.test(trimmed)) return Decimal.parse(trimmed);
  const number = trimmed.replace(/[^0-9]*$/, "");
  return number === "" ? undefined : Decimal.parse(number);
}

/** The number in a cell. */
export function cellValue(cells: Cells, row: number): Decimal | undefined {
  const text = cellText(cells, row);
  return text === undefined ? undefined : numberIn(text);
}

/** Figures of any decimals, including infinite ones and NaN. */
export function figuresOfDecimals(values: readonly Decimal[]): Figures | undefined {
  if (values.length === 0) return undefined;
  if (values.some(({ special }) => special === "NaN")) {
    const { nan } = Decimal;
    return constant({ sum: nan, minimum: nan, maximum: nan, mean: nan, median: nan }, nan);
  }
  const sorted = sortDecimals(values);
  const count = sorted.length;
  const minimum = sorted[0] as Decimal;
  const maximum = sorted[count - 1] as Decimal;
  const upper = sorted[count >> 1] as Decimal;
  const lower = sorted[(count >> 1) - 1];
  const median = count % 2 === 1 ? upper : middleOf(lower as Decimal, upper);
  if (!minimum.isFinite || !maximum.isFinite) {
    const { nan, infinity, negativeInfinity } = Decimal;
    const isBoth = minimum === negativeInfinity && maximum === infinity;
    const sum = isBoth ? nan : maximum === infinity ? infinity : negativeInfinity;
    return constant({ sum, minimum, maximum, mean: sum, median }, isBoth ? nan : infinity);
  }
  const sum = sorted.reduce((total, value) => total.plus(value), Decimal.zero);
  const mean = sum.dividedBy(Decimal.ofInteger(count));
  return { sum, minimum, maximum, mean, median, deviation: () => deviationOf(sorted, mean) };
}

function constant(figures: Figures, deviation: Decimal): Figures {
  return { ...figures, deviation: () => deviation };
}

function middleOf(lower: Decimal, upper: Decimal): Decimal {
  const sum = lower.plus(upper);
  return sum.isFinite ? sum.dividedBy(Decimal.ofInteger(2)) : sum;
}

/** Stable, as equal numbers may be written differently. */
export function sortDecimals(values: readonly Decimal[]): readonly Decimal[] {
  return [...values].sort((a, b) => a.compare(b));
}

/** √(Σ(v − mean)² / n), every step rounded to 28 digits. */
export function deviationOf(sorted: readonly Decimal[], mean: Decimal): Decimal {
  let squares = Decimal.of(0n, -28);
  for (const value of sorted) {
    const difference = value.minus(mean);
    squares = squares.plus(difference.times(difference));
  }
  return squares.dividedBy(Decimal.ofInteger(sorted.length)).squareRoot();
}
