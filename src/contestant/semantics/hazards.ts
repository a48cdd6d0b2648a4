/** Undefined behaviour of operations on scalars. */
import type { ArithmeticOperator, IntegerValueType, ValueType } from "../cfa/index.ts";

export type Hazard =
  /** A signed result that the type cannot hold (C11 6.5p5). */
  | "overflow"
  /** 6.5.5p5. */
  | "division-by-zero"
  /** The least value by -1 (6.5.5p6). */
  | "quotient-overflow"
  /** The remainder of the same, which machines could compute: no conclusion is drawn from it. */
  | "remainder-overflow"
  /** Shift by a negative amount, or by the width or more (6.5.7p3). */
  | "shift-amount"
  /** Left shift of a negative value (6.5.7p4). */
  | "negative-shift"
  /** Left shift of another value whose result does not fit (6.5.7p4). */
  | "shift-overflow"
  /** A float whose integral part the integer type cannot hold (6.3.1.4p1). */
  | "conversion";

const NONE: readonly Hazard[] = [];

/** Returns the hazards of an operation on integers, in the order in which they are checked. */
export function integerHazards(
  operator: ArithmeticOperator,
  { signed }: IntegerValueType,
): readonly Hazard[] {
  switch (operator) {
    case "add":
    case "sub":
    case "mul":
      return signed ? ["overflow"] : NONE;
    case "div":
      return signed ? ["division-by-zero", "quotient-overflow"] : ["division-by-zero"];
    case "rem":
      return signed ? ["division-by-zero", "remainder-overflow"] : ["division-by-zero"];
    case "shl":
      return signed ? ["shift-amount", "negative-shift", "shift-overflow"] : ["shift-amount"];
    case "shr":
      return ["shift-amount"];
    case "and":
    case "or":
    case "xor":
      return NONE;
  }
}

export function negationHazards({ signed }: IntegerValueType): readonly Hazard[] {
  return signed ? ["overflow"] : NONE;
}

export function conversionHazards(to: ValueType, from: ValueType): readonly Hazard[] {
  return from.kind === "float" && to.kind === "int" ? ["conversion"] : NONE;
}
