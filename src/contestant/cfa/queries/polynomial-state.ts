/**
 * The effects of a path on integers, as polynomials over their initial values. Results are
 * mathematical: a value outside of the range of a type becomes a condition of the path, for
 * undefined behaviour and wrap-around alike. All other values are unknown, if evaluating them
 * certainly is defined.
 */
import type {
  ComparisonOperator,
  Expression,
  IntegerValueType,
  MemoryObject,
  ValueType,
} from "../model/cfa.ts";
import { NEGATED } from "../model/comparison-operators.ts";
import { addressedObject, canFail, isLoadOf, operandsOf } from "../model/expression-properties.ts";
import { typeRange } from "../model/value-types.ts";
import { isTracked } from "./liveness.ts";
import { Polynomial } from "./polynomial.ts";

/** The required relation of a value. */
export type Relation = "nonnegative" | "zero" | "nonzero";

export interface Condition {
  readonly relation: Relation;
  readonly value: Polynomial;
  /** Whether the program tests it; otherwise it keeps a value in the range of its type. */
  readonly isTest: boolean;
}

/** Thrown where a path is not supported. */
export class NoPolynomial extends Error {}

/** The value is defined but unknown. */
export const UNKNOWN = "unknown";
type Value = Polynomial | typeof UNKNOWN;

/** Conjunctions of conditions, for each of several paths. */
type Ways = readonly (readonly Condition[])[];

export class PolynomialState {
  readonly #values: Map<MemoryObject, Value>;
  /** Objects whose first value was asked for. */
  readonly #read: Set<MemoryObject>;
  readonly conditions: Condition[];
  /** Conditions under which assigned values are exact, and not only modulo two to the width. */
  readonly modular: Map<MemoryObject, readonly Condition[]>;

  constructor(original?: PolynomialState) {
    this.#values = new Map(original?.assigned);
    this.#read = new Set(original?.read);
    this.conditions = [...(original?.conditions ?? [])];
    this.modular = new Map(original?.modular);
  }

  get assigned(): ReadonlyMap<MemoryObject, Value> {
    return this.#values;
  }

  get read(): ReadonlySet<MemoryObject> {
    return this.#read;
  }

  /** The current value of an object. */
  valueOf(object: MemoryObject): Value {
    const known = this.#values.get(object);
    if (known !== undefined) return known;
    this.#read.add(object);
    return object.scalar?.kind === "int" ? Polynomial.valueOf(object) : UNKNOWN;
  }

  /** The same, where more than the remainder is needed. */
  exactValueOf(object: MemoryObject): Value {
    for (const condition of this.modular.get(object) ?? []) {
      if (!this.require(condition)) throw new NoPolynomial();
    }
    this.modular.delete(object);
    return this.valueOf(object);
  }

  /** Assigns another value to an object, or an unknown one. */
  set(object: MemoryObject, value: Value): void {
    this.#values.set(object, value);
  }

  /** A value that wraps around is exact only where that is required. */
  assign(object: MemoryObject, expression: Expression): void {
    const { type } = expression;
    const value =
      type.kind === "int" ? this.#remainder(expression, type.bits) : this.#value(expression);
    const exact = value === UNKNOWN || type.kind !== "int" ? [] : within(value, type);
    this.set(object, value);
    if (exact.length > 0) this.modular.set(object, exact);
    else this.modular.delete(object);
  }

  /** False when the condition cannot hold. */
  require(condition: Condition): boolean {
    const { relation, value } = condition;
    const { constant } = value;
    if (constant === undefined) {
      this.conditions.push(condition);
      return true;
    }
    switch (relation) {
      case "nonnegative":
        return constant >= 0n;
      case "zero":
        return constant === 0n;
      case "nonzero":
        return constant !== 0n;
    }
  }

  /** States in which a scalar is true, or false. */
  test(expression: Expression, truth: boolean): readonly PolynomialState[] {
    const ways = this.#ways(expression, truth);
    return ways.flatMap((conditions) => {
      const state = new PolynomialState(this);
      return conditions.every((condition) => state.require(condition)) ? [state] : [];
    });
  }

  #ways(expression: Expression, truth: boolean): Ways {
    if (expression.kind === "conditional") return this.#junction(expression, truth);
    if (expression.kind !== "compare") {
      const value = this.#integer(expression);
      if (value === UNKNOWN) throw new NoPolynomial();
      return [[{ relation: truth ? "nonzero" : "zero", value, isTest: true }]];
    }
    const { left, right } = expression;
    const operator = truth ? expression.operator : NEGATED[expression.operator];
    const isZero = right.kind === "integer" && right.value === 0n;
    const isTest = left.kind === "compare" || left.kind === "conditional";
    if (isZero && isTest && (operator === "eq" || operator === "ne")) {
      return this.#ways(left, operator === "ne");
    }
    const [a, b] = [this.#integer(left), this.#integer(right)];
    if (a === UNKNOWN || b === UNKNOWN) throw new NoPolynomial();
    return [[comparison(operator, a, b)]];
  }

  /** `a && b` and `a || b`. */
  #junction(
    { condition, whenTrue, whenFalse }: Expression & { readonly kind: "conditional" },
    truth: boolean,
  ): Ways {
    const side = (outcome: boolean): Ways => {
      const other = outcome ? whenTrue : whenFalse;
      const first = this.#ways(condition, outcome);
      if (other.kind === "integer") return (other.value !== 0n) === truth ? first : [];
      const second = this.#ways(other, truth);
      return first.flatMap((a) => second.map((b) => [...a, ...b]));
    };
    return [...side(true), ...side(false)];
  }

  /** A value modulo two to the width. */
  #remainder(expression: Expression, bits: number): Value {
    const { type } = expression;
    const isWide = type.kind === "int" && type.bits >= bits;
    if (isWide && expression.kind === "cast" && expression.operand.type.kind === "int") {
      const { operand } = expression;
      const isKept = (operand.type as IntegerValueType).bits >= bits;
      return isKept ? this.#remainder(operand, bits) : this.#value(expression);
    }
    if (isWide && expression.kind === "load") return this.#stored(expression);
    if (isWide && !type.signed && expression.kind === "binary") {
      const { operator, left, right } = expression;
      if (operator === "add" || operator === "sub" || operator === "mul") {
        return combined(operator, this.#remainder(left, bits), this.#remainder(right, bits));
      }
    }
    return this.#value(expression);
  }

  #integer(expression: Expression): Value {
    if (expression.type.kind !== "int") throw new NoPolynomial();
    return this.#value(expression);
  }

  #value(expression: Expression): Value {
    switch (expression.kind) {
      case "integer":
        return expression.type.kind === "int" ? Polynomial.constant(expression.value) : UNKNOWN;
      case "float":
      case "address":
        return UNKNOWN;
      case "load":
        return this.#load(expression);
      case "unary":
        return this.#unary(expression);
      case "binary":
        return this.#binary(expression);
      case "cast": {
        const { operand, type } = expression;
        if (operand.type.kind !== "int" || type.kind !== "int") return this.#unknown(expression);
        return this.#inRange(this.#value(operand), type);
      }
      case "compare":
      case "conditional":
        return this.#unknown(expression);
    }
  }

  /** The exact value. */
  #load(load: Expression & { readonly kind: "load" }): Value {
    this.#stored(load);
    return this.exactValueOf(addressedObject(load.address) as MemoryObject);
  }

  /** A polynomial that is the value of an object, modulo two to its width. */
  #stored(load: Expression & { readonly kind: "load" }): Value {
    const object = addressedObject(load.address);
    if (object === undefined || !isOwn(object) || !isLoadOf(load, object)) {
      throw new NoPolynomial();
    }
    return this.valueOf(object);
  }

  #unary(expression: Expression & { readonly kind: "unary" }): Value {
    const { operator, operand, type } = expression;
    if (type.kind !== "int") return this.#unknown(expression);
    const value = this.#value(operand);
    if (value === UNKNOWN) {
      // The least number has no opposite.
      if (operator === "negate" && type.signed) throw new NoPolynomial();
      return UNKNOWN;
    }
    if (operator === "negate") return this.#inRange(value.scaled(-1n), type);
    const ones = Polynomial.constant(type.signed ? -1n : typeRange(type)[1]);
    return ones.minus(value);
  }

  #binary(expression: Expression & { readonly kind: "binary" }): Value {
    const { operator, type, left, right } = expression;
    if (type.kind !== "int" || left.type.kind !== "int") return this.#unknown(expression);
    if (operator !== "add" && operator !== "sub" && operator !== "mul") {
      return this.#unknown(expression);
    }
    const result = combined(operator, this.#value(left), this.#value(right));
    if (result === UNKNOWN && type.signed) throw new NoPolynomial();
    return this.#inRange(result, type);
  }

  #inRange(value: Value, type: IntegerValueType): Value {
    if (value === UNKNOWN) return UNKNOWN;
    if (!within(value, type).every((condition) => this.require(condition))) {
      throw new NoPolynomial();
    }
    return value;
  }

  /** The value of an expression that is defined for all contents of objects. */
  #unknown(expression: Expression): Value {
    if (canFail(expression) || expression.type.kind === "pointer") throw new NoPolynomial();
    this.#readIn(expression);
    return UNKNOWN;
  }

  #readIn(expression: Expression): void {
    if (expression.kind === "load") this.#load(expression);
    else for (const operand of operandsOf(expression)) this.#readIn(operand);
  }
}

function combined(operator: "add" | "sub" | "mul", a: Value, b: Value): Value {
  if (a === UNKNOWN || b === UNKNOWN) return UNKNOWN;
  const result = operator === "mul" ? a.times(b) : operator === "add" ? a.plus(b) : a.minus(b);
  if (result === undefined) throw new NoPolynomial();
  return result;
}

/** A scalar that is only accessed by name, and that changes only where it is assigned. */
export function isOwn(object: MemoryObject): boolean {
  return isTracked(object) && object.type.volatile !== true && object.kind !== "thread-local";
}

/** Conditions that keep a value in the range of a type, except for those that always hold. */
function within(value: Polynomial, type: IntegerValueType): readonly Condition[] {
  const [low, high] = typeRange(type);
  const [least, most] = bounds(value);
  const conditions: Condition[] = [];
  const require = (bound: Polynomial): void => {
    conditions.push({ relation: "nonnegative", value: bound, isTest: false });
  };
  if (least < low) require(value.minus(Polynomial.constant(low)));
  if (most > high) require(Polynomial.constant(high).minus(value));
  return conditions;
}

/** Bounds of a polynomial by the types of its objects. */
export function bounds({ terms }: Polynomial): readonly [bigint, bigint] {
  let [low, high] = [0n, 0n];
  for (const { coefficient, factors } of terms) {
    let [least, most] = [coefficient, coefficient];
    for (const { scalar } of factors) {
      const [from, to] = rangeOf(scalar);
      const ends = [least * from, least * to, most * from, most * to];
      const [first = 0n, ...others] = ends.toSorted((a, b) => (a < b ? -1 : 1));
      [least, most] = [first, others.at(-1) ?? first];
    }
    low += least;
    high += most;
  }
  return [low, high];
}

function rangeOf(type: ValueType | undefined): readonly [bigint, bigint] {
  if (type?.kind !== "int") throw new NoPolynomial();
  return typeRange(type);
}

function comparison(operator: ComparisonOperator, a: Polynomial, b: Polynomial): Condition {
  const one = Polynomial.constant(1n);
  const nonnegative = (value: Polynomial): Condition => ({
    relation: "nonnegative",
    value,
    isTest: true,
  });
  switch (operator) {
    case "eq":
      return { relation: "zero", value: a.minus(b), isTest: true };
    case "ne":
      return { relation: "nonzero", value: a.minus(b), isTest: true };
    case "lt":
      return nonnegative(b.minus(a).minus(one));
    case "le":
      return nonnegative(b.minus(a));
    case "gt":
      return nonnegative(a.minus(b).minus(one));
    case "ge":
      return nonnegative(a.minus(b));
  }
}
