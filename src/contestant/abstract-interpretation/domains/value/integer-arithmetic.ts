/** Arithmetic on integers with a known value or range. */

import { unreachableKind } from "../../../../ground/util/unreachable-kind.ts";
import {
  type ArithmeticOperator,
  type IntegerValueType,
  type PointerValueType,
  type ValueType,
  wrap,
} from "../../../cfa/index.ts";
import type { Hazard, IntegerOperation } from "../../../semantics/index.ts";
import type { OverflowMode } from "../../../specification/index.ts";
import {
  EVERY_INTEGER,
  type ResidueClass,
  residueClass,
  wrappedClass,
} from "../congruence/residue-class.ts";
import {
  decide,
  exactBounds,
  exactClass,
  fullRange,
  type Range,
  range,
  withinClass,
} from "../interval/range.ts";
import type { SymbolRanges } from "./symbol-ranges.ts";
import type { UnknownValues } from "./unknown-values.ts";
import { canonical, type Integer, IntegerSymbol, isInteger, type Value } from "./value.ts";

type UnaryOperation = (state: SymbolRanges, value: Value) => Value;
type BinaryOperation = (state: SymbolRanges, left: Value, right: Value) => Value;

const ZERO = range(0, 0);
const MINUS_ONE = range(-1, -1);

/** Results of an operation before they wrap around. */
interface ExactResults {
  /** Undefined when they are no better than the type. */
  readonly bounds: Range | undefined;
  readonly residue: ResidueClass;
}

export class IntegerArithmetic {
  readonly #unknown: UnknownValues;
  readonly #overflow: OverflowMode;

  constructor(unknown: UnknownValues, overflow: OverflowMode) {
    this.#unknown = unknown;
    this.#overflow = overflow;
  }

  /** Records hazards of an operation with unknown operands, for which it may be undefined. */
  #mayFail(hazards: readonly Hazard[]): void {
    const { incompleteness } = this.#unknown;
    for (const hazard of hazards) {
      switch (hazard) {
        case "overflow":
          if (this.#overflow === "stop") incompleteness.add("possible overflow");
          break;
        case "division-by-zero":
          incompleteness.add("possible division by zero");
          break;
        case "quotient-overflow":
        case "remainder-overflow":
          incompleteness.add("possible overflow in division");
          break;
        case "shift-amount":
          incompleteness.add("possible shift by a negative or too large amount");
          break;
        case "negative-shift":
          if (this.#overflow === "stop")
            incompleteness.add("possible left shift of a negative value");
          break;
        case "shift-overflow":
          if (this.#overflow === "stop")
            incompleteness.add("possible left shift that does not fit");
          break;
        case "conversion":
          incompleteness.add("conversion of a float out of range");
          break;
        default:
          unreachableKind(hazard);
      }
    }
  }

  /** -x is 0 - x. */
  negate(type: IntegerValueType, hazards: readonly Hazard[]): UnaryOperation {
    const isChecked = hazards.length > 0;
    return (state, value) => {
      if (isNumeric(value)) {
        return this.#fit(state, type, this.#exact("sub", ZERO, state.rangeOf(value)), isChecked);
      }
      this.#mayFail(hazards);
      return this.#unknown.any(state, type);
    };
  }

  /** ~x is -1 - x. */
  complement(type: IntegerValueType | PointerValueType): UnaryOperation {
    return (state, value) =>
      isNumeric(value)
        ? this.#fit(state, type, this.#exact("sub", MINUS_ONE, state.rangeOf(value)), false)
        : this.#unknown.any(state, type);
  }

  operation({ operator, type, hazards }: IntegerOperation): BinaryOperation {
    const { bits } = type;
    const isChecked = hazards.includes("overflow");
    const isShift = operator === "shl" || operator === "shr";
    const { low, high } = fullRange(type);
    const isSmall = bits <= 32;
    return (state, a, b) => {
      if (isSmall && typeof a === "number" && typeof b === "number") {
        let exact: number | undefined;
        if (operator === "add") exact = a + b;
        else if (operator === "sub") exact = a - b;
        else if (operator === "mul") exact = a * b;
        else if (operator === "div" && b !== 0) exact = Math.trunc(a / b);
        else if (operator === "rem" && b !== 0) exact = a % b;
        // The fast path: all other cases, including negative zero, are handled below.
        if (exact !== undefined && exact >= low && exact <= high) {
          const isDisputed = operator === "rem" && b === -1 && a === low;
          if (!isDisputed) return exact + 0;
        }
      }
      if (!isNumeric(a) || !isNumeric(b)) {
        this.#mayFail(hazards);
        return this.#unknown.any(state, type);
      }
      const x = state.rangeOf(a);
      const y = state.rangeOf(b);
      if (operator === "div" || operator === "rem")
        return this.#divide(state, operator, type, x, y);
      if (isShift) return this.#shift(state, operator, type, x, y, hazards);
      if (x.low === x.high && y.low === y.high) {
        const bitwise = bitOperation(operator, BigInt(x.low), BigInt(y.low));
        if (bitwise !== undefined) return canonical(wrap(type, bitwise));
      }
      const result = this.#fit(state, type, this.#exact(operator, x, y), isChecked);
      if (operator === "add" && isInteger(b)) this.#relate(state, result, a, b, bits);
      else if (operator === "add" && isInteger(a)) this.#relate(state, result, b, a, bits);
      else if (operator === "sub" && isInteger(b)) this.#relate(state, result, a, -BigInt(b), bits);
      return result;
    };
  }

  /** A new symbol is the sum of another one and a constant, modulo 2^bits. */
  #relate(state: SymbolRanges, result: Value, from: Value, offset: Integer, bits: number): void {
    if (!this.#unknown.knowsOffsets || result === from) return;
    if (!(result instanceof IntegerSymbol) || !(from instanceof IntegerSymbol)) return;
    state.relate?.(result, from, BigInt(offset), bits);
  }

  #divide(
    state: SymbolRanges,
    operator: "div" | "rem",
    type: IntegerValueType,
    x: Range,
    y: Range,
  ): Value {
    if (decide("ne", y, ZERO) !== true) {
      this.#mayFail(["division-by-zero"]);
      return this.#unknown.any(state, type);
    }
    const mayOverflow =
      operator === "rem" &&
      type.signed &&
      x.low === fullRange(type).low &&
      decide("ne", y, MINUS_ONE) !== true;
    if (mayOverflow) this.#mayFail(["remainder-overflow"]);
    return this.#fit(state, type, this.#exact(operator, x, y), operator === "div", true);
  }

  #shift(
    state: SymbolRanges,
    operator: "shl" | "shr",
    type: IntegerValueType,
    x: Range,
    y: Range,
    hazards: readonly Hazard[],
  ): Value {
    if (y.low < 0 || y.high >= type.bits) {
      this.#mayFail(["shift-amount"]);
      return this.#unknown.any(state, type);
    }
    const exact = this.#exact(operator, x, y);
    if (hazards.includes("negative-shift") && x.low < 0) this.#mayFail(["negative-shift"]);
    if (hazards.includes("shift-overflow")) {
      const { bounds } = exact;
      const fits = bounds !== undefined && bounds.low >= 0 && bounds.high <= fullRange(type).high;
      if (!fits) this.#mayFail(["shift-overflow"]);
    }
    return this.#fit(state, type, exact, false);
  }

  #exact(operator: ArithmeticOperator, x: Range, y: Range): ExactResults {
    const residue = this.#unknown.knowsResidues ? exactClass(operator, x, y) : EVERY_INTEGER;
    const bounds = exactBounds(operator, x, y);
    return { bounds: bounds && withinClass(bounds, residue), residue };
  }

  /** Fits a result with known exact bounds into a type; out of range it wraps, or is a violation. */
  #fit(
    state: SymbolRanges,
    type: IntegerValueType | PointerValueType,
    { bounds: exact, residue }: ExactResults,
    isChecked: boolean,
    isUndefined = false,
  ): Value {
    const full = fullRange(type);
    if (exact === undefined) {
      return residue.modulus === 1n || type.kind !== "int"
        ? this.#unknown.any(state, type)
        : this.#members(state, full, wrappedClass(residue, type.bits));
    }
    if (exact.low >= full.low && exact.high <= full.high) return this.#unknown.within(state, exact);
    if (isChecked && type.kind === "int" && type.signed) {
      if (this.#overflow === "stop") {
        this.#unknown.incompleteness.add("possible overflow");
        if (exact.low > full.high || exact.high < full.low) this.#unknown.overflow = true;
      } else if (isUndefined) this.#unknown.incompleteness.add("possible overflow in division");
    }
    return exact.low === exact.high
      ? canonical(wrap(type, BigInt(exact.low)))
      : this.#wrapped(state, type, exact);
  }

  /** Wrapping keeps an interval when both ends move by the same amount. */
  #wrapped(state: SymbolRanges, type: IntegerValueType | PointerValueType, exact: Range): Value {
    const low = wrap(type, BigInt(exact.low));
    const high = wrap(type, BigInt(exact.high));
    const isMoved = low - BigInt(exact.low) === high - BigInt(exact.high);
    const residue = exact.residue ?? EVERY_INTEGER;
    if (!isMoved) return this.#members(state, fullRange(type), wrappedClass(residue, type.bits));
    const moved = { modulus: residue.modulus, value: residue.value + low - BigInt(exact.low) };
    return this.#members(state, range(canonical(low), canonical(high)), moved);
  }

  /** The values that are members of a class; where there seem to be none, all. */
  #members(state: SymbolRanges, values: Range, { modulus, value }: ResidueClass): Value {
    const members = withinClass(values, residueClass(modulus, value));
    return this.#unknown.within(state, members ?? values);
  }

  /** Conversion to an integer type, modulo its width. */
  convert(state: SymbolRanges, value: Value, type: IntegerValueType): Value {
    const full = fullRange(type);
    if (isInteger(value)) {
      return value >= full.low && value <= full.high ? value : canonical(wrap(type, BigInt(value)));
    }
    if (!(value instanceof IntegerSymbol)) return this.#unknown.any(state, type);
    const values = state.rangeOf(value);
    if (values.low >= full.low && values.high <= full.high) return value;
    const result = this.#wrapped(state, type, { ...values, excluded: [] });
    const isNarrowed = Number(values.high) - Number(values.low) >= 2 ** type.bits;
    if (!isNarrowed) this.#relate(state, result, value, 0, type.bits);
    return result;
  }

  /** Reinterprets a value that was written with another type of the same size. */
  retyped(state: SymbolRanges, value: Value, from: ValueType, to: ValueType): Value {
    if (isSameType(from, to)) return value;
    return from.kind === "int" && to.kind === "int" && from.bits === to.bits
      ? this.convert(state, value, to)
      : this.#unknown.any(state, to);
  }
}

export function isNumeric(value: Value): value is Integer | IntegerSymbol {
  return typeof value === "number" || typeof value === "bigint" || value instanceof IntegerSymbol;
}

export function isSameType(a: ValueType, b: ValueType): boolean {
  if (a.kind === "float") return b.kind === "float" && a.format === b.format;
  if (a.kind === "pointer") return b.kind === "pointer";
  return b.kind === "int" && a.bits === b.bits && a.signed === b.signed;
}

/** Undefined for operators that are not bit operations. */
function bitOperation(
  operator: "add" | "sub" | "mul" | "and" | "or" | "xor",
  a: bigint,
  b: bigint,
): bigint | undefined {
  switch (operator) {
    case "and":
      return a & b;
    case "or":
      return a | b;
    case "xor":
      return a ^ b;
    case "add":
    case "sub":
    case "mul":
      return undefined;
    default:
      return unreachableKind(operator);
  }
}
