/**
 * Ranges of floats of the formats `float` and `double` (interval arithmetic, Moore 1966). Rounding to nearest is
 * monotonic, so the rounded results of the bounds are the exact bounds of the rounded results.
 */

import { FLOAT32, FLOAT64, floatToNumber, isFloatNaN } from "../../../../ground/util/ieee-float.ts";
import { unreachableKind } from "../../../../ground/util/unreachable-kind.ts";
import type { ComparisonOperator, FloatValueType } from "../../../cfa/index.ts";
import type { FloatOperator } from "../../../semantics/index.ts";
import { decide, range } from "../interval/range.ts";
import { FloatPattern, FloatRange, type Value } from "../value/value.ts";

/** Whether JavaScript numbers represent the values of a format. */
function isNumberFormat({ format }: FloatValueType): boolean {
  return format === "float" || format === "double";
}

function rounded({ format }: FloatValueType, value: number): number {
  return format === "float" ? Math.fround(value) : value;
}

/** A value as a range; undefined when it may be NaN, or its format is another. */
export function floatRangeOf(type: FloatValueType, value: Value): FloatRange | undefined {
  if (value instanceof FloatRange) return value;
  if (!(value instanceof FloatPattern) || !isNumberFormat(type)) return undefined;
  const format = type.format === "float" ? FLOAT32 : FLOAT64;
  if (isFloatNaN(format, value.bits)) return undefined;
  const number = floatToNumber(format, value.bits);
  return new FloatRange(number, number);
}

/** Undefined where a result may be NaN, or is unknown. */
export function floatArithmetic(
  operator: FloatOperator,
  type: FloatValueType,
  a: FloatRange,
  b: FloatRange,
): FloatRange | undefined {
  // Infinities together make NaN, also where the bounds alone do not.
  if (!isBounded(a) || !isBounded(b)) return undefined;
  const corners = (apply: (x: number, y: number) => number): FloatRange => {
    const all = [a.low, a.high].flatMap((x) => [b.low, b.high].map((y) => apply(x, y)));
    return new FloatRange(rounded(type, Math.min(...all)), rounded(type, Math.max(...all)));
  };
  switch (operator) {
    case "add":
      return new FloatRange(rounded(type, a.low + b.low), rounded(type, a.high + b.high));
    case "sub":
      return new FloatRange(rounded(type, a.low - b.high), rounded(type, a.high - b.low));
    case "mul":
      return corners((x, y) => x * y);
    case "div":
      return b.low > 0 || b.high < 0 ? corners((x, y) => x / y) : undefined;
    default:
      return unreachableKind(operator);
  }
}

function isBounded({ low, high }: FloatRange): boolean {
  return Number.isFinite(low) && Number.isFinite(high);
}

/** Whether a comparison holds for all (true) or no (false) pairs of values. */
export function decideFloats(
  operator: ComparisonOperator,
  a: FloatRange,
  b: FloatRange,
): boolean | undefined {
  return decide(operator, range(a.low, a.high), range(b.low, b.high));
}

/** The values converted to another format; undefined for formats that are not represented as numbers. */
export function convertedFloats(type: FloatValueType, value: FloatRange): FloatRange | undefined {
  if (!isNumberFormat(type)) return undefined;
  return new FloatRange(rounded(type, value.low), rounded(type, value.high));
}

/** Integers between two bounds as floats; undefined when they are not exact as numbers. */
export function floatsOfIntegers(
  type: FloatValueType,
  low: number | bigint,
  high: number | bigint,
): FloatRange | undefined {
  const isExact = typeof low === "number" && typeof high === "number";
  return isExact ? convertedFloats(type, new FloatRange(low, high)) : undefined;
}

/** The integers to which floats are converted (towards zero); undefined where these are not exact as numbers. */
export function integersOfFloats({ low, high }: FloatRange): readonly [number, number] | undefined {
  // Adding zero makes the negative zero positive.
  const [from, to] = [Math.trunc(low) + 0, Math.trunc(high) + 0];
  return Number.isSafeInteger(from) && Number.isSafeInteger(to) ? [from, to] : undefined;
}
