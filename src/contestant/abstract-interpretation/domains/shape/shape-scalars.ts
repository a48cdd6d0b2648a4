/**
 * Operations on scalars in the shape domain; integers are those of the value domain. Unsigned integers of pointer
 * width may hold addresses, too: casts there and back keep them, and so do sums with small numbers.
 */
import {
  type ArithmeticOperator,
  type ComparisonOperator,
  cast,
  type FloatConstant,
  type FloatValueType,
  type IntegerConstant,
  type IntegerValueType,
  type LoadExpression,
  type MemoryObject,
  MIRRORED,
  negate,
  type PointerValueType,
  type ValueType,
  wrap,
} from "../../../cfa/index.ts";
import type { FunctionSymbol } from "../../../cfront/index.ts";
import type {
  Binary,
  Evaluation,
  Hazard,
  IntegerOperation,
  Unary,
  ValueAlgebra,
} from "../../../semantics/index.ts";
import type { OverflowMode } from "../../../specification/index.ts";
import { decide, exactBounds, fullRange, hull, range } from "../interval/range.ts";
import { ComparisonSplit } from "../value/comparison-split.ts";
import { compareFloatValues } from "../value/comparisons.ts";
import { IntegerArithmetic } from "../value/integer-arithmetic.ts";
import {
  ANY,
  canonical,
  FloatPattern,
  FunctionPointer,
  isInteger,
  type Value,
} from "../value/value.ts";
import type { ShapeCarriers } from "./carriers.ts";
import { areEqual, areOrdered } from "./shape-comparisons.ts";
import type { ShapeContext } from "./shape-context.ts";
import type { ShapeMemory } from "./shape-memory.ts";
import { ChoiceSplit, type ShapeState } from "./shape-state.ts";
import { isNumber, ShapePointer, type ShapeValue, sameShapeValue } from "./shape-value.ts";

type Truth = ShapeCarriers["truth"];

/**
 * Distance in bytes from its object up to which an address is tracked as an integer: less than half of the range of
 * pointers.
 */
const MAX_ADDRESS_OFFSET = 2 ** 30;

export class ShapeScalars implements ValueAlgebra<ShapeCarriers> {
  readonly #context: ShapeContext;
  readonly #memory: ShapeMemory;
  readonly #overflow: OverflowMode;
  readonly #integers: IntegerArithmetic;
  readonly #hasLimits: boolean;

  /** @param hasLimits - whether `i < n` limits `i` although arithmetic wraps around */
  constructor(
    context: ShapeContext,
    memory: ShapeMemory,
    overflow: OverflowMode,
    hasLimits: boolean,
  ) {
    this.#context = context;
    this.#hasLimits = hasLimits;
    this.#memory = memory;
    this.#overflow = overflow;
    this.#integers = new IntegerArithmetic(context.unknown, overflow);
  }

  integer({ value }: IntegerConstant): ShapeValue {
    return canonical(value);
  }

  float({ bits }: FloatConstant): ShapeValue {
    return new FloatPattern(bits);
  }

  objectAddress(object: MemoryObject): Evaluation<ShapeCarriers> {
    return (state) => new ShapePointer(this.#memory.named(state, object), "region", 0);
  }

  functionAddress(symbol: FunctionSymbol): ShapeValue {
    return new FunctionPointer(symbol);
  }

  load(load: LoadExpression, pointer: Evaluation<ShapeCarriers>): Evaluation<ShapeCarriers> {
    return this.#memory.load(load, pointer);
  }

  // ---------------------------------------------------------------- arithmetic

  negate(type: IntegerValueType, hazards: readonly Hazard[]): Unary<ShapeCarriers> {
    const operation = this.#integers.negate(type, hazards);
    return (state, value) => operation(state, asInteger(value)) as ShapeValue;
  }

  complement(type: IntegerValueType | PointerValueType): Unary<ShapeCarriers> {
    const operation = this.#integers.complement(type);
    return (state, value) => this.#known(state, type, operation(state, asInteger(value)));
  }

  /** Unknown pointers are symbols here, not {@link ANY}. */
  #known(state: ShapeState, type: ValueType, value: Value): ShapeValue {
    return value === ANY ? this.#context.any(state, type) : (value as ShapeValue);
  }

  integerArithmetic(operation: IntegerOperation): Binary<ShapeCarriers> {
    const apply = this.#integers.operation(operation);
    const { operator, type, hazards } = operation;
    if (operator !== "add" && operator !== "sub" && operator !== "mul") {
      return (state, a, b) => apply(state, asInteger(a), asInteger(b)) as ShapeValue;
    }
    const { low, high } = fullRange(type);
    // Executions end where signed arithmetic overflows; elsewhere ranges must exclude that it wraps around.
    const isExact = (state: ShapeState, a: ShapeValue, b: ShapeValue): boolean => {
      if (hazards.includes("overflow")) return true;
      if (!isNumber(a) || !isNumber(b)) return false;
      const bounds = exactBounds(operator, state.rangeOf(a), state.rangeOf(b));
      return bounds !== undefined && low <= bounds.low && bounds.high <= high;
    };
    return (state, a, b) => {
      const address = this.#addressArithmetic(state, operator, type, a, b);
      if (address !== undefined) return address;
      const { trace } = state.graph;
      const exact = trace !== undefined && isExact(state, a, b);
      const result = apply(state, asInteger(a), asInteger(b)) as ShapeValue;
      if (exact) trace.computed(result, operator, a, b);
      return result;
    };
  }

  /** Sums of addresses and numbers, and differences of addresses; undefined for all other operations. */
  #addressArithmetic(
    state: ShapeState,
    operator: ArithmeticOperator,
    type: IntegerValueType,
    a: ShapeValue,
    b: ShapeValue,
  ): ShapeValue | undefined {
    if (operator === "add" && isNumber(a)) {
      return isNumber(b) ? undefined : this.#addressArithmetic(state, operator, type, b, a);
    }
    if (!(a instanceof ShapePointer) || !this.#holdsAddresses(type)) return undefined;
    if (isNumber(b)) {
      const bytes = state.rangeOf(b);
      const low = Number(BigInt.asIntN(type.bits, BigInt(bytes.low)));
      const high = Number(BigInt.asIntN(type.bits, BigInt(bytes.high)));
      if (low > high) return undefined;
      const moved = operator === "add" ? a.moved(low, high) : a.moved(-high, -low);
      return isNear(moved) ? moved : undefined;
    }
    const isKnown = operator === "sub" && b instanceof ShapePointer && a.isExact && b.isExact;
    if (!isKnown || a.target !== b.target || a.spec !== b.spec) return undefined;
    return canonical(wrap(type, BigInt(a.low - b.low)));
  }

  /** Whether integers of a type may hold addresses: signed ones would be negative for some. */
  #holdsAddresses({ bits, signed }: IntegerValueType): boolean {
    return !signed && bits === 8 * this.#context.pointerBytes;
  }

  negateFloat(type: FloatValueType): Unary<ShapeCarriers> {
    return (_state, value) => {
      if (!(value instanceof FloatPattern)) return ANY;
      const negated = negate({ kind: "float", type, bits: value.bits });
      return negated.kind === "float" ? new FloatPattern(negated.bits) : ANY;
    };
  }

  floatArithmetic(): Binary<ShapeCarriers> {
    return () => ANY;
  }

  offset(operator: "add" | "sub", type: PointerValueType): Binary<ShapeCarriers> {
    return (state, a, b) => {
      if (!isNumber(b) || operator === "sub") return this.#context.any(state, type);
      // The number of bytes is unsigned with pointer width: a large one goes backwards.
      const bytes = state.rangeOf(b);
      const low = Number(BigInt.asIntN(type.bits, BigInt(bytes.low)));
      const high = Number(BigInt.asIntN(type.bits, BigInt(bytes.high)));
      if (a instanceof ShapePointer) {
        return low <= high ? a.moved(low, high) : a.moved(-Infinity, Infinity);
      }
      if (isInteger(a) && low === high) return canonical(wrap(type, BigInt(a) + BigInt(low)));
      return this.#context.any(state, type);
    };
  }

  difference(type: IntegerValueType): Binary<ShapeCarriers> {
    return (state, a, b) => {
      const isOne =
        a instanceof ShapePointer &&
        b instanceof ShapePointer &&
        a.target === b.target &&
        a.spec === b.spec;
      if (!isOne) this.#context.doubt("undefined", "difference of pointers into different objects");
      return a.isExact && b.isExact ? a.low - b.low : this.#context.any(state, type);
    };
  }

  // --------------------------------------------------------------- comparisons

  compareIntegers(operator: ComparisonOperator): Binary<ShapeCarriers, Truth> {
    const tellsEquality = operator === "eq" || operator === "ne";
    return (state, a, b) =>
      tellsEquality || (isNumber(a) && isNumber(b))
        ? this.#compare(state, operator, a, b)
        : undefined;
  }

  comparePointers(operator: ComparisonOperator): Binary<ShapeCarriers, Truth> {
    return (state, a, b) => this.#compare(state, operator, a, b);
  }

  #compare(state: ShapeState, operator: ComparisonOperator, a: ShapeValue, b: ShapeValue): Truth {
    if (isNumber(a) && isNumber(b)) {
      if (a === b) return operator === "eq" || operator === "le" || operator === "ge";
      const known = decide(operator, state.rangeOf(a), state.rangeOf(b));
      if (known !== undefined) return known;
      const { unknown } = this.#context;
      if (unknown.isLasting(a) && isInteger(b)) throw new ComparisonSplit(a, operator, b);
      if (unknown.isLasting(b) && isInteger(a)) throw new ComparisonSplit(b, MIRRORED[operator], a);
      if (this.#overflow === "stop" || this.#hasLimits) this.#limit(state, operator, a, b);
      return undefined;
    }
    if (operator !== "eq" && operator !== "ne") return areOrdered(state, operator, a, b);
    const equal = areEqual(state, a, b);
    return equal === undefined ? undefined : equal === (operator === "eq");
  }

  /** A value that is less than another one is less than the maximum: with `i < n`, `i + 1` does not overflow. */
  #limit(state: ShapeState, operator: ComparisonOperator, a: ShapeValue, b: ShapeValue): void {
    if (operator === "eq" || operator === "ne" || !isNumber(a) || !isNumber(b)) return;
    if (operator === "gt" || operator === "ge") {
      this.#limit(state, MIRRORED[operator], b, a);
      return;
    }
    const [x, y] = [state.rangeOf(a), state.rangeOf(b)];
    const isWithin = operator === "lt" ? x.high < y.high : x.high <= y.high;
    if (isWithin || isInteger(a) || !this.#context.unknown.isLasting(a)) return;
    throw new ComparisonSplit(a, operator, y.high);
  }

  compareFloats(operator: ComparisonOperator, type: FloatValueType): Binary<ShapeCarriers, Truth> {
    return (_state, a, b) => compareFloatValues(operator, type, asFloat(a), asFloat(b));
  }

  isNonzero(type: ValueType): Unary<ShapeCarriers, Truth> {
    if (type.kind === "float") {
      const zero = new FloatPattern(0n);
      return (_state, value) => compareFloatValues("ne", type, asFloat(value), zero);
    }
    return (state, value) => this.#compare(state, "ne", value, 0);
  }

  ofTruth(): (state: ShapeState, truth: Truth) => ShapeValue {
    const either = range(0, 1);
    return (state, truth) =>
      truth === undefined ? this.#context.within(state, either) : truth ? 1 : 0;
  }

  choose(
    type: ValueType,
    condition: Evaluation<ShapeCarriers, Truth>,
    whenTrue: Evaluation<ShapeCarriers>,
    whenFalse: Evaluation<ShapeCarriers>,
  ): Evaluation<ShapeCarriers> {
    const choose: Evaluation<ShapeCarriers> = (state) => {
      const holds = condition(state) ?? state.choices.get(choose);
      if (holds !== undefined) return holds ? whenTrue(state) : whenFalse(state);
      const a = whenTrue(state);
      const b = whenFalse(state);
      if (sameShapeValue(a, b)) return a;
      if (type.kind === "pointer" || isAddress(a) || isAddress(b)) throw new ChoiceSplit(choose);
      if (type.kind !== "int" || !isNumber(a) || !isNumber(b))
        return this.#context.any(state, type);
      return this.#context.within(state, hull(state.rangeOf(a), state.rangeOf(b)));
    };
    return choose;
  }

  // --------------------------------------------------------------- conversions

  resize(to: IntegerValueType): Unary<ShapeCarriers> {
    return this.#toInteger(to);
  }

  pointerToInteger(to: IntegerValueType): Unary<ShapeCarriers> {
    return this.#toInteger(to);
  }

  #toInteger(to: IntegerValueType): Unary<ShapeCarriers> {
    const holdsAddresses = this.#holdsAddresses(to);
    return (state, value) => {
      if (holdsAddresses && isAddress(value)) return value;
      return this.#integers.convert(state, asInteger(value), to) as ShapeValue;
    };
  }

  integerToPointer(to: PointerValueType): Unary<ShapeCarriers> {
    return (state, value) => {
      if (isInteger(value)) return canonical(wrap(to, BigInt(value)));
      return isAddress(value) ? value : this.#context.any(state, to);
    };
  }

  integerToFloat(to: FloatValueType, from: IntegerValueType): Unary<ShapeCarriers> {
    return (_state, value) => {
      if (!isInteger(value)) return ANY;
      const converted = cast(to, { kind: "integer", type: from, value: BigInt(value) });
      return converted.kind === "float" ? new FloatPattern(converted.bits) : ANY;
    };
  }

  floatToFloat(to: FloatValueType, from: FloatValueType): Unary<ShapeCarriers> {
    return (_state, value) => {
      if (!(value instanceof FloatPattern)) return ANY;
      const converted = cast(to, { kind: "float", type: from, bits: value.bits });
      return converted.kind === "float" ? new FloatPattern(converted.bits) : ANY;
    };
  }

  floatToInteger(to: IntegerValueType, from: FloatValueType): Unary<ShapeCarriers> {
    return (state, value) => {
      if (value instanceof FloatPattern) {
        const converted = cast(to, { kind: "float", type: from, bits: value.bits });
        if (converted.kind === "integer") return canonical(converted.value);
      }
      this.#context.doubt("undefined", "conversion of an unknown float");
      return this.#context.within(state, fullRange(to));
    };
  }

  meaningless(_type: ValueType, reason: string): (state: ShapeState) => ShapeValue {
    return () => this.#context.doubt("unsupported", reason);
  }
}

/** Whether a value is the address of an object, and as an integer not so far away that it could wrap around. */
function isAddress(value: ShapeValue): value is ShapePointer | FunctionPointer {
  return value instanceof FunctionPointer || (value instanceof ShapePointer && isNear(value));
}

function isNear({ low, high }: ShapePointer): boolean {
  return low >= -MAX_ADDRESS_OFFSET && high <= MAX_ADDRESS_OFFSET;
}

/** An operand of integer arithmetic: a value that is not a number may be any. */
function asInteger(value: ShapeValue): Value {
  return isNumber(value) ? value : ANY;
}

function asFloat(value: ShapeValue): Value {
  return value instanceof FloatPattern ? value : ANY;
}
