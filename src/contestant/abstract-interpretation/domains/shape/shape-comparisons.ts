/** Comparisons of pointers in symbolic memory graphs. */
import type { ComparisonOperator } from "../../../cfa/index.ts";
import { decide, range } from "../interval/range.ts";
import { FunctionPointer } from "../value/value.ts";
import type { ShapeObject } from "./shape-object.ts";
import { SegmentSplit, type ShapeState } from "./shape-state.ts";
import { ShapePointer, type ShapeValue } from "./shape-value.ts";

/**
 * Whether two addresses are equal; undefined when executions differ in a way that cannot be distinguished.
 * @throws SegmentSplit where they differ in the length of a segment
 */
export function areEqual(state: ShapeState, a: ShapeValue, b: ShapeValue): boolean | undefined {
  if (a === 0 || b === 0) {
    const isNull = isNullPointer(state, a === 0 ? b : a);
    return isNull;
  }
  if (a instanceof FunctionPointer && b instanceof FunctionPointer) {
    return a.symbol.name === b.symbol.name;
  }
  lookInto(state, a);
  lookInto(state, b);
  if (a instanceof ShapePointer && b instanceof ShapePointer) return arePointersEqual(state, a, b);
  const [object, other] = a instanceof ShapePointer ? [a, b] : [b, a];
  if (object instanceof ShapePointer && other instanceof FunctionPointer) {
    const target = state.graph.object(object.target);
    return target.isValid && isInside(object, target) ? false : undefined;
  }
  return undefined;
}

/** An end of a segment that may be empty is the address of another object where it is. */
function lookInto(state: ShapeState, value: ShapeValue): void {
  if (!(value instanceof ShapePointer)) return;
  const { segment } = state.graph.object(value.target);
  if (segment?.least !== 0 || value.spec === "own" || value.spec === "region") return;
  throw new SegmentSplit(value.target, value.spec);
}

function isNullPointer(state: ShapeState, value: ShapeValue): boolean | undefined {
  if (value instanceof FunctionPointer) return false;
  if (!(value instanceof ShapePointer)) return undefined;
  lookInto(state, value);
  const { size } = state.graph.object(value.target);
  return value.low >= 0 && value.high <= size ? false : undefined;
}

function isInside({ low, high }: ShapePointer, { size }: ShapeObject): boolean {
  return low >= 0 && high < size;
}

function arePointersEqual(
  state: ShapeState,
  a: ShapePointer,
  b: ShapePointer,
): boolean | undefined {
  const { graph } = state;
  const [x, y] = [graph.object(a.target), graph.object(b.target)];
  if (x.id === y.id) {
    if (a.spec !== b.spec) {
      const [first] = [a.spec, b.spec].filter((spec) => spec === "first" || spec === "last");
      if (x.segment === undefined || first === undefined) return undefined;
      if (first === "first" || first === "last") throw new SegmentSplit(x.id, first);
    }
    return decide("eq", range(a.low, a.high), range(b.low, b.high));
  }
  // A later allocation may reuse the address of an object that has ended, and one past the end may be the start of
  // another.
  if (!x.isValid || !y.isValid || !isInside(a, x) || !isInside(b, y)) return undefined;
  return x.isLiteral && y.isLiteral ? undefined : false;
}

/** Relations other than equality; undefined when unknown. */
export function areOrdered(
  state: ShapeState,
  operator: Exclude<ComparisonOperator, "eq" | "ne">,
  a: ShapeValue,
  b: ShapeValue,
): boolean | undefined {
  lookInto(state, a);
  lookInto(state, b);
  if (!(a instanceof ShapePointer) || !(b instanceof ShapePointer)) return undefined;
  if (a.target !== b.target || a.spec !== b.spec) return undefined;
  return decide(operator, range(a.low, a.high), range(b.low, b.high));
}
