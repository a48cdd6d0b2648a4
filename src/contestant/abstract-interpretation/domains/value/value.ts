/**
 * Values of the value analysis. A scalar is known exactly, or it is a symbol: an unknown integer whose range is
 * part of the state. Two cells that hold one symbol hold equal values.
 */
import type { MemoryObject } from "../../../cfa/index.ts";
import type { FunctionSymbol } from "../../../cfront/index.ts";

/** A mathematical integer; always a number when that is exact, so that `===` is equality. */
export type Integer = number | bigint;

/** An unknown integer; its range is in the state. */
export class IntegerSymbol {
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }
}

/** A pointer into an object of the state. */
export class ObjectPointer {
  readonly object: MemoryObject;
  /** Slot of the object's first cell: distinguishes its stack frames. */
  readonly base: number;
  /** In bytes; unknown values lie between the two. */
  readonly low: number;
  readonly high: number;

  constructor(object: MemoryObject, base: number, low: number, high: number = low) {
    this.object = object;
    this.base = base;
    this.low = low;
    this.high = high;
  }
}

export class FunctionPointer {
  readonly symbol: FunctionSymbol;

  constructor(symbol: FunctionSymbol) {
    this.symbol = symbol;
  }
}

export class FloatPattern {
  /** As in the CFA's float constants. */
  readonly bits: bigint;

  constructor(bits: bigint) {
    this.bits = bits;
  }
}

/** A float that is not NaN and lies between two numbers; zeros of both signs are equal. */
export class FloatRange {
  readonly low: number;
  readonly high: number;

  constructor(low: number, high: number) {
    this.low = low;
    this.high = high;
  }
}

/** Any float, or any pointer (also an invalid one). */
export const ANY: unique symbol = Symbol("any");

/** Contents of a cell of a block that was never allocated, or has ended: no execution reads it. */
export const UNBORN: unique symbol = Symbol("unborn");

/** Pointers whose value is an integer, such as the null pointer, are integers. */
export type Value =
  | Integer
  | IntegerSymbol
  | ObjectPointer
  | FunctionPointer
  | FloatPattern
  | FloatRange
  | typeof ANY
  | typeof UNBORN;

export function isInteger(value: Value): value is Integer {
  return typeof value === "number" || typeof value === "bigint";
}

/** The canonical form of an integer. */
export function canonical(value: bigint): Integer {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

/** Whether two values that are not symbols are the same. */
export function sameKnownValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a instanceof ObjectPointer && b instanceof ObjectPointer)
    return a.base === b.base && a.object === b.object && a.low === b.low && a.high === b.high;
  if (a instanceof FunctionPointer && b instanceof FunctionPointer)
    return a.symbol.name === b.symbol.name;
  if (a instanceof FloatRange && b instanceof FloatRange)
    return a.low === b.low && a.high === b.high;
  return a instanceof FloatPattern && b instanceof FloatPattern && a.bits === b.bits;
}
