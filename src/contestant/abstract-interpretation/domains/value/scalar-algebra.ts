/** Operations on scalars in the value domain. */

import { unreachableKind } from "../../../../ground/util/unreachable-kind.ts";
import {
  binary,
  type ComparisonOperator,
  cast,
  type Expression,
  type FloatConstant,
  type FloatValueType,
  type IntegerConstant,
  type IntegerValueType,
  type LoadExpression,
  type MemoryObject,
  negate,
  type PointerValueType,
  type ValueType,
  wrap,
} from "../../../cfa/index.ts";
import type { FunctionSymbol } from "../../../cfront/index.ts";
import type {
  Binary,
  Evaluation,
  FloatOperator,
  Hazard,
  IntegerOperation,
  Unary,
  ValueAlgebra,
} from "../../../semantics/index.ts";
import {
  convertedFloats,
  floatArithmetic,
  floatRangeOf,
  floatsOfIntegers,
  integersOfFloats,
} from "../float-interval/float-range.ts";
import { fullRange, range } from "../interval/range.ts";
import type { AbstractState } from "./abstract-state.ts";
import { isSummary } from "./allocation-sites.ts";
import type { ValueCarriers } from "./carriers.ts";
import { compareFloatValues, compareValues } from "./comparisons.ts";
import { type IntegerArithmetic, isNumeric } from "./integer-arithmetic.ts";
import type { MemoryEffects } from "./memory-effects.ts";
import type { ProgramLayout } from "./program-layout.ts";
import type { UnknownValues } from "./unknown-values.ts";
import {
  ANY,
  canonical,
  FloatPattern,
  FloatRange,
  FunctionPointer,
  IntegerSymbol,
  isInteger,
  ObjectPointer,
  type Value,
} from "./value.ts";

type Truth = ValueCarriers["truth"];

export class ScalarAlgebra implements ValueAlgebra<ValueCarriers> {
  readonly #layout: ProgramLayout;
  readonly #unknown: UnknownValues;
  readonly #integers: IntegerArithmetic;
  readonly #memory: MemoryEffects;

  constructor(
    layout: ProgramLayout,
    unknown: UnknownValues,
    integers: IntegerArithmetic,
    memory: MemoryEffects,
  ) {
    this.#layout = layout;
    this.#unknown = unknown;
    this.#integers = integers;
    this.#memory = memory;
  }

  integer({ value }: IntegerConstant): Value {
    return canonical(value);
  }

  float({ bits }: FloatConstant): Value {
    return new FloatPattern(bits);
  }

  objectAddress(object: MemoryObject): Evaluation<ValueCarriers> {
    const { slot, isStatic } = this.#layout.placeOf(object);
    if (isStatic) {
      const pointer = new ObjectPointer(object, slot, 0);
      return () => pointer;
    }
    return (state) => new ObjectPointer(object, state.frame.base + slot, 0);
  }

  functionAddress(symbol: FunctionSymbol): Value {
    return new FunctionPointer(symbol);
  }

  load(load: LoadExpression, pointer: Evaluation<ValueCarriers>): Evaluation<ValueCarriers> {
    return this.#memory.load(load, pointer);
  }

  // ---------------------------------------------------------------- arithmetic

  negate(type: IntegerValueType, hazards: readonly Hazard[]): Unary<ValueCarriers> {
    return this.#integers.negate(type, hazards);
  }

  complement(type: IntegerValueType | PointerValueType): Unary<ValueCarriers> {
    return this.#integers.complement(type);
  }

  negateFloat(type: FloatValueType): Unary<ValueCarriers> {
    return (_state, value) => {
      if (value instanceof FloatRange) return new FloatRange(-value.high, -value.low);
      if (!(value instanceof FloatPattern)) return ANY;
      const negated = negate({ kind: "float", type, bits: value.bits });
      return negated.kind === "float" ? new FloatPattern(negated.bits) : ANY;
    };
  }

  integerArithmetic(operation: IntegerOperation): Binary<ValueCarriers> {
    return this.#integers.operation(operation);
  }

  floatArithmetic(operator: FloatOperator, type: FloatValueType): Binary<ValueCarriers> {
    const constant = (bits: bigint): Expression => ({ kind: "float", type, bits });
    return (_state, a, b) => {
      if (!(a instanceof FloatPattern) || !(b instanceof FloatPattern)) {
        const [x, y] = [floatRangeOf(type, a), floatRangeOf(type, b)];
        if (x === undefined || y === undefined) return ANY;
        return floatArithmetic(operator, type, x, y) ?? ANY;
      }
      const result = binary(operator, type, constant(a.bits), constant(b.bits));
      return result.kind === "float" ? new FloatPattern(result.bits) : ANY;
    };
  }

  offset(operator: "add" | "sub", { bits }: PointerValueType): Binary<ValueCarriers> {
    return (state, a, b) => {
      if (operator === "sub" || !(a instanceof ObjectPointer) || !isNumeric(b)) return ANY;
      // The number of bytes is unsigned with pointer width: a large one goes backwards.
      const bytes = state.rangeOf(b);
      const low = Number(BigInt.asIntN(bits, BigInt(bytes.low)));
      const high = Number(BigInt.asIntN(bits, BigInt(bytes.high)));
      return low <= high
        ? new ObjectPointer(a.object, a.base, a.low + low, a.high + high)
        : new ObjectPointer(a.object, a.base, -Infinity, Infinity);
    };
  }

  difference(type: IntegerValueType): Binary<ValueCarriers> {
    return (state, a, b) => {
      const isSame =
        a instanceof ObjectPointer &&
        b instanceof ObjectPointer &&
        a.object === b.object &&
        a.base === b.base &&
        !isSummary(a.object);
      if (!isSame)
        this.#unknown.incompleteness.add("difference of pointers into different objects");
      else if (a.low === a.high && b.low === b.high) return a.low - b.low;
      return this.#unknown.any(state, type);
    };
  }

  // --------------------------------------------------------------- comparisons

  compareIntegers(operator: ComparisonOperator): Binary<ValueCarriers, Truth> {
    return (state, x, y) => {
      if (typeof x === "number" && typeof y === "number") {
        switch (operator) {
          case "eq":
            return x === y;
          case "ne":
            return x !== y;
          case "lt":
            return x < y;
          case "le":
            return x <= y;
          case "gt":
            return x > y;
          case "ge":
            return x >= y;
          default:
            return unreachableKind(operator);
        }
      }
      return compareValues(this.#unknown, state, operator, x, y);
    };
  }

  comparePointers(operator: ComparisonOperator): Binary<ValueCarriers, Truth> {
    return this.compareIntegers(operator);
  }

  compareFloats(operator: ComparisonOperator, type: FloatValueType): Binary<ValueCarriers, Truth> {
    return (_state, a, b) => compareFloatValues(operator, type, a, b);
  }

  isNonzero(type: ValueType): Unary<ValueCarriers, Truth> {
    if (type.kind === "float") {
      const zero = new FloatPattern(0n);
      return (_state, value) => compareFloatValues("ne", type, value, zero);
    }
    return (state, value) => compareValues(this.#unknown, state, "ne", value, 0);
  }

  ofTruth(): (state: AbstractState, truth: Truth) => Value {
    const either = range(0, 1);
    return (state, truth) =>
      truth === undefined ? this.#unknown.within(state, either) : truth ? 1 : 0;
  }

  choose(
    type: ValueType,
    condition: Evaluation<ValueCarriers, Truth>,
    whenTrue: Evaluation<ValueCarriers>,
    whenFalse: Evaluation<ValueCarriers>,
  ): Evaluation<ValueCarriers> {
    return (state) => {
      const holds = condition(state);
      if (holds !== undefined) return holds ? whenTrue(state) : whenFalse(state);
      const a = whenTrue(state);
      const b = whenFalse(state);
      return a === b ? a : this.#unknown.any(state, type);
    };
  }

  // --------------------------------------------------------------- conversions

  resize(to: IntegerValueType): Unary<ValueCarriers> {
    return (state, value) => this.#integers.convert(state, value, to);
  }

  pointerToInteger(to: IntegerValueType): Unary<ValueCarriers> {
    return (state, value) => this.#integers.convert(state, value, to);
  }

  integerToPointer(to: PointerValueType): Unary<ValueCarriers> {
    const { high } = fullRange(to);
    return (state, value) => {
      if (isInteger(value)) return canonical(wrap(to, BigInt(value)));
      if (!(value instanceof IntegerSymbol)) return value;
      const values = state.rangeOf(value);
      return values.low >= 0 && values.high <= high ? value : ANY;
    };
  }

  integerToFloat(to: FloatValueType, from: IntegerValueType): Unary<ValueCarriers> {
    return (state, value) => {
      if (value instanceof IntegerSymbol) {
        const { low, high } = state.rangeOf(value);
        return floatsOfIntegers(to, low, high) ?? ANY;
      }
      if (!isInteger(value)) return ANY;
      const converted = cast(to, { kind: "integer", type: from, value: BigInt(value) });
      return converted.kind === "float" ? new FloatPattern(converted.bits) : ANY;
    };
  }

  floatToFloat(to: FloatValueType, from: FloatValueType): Unary<ValueCarriers> {
    return (_state, value) => {
      if (value instanceof FloatRange) return convertedFloats(to, value) ?? ANY;
      if (!(value instanceof FloatPattern)) return ANY;
      const converted = cast(to, { kind: "float", type: from, bits: value.bits });
      return converted.kind === "float" ? new FloatPattern(converted.bits) : ANY;
    };
  }

  floatToInteger(to: IntegerValueType, from: FloatValueType): Unary<ValueCarriers> {
    const full = fullRange(to);
    return (state, value) => {
      if (value instanceof FloatRange) {
        const bounds = integersOfFloats(value);
        if (bounds !== undefined) {
          const [low, high] = bounds;
          if (low >= full.low && high <= full.high) {
            return this.#unknown.within(state, range(low, high));
          }
        }
      }
      if (!(value instanceof FloatPattern)) {
        this.#unknown.incompleteness.add("conversion of an unknown float");
        return this.#unknown.any(state, to);
      }
      const converted = cast(to, { kind: "float", type: from, bits: value.bits });
      if (converted.kind === "integer") return canonical(converted.value);
      this.#unknown.incompleteness.add("conversion of a float out of range");
      return this.#unknown.any(state, to);
    };
  }

  meaningless(type: ValueType, reason: string): (state: AbstractState) => Value {
    return (state) => {
      this.#unknown.incompleteness.add(`unsupported: ${reason}`);
      return this.#unknown.any(state, type);
    };
  }
}
