/**
 * Expressions of the CFA as linear terms over mathematical integers. What has
 * no such term is an arbitrary value of its type, with the bounds that are
 * known of it: the terms serve to guess invariants, never as a proof.
 */
import type {
  ArithmeticExpression,
  CastExpression,
  ComparisonOperator,
  Expression,
  IntegerValueType,
  MemoryObject,
  UnaryExpression,
} from "../../../cfa/model/cfa.ts";
import { typeRange } from "../../../cfa/model/value-types.ts";
import type { SmtText } from "./horn-system.ts";

/** What happens to results that the type cannot hold: they wrap around, or there are none. */
export type Arithmetic = "wrapping" | "unbounded";

/** Where the encoder finds values and leaves conditions. */
export interface EncodingScope {
  /** The value of a scalar variable; undefined when it is not followed. */
  valueOf(object: MemoryObject): SmtText | undefined;
  /** A new variable. */
  fresh(): SmtText;
  /** Holds from now on. */
  assume(condition: SmtText): void;
  /** A signed result is outside of its type when the condition holds. */
  overflow(condition: SmtText): void;
}

const COMPARISONS: Readonly<Record<Exclude<ComparisonOperator, "ne">, string>> = {
  eq: "=",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};

/** A variable that follows the value of expressions of this type. */
export function isFollowed(object: MemoryObject): boolean {
  return object.scalar?.kind === "int" && object.scalar.bits <= 64 && !object.isAddressTaken;
}

export function numeral(value: bigint): SmtText {
  return value < 0n ? `(- ${-value})` : `${value}`;
}

export function inRange(term: SmtText, type: IntegerValueType): SmtText {
  const [low, high] = typeRange(type);
  return `(<= ${numeral(low)} ${term} ${numeral(high)})`;
}

/** A name or a numeral. */
const ATOM = /^(?:[^(]|\(- \d+\)$)/;

export class IntegerEncoder {
  readonly #scope: EncodingScope;
  readonly #arithmetic: Arithmetic;
  readonly #reportsOverflow: boolean;

  /** @param reportsOverflow - signed overflow is told to the scope, and does not happen afterwards */
  constructor(scope: EncodingScope, arithmetic: Arithmetic, reportsOverflow: boolean) {
    this.#scope = scope;
    this.#arithmetic = arithmetic;
    this.#reportsOverflow = reportsOverflow;
  }

  /** The value of an expression of integer type; any other value is arbitrary. */
  term(expression: Expression): SmtText {
    const { type } = expression;
    if (type.kind !== "int") return this.#scope.fresh();
    switch (expression.kind) {
      case "integer":
        return numeral(expression.value);
      case "load": {
        const { address } = expression;
        const object =
          address.kind === "address" && address.target.kind !== "function"
            ? address.target
            : undefined;
        const value = object === undefined ? undefined : this.#scope.valueOf(object);
        return value ?? this.arbitrary(type);
      }
      case "unary":
        return this.#unary(expression, type);
      case "binary":
        return this.#binary(expression, type);
      case "compare":
        return `(ite ${this.condition(expression)} 1 0)`;
      case "cast":
        return this.#cast(expression, type);
      case "conditional": {
        const condition = this.condition(expression.condition);
        return this.named(
          `(ite ${condition} ${this.term(expression.whenTrue)} ${this.term(expression.whenFalse)})`,
        );
      }
      default:
        return this.arbitrary(type);
    }
  }

  /** Whether the scalar is not zero. */
  condition(expression: Expression): SmtText {
    if (expression.kind === "compare") {
      const { operator, left, right } = expression;
      if (left.type.kind === "int") {
        const [a, b] = [this.term(left), this.term(right)];
        return operator === "ne" ? `(not (= ${a} ${b}))` : `(${COMPARISONS[operator]} ${a} ${b})`;
      }
      return `(= ${this.arbitrary({ kind: "int", bits: 8, signed: false })} 1)`;
    }
    if (expression.kind === "integer") return expression.value === 0n ? "false" : "true";
    return `(not (= ${this.term(expression)} 0))`;
  }

  arbitrary(type: IntegerValueType): SmtText {
    const value = this.#scope.fresh();
    this.#scope.assume(inRange(value, type));
    return value;
  }

  /** A short name for a term. */
  named(term: SmtText): SmtText {
    if (ATOM.test(term)) return term;
    const name = this.#scope.fresh();
    this.#scope.assume(`(= ${name} ${term})`);
    return name;
  }

  #unary({ operator, operand }: UnaryExpression, type: IntegerValueType): SmtText {
    const value = this.term(operand);
    if (operator === "negate") return this.#fitted(`(- 0 ${value})`, type);
    return type.signed ? `(- (- 1) ${value})` : `(- ${numeral(typeRange(type)[1])} ${value})`;
  }

  #binary(expression: ArithmeticExpression, type: IntegerValueType): SmtText {
    const { operator, left, right } = expression;
    if (left.type.kind !== "int" || right.type.kind !== "int") return this.arbitrary(type);
    const a = this.term(left);
    const b = this.term(right);
    const constant = right.kind === "integer" ? right.value : undefined;
    switch (operator) {
      case "add":
        return this.#fitted(`(+ ${a} ${b})`, type);
      case "sub":
        return this.#fitted(`(- ${a} ${b})`, type);
      case "mul":
        if (constant !== undefined || left.kind === "integer") {
          return this.#fitted(`(* ${a} ${b})`, type, "far");
        }
        return this.#product(a, b, type);
      case "div":
        if (constant !== undefined && constant > 0n) return this.#quotient(a, constant, type);
        return this.arbitrary(type);
      case "rem":
        if (constant !== undefined && constant > 0n) {
          return `(- ${a} (* ${constant} ${this.#quotient(a, constant, type)}))`;
        }
        return this.#remainder(a, b, type);
      case "shl":
        if (constant !== undefined && constant >= 0n && constant < BigInt(type.bits)) {
          return this.#fitted(`(* ${1n << constant} ${a})`, type, "far");
        }
        return this.arbitrary(type);
      case "shr":
        if (constant !== undefined && constant >= 0n && constant < BigInt(type.bits)) {
          return this.named(`(div ${a} ${1n << constant})`);
        }
        return this.#atMost(a, type);
      case "and": {
        if (constant !== undefined && constant >= 0n && (constant & (constant + 1n)) === 0n) {
          return this.named(`(mod ${a} ${constant + 1n})`);
        }
        const value = this.#atMost(a, type);
        this.#scope.assume(`(=> (<= 0 ${b}) (<= 0 ${value} ${b}))`);
        return value;
      }
      case "or":
      case "xor": {
        const value = this.arbitrary(type);
        const bounds = operator === "or" ? `(<= ${a} ${value}) (<= ${b} ${value})` : "";
        this.#scope.assume(
          `(=> (and (<= 0 ${a}) (<= 0 ${b})) (and ${bounds} (<= 0 ${value} (+ ${a} ${b}))))`,
        );
        return value;
      }
    }
  }

  /** A value that is between 0 and another where that is not negative. */
  #atMost(a: SmtText, type: IntegerValueType): SmtText {
    const value = this.arbitrary(type);
    this.#scope.assume(`(=> (<= 0 ${a}) (<= 0 ${value} ${a}))`);
    return value;
  }

  /** Division that truncates (C11 6.5.5p6); `div` rounds down for positive divisors. */
  #quotient(a: SmtText, divisor: bigint, { signed }: IntegerValueType): SmtText {
    if (!signed) return this.named(`(div ${a} ${divisor})`);
    return this.named(`(ite (<= 0 ${a}) (div ${a} ${divisor}) (- 0 (div (- 0 ${a}) ${divisor})))`);
  }

  /** The sign of the dividend, closer to zero than the divisor. */
  #remainder(a: SmtText, b: SmtText, type: IntegerValueType): SmtText {
    const r = this.arbitrary(type);
    this.#scope.assume(`(not (= ${b} 0))`);
    this.#scope.assume(`(ite (<= 0 ${a}) (<= 0 ${r} ${a}) (<= ${a} ${r} 0))`);
    this.#scope.assume(`(ite (< 0 ${b}) (< (- 0 ${b}) ${r} ${b}) (< ${b} ${r} (- 0 ${b})))`);
    return r;
  }

  /** Signs, and that no factor but zero makes a product smaller. */
  #product(a: SmtText, b: SmtText, type: IntegerValueType): SmtText {
    const r = this.arbitrary(type);
    if (this.#arithmetic === "wrapping") return r;
    this.#scope.assume(`(= (= ${r} 0) (or (= ${a} 0) (= ${b} 0)))`);
    this.#scope.assume(`(=> (and (< 0 ${a}) (< 0 ${b})) (and (<= ${a} ${r}) (<= ${b} ${r})))`);
    this.#scope.assume(`(=> (= ${a} 1) (= ${r} ${b}))`);
    this.#scope.assume(`(=> (= ${b} 1) (= ${r} ${a}))`);
    return r;
  }

  #cast({ operand }: CastExpression, type: IntegerValueType): SmtText {
    if (operand.type.kind !== "int") return this.arbitrary(type);
    const value = this.term(operand);
    const [low, high] = typeRange(type);
    const [from, to] = typeRange(operand.type);
    if (low <= from && to <= high) return value;
    const isNear = operand.type.bits <= type.bits;
    return this.#wrapped(value, type, isNear ? "near" : "far");
  }

  /** The result of an operation as the type holds it. */
  #fitted(term: SmtText, type: IntegerValueType, distance: "near" | "far" = "near"): SmtText {
    const value = this.named(term);
    if (type.signed && this.#reportsOverflow) {
      this.#scope.overflow(`(not ${inRange(value, type)})`);
      this.#scope.assume(inRange(value, type));
      return value;
    }
    return this.#wrapped(value, type, distance);
  }

  /** @param distance - near: at most one turn outside of the type */
  #wrapped(term: SmtText, type: IntegerValueType, distance: "near" | "far"): SmtText {
    const value = this.named(term);
    if (this.#arithmetic === "unbounded") {
      this.#scope.assume(inRange(value, type));
      return value;
    }
    const [low, high] = typeRange(type);
    const turn = high - low + 1n;
    if (distance === "far") {
      const moved = low === 0n ? value : `(- ${value} ${numeral(low)})`;
      return this.named(`(+ ${numeral(low)} (mod ${moved} ${turn}))`);
    }
    return this.named(
      `(ite (< ${value} ${numeral(low)}) (+ ${value} ${turn}) (ite (< ${numeral(high)} ${value}) (- ${value} ${turn}) ${value}))`,
    );
  }
}
