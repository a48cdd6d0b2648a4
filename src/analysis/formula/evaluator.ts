/**
 * Symbolic evaluation of the CFA's expressions: each operation of C on terms,
 * with what C leaves undefined recorded (C11 6.5p5, 6.5.5p5, 6.5.7p3, 6.3.1.4).
 * Signed overflow wraps around, as verification tasks on reachability expect.
 */
import type {
  ArithmeticExpression,
  BitField,
  CastExpression,
  ComparisonExpression,
  Expression,
  FloatValueType,
  MemoryObject,
  ValueType,
} from "../../cfa/model/cfa.ts";
import { formatOf, sizeInMemory, widthOf } from "../../cfa/model/scalar-layout.ts";
import type { FunctionSymbol } from "../../cfront/ast.ts";
import type { RoundingMode, Term, TermManager } from "../../smt/term.ts";
import { invariant } from "../../util/errors.ts";
import { decodeX87, integerToFloat } from "../../util/ieee-float.ts";
import type { MemoryAccess } from "../memory/access.ts";
import type { SymbolicMemory } from "../memory/memory.ts";
import { NanBits } from "../memory/nan-bits.ts";
import type { Region } from "../memory/region.ts";
import type { State } from "../memory/state.ts";
import { UnsupportedFeature } from "../memory/unsupported.ts";
import { Pointer, pointerTo, selectPointer, type Value } from "../memory/value.ts";

/** Signed overflow wraps around, or is the violation that is looked for. */
export type OverflowMode = "wrap" | "stop";

/** Where the objects of the running activation live. */
export interface Environment {
  regionOf(object: MemoryObject): Region;
}

export class Evaluator {
  readonly #manager: TermManager;
  readonly #memory: SymbolicMemory;
  readonly #access: MemoryAccess;
  readonly #overflow: OverflowMode;
  readonly nanBits: NanBits;

  constructor(memory: SymbolicMemory, access: MemoryAccess, overflow: OverflowMode) {
    this.#overflow = overflow;
    this.nanBits = new NanBits(memory.manager);
    this.#manager = memory.manager;
    this.#memory = memory;
    this.#access = access;
  }

  evaluate(expression: Expression, state: State, environment: Environment): Value {
    const manager = this.#manager;
    switch (expression.kind) {
      case "integer":
        return expression.type.kind === "pointer"
          ? this.#memory.pointerOf(this.#memory.constantOffset(expression.value))
          : manager.constant(
              expression.type.bits,
              BigInt.asUintN(expression.type.bits, expression.value),
            );
      case "float": {
        const bits =
          expression.type.format === "ldouble" ? decodeX87(expression.bits) : expression.bits;
        return manager.constant(widthOf(expression.type), bits);
      }
      case "address":
        invariant(expression.type.bits === this.#memory.pointerBits, "an address of another size");
        return pointerTo(
          manager,
          this.#targetOf(expression.target, environment),
          this.#memory.constantOffset(0),
        );
      case "load":
        return this.#load(expression, state, environment);
      case "unary": {
        const operand = this.#term(expression.operand, state, environment);
        if (expression.operator === "complement") return manager.bvnot(operand);
        if (expression.type.kind === "float") {
          const format = formatOf(expression.type.format);
          return this.nanBits.derived(format, manager.fpNeg(format, operand), operand);
        }
        if (expression.type.kind === "int" && expression.type.signed) {
          this.#checkOverflow("sub", manager.constant(operand.width, 0n), operand, state);
        }
        return manager.neg(operand);
      }
      case "binary":
        return this.#arithmetic(expression, state, environment);
      case "compare":
        return manager.boolToBits(
          this.#compare(expression, state, environment),
          expression.type.bits,
        );
      case "cast":
        return this.#cast(expression, state, environment);
      case "conditional": {
        const condition = this.condition(expression.condition, state, environment);
        const a = this.evaluate(expression.whenTrue, state, environment);
        const b = this.evaluate(expression.whenFalse, state, environment);
        if (a instanceof Pointer && b instanceof Pointer) {
          return selectPointer(manager, condition, a, b);
        }
        return manager.ite(condition, a as Term, b as Term);
      }
    }
  }

  /** The truth of a scalar: it compares unequal to 0. */
  condition(expression: Expression, state: State, environment: Environment): Term {
    if (expression.kind === "compare") return this.#compare(expression, state, environment);
    const value = this.evaluate(expression, state, environment);
    return this.truth(value, expression.type);
  }

  truth(value: Value, type: ValueType): Term {
    if (value instanceof Pointer) return this.#memory.isNonNull(value);
    if (type.kind === "float") {
      const format = formatOf(type.format);
      return this.#manager.not(this.#manager.fpIsZero(format, value));
    }
    return this.#manager.not(this.#manager.eq(value, this.#manager.constant(value.width, 0n)));
  }

  pointer(expression: Expression, state: State, environment: Environment): Pointer {
    const value = this.evaluate(expression, state, environment);
    return value instanceof Pointer ? value : this.#memory.pointerOf(value);
  }

  #term(expression: Expression, state: State, environment: Environment): Term {
    const value = this.evaluate(expression, state, environment);
    return value instanceof Pointer ? this.#memory.addressOf(value) : value;
  }

  #targetOf(target: MemoryObject | FunctionSymbol, environment: Environment): Region {
    return target.kind === "function"
      ? this.#memory.functionRegion(target)
      : environment.regionOf(target);
  }

  // ------------------------------------------------------------------- memory

  #load(
    expression: Extract<Expression, { kind: "load" }>,
    state: State,
    environment: Environment,
  ): Value {
    const { address, type, bitField } = expression;
    if (bitField !== undefined) {
      const size = unitSize(bitField);
      const pointer = this.pointer(address, state, environment);
      const unit = this.nanBits.observed(this.#asTerm(this.#access.load(state, pointer, size)));
      const bits = this.#manager.extract(
        unit,
        bitField.bitOffset + bitField.bitWidth - 1,
        bitField.bitOffset,
      );
      const width = widthOf(type);
      return type.kind === "int" && type.signed
        ? this.#manager.signExtend(bits, width)
        : this.#manager.zeroExtend(bits, width);
    }
    const size = sizeInMemory(type, this.#memory.pointerBits);
    if (address.kind === "address" && address.target.kind !== "function") {
      const region = environment.regionOf(address.target);
      if (!region.hasEnded && region.size !== undefined && region.size >= size) {
        return this.fromMemory(this.#access.readAt(state, region, 0, size), type);
      }
    }
    const pointer = this.pointer(address, state, environment);
    return this.fromMemory(this.#access.load(state, pointer, size), type);
  }

  /** Reads what memory holds as a value of a type. */
  fromMemory(value: Value, type: ValueType): Value {
    if (type.kind === "pointer") {
      return value instanceof Pointer ? value : this.#memory.pointerOf(value);
    }
    const term = this.#asTerm(value);
    const width = widthOf(type);
    if (term.width === width) return type.kind === "int" ? this.nanBits.observed(term) : term;
    if (type.kind !== "float" || type.format !== "ldouble") {
      throw new UnsupportedFeature("mixed access to a long double");
    }
    // Bytes that were not written as a long double: drop the explicit integer bit.
    const manager = this.#manager;
    return manager.concat(manager.extract(term, 79, 64), manager.extract(term, 62, 0));
  }

  /** Stores a scalar. */
  store(
    address: Expression,
    type: ValueType,
    bitField: BitField | undefined,
    value: Value,
    state: State,
    environment: Environment,
  ): void {
    if (bitField !== undefined) {
      this.#storeBitField(this.pointer(address, state, environment), bitField, value, state);
      return;
    }
    const size = sizeInMemory(type, this.#memory.pointerBits);
    if (address.kind === "address" && address.target.kind !== "function") {
      const region = environment.regionOf(address.target);
      if (
        !region.hasEnded &&
        !region.isReadOnly &&
        region.size !== undefined &&
        region.size >= size
      ) {
        this.#access.writeAt(state, region, 0, size, value);
        return;
      }
    }
    this.#access.store(state, this.pointer(address, state, environment), size, value);
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

  #asTerm(value: Value): Term {
    return value instanceof Pointer ? this.#memory.addressOf(value) : value;
  }

  // --------------------------------------------------------------- arithmetic

  #arithmetic(expression: ArithmeticExpression, state: State, environment: Environment): Value {
    const { operator, type, left, right } = expression;
    if (type.kind === "pointer") {
      const pointer = this.pointer(left, state, environment);
      const bytes = this.#term(right, state, environment);
      return this.#memory.offset(pointer, operator === "sub" ? this.#manager.neg(bytes) : bytes);
    }
    if (operator === "sub" && left.type.kind === "pointer" && right.type.kind === "pointer") {
      return this.#memory.difference(
        this.pointer(left, state, environment),
        this.pointer(right, state, environment),
      );
    }
    const a = this.#term(left, state, environment);
    const b = this.#term(right, state, environment);
    return type.kind === "float"
      ? this.#floatArithmetic(operator, type, a, b, state)
      : this.#integerArithmetic(expression, type.signed, a, b, state);
  }

  #floatArithmetic(
    operator: ArithmeticExpression["operator"],
    type: FloatValueType,
    a: Term,
    b: Term,
    state: State,
  ): Term {
    const manager = this.#manager;
    const format = formatOf(type.format);
    const mode = this.roundingMode(state);
    const { nanBits } = this;
    switch (operator) {
      case "add":
        return nanBits.result(format, manager.fpAdd(format, mode, a, b));
      case "sub":
        return nanBits.result(format, manager.fpSub(format, mode, a, b));
      case "mul":
        return nanBits.result(format, manager.fpMul(format, mode, a, b));
      case "div":
        return nanBits.result(format, manager.fpDiv(format, mode, a, b));
      default:
        throw new UnsupportedFeature(`floating-point operator ${operator}`);
    }
  }

  /** The rounding mode in force; `fesetround` takes constants only. */
  roundingMode(state: State): RoundingMode {
    const { roundingMode } = state;
    if (roundingMode.op !== "constant") throw new UnsupportedFeature("symbolic rounding mode");
    return cRoundingMode(roundingMode.value) ?? "nearest-even";
  }

  #integerArithmetic(
    expression: ArithmeticExpression,
    signed: boolean,
    a: Term,
    b: Term,
    state: State,
  ): Term {
    const manager = this.#manager;
    const { operator } = expression;
    if (signed && (operator === "add" || operator === "sub" || operator === "mul")) {
      this.#checkOverflow(operator, a, b, state);
    }
    switch (operator) {
      case "add":
        return manager.add(a, b);
      case "sub":
        return manager.sub(a, b);
      case "mul":
        return manager.mul(a, b);
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
        return this.#shift(expression, signed, a, b, state);
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
   * Where overflows are asked for, too large an amount ends the execution without
   * a verdict; else the result is any value, as those of machines differ.
   */
  #shift(expression: ArithmeticExpression, signed: boolean, a: Term, b: Term, state: State): Term {
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
    const result = this.#shifted(expression, signed, a, amount);
    if (!stops) return this.#access.unspecifiedWhen(state, isTooLarge, result);
    if (signed && expression.operator === "shl") {
      // Undefined by 6.5.7p4; nothing is concluded from it, since readings differ.
      const fits = manager.and(
        manager.eq(manager.ashr(result, amount), a),
        manager.sle(manager.constant(a.width, 0n), a),
      );
      this.#access.undefinedWhen(state, manager.not(fits), "left shift that does not fit");
    }
    return result;
  }

  #shifted({ operator }: ArithmeticExpression, signed: boolean, a: Term, amount: Term): Term {
    if (operator === "shl") return this.#manager.shl(a, amount);
    return signed ? this.#manager.ashr(a, amount) : this.#manager.lshr(a, amount);
  }

  // --------------------------------------------------------------- comparison

  #compare(expression: ComparisonExpression, state: State, environment: Environment): Term {
    const { operator, left, right } = expression;
    const type = left.type;
    if (type.kind === "pointer") {
      const a = this.pointer(left, state, environment);
      const b = this.pointer(right, state, environment);
      return this.#comparePointers(operator, a, b, state);
    }
    const a = this.#term(left, state, environment);
    const b = this.#term(right, state, environment);
    if (type.kind === "float") return this.compareFloats(operator, type, a, b);
    const manager = this.#manager;
    switch (operator) {
      case "eq":
        return manager.eq(a, b);
      case "ne":
        return manager.not(manager.eq(a, b));
      case "lt":
        return type.signed ? manager.slt(a, b) : manager.ult(a, b);
      case "le":
        return type.signed ? manager.sle(a, b) : manager.ule(a, b);
      case "gt":
        return type.signed ? manager.slt(b, a) : manager.ult(b, a);
      case "ge":
        return type.signed ? manager.sle(b, a) : manager.ule(b, a);
    }
  }

  #comparePointers(
    operator: ComparisonExpression["operator"],
    a: Pointer,
    b: Pointer,
    state: State,
  ): Term {
    const mayBeDead = (region: Region): boolean => this.#access.mayBeDead(state, region);
    switch (operator) {
      case "eq":
        return this.#memory.equal(a, b, mayBeDead);
      case "ne":
        return this.#manager.not(this.#memory.equal(a, b, mayBeDead));
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

  compareFloats(
    operator: ComparisonExpression["operator"],
    type: FloatValueType,
    a: Term,
    b: Term,
  ): Term {
    const manager = this.#manager;
    const format = formatOf(type.format);
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

  #cast(expression: CastExpression, state: State, environment: Environment): Value {
    const { type, operand } = expression;
    const value = this.evaluate(operand, state, environment);
    return this.convert(value, operand.type, type, state);
  }

  /** Converts a value from one type to another (C11 6.3.1, 6.3.2.3). */
  convert(value: Value, from: ValueType, to: ValueType, state: State): Value {
    const manager = this.#manager;
    if (to.kind === "pointer") {
      if (from.kind === "pointer") return value;
      if (from.kind === "float") throw new UnsupportedFeature("conversion of a float to a pointer");
      const resized = this.#resize(this.#asTerm(value), to.bits, from.signed);
      return this.#memory.pointerOf(resized);
    }
    const term = this.#asTerm(value);
    if (to.kind === "int") {
      if (from.kind === "float") return this.#floatToInteger(term, from, to, state);
      return this.#resize(term, to.bits, from.kind === "int" && from.signed);
    }
    const format = formatOf(to.format);
    const mode = this.roundingMode(state);
    if (from.kind === "float") {
      if (from.format === to.format) return term;
      const converted = manager.fpToFp(formatOf(from.format), format, mode, term);
      return this.nanBits.result(format, converted);
    }
    const width = term.width;
    return from.kind === "int" && from.signed
      ? manager.signedToFp(width, format, mode, term)
      : manager.unsignedToFp(width, format, mode, term);
  }

  #resize(term: Term, width: number, signed: boolean): Term {
    if (term.width === width) return term;
    if (term.width > width) return this.#manager.extract(term, width - 1, 0);
    return signed ? this.#manager.signExtend(term, width) : this.#manager.zeroExtend(term, width);
  }

  #floatToInteger(
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

/** Bytes of the smallest unit at the address that contains a bit-field. */
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
