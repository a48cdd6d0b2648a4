/** Conversion of rational vectors without negative entries to vectors of integers. */
import { gcd } from "./gcd.ts";
import type { Rational } from "./rational.ts";

/** Each entry rounded to the nearest integer. */
export function rounded(some: readonly Rational[]): readonly bigint[] {
  return some.map(
    ({ numerator, denominator }) => (2n * numerator + denominator) / (2n * denominator),
  );
}

/** The least integers in the same proportions. */
export function integers(some: readonly Rational[]): readonly bigint[] {
  const denominator = some.reduce(
    (all, one) => (all * one.denominator) / gcd(all, one.denominator),
    1n,
  );
  const numbers = some.map((one) => (one.numerator * denominator) / one.denominator);
  const divisor = numbers.reduce(gcd, 0n) || 1n;
  return numbers.map((number) => number / divisor);
}
