/** Comparisons of values; executions are split where they differ in the range of a symbol. */
import {
  type ComparisonOperator,
  compare,
  type FloatValueType,
  MIRRORED,
} from "../../../cfa/index.ts";
import { decideFloats, floatRangeOf } from "../float-interval/float-range.ts";
import { decide, range } from "../interval/range.ts";
import type { AbstractState } from "./abstract-state.ts";
import { isSummary, mayBeOneBlock } from "./allocation-sites.ts";
import { leastSize } from "./block-effects.ts";
import { ComparisonSplit } from "./comparison-split.ts";
import { isNumeric } from "./integer-arithmetic.ts";
import type { UnknownValues } from "./unknown-values.ts";
import {
  FloatPattern,
  FunctionPointer,
  IntegerSymbol,
  isInteger,
  ObjectPointer,
  type Value,
} from "./value.ts";

/**
 * Compares integers or pointers; undefined when executions differ in a way that cannot be distinguished.
 * @throws ComparisonSplit where they differ in a symbol
 */
export function compareValues(
  unknown: UnknownValues,
  state: AbstractState,
  operator: ComparisonOperator,
  a: Value,
  b: Value,
): boolean | undefined {
  if (isNumeric(a) && isNumeric(b)) {
    if (a === b) return operator === "eq" || operator === "le" || operator === "ge";
    const known = decide(operator, state.rangeOf(a), state.rangeOf(b));
    if (known !== undefined) return known;
    if (a instanceof IntegerSymbol && b instanceof IntegerSymbol) {
      const areEqual = state.areEqual(a, b);
      if (areEqual === false && (operator === "eq" || operator === "ne")) return operator === "ne";
      if (areEqual === true) return operator === "eq" || operator === "le" || operator === "ge";
    }
    if (unknown.isLasting(a) && isInteger(b)) throw new ComparisonSplit(a, operator, b);
    if (unknown.isLasting(b) && isInteger(a)) throw new ComparisonSplit(b, MIRRORED[operator], a);
    return undefined;
  }
  if (operator !== "eq" && operator !== "ne") {
    return sameObject(a, b) ? ordered(operator, a as ObjectPointer, b as ObjectPointer) : undefined;
  }
  const areEqual = pointersEqual(state, a, b);
  return areEqual === undefined ? undefined : areEqual === (operator === "eq");
}

export function compareFloatValues(
  operator: ComparisonOperator,
  type: FloatValueType,
  a: Value,
  b: Value,
): boolean | undefined {
  if (!(a instanceof FloatPattern) || !(b instanceof FloatPattern)) {
    const [x, y] = [floatRangeOf(type, a), floatRangeOf(type, b)];
    return x === undefined || y === undefined ? undefined : decideFloats(operator, x, y);
  }
  const result = compare(
    operator,
    { kind: "float", type, bits: a.bits },
    { kind: "float", type, bits: b.bits },
  );
  return result.kind === "integer" ? result.value !== 0n : undefined;
}

function sameObject(a: Value, b: Value): boolean {
  return (
    a instanceof ObjectPointer &&
    b instanceof ObjectPointer &&
    a.object === b.object &&
    a.base === b.base &&
    !isSummary(a.object)
  );
}

function ordered(
  operator: ComparisonOperator,
  a: ObjectPointer,
  b: ObjectPointer,
): boolean | undefined {
  if (a.low !== a.high || b.low !== b.high) return undefined;
  return decide(operator, range(a.low, a.low), range(b.low, b.low));
}

/** Pointers to different objects may be equal only one past the end (C11 6.5.9p6). */
function pointersEqual(state: AbstractState, a: Value, b: Value): boolean | undefined {
  if (sameObject(a, b)) return ordered("eq", a as ObjectPointer, b as ObjectPointer);
  if (a instanceof FunctionPointer && b instanceof FunctionPointer) {
    return a.symbol.name === b.symbol.name;
  }
  const isInside = (p: Value): boolean =>
    p instanceof FunctionPointer ||
    (p instanceof ObjectPointer && p.low >= 0 && p.high < leastSize(state, p.object));
  if (a === 0 || b === 0) {
    const other = a === 0 ? b : a;
    return isInside(other) ? false : undefined;
  }
  if (isLiteral(a) && isLiteral(b)) return undefined;
  if (a instanceof ObjectPointer && b instanceof ObjectPointer && mayBeOneBlock(a.object, b.object))
    return undefined;
  return isInside(a) && isInside(b) ? false : undefined;
}

/** Literals may share their storage (C11 6.4.5p7). */
function isLiteral(value: Value): boolean {
  return value instanceof ObjectPointer && value.object.kind === "string";
}
