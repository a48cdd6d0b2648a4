/**
 * Symbolic evaluation of the CFA's expressions: each operation of C on terms; undefined behaviour is recorded (C11
 * 6.5p5, 6.5.5p5, 6.5.7p3, 6.3.1.4). Signed overflow wraps around, as verification tasks on reachability expect.
 */

import { invariant } from "../../../ground/util/errors.ts";
import { decodeX87, integerToFloat } from "../../../ground/util/ieee-float.ts";
import { unreachableKind } from "../../../ground/util/unreachable-kind.ts";
import {
  type BitField,
  type ComparisonOperator,
  type Expression,
  type FloatConstant,
  type FloatValueType,
  formatOf,
  type IntegerConstant,
  type IntegerValueType,
  type LoadExpression,
  type MemoryObject,
  type PointerValueType,
  sizeInMemory,
  type ValueType,
  widthOf,
} from "../../cfa/index.ts";
import type { FunctionSymbol } from "../../cfront/index.ts";
import {
  type Binary,
  type Evaluation,
  ExpressionSemantics,
  type FloatOperator,
  type Hazard,
  type IntegerOperation,
  type ScalarTarget,
  type Unary,
  type ValueAlgebra,
} from "../../semantics/index.ts";
import type { RoundingMode, Term, TermManager } from "../../smt/index.ts";
import type { OverflowMode } from "../../specification/index.ts";
import type { MemoryAccess } from "../memory/access.ts";
import type { SymbolicMemory } from "../memory/memory.ts";
import { NanTerms } from "../memory/nan-terms.ts";
import type { Region } from "../memory/region.ts";
import type { State } from "../memory/state.ts";
import { UnsupportedFeature } from "../memory/unsupported.ts";
import { Pointer, pointerTo, selectPointer, type Value } from "../memory/value.ts";
import type { SymbolicCarriers, SymbolicFrame } from "./carriers.ts";

export class Evaluator implements ValueAlgebra<SymbolicCarriers> {
  readonly #manager: TermManager;
  readonly #memory: SymbolicMemory;
  readonly #access: MemoryAccess;
  readonly #overflow: OverflowMode;
  readonly nanTerms: NanTerms;
  readonly expressions: ExpressionSemantics<SymbolicCarriers> = new ExpressionSemantics(this);

  constructor(memory: SymbolicMemory, access: MemoryAccess, overflow: OverflowMode) {
    this.#overflow = overflow;
    this.nanTerms = new NanTerms(memory.manager);
    this.#manager = memory.manager;
    this.#memory = memory;
    this.#access = access;
  }

  evaluate(expression: Expression, state: State, frame: SymbolicFrame): Value {
    return this.expressions.evaluate(expression, state, frame);
  }

  /** The truth value of a scalar: it compares unequal to 0. */
  condition(expression: Expression, state: State, frame: SymbolicFrame): Term {
    return this.expressions.compileTest(expression)(state, frame);
  }

  pointer(expression: Expression, state: State, frame: SymbolicFrame): Pointer {
    return this.asPointer(this.evaluate(expression, state, frame));
  }

  asPointer(value: Value): Pointer {
    return value instanceof Pointer ? value : this.#memory.pointerOf(value);
  }

  #asTerm(value: Value): Term {
    return value instanceof Pointer ? this.#memory.addressOf(value) : value;
  }

  // ------------------------------------------------------ constants, addresses

  integer({ type, value }: IntegerConstant): Value {
    if (type.kind === "int") {
      return this.#manager.constant(type.bits, BigInt.asUintN(type.bits, value));
    }
    invariant(type.bits === this.#memory.pointerBits, "an address of another size");
    return this.#memory.pointerOf(this.#memory.constantOffset(value));
  }

  float({ type, bits }: FloatConstant): Value {
    return this.#manager.constant(
      widthOf(type),
      type.format === "ldouble" ? decodeX87(bits) : bits,
    );
  }

  objectAddress(object: MemoryObject): Evaluation<SymbolicCarriers> {
    const start = this.#memory.constantOffset(0);
    return (_state, frame) => pointerTo(this.#manager, frame.regionOf(object), start);
  }

  functionAddress(symbol: FunctionSymbol): Value {
    const region = this.#memory.functionRegion(symbol);
    return pointerTo(this.#manager, region, this.#memory.constantOffset(0));
  }

  // ------------------------------------------------------------------- memory

  load(
    { address, type, bitField }: LoadExpression,
    pointer: Evaluation<SymbolicCarriers>,
  ): Evaluation<SymbolicCarriers> {
    if (bitField !== undefined) return this.#loadBitField(type, bitField, pointer);
    const size = sizeInMemory(type, this.#memory.pointerBits);
    const object = address.kind === "address" ? address.target : undefined;
    return (state, frame) => {
      if (object !== undefined && object.kind !== "function") {
        const region = frame.regionOf(object);
        if (!region.hasEnded && region.size !== undefined && region.size >= size) {
          return this.fromMemory(this.#access.readAt(state, region, 0, size), type);
        }
      }
      const place = this.asPointer(pointer(state, frame));
      return this.fromMemory(this.#access.load(state, place, size), type);
    };
  }

  #loadBitField(
    type: ValueType,
    bitField: BitField,
    pointer: Evaluation<SymbolicCarriers>,
  ): Evaluation<SymbolicCarriers> {
    const manager = this.#manager;
    const size = unitSize(bitField);
    const { bitOffset, bitWidth } = bitField;
    const width = widthOf(type);
    return (state, frame) => {
      const place = this.asPointer(pointer(state, frame));
      const unit = this.nanTerms.observed(this.#asTerm(this.#access.load(state, place, size)));
      const bits = manager.extract(unit, bitOffset + bitWidth - 1, bitOffset);
      return type.kind === "int" && type.signed
        ? manager.signExtend(bits, width)
        : manager.zeroExtend(bits, width);
    };
  }

  /** Converts a value as stored in memory to a value of a type. */
  fromMemory(value: Value, type: ValueType): Value {
    if (type.kind === "pointer") {
      return value instanceof Pointer ? value : this.#memory.pointerOf(value);
    }
    const term = this.#asTerm(value);
    const width = widthOf(type);
    if (term.width === width) return type.kind === "int" ? this.nanTerms.observed(term) : term;
    if (type.kind !== "float" || type.format !== "ldouble") {
      throw new UnsupportedFeature("mixed access to a long double");
    }
    // Bytes that were not written as a long double: drop the explicit integer bit.
    const manager = this.#manager;
    return manager.concat(manager.extract(term, 79, 64), manager.extract(term, 62, 0));
  }

  /** Stores a scalar. */
  store(
    { address, type, bitField }: ScalarTarget,
    pointer: Evaluation<SymbolicCarriers>,
  ): (state: State, frame: SymbolicFrame, value: Value) => void {
    if (bitField !== undefined) {
      return (state, frame, value) =>
        this.#storeBitField(this.asPointer(pointer(state, frame)), bitField, value, state);
    }
    const size = sizeInMemory(type, this.#memory.pointerBits);
    const object = address.kind === "address" ? address.target : undefined;
    return (state, frame, value) => {
      if (object !== undefined && object.kind !== "function") {
        const region = frame.regionOf(object);
        const isPlain = !region.hasEnded && !region.isReadOnly && region.size !== undefined;
        if (isPlain && region.size >= size) {
          this.#access.writeAt(state, region, 0, size, value);
          return;
        }
      }
      this.#access.store(state, this.asPointer(pointer(state, frame)), size, value);
    };
  }

  /** Stores into a bit-field of static storage at program start, read-only or not. */
  initialiseBitField(
    state: State,
    region: Region,
    offset: number,
    bitField: BitField,
    value: Value,
  ): void {
    const size = unitSize(bitField);
    const unit = this.#asTerm(this.#access.readAt(state, region, offset, size));
    this.#access.writeAt(state, region, offset, size, this.#splice(unit, bitField, value));
  }

  #storeBitField(pointer: Pointer, bitField: BitField, value: Value, state: State): void {
    const size = unitSize(bitField);
    const unit = this.#asTerm(this.#access.load(state, pointer, size));
    this.#access.store(state, pointer, size, this.#splice(unit, bitField, value));
  }

  /** The unit with the bits of the field replaced. */
  #splice(unit: Term, bitField: BitField, value: Value): Term {
    const manager = this.#manager;
    const low = bitField.bitOffset;
    const high = low + bitField.bitWidth;
    let result = manager.extract(this.#asTerm(value), bitField.bitWidth - 1, 0);
    if (low > 0) result = manager.concat(result, manager.extract(unit, low - 1, 0));
    if (high < unit.width) {
      result = manager.concat(manager.extract(unit, unit.width - 1, high), result);
    }
    return result;
  }

  // --------------------------------------------------------------- arithmetic

  negate(_type: IntegerValueType, hazards: readonly Hazard[]): Unary<SymbolicCarriers> {
    const manager = this.#manager;
    return (state, value) => {
      const operand = this.#asTerm(value);
      if (hazards.includes("overflow")) {
        this.#checkOverflow("sub", manager.constant(operand.width, 0n), operand, state);
      }
      return manager.neg(operand);
    };
  }

  complement(): Unary<SymbolicCarriers> {
    return (_state, value) => this.#manager.bvnot(this.#asTerm(value));
  }

  negateFloat(type: FloatValueType): Unary<SymbolicCarriers> {
    const format = formatOf(type.format);
    return (_state, value) => {
      const operand = this.#asTerm(value);
      return this.nanTerms.derived(format, this.#manager.fpNeg(format, operand), operand);
    };
  }

  offset(operator: "add" | "sub"): Binary<SymbolicCarriers> {
    return (_state, left, right) => {
      const bytes = this.#asTerm(right);
      const distance = operator === "sub" ? this.#manager.neg(bytes) : bytes;
      return this.#memory.offset(this.asPointer(left), distance);
    };
  }

  difference(): Binary<SymbolicCarriers> {
    return (_state, left, right) =>
      this.#memory.difference(this.asPointer(left), this.asPointer(right));
  }

  floatArithmetic(operator: FloatOperator, type: FloatValueType): Binary<SymbolicCarriers> {
    const manager = this.#manager;
    const format = formatOf(type.format);
    return (state, left, right) => {
      const [a, b] = [this.#asTerm(left), this.#asTerm(right)];
      const mode = this.roundingMode(state);
      const { nanTerms } = this;
      switch (operator) {
        case "add":
          return nanTerms.result(format, manager.fpAdd(format, mode, a, b));
        case "sub":
          return nanTerms.result(format, manager.fpSub(format, mode, a, b));
        case "mul":
          return nanTerms.result(format, manager.fpMul(format, mode, a, b));
        case "div":
          return nanTerms.result(format, manager.fpDiv(format, mode, a, b));
        default:
          return unreachableKind(operator);
      }
    };
  }

  /** The rounding mode in force; `fesetround` takes constants only. */
  roundingMode(state: State): RoundingMode {
    const { roundingMode } = state;
    if (roundingMode.op !== "constant") throw new UnsupportedFeature("symbolic rounding mode");
    return cRoundingMode(roundingMode.value) ?? "nearest-even";
  }

  integerArithmetic(operation: IntegerOperation): Binary<SymbolicCarriers> {
    return (state, left, right) =>
      this.#integerArithmetic(operation, this.#asTerm(left), this.#asTerm(right), state);
  }

  #integerArithmetic(operation: IntegerOperation, a: Term, b: Term, state: State): Term {
    const manager = this.#manager;
    const { operator, hazards } = operation;
    const { signed } = operation.type;
    switch (operator) {
      case "add":
      case "sub":
      case "mul":
        if (hazards.includes("overflow")) this.#checkOverflow(operator, a, b, state);
        return manager[operator](a, b);
      case "and":
        return manager.bvand(a, b);
      case "or":
        return manager.bvor(a, b);
      case "xor":
        return manager.bvxor(a, b);
      case "div":
      case "rem":
        this.#checkDivision(operator, signed, a, b, state);
        if (operator === "div") return signed ? manager.sdiv(a, b) : manager.udiv(a, b);
        return signed ? manager.srem(a, b) : manager.urem(a, b);
      case "shl":
      case "shr":
        return this.#shift(operator, operation, a, b, state);
      default:
        return unreachableKind(operator);
    }
  }

  #checkDivision(operator: "div" | "rem", signed: boolean, a: Term, b: Term, state: State): void {
    const manager = this.#manager;
    this.#access.undefinedWhen(
      state,
      manager.eq(b, manager.constant(b.width, 0n)),
      "division by zero",
    );
    if (!signed) return;
    const minimum = manager.constant(a.width, 1n << BigInt(a.width - 1));
    const minusOne = manager.constant(a.width, (1n << BigInt(a.width)) - 1n);
    const overflows = manager.and(manager.eq(a, minimum), manager.eq(b, minusOne));
    // Whether INT_MIN % -1 counts as an overflow is disputed: no verdict rests on it.
    const check = operator === "div" ? "overflow" : "undefined";
    this.#access.undefinedWhen(state, overflows, "overflow in division", check);
  }

  /** C11 6.5p5: the exact result of a signed operation does not fit its type. */
  #checkOverflow(operator: "add" | "sub" | "mul", a: Term, b: Term, state: State): void {
    if (this.#overflow === "wrap") return;
    const manager = this.#manager;
    const { width } = a;
    const wide = operator === "mul" ? 2 * width : width + 1;
    const exact = manager[operator](manager.signExtend(a, wide), manager.signExtend(b, wide));
    const result = manager.signExtend(manager[operator](a, b), wide);
    const overflows = manager.not(manager.eq(exact, result));
    this.#access.undefinedWhen(state, overflows, "signed overflow", "overflow");
  }

  /**
   * Where overflows are checked, too large an amount ends the execution without a verdict; otherwise the result is
   * any value, because machines differ.
   */
  #shift(
    operator: "shl" | "shr",
    { type: { signed }, hazards }: IntegerOperation,
    a: Term,
    b: Term,
    state: State,
  ): Term {
    const manager = this.#manager;
    // Negative amounts are large as unsigned numbers.
    const isTooLarge = manager.ule(manager.constant(b.width, BigInt(a.width)), b);
    const stops = this.#overflow === "stop";
    if (stops) {
      const reason = "shift by a negative or too large amount";
      this.#access.undefinedWhen(state, isTooLarge, reason);
    }
    const amount =
      b.width > a.width ? manager.extract(b, a.width - 1, 0) : manager.zeroExtend(b, a.width);
    const result = this.#shifted(operator, signed, a, amount);
    if (!stops) return this.#access.unspecifiedWhen(state, isTooLarge, result);
    if (hazards.includes("shift-overflow")) {
      // 6.5.7p4: whether a shifted negative value is an overflow is disputed, and no verdict rests on it.
      const isNegative = manager.slt(a, manager.constant(a.width, 0n));
      this.#access.undefinedWhen(state, isNegative, "left shift of a negative value");
      const fits = manager.and(
        manager.eq(manager.ashr(result, amount), a),
        manager.sle(manager.constant(a.width, 0n), result),
      );
      const overflows = manager.not(manager.or(isNegative, fits));
      this.#access.undefinedWhen(state, overflows, "left shift that does not fit", "overflow");
    }
    return result;
  }

  #shifted(operator: "shl" | "shr", signed: boolean, a: Term, amount: Term): Term {
    if (operator === "shl") return this.#manager.shl(a, amount);
    return signed ? this.#manager.ashr(a, amount) : this.#manager.lshr(a, amount);
  }

  // --------------------------------------------------------------- comparison

  isNonzero(type: ValueType): Unary<SymbolicCarriers, Term> {
    return (_state, value) => this.truth(value, type);
  }

  /** The truth value of a scalar: it compares unequal to 0. */
  truth(value: Value, type: ValueType): Term {
    if (value instanceof Pointer) return this.#memory.isNonNull(value);
    if (type.kind === "float") {
      const format = formatOf(type.format);
      return this.#manager.not(this.#manager.fpIsZero(format, value));
    }
    return this.#manager.not(this.#manager.eq(value, this.#manager.constant(value.width, 0n)));
  }

  ofTruth({ bits }: IntegerValueType): (state: State, truth: Term) => Value {
    return (_state, truth) => this.#manager.boolToBits(truth, bits);
  }

  choose(
    _type: ValueType,
    condition: Evaluation<SymbolicCarriers, Term>,
    whenTrue: Evaluation<SymbolicCarriers>,
    whenFalse: Evaluation<SymbolicCarriers>,
  ): Evaluation<SymbolicCarriers> {
    const manager = this.#manager;
    return (state, frame) => {
      const test = condition(state, frame);
      const a = whenTrue(state, frame);
      const b = whenFalse(state, frame);
      if (a instanceof Pointer && b instanceof Pointer) return selectPointer(manager, test, a, b);
      return manager.ite(test, this.#asTerm(a), this.#asTerm(b));
    };
  }

  compareIntegers(
    operator: ComparisonOperator,
    { signed }: IntegerValueType,
  ): Binary<SymbolicCarriers, Term> {
    const manager = this.#manager;
    return (_state, left, right) => {
      const [a, b] = [this.#asTerm(left), this.#asTerm(right)];
      switch (operator) {
        case "eq":
          return manager.eq(a, b);
        case "ne":
          return manager.not(manager.eq(a, b));
        case "lt":
          return signed ? manager.slt(a, b) : manager.ult(a, b);
        case "le":
          return signed ? manager.sle(a, b) : manager.ule(a, b);
        case "gt":
          return signed ? manager.slt(b, a) : manager.ult(b, a);
        case "ge":
          return signed ? manager.sle(b, a) : manager.ule(b, a);
        default:
          return unreachableKind(operator);
      }
    };
  }

  comparePointers(operator: ComparisonOperator): Binary<SymbolicCarriers, Term> {
    return (state, left, right) =>
      this.#comparePointers(operator, this.asPointer(left), this.asPointer(right), state);
  }

  compareFloats(
    operator: ComparisonOperator,
    { format }: FloatValueType,
  ): Binary<SymbolicCarriers, Term> {
    return (_state, left, right) =>
      this.#compareFloats(operator, formatOf(format), this.#asTerm(left), this.#asTerm(right));
  }

  #comparePointers(operator: ComparisonOperator, a: Pointer, b: Pointer, state: State): Term {
    const isDead = (region: Region): Term => this.#access.isDead(state, region);
    switch (operator) {
      case "eq":
        return this.#memory.equal(a, b, isDead);
      case "ne":
        return this.#manager.not(this.#memory.equal(a, b, isDead));
      case "lt":
        return this.#memory.less(a, b, false);
      case "le":
        return this.#memory.less(a, b, true);
      case "gt":
        return this.#memory.less(b, a, false);
      case "ge":
        return this.#memory.less(b, a, true);
    }
  }

  #compareFloats(
    operator: ComparisonOperator,
    format: ReturnType<typeof formatOf>,
    a: Term,
    b: Term,
  ): Term {
    const manager = this.#manager;
    switch (operator) {
      case "eq":
        return manager.fpEq(format, a, b);
      case "ne":
        return manager.not(manager.fpEq(format, a, b));
      case "lt":
        return manager.fpLt(format, a, b);
      case "le":
        return manager.fpLe(format, a, b);
      case "gt":
        return manager.fpLt(format, b, a);
      case "ge":
        return manager.fpLe(format, b, a);
    }
  }

  // -------------------------------------------------------------- conversions

  resize(to: IntegerValueType, from: IntegerValueType): Unary<SymbolicCarriers> {
    return (_state, value) => this.#resize(this.#asTerm(value), to.bits, from.signed);
  }

  integerToPointer(to: PointerValueType, from: IntegerValueType): Unary<SymbolicCarriers> {
    return (_state, value) =>
      this.#memory.pointerOf(this.#resize(this.#asTerm(value), to.bits, from.signed));
  }

  pointerToInteger(to: IntegerValueType): Unary<SymbolicCarriers> {
    return (_state, value) => this.#resize(this.#asTerm(value), to.bits, false);
  }

  integerToFloat(to: FloatValueType, from: IntegerValueType): Unary<SymbolicCarriers> {
    const manager = this.#manager;
    const format = formatOf(to.format);
    return (state, value) => {
      const term = this.#asTerm(value);
      const mode = this.roundingMode(state);
      return from.signed
        ? manager.signedToFp(term.width, format, mode, term)
        : manager.unsignedToFp(term.width, format, mode, term);
    };
  }

  floatToFloat(to: FloatValueType, from: FloatValueType): Unary<SymbolicCarriers> {
    const format = formatOf(to.format);
    return (state, value) => {
      const term = this.#asTerm(value);
      if (from.format === to.format) return term;
      const mode = this.roundingMode(state);
      const converted = this.#manager.fpToFp(formatOf(from.format), format, mode, term);
      return this.nanTerms.result(format, converted);
    };
  }

  floatToInteger(to: IntegerValueType, from: FloatValueType): Unary<SymbolicCarriers> {
    return (state, value) => this.toInteger(this.#asTerm(value), from, to, state);
  }

  meaningless(_type: ValueType, reason: string): () => never {
    return () => {
      throw new UnsupportedFeature(reason);
    };
  }

  #resize(term: Term, width: number, signed: boolean): Term {
    if (term.width === width) return term;
    if (term.width > width) return this.#manager.extract(term, width - 1, 0);
    return signed ? this.#manager.signExtend(term, width) : this.#manager.zeroExtend(term, width);
  }

  /** The integral part of a float. */
  toInteger(
    term: Term,
    from: FloatValueType,
    to: { readonly bits: number; readonly signed: boolean },
    state: State,
  ): Term {
    const manager = this.#manager;
    const format = formatOf(from.format);
    const width = widthOf(from);
    const constant = (value: bigint, mode: "toward-negative" | "toward-positive"): Term =>
      manager.constant(width, integerToFloat(format, mode, value));
    // In range: trunc(x) <= max and trunc(x) >= min, that is min - 1 < x < max + 1.
    const limit = 1n << BigInt(to.signed ? to.bits - 1 : to.bits);
    const below = to.signed ? -limit - 1n : -1n;
    const isExact = !to.signed || to.bits - 1 < format.significandBits;
    const above = manager.fpLt(format, term, constant(limit, "toward-positive"));
    const atLeast = isExact
      ? manager.fpLt(format, constant(below, "toward-negative"), term)
      : manager.fpLe(format, constant(-limit, "toward-negative"), term);
    this.#access.undefinedWhen(
      state,
      manager.not(manager.and(above, atLeast)),
      "conversion of a float out of the range of the integer type",
    );
    return to.signed
      ? manager.fpToSigned(format, to.bits, "toward-zero", term)
      : manager.fpToUnsigned(format, to.bits, "toward-zero", term);
  }
}

/** Bytes of the smallest unit, at the address of a bit-field, that contains it. */
function unitSize(bitField: BitField): number {
  return Math.ceil((bitField.bitOffset + bitField.bitWidth) / 8);
}

/** The rounding mode that an argument of `fesetround` selects (fenv.h of glibc on x86). */
export function cRoundingMode(value: bigint): RoundingMode | undefined {
  switch (value) {
    case 0n:
      return "nearest-even";
    case 0x400n:
      return "toward-negative";
    case 0x800n:
      return "toward-positive";
    case 0xc00n:
      return "toward-zero";
    default:
      return undefined;
  }
}
