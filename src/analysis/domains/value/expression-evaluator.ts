/** Evaluates CFA expressions in abstract states; expressions are compiled to closures once. */
import type {
  ArithmeticExpression,
  CastExpression,
  ComparisonExpression,
  Expression,
  IntegerValueType,
  LoadExpression,
  PointerValueType,
  ValueType,
} from "../../../cfa/model/cfa.ts";
import { binary, cast, compare, negate } from "../../../cfa/model/expressions.ts";
import { sizeInMemory } from "../../../cfa/model/scalar-layout.ts";
import { wrap } from "../../../cfa/model/value-types.ts";
import type { AbstractState } from "./abstract-state.ts";
import {
  convertedFloats,
  decideFloats,
  floatArithmetic,
  floatRangeOf,
  floatsOfIntegers,
  integersOfFloats,
} from "./float-range.ts";
import { MIRRORED, Parting } from "./parting.ts";
import type { ProgramLayout } from "./program-layout.ts";
import { decide, exactBounds, fullRange, type Range, range } from "./range.ts";
import {
  ANY,
  canonical,
  FloatPattern,
  FloatRange,
  FunctionPointer,
  type Integer,
  IntegerSymbol,
  isInteger,
  ObjectPointer,
  type Value,
} from "./value.ts";

export type Evaluation = (state: AbstractState) => Value;

/** Told of what keeps an exploration from being a proof. */
export interface Doubts {
  add(reason: string): void;
}

/** Indices with at most so many values are told apart where memory is accessed. */
const MAX_INDEX_VALUES = 40;

export class ExpressionEvaluator {
  readonly #layout: ProgramLayout;
  readonly #doubts: Doubts;
  readonly #overflowIsViolation: boolean;
  readonly #compiled = new Map<Expression, Evaluation>();
  #symbols = 0;
  #firstOfStep = 0;
  /** Set when an evaluation certainly violates the property: signed overflow. */
  overflow = false;

  constructor(layout: ProgramLayout, doubts: Doubts, overflowIsViolation: boolean) {
    this.#layout = layout;
    this.#doubts = doubts;
    this.#overflowIsViolation = overflowIsViolation;
  }

  /** To be called before each step: symbols that it makes on its way are not worth a parting. */
  beginStep(): void {
    this.#firstOfStep = this.#symbols;
    this.overflow = false;
  }

  #isLasting(value: Value): value is IntegerSymbol {
    return value instanceof IntegerSymbol && value.id < this.#firstOfStep;
  }

  newSymbol = (): IntegerSymbol => new IntegerSymbol(this.#symbols++);

  /** A value of which only a range is known. */
  within(state: AbstractState, values: Range): Value {
    if (values.low === values.high) return values.low;
    const symbol = this.newSymbol();
    state.addSymbol(symbol, values);
    return symbol;
  }

  unknown(state: AbstractState, type: ValueType): Value {
    return type.kind === "int" ? this.within(state, fullRange(type)) : ANY;
  }

  evaluate(expression: Expression, state: AbstractState): Value {
    return this.compile(expression)(state);
  }

  compile(expression: Expression): Evaluation {
    let evaluation = this.#compiled.get(expression);
    if (evaluation === undefined) {
      evaluation = this.#compile(expression);
      this.#compiled.set(expression, evaluation);
    }
    return evaluation;
  }

  #compile(expression: Expression): Evaluation {
    switch (expression.kind) {
      case "integer": {
        const value = canonical(expression.value);
        return () => value;
      }
      case "float": {
        const value = new FloatPattern(expression.bits);
        return () => value;
      }
      case "address":
        return this.#compileAddress(expression);
      case "load":
        return this.#compileLoad(expression);
      case "unary": {
        const { operator, type } = expression;
        const operand = this.compile(expression.operand);
        if (type.kind === "float") {
          return (state) => {
            const value = operand(state);
            if (value instanceof FloatRange) return new FloatRange(-value.high, -value.low);
            if (!(value instanceof FloatPattern)) return ANY;
            const negated = negate({ kind: "float", type, bits: value.bits });
            return negated.kind === "float" ? new FloatPattern(negated.bits) : ANY;
          };
        }
        const minusOne = range(-1, -1);
        const zero = range(0, 0);
        // ~x is -1 - x, and -x is 0 - x.
        const left = operator === "complement" ? minusOne : zero;
        const checked = operator === "negate";
        return (state) => {
          const value = operand(state);
          if (!isNumeric(value)) return this.unknown(state, type);
          const exact = exactBounds("sub", left, state.rangeOf(value));
          return this.#fit(state, type, exact, checked);
        };
      }
      case "binary":
        return this.#compileArithmetic(expression);
      case "compare": {
        const test = this.#compileComparison(expression);
        return (state) => {
          const holds = test(state);
          return holds === undefined ? this.within(state, range(0, 1)) : holds ? 1 : 0;
        };
      }
      case "cast":
        return this.#compileCast(expression);
      case "conditional": {
        const test = this.compileTest(expression.condition);
        const whenTrue = this.compile(expression.whenTrue);
        const whenFalse = this.compile(expression.whenFalse);
        return (state) => {
          const holds = test(state);
          if (holds !== undefined) return holds ? whenTrue(state) : whenFalse(state);
          const a = whenTrue(state);
          const b = whenFalse(state);
          return a === b ? a : this.unknown(state, expression.type);
        };
      }
    }
  }

  /** Whether a scalar is not zero; undefined when executions differ in a way that cannot be told. */
  compileTest(condition: Expression): (state: AbstractState) => boolean | undefined {
    if (condition.kind === "compare") return this.#compileComparison(condition);
    const evaluation = this.compile(condition);
    const { type } = condition;
    return (state) => {
      const value = evaluation(state);
      if (type.kind === "float") {
        return floatComparison("ne", type, value, new FloatPattern(0n));
      }
      return this.#comparison(state, "ne", value, 0);
    };
  }

  // ----------------------------------------------------------------- addresses

  #compileAddress({ target }: Extract<Expression, { kind: "address" }>): Evaluation {
    if (target.kind === "function") {
      const pointer = new FunctionPointer(target);
      return () => pointer;
    }
    const placed = this.#layout.placeOf(target);
    if (placed.isStatic) {
      const pointer = new ObjectPointer(target, placed.slot, 0);
      return () => pointer;
    }
    return (state) => new ObjectPointer(target, state.frame.base + placed.slot, 0);
  }

  #compileLoad(load: LoadExpression): Evaluation {
    const { address, type, bitField } = load;
    if (
      bitField === undefined &&
      address.kind === "address" &&
      address.target.kind !== "function" &&
      address.target.scalar !== undefined
    ) {
      const { slot, isStatic, layout } = this.#layout.placeOf(address.target);
      const cell = layout.cells[0];
      if (cell !== undefined && isSameType(cell.type, type)) {
        return isStatic
          ? ({ slots }) => slots[slot] as Value
          : ({ slots, frame }) => slots[frame.base + slot] as Value;
      }
    }
    const pointer = this.compile(address);
    const indices = this.#indicesOf(address);
    const size = sizeInMemory(type, this.#layout.pointerBits);
    return (state) => {
      const target = this.#target(state, pointer, indices, size);
      if (target === undefined || bitField !== undefined) return this.unknown(state, type);
      const { layout } = this.#layout.placeOf(target.object);
      if (target.low !== target.high) return this.unknown(state, type);
      const index = layout.at.get(target.low);
      const cell = index === undefined ? undefined : layout.cells[index];
      if (index === undefined || cell === undefined || cell.size !== size) {
        return this.unknown(state, type);
      }
      const value = state.slots[target.base + index] as Value;
      if (isSameType(cell.type, type)) return value;
      return cell.type.kind === "int" && type.kind === "int"
        ? this.#convert(state, value, type)
        : this.unknown(state, type);
    };
  }

  /** The place of an access of some bytes; undefined (and a doubt) when it may lie outside of every object. */
  #target(
    state: AbstractState,
    pointer: Evaluation,
    indices: readonly Evaluation[],
    size: number,
  ): ObjectPointer | undefined {
    const value = pointer(state);
    if (!(value instanceof ObjectPointer)) {
      this.#doubts.add("access through a pointer that is not known");
      return undefined;
    }
    if (value.low !== value.high) this.#tellApart(state, indices);
    if (value.low < 0 || value.high + size > value.object.size) {
      this.#doubts.add(`possible access outside of '${value.object.name}'`);
    }
    return value;
  }

  /** The place that a store changes. */
  place(state: AbstractState, address: Expression, size: number): ObjectPointer | undefined {
    return this.#target(state, this.compile(address), this.#indicesOf(address), size);
  }

  readonly #indices = new Map<Expression, readonly Evaluation[]>();

  /** The loads that an address is computed from. */
  #indicesOf(address: Expression): readonly Evaluation[] {
    let loads = this.#indices.get(address);
    if (loads === undefined) {
      const found: Evaluation[] = [];
      const visit = (part: Expression): void => {
        if (part.kind === "load" && part.type.kind === "int") found.push(this.compile(part));
        else if (part.kind === "binary") {
          visit(part.left);
          visit(part.right);
        } else if (part.kind === "cast" || part.kind === "unary") visit(part.operand);
      };
      visit(address);
      loads = found;
      this.#indices.set(address, loads);
    }
    return loads;
  }

  /** Parts the executions by the value of an index, when it has few. */
  #tellApart(state: AbstractState, indices: readonly Evaluation[]): void {
    for (const index of indices) {
      const value = index(state);
      if (!this.#isLasting(value)) continue;
      const { low, high } = state.rangeOf(value);
      if (BigInt(high) - BigInt(low) < MAX_INDEX_VALUES) throw new Parting(value, "eq", low);
    }
  }

  // ---------------------------------------------------------------- arithmetic

  #compileArithmetic(expression: ArithmeticExpression): Evaluation {
    const { operator, type } = expression;
    const left = this.compile(expression.left);
    const right = this.compile(expression.right);
    if (type.kind === "float") {
      return (state) => {
        const a = left(state);
        const b = right(state);
        if (!(a instanceof FloatPattern) || !(b instanceof FloatPattern)) {
          const [x, y] = [floatRangeOf(type, a), floatRangeOf(type, b)];
          if (x === undefined || y === undefined) return ANY;
          return floatArithmetic(operator, type, x, y) ?? ANY;
        }
        const constant = (bits: bigint): Expression => ({ kind: "float", type, bits });
        const result = binary(operator, type, constant(a.bits), constant(b.bits));
        return result.kind === "float" ? new FloatPattern(result.bits) : ANY;
      };
    }
    if (type.kind === "pointer" || expression.left.type.kind === "pointer") {
      return (state) => this.#pointerArithmetic(state, expression, left(state), right(state));
    }
    const { bits, signed } = type;
    const isShift = operator === "shl" || operator === "shr";
    const isChecked = signed && (operator === "add" || operator === "sub" || operator === "mul");
    const [low, high] = [fullRange(type).low, fullRange(type).high] as [number, number];
    const isSmall = bits <= 32;
    return (state) => {
      const a = left(state);
      const b = right(state);
      if (isSmall && typeof a === "number" && typeof b === "number") {
        let exact: number | undefined;
        if (operator === "add") exact = a + b;
        else if (operator === "sub") exact = a - b;
        else if (operator === "mul") exact = a * b;
        else if (operator === "div" && b !== 0) exact = Math.trunc(a / b);
        else if (operator === "rem" && b !== 0) exact = a % b;
        // The fast path: everything else, also negative zero, goes the long way.
        if (exact !== undefined && exact >= low && exact <= high) return exact + 0;
      }
      if (!isNumeric(a) || !isNumeric(b)) return this.unknown(state, type);
      const x = state.rangeOf(a);
      const y = state.rangeOf(b);
      if (operator === "div" || operator === "rem") {
        if (decide("ne", y, range(0, 0)) !== true) {
          this.#doubts.add("possible division by zero");
          return this.unknown(state, type);
        }
        const exact = exactBounds(operator, x, y);
        if (
          operator === "rem" &&
          signed &&
          x.low === low &&
          decide("ne", y, range(-1, -1)) !== true
        ) {
          this.#doubts.add("possible overflow in division");
        }
        return this.#fit(state, type, exact, operator === "div", true);
      }
      if (isShift) {
        if (y.low < 0 || y.high >= bits) {
          this.#doubts.add("possible shift by a negative or too large amount");
          return this.unknown(state, type);
        }
        const exact = exactBounds(operator, x, y);
        if (operator === "shl" && signed && this.#overflowIsViolation) {
          if (exact === undefined || exact.low < 0 || exact.high > high) {
            this.#doubts.add("possible left shift that does not fit");
          }
        }
        return this.#fit(state, type, exact, false);
      }
      if (x.low === x.high && y.low === y.high) {
        const bitwise = bitOperation(operator, BigInt(x.low), BigInt(y.low));
        if (bitwise !== undefined) return canonical(wrap(type, bitwise));
      }
      return this.#fit(state, type, exactBounds(operator, x, y), isChecked);
    };
  }

  /** A result of which exact bounds are known, in a type; out of range it wraps, or is a violation. */
  #fit(
    state: AbstractState,
    type: IntegerValueType | PointerValueType,
    exact: Range | undefined,
    isChecked: boolean,
    isUndefined = false,
  ): Value {
    const full = fullRange(type);
    if (exact === undefined) return this.unknown(state, type);
    if (exact.low >= full.low && exact.high <= full.high) return this.within(state, exact);
    if (isChecked && type.kind === "int" && type.signed) {
      if (this.#overflowIsViolation) {
        this.#doubts.add("possible overflow");
        if (exact.low > full.high || exact.high < full.low) this.overflow = true;
      } else if (isUndefined) this.#doubts.add("possible overflow in division");
    }
    return exact.low === exact.high
      ? canonical(wrap(type, BigInt(exact.low)))
      : this.#wrapped(state, type, exact);
  }

  /** Wrapping keeps an interval when both ends move by the same amount. */
  #wrapped(state: AbstractState, type: IntegerValueType | PointerValueType, exact: Range): Value {
    const low = wrap(type, BigInt(exact.low));
    const high = wrap(type, BigInt(exact.high));
    const isMoved = low - BigInt(exact.low) === high - BigInt(exact.high);
    return isMoved
      ? this.within(state, range(canonical(low), canonical(high)))
      : this.within(state, fullRange(type));
  }

  #pointerArithmetic(
    state: AbstractState,
    { operator, type, right: index }: ArithmeticExpression,
    a: Value,
    b: Value,
  ): Value {
    if (operator === "add" && a instanceof ObjectPointer && isNumeric(b)) {
      // The number of bytes is unsigned of pointer width: a large one goes backwards.
      const bytes = state.rangeOf(b);
      const bits = index.type.kind === "float" ? 64 : index.type.bits;
      const low = Number(BigInt.asIntN(bits, BigInt(bytes.low)));
      const high = Number(BigInt.asIntN(bits, BigInt(bytes.high)));
      if (low <= high) return new ObjectPointer(a.object, a.base, a.low + low, a.high + high);
      return new ObjectPointer(a.object, a.base, -Infinity, Infinity);
    }
    if (operator === "sub" && a instanceof ObjectPointer && b instanceof ObjectPointer) {
      const isSame = a.object === b.object && a.base === b.base;
      if (isSame && a.low === a.high && b.low === b.high) return a.low - b.low;
      if (!isSame) this.#doubts.add("difference of pointers into different objects");
    }
    return this.unknown(state, type);
  }

  // --------------------------------------------------------------- comparisons

  #compileComparison({
    operator,
    left,
    right,
  }: ComparisonExpression): (state: AbstractState) => boolean | undefined {
    const a = this.compile(left);
    const b = this.compile(right);
    const { type } = left;
    if (type.kind === "float") {
      return (state) => floatComparison(operator, type, a(state), b(state));
    }
    return (state) => {
      const x = a(state);
      const y = b(state);
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
        }
      }
      return this.#comparison(state, operator, x, y);
    };
  }

  /** Throws a {@link Parting} where the executions of the state differ in a symbol. */
  #comparison(
    state: AbstractState,
    operator: ComparisonExpression["operator"],
    a: Value,
    b: Value,
  ): boolean | undefined {
    if (isNumeric(a) && isNumeric(b)) {
      if (a === b) return operator === "eq" || operator === "le" || operator === "ge";
      const known = decide(operator, state.rangeOf(a), state.rangeOf(b));
      if (known !== undefined) return known;
      if (this.#isLasting(a) && isInteger(b)) throw new Parting(a, operator, b);
      if (this.#isLasting(b) && isInteger(a)) throw new Parting(b, MIRRORED[operator], a);
      return undefined;
    }
    if (operator !== "eq" && operator !== "ne") {
      return sameObject(a, b)
        ? ordered(operator, a as ObjectPointer, b as ObjectPointer)
        : undefined;
    }
    const areEqual = pointersEqual(a, b);
    return areEqual === undefined ? undefined : areEqual === (operator === "eq");
  }

  // --------------------------------------------------------------- conversions

  #compileCast({ type, operand }: CastExpression): Evaluation {
    const evaluation = this.compile(operand);
    const from = operand.type;
    return (state) => {
      const value = evaluation(state);
      if (from.kind === "float") {
        if (value instanceof FloatRange) {
          if (type.kind === "float") return convertedFloats(type, value) ?? ANY;
          const bounds = type.kind === "int" ? integersOfFloats(value) : undefined;
          if (type.kind === "int" && bounds !== undefined) {
            const [low, high] = bounds;
            const full = fullRange(type);
            if (low >= full.low && high <= full.high) return this.within(state, range(low, high));
          }
        }
        if (!(value instanceof FloatPattern)) {
          if (type.kind !== "float") this.#doubts.add("conversion of an unknown float");
          return this.unknown(state, type);
        }
        const converted = cast(type, { kind: "float", type: from, bits: value.bits });
        if (converted.kind === "float") return new FloatPattern(converted.bits);
        if (converted.kind === "integer") return canonical(converted.value);
        if (type.kind !== "float") this.#doubts.add("conversion of a float out of range");
        return this.unknown(state, type);
      }
      if (type.kind === "float") {
        if (value instanceof IntegerSymbol) {
          const { low, high } = state.rangeOf(value);
          return floatsOfIntegers(type, low, high) ?? ANY;
        }
        if (!isInteger(value)) return ANY;
        const source = from.kind === "int" || from.kind === "pointer" ? from : undefined;
        if (source === undefined) return ANY;
        const converted = cast(type, { kind: "integer", type: source, value: BigInt(value) });
        return converted.kind === "float" ? new FloatPattern(converted.bits) : ANY;
      }
      if (type.kind === "pointer") {
        if (from.kind === "pointer" || !(value instanceof IntegerSymbol)) {
          return isInteger(value) ? canonical(wrap(type, BigInt(value))) : value;
        }
        return ANY;
      }
      return this.#convert(state, value, type);
    };
  }

  #convert(state: AbstractState, value: Value, type: IntegerValueType): Value {
    const full = fullRange(type);
    if (isInteger(value)) {
      return value >= full.low && value <= full.high ? value : canonical(wrap(type, BigInt(value)));
    }
    if (!(value instanceof IntegerSymbol)) return this.unknown(state, type);
    const values = state.rangeOf(value);
    if (values.low >= full.low && values.high <= full.high) return value;
    return this.#wrapped(state, type, range(values.low, values.high));
  }

  /** A value as a type reads it, where it was written with another type of the same size. */
  retyped(state: AbstractState, value: Value, from: ValueType, to: ValueType): Value {
    if (isSameType(from, to)) return value;
    return from.kind === "int" && to.kind === "int" && from.bits === to.bits
      ? this.#convert(state, value, to)
      : this.unknown(state, to);
  }
}

function isNumeric(value: Value): value is Integer | IntegerSymbol {
  return typeof value === "number" || typeof value === "bigint" || value instanceof IntegerSymbol;
}

function isSameType(a: ValueType, b: ValueType): boolean {
  if (a.kind === "float") return b.kind === "float" && a.format === b.format;
  if (a.kind === "pointer") return b.kind === "pointer";
  return b.kind === "int" && a.bits === b.bits && a.signed === b.signed;
}

function bitOperation(operator: string, a: bigint, b: bigint): bigint | undefined {
  switch (operator) {
    case "and":
      return a & b;
    case "or":
      return a | b;
    case "xor":
      return a ^ b;
    default:
      return undefined;
  }
}

function floatComparison(
  operator: ComparisonExpression["operator"],
  type: Extract<ValueType, { kind: "float" }>,
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
    a.base === b.base
  );
}

function ordered(
  operator: ComparisonExpression["operator"],
  a: ObjectPointer,
  b: ObjectPointer,
): boolean | undefined {
  if (a.low !== a.high || b.low !== b.high) return undefined;
  return decide(operator, range(a.low, a.low), range(b.low, b.low));
}

/** Pointers to different objects may be equal only one past the end (C11 6.5.9p6). */
function pointersEqual(a: Value, b: Value): boolean | undefined {
  if (sameObject(a, b)) return ordered("eq", a as ObjectPointer, b as ObjectPointer);
  if (a instanceof FunctionPointer && b instanceof FunctionPointer) {
    return a.symbol.name === b.symbol.name;
  }
  const isInside = (p: Value): boolean =>
    p instanceof FunctionPointer ||
    (p instanceof ObjectPointer && p.low >= 0 && p.high < p.object.size);
  if (a === 0 || b === 0) {
    const other = a === 0 ? b : a;
    return isInside(other) ? false : undefined;
  }
  if (isLiteral(a) && isLiteral(b)) return undefined;
  return isInside(a) && isInside(b) ? false : undefined;
}

/** Literals may share their storage (C11 6.4.5p7). */
function isLiteral(value: Value): boolean {
  return value instanceof ObjectPointer && value.object.kind === "string";
}
