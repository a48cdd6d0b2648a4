/**
 * Operations on integers as linear terms over mathematical integers. Where there is no such term the result is an
 * arbitrary value of its type, with its known bounds: the terms serve to guess invariants, never as a proof.
 */

import { unreachableKind } from "../../../ground/util/unreachable-kind.ts";
import { type IntegerValueType, type MemoryObject, typeRange } from "../../cfa/index.ts";
import type { IntegerOperation } from "../../semantics/index.ts";
import type { SmtText } from "./horn-system.ts";

/** The treatment of results that do not fit the type: they wrap around, or are excluded. */
export type Arithmetic = "wrapping" | "unbounded";

/** The source of values and the destination of conditions for the encoder. */
export interface EncodingScope {
  /** The value of a scalar variable; undefined when it is not tracked. */
  valueOf(object: MemoryObject): SmtText | undefined;
  /** A new variable. */
  fresh(): SmtText;
  /** Adds a condition that holds from now on. */
  assume(condition: SmtText): void;
  /** A signed result is outside of its type when the condition holds. */
  overflow(condition: SmtText): void;
}

/** Whether a variable is tracked by the encoder. */
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
  readonly #arithmetic: Arithmetic;
  readonly #reportsOverflow: boolean;

  /** @param reportsOverflow - signed overflow is reported to the scope, and is excluded afterwards */
  constructor(arithmetic: Arithmetic, reportsOverflow: boolean) {
    this.#arithmetic = arithmetic;
    this.#reportsOverflow = reportsOverflow;
  }

  arbitrary(scope: EncodingScope, type: IntegerValueType): SmtText {
    const value = scope.fresh();
    scope.assume(inRange(value, type));
    return value;
  }

  /** A short name for a term. */
  named(scope: EncodingScope, term: SmtText): SmtText {
    if (ATOM.test(term)) return term;
    const name = scope.fresh();
    scope.assume(`(= ${name} ${term})`);
    return name;
  }

  negate(scope: EncodingScope, type: IntegerValueType, value: SmtText): SmtText {
    return this.#fitted(scope, `(- 0 ${value})`, type);
  }

  complement(type: IntegerValueType, value: SmtText): SmtText {
    return type.signed ? `(- (- 1) ${value})` : `(- ${numeral(typeRange(type)[1])} ${value})`;
  }

  binary(scope: EncodingScope, operation: IntegerOperation, a: SmtText, b: SmtText): SmtText {
    const { operator, type, expression } = operation;
    const { left, right } = expression;
    const constant = right.kind === "integer" ? right.value : undefined;
    switch (operator) {
      case "add":
        return this.#fitted(scope, `(+ ${a} ${b})`, type);
      case "sub":
        return this.#fitted(scope, `(- ${a} ${b})`, type);
      case "mul":
        if (constant !== undefined || left.kind === "integer") {
          return this.#fitted(scope, `(* ${a} ${b})`, type, "far");
        }
        return this.#product(scope, a, b, type);
      case "div":
        if (constant !== undefined && constant > 0n)
          return this.#quotient(scope, a, constant, type);
        return this.arbitrary(scope, type);
      case "rem":
        if (constant !== undefined && constant > 0n) {
          return `(- ${a} (* ${constant} ${this.#quotient(scope, a, constant, type)}))`;
        }
        return this.#remainder(scope, a, b, type);
      case "shl":
        if (constant !== undefined && constant >= 0n && constant < BigInt(type.bits)) {
          return this.#fitted(scope, `(* ${1n << constant} ${a})`, type, "far");
        }
        return this.arbitrary(scope, type);
      case "shr":
        if (constant !== undefined && constant >= 0n && constant < BigInt(type.bits)) {
          return this.named(scope, `(div ${a} ${1n << constant})`);
        }
        return this.#atMost(scope, a, type);
      case "and": {
        if (constant !== undefined && constant >= 0n && (constant & (constant + 1n)) === 0n) {
          return this.named(scope, `(mod ${a} ${constant + 1n})`);
        }
        const value = this.#atMost(scope, a, type);
        scope.assume(`(=> (<= 0 ${b}) (<= 0 ${value} ${b}))`);
        return value;
      }
      case "or":
      case "xor": {
        const value = this.arbitrary(scope, type);
        const bounds = operator === "or" ? `(<= ${a} ${value}) (<= ${b} ${value})` : "";
        scope.assume(
          `(=> (and (<= 0 ${a}) (<= 0 ${b})) (and ${bounds} (<= 0 ${value} (+ ${a} ${b}))))`,
        );
        return value;
      }
      default:
        return unreachableKind(operator);
    }
  }

  /** A value between 0 and another one where the latter is non-negative. */
  #atMost(scope: EncodingScope, a: SmtText, type: IntegerValueType): SmtText {
    const value = this.arbitrary(scope, type);
    scope.assume(`(=> (<= 0 ${a}) (<= 0 ${value} ${a}))`);
    return value;
  }

  /** Division that truncates (C11 6.5.5p6); `div` rounds down for positive divisors. */
  #quotient(
    scope: EncodingScope,
    a: SmtText,
    divisor: bigint,
    { signed }: IntegerValueType,
  ): SmtText {
    if (!signed) return this.named(scope, `(div ${a} ${divisor})`);
    return this.named(
      scope,
      `(ite (<= 0 ${a}) (div ${a} ${divisor}) (- 0 (div (- 0 ${a}) ${divisor})))`,
    );
  }

  /** Has the sign of the dividend, and is closer to zero than the divisor. */
  #remainder(scope: EncodingScope, a: SmtText, b: SmtText, type: IntegerValueType): SmtText {
    const r = this.arbitrary(scope, type);
    scope.assume(`(not (= ${b} 0))`);
    scope.assume(`(ite (<= 0 ${a}) (<= 0 ${r} ${a}) (<= ${a} ${r} 0))`);
    scope.assume(`(ite (< 0 ${b}) (< (- 0 ${b}) ${r} ${b}) (< ${b} ${r} (- 0 ${b})))`);
    return r;
  }

  /** Adds the sign of a product, and that no factor but zero makes it smaller. */
  #product(scope: EncodingScope, a: SmtText, b: SmtText, type: IntegerValueType): SmtText {
    const r = this.arbitrary(scope, type);
    if (this.#arithmetic === "wrapping") return r;
    scope.assume(`(= (= ${r} 0) (or (= ${a} 0) (= ${b} 0)))`);
    scope.assume(`(=> (and (< 0 ${a}) (< 0 ${b})) (and (<= ${a} ${r}) (<= ${b} ${r})))`);
    scope.assume(`(=> (= ${a} 1) (= ${r} ${b}))`);
    scope.assume(`(=> (= ${b} 1) (= ${r} ${a}))`);
    return r;
  }

  convert(
    scope: EncodingScope,
    to: IntegerValueType,
    from: IntegerValueType,
    value: SmtText,
  ): SmtText {
    const [low, high] = typeRange(to);
    const [least, most] = typeRange(from);
    if (low <= least && most <= high) return value;
    return this.#wrapped(scope, value, to, from.bits <= to.bits ? "near" : "far");
  }

  /** The result of an operation fitted to the type. */
  #fitted(
    scope: EncodingScope,
    term: SmtText,
    type: IntegerValueType,
    distance: "near" | "far" = "near",
  ): SmtText {
    const value = this.named(scope, term);
    if (type.signed && this.#reportsOverflow) {
      scope.overflow(`(not ${inRange(value, type)})`);
      scope.assume(inRange(value, type));
      return value;
    }
    return this.#wrapped(scope, value, type, distance);
  }

  /** @param distance - near: at most one multiple of 2^width outside of the type */
  #wrapped(
    scope: EncodingScope,
    term: SmtText,
    type: IntegerValueType,
    distance: "near" | "far",
  ): SmtText {
    const value = this.named(scope, term);
    if (this.#arithmetic === "unbounded") {
      scope.assume(inRange(value, type));
      return value;
    }
    const [low, high] = typeRange(type);
    const turn = high - low + 1n;
    if (distance === "far") {
      const moved = low === 0n ? value : `(- ${value} ${numeral(low)})`;
      return this.named(scope, `(+ ${numeral(low)} (mod ${moved} ${turn}))`);
    }
    return this.named(
      scope,
      `(ite (< ${value} ${numeral(low)}) (+ ${value} ${turn}) (ite (< ${numeral(high)} ${value}) (- ${value} ${turn}) ${value}))`,
    );
  }
}
