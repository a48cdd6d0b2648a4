/** Values in symbolic memory graphs: pointers to their objects beside the scalars of the value domain. */
import {
  type ANY,
  FloatPattern,
  FunctionPointer,
  type Integer,
  IntegerSymbol,
  isInteger,
} from "../value/value.ts";

/** Identifies an object of a graph, and its successors in later graphs. */
export type ObjectId = number;

/**
 * The address that a pointer to an object holds: that of a region, of the first or the last node of a segment, or
 * of its own node, in objects that each node of a segment owns.
 */
export type NodeSpec = "region" | "first" | "last" | "own";

/** A points-to edge (object, offset, target specifier): equal ones are equal addresses. */
export class ShapePointer {
  readonly target: ObjectId;
  readonly spec: NodeSpec;
  /** In bytes; unknown offsets lie between the two. */
  readonly low: number;
  readonly high: number;

  constructor(target: ObjectId, spec: NodeSpec, low: number, high: number = low) {
    this.target = target;
    this.spec = spec;
    this.low = low;
    this.high = high;
  }

  moved(low: number, high: number = low): ShapePointer {
    return low === 0 && high === 0
      ? this
      : new ShapePointer(this.target, this.spec, this.low + low, this.high + high);
  }

  to(target: ObjectId, spec: NodeSpec): ShapePointer {
    return new ShapePointer(target, spec, this.low, this.high);
  }

  get isExact(): boolean {
    return this.low === this.high;
  }
}

/** Null and other pointers with a number are integers; unknown pointers are symbols. */
export type ShapeValue =
  | Integer
  | IntegerSymbol
  | ShapePointer
  | FunctionPointer
  | FloatPattern
  /** Any float. */
  | typeof ANY;

export function isNumber(value: ShapeValue): value is Integer | IntegerSymbol {
  return isInteger(value) || value instanceof IntegerSymbol;
}

/** Whether two values are one in every execution; symbols of one graph are compared by identity. */
export function sameShapeValue(a: ShapeValue, b: ShapeValue): boolean {
  if (a === b) return true;
  if (a instanceof ShapePointer && b instanceof ShapePointer) {
    return a.target === b.target && a.spec === b.spec && a.low === b.low && a.high === b.high;
  }
  if (a instanceof FunctionPointer && b instanceof FunctionPointer) {
    return a.symbol.name === b.symbol.name;
  }
  return a instanceof FloatPattern && b instanceof FloatPattern && a.bits === b.bits;
}
