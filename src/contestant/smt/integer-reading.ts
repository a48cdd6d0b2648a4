/**
 * Reads bit-vector terms as integers: polynomials with integer coefficients over unknowns with
 * known ranges, so that sums and products that fit are exact. Unlike polynomials modulo 2^width
 * (polynomial.ts) these have an order. A reading holds under premises, which are true in the model
 * for which it is made.
 */
import type { Term, TermManager } from "./term.ts";

/** A term as an unsigned or a two's complement number. */
export interface Unknown {
  readonly key: string;
  readonly term: Term;
  readonly isSigned: boolean;
}

/** Coefficients, none of them 0, by monomial: the keys of its unknowns in order, with commas; "" is the constant. */
export type IntegerPolynomial = ReadonlyMap<string, bigint>;

export interface Interval {
  readonly low: bigint;
  readonly high: bigint;
}

/** Facts beside the terms. */
export interface Facts {
  /**
   * A range of the term, with its premises: undefined where it may be negative in two's complement.
   */
  range(term: Term): (Interval & { readonly premises: readonly Term[] }) | undefined;
  /** Whether a condition holds in the model. */
  holds(condition: Term): boolean;
  /** A term without products that represents the term. */
  abstract(term: Term): Term;
}

const MAX_MONOMIALS = 24;
const MAX_DEGREE = 4;
const MAX_DEPTH = 24;
const ZERO: IntegerPolynomial = new Map();

export class IntegerReader {
  readonly #manager: TermManager;
  readonly #facts: Facts;
  readonly #unknowns = new Map<string, Unknown & Interval>();
  /** The premises of the readings. */
  readonly #premises: Set<Term>;
  readonly #whole: Term | undefined;

  /** @param whole - a term that is read as an unknown, regardless of its structure */
  constructor(manager: TermManager, facts: Facts, premises: Set<Term>, whole?: Term) {
    this.#manager = manager;
    this.#facts = facts;
    this.#premises = premises;
    this.#whole = whole;
  }

  unknown(key: string): Unknown {
    return this.#unknowns.get(key) as Unknown;
  }

  /** The value of a term; undefined when it is too large a polynomial. */
  of(term: Term, isSigned: boolean, depth: number = MAX_DEPTH): IntegerPolynomial | undefined {
    const [a, b, c] = term.args as [Term, Term, Term];
    if (depth === 0 || term === this.#whole) return this.#opaque(term, isSigned);
    const inner = (part: Term, signed: boolean): IntegerPolynomial | undefined =>
      this.of(part, signed, depth - 1);
    switch (term.op) {
      case "constant":
        return constant(isSigned ? BigInt.asIntN(term.width, term.value) : term.value);
      case "zeroExtend":
        return inner(a, false);
      case "signExtend": {
        const read = inner(a, true);
        return isSigned || this.#isNatural(read) || this.#isNonNegative(a)
          ? read
          : this.#opaque(term, false);
      }
      case "ite": {
        const holds = this.#facts.holds(a);
        this.#premises.add(holds ? a : this.#manager.not(a));
        return inner(holds ? b : c, isSigned);
      }
      case "add":
      case "neg":
      case "bvnot":
      case "mul":
      case "concat":
        return this.#sum(term, isSigned, depth);
      case "urem":
      case "srem":
        return this.#remainder(term, depth) ?? this.#opaque(term, isSigned);
      default:
        return this.#opaque(term, isSigned);
    }
  }

  /** The least and the greatest value of a polynomial, by the ranges of its unknowns. */
  intervalOf(polynomial: IntegerPolynomial): Interval {
    let [low, high] = [0n, 0n];
    for (const [monomial, coefficient] of polynomial) {
      let ends: [bigint, bigint] = [coefficient, coefficient];
      for (const key of keysOf(monomial)) {
        const range = this.#unknowns.get(key) as Interval;
        const products = ends.flatMap((end) => [end * range.low, end * range.high]);
        ends = [least(products), greatest(products)];
      }
      low += least(ends);
      high += greatest(ends);
    }
    return { low, high };
  }

  /** `positive - negative` is the polynomial, which must be linear; both of a width in which nothing overflows. */
  sides(polynomial: IntegerPolynomial): { readonly positive: Term; readonly negative: Term } {
    const manager = this.#manager;
    const weight = [...polynomial.values()].reduce((sum, c) => sum + magnitude(c), 1n);
    const widths = [...polynomial.keys()].map((key) => this.#unknowns.get(key)?.term.width ?? 1);
    const width = Math.max(8, ...widths) + weight.toString(2).length + 2;
    const sides = [manager.constant(width, 0), manager.constant(width, 0)];
    for (const [key, coefficient] of polynomial) {
      const side = coefficient > 0n ? 0 : 1;
      const factor = manager.constant(width, magnitude(coefficient));
      const product = key === "" ? factor : manager.mul(factor, this.extended(key, width));
      sides[side] = manager.add(sides[side] as Term, product);
    }
    return { positive: sides[0] as Term, negative: sides[1] as Term };
  }

  /** An unknown without products, in a greater width. */
  extended(key: string, width: number): Term {
    const { term, isSigned } = this.unknown(key);
    const own = this.#facts.abstract(term);
    return isSigned ? this.#manager.signExtend(own, width) : this.#manager.zeroExtend(own, width);
  }

  /**
   * A sum or product is read as one where it fits; otherwise its value modulo 2^width gives no
   * information.
   */
  #sum(term: Term, isSigned: boolean, depth: number): IntegerPolynomial | undefined {
    const { width } = term;
    const read = this.#congruent(term, isSigned, depth);
    if (read === undefined) return this.#opaque(term, isSigned);
    const { low, high } = this.intervalOf(read);
    const top = 1n << BigInt(isSigned ? width - 1 : width);
    if (low >= (isSigned ? -top : 0n) && high < top) return read;
    if (degreeOf(read) > 1) return this.#opaque(term, isSigned);
    const manager = this.#manager;
    const { positive, negative } = this.sides(read);
    if (positive.width <= width) return this.#opaque(term, isSigned);
    const own = this.#facts.abstract(term);
    const extended = isSigned
      ? manager.signExtend(own, positive.width)
      : manager.zeroExtend(own, positive.width);
    const isExact = manager.eq(manager.add(extended, negative), positive);
    if (!this.#facts.holds(isExact)) return this.#opaque(term, isSigned);
    this.#premises.add(isExact);
    return read;
  }

  /** A polynomial whose value is that of the term modulo 2^width. */
  #congruent(term: Term, isSigned: boolean, depth: number): IntegerPolynomial | undefined {
    if (depth === 0 || term === this.#whole) return this.#opaque(term, isSigned);
    const [a, b] = term.args as [Term, Term];
    const of = (part: Term): IntegerPolynomial | undefined =>
      this.#congruent(part, isSigned, depth - 1);
    switch (term.op) {
      case "constant":
        return constant(BigInt.asIntN(term.width, term.value));
      case "add":
        return plus(of(a), of(b), 1n);
      case "neg":
        return plus(ZERO, of(a), -1n);
      case "bvnot":
        return plus(constant(-1n), of(a), -1n);
      case "mul":
        return times(of(a), of(b));
      case "concat": {
        // The bits that are shifted out are multiples of 2^width.
        if (b.op !== "constant" || b.value !== 0n) return this.#opaque(term, isSigned);
        return plus(
          ZERO,
          of(a.op === "extract" && a.low === 0 ? (a.args[0] as Term) : a),
          1n << BigInt(b.width),
        );
      }
      default:
        return this.of(term, isSigned, depth - 1);
    }
  }

  /** a - b * (a / b), where both are natural numbers and b is not 0. */
  #remainder({ op, args }: Term, depth: number): IntegerPolynomial | undefined {
    const manager = this.#manager;
    const [a, b] = args as [Term, Term];
    const isSigned = op === "srem";
    if (!this.assumeDivision(a, b, isSigned)) return undefined;
    const quotient = this.#opaque(isSigned ? manager.sdiv(a, b) : manager.udiv(a, b), isSigned);
    const [dividend, divisor] = [this.of(a, isSigned, depth - 1), this.of(b, isSigned, depth - 1)];
    return plus(dividend, times(quotient, divisor), -1n);
  }

  /**
   * Whether a division is one of natural numbers by one that is not 0 in the model; that becomes a
   * premise.
   */
  assumeDivision(a: Term, b: Term, isSigned: boolean): boolean {
    const manager = this.#manager;
    const [dividend, divisor] = [this.#facts.abstract(a), this.#facts.abstract(b)];
    const zero = manager.constant(b.width, 0);
    const conditions = isSigned
      ? [manager.sle(zero, dividend), manager.slt(zero, divisor)]
      : [manager.not(manager.eq(divisor, zero))];
    if (!conditions.every((condition) => this.#facts.holds(condition))) return false;
    for (const condition of conditions) this.#premises.add(condition);
    return true;
  }

  /** Whether the ranges of the unknowns show that a polynomial is not negative. */
  #isNatural(polynomial: IntegerPolynomial | undefined): boolean {
    return polynomial !== undefined && this.intervalOf(polynomial).low >= 0n;
  }

  #isNonNegative(term: Term): boolean {
    const range = this.#facts.range(term);
    for (const premise of range?.premises ?? []) this.#premises.add(premise);
    return range !== undefined;
  }

  /** The term as an unknown: the same one for both readings where it is not negative. */
  #opaque(term: Term, isSigned: boolean): IntegerPolynomial {
    const range = this.#facts.range(term);
    for (const premise of range?.premises ?? []) this.#premises.add(premise);
    const signed = isSigned && range === undefined;
    const key = `${term.id}${signed ? "s" : "u"}`;
    const half = 1n << BigInt(term.width - 1);
    const widest = signed ? { low: -half, high: half - 1n } : { low: 0n, high: 2n * half - 1n };
    const { low, high } = range ?? widest;
    this.#unknowns.set(key, { key, term, isSigned: signed, low, high });
    return new Map([[key, 1n]]);
  }
}

export function keysOf(monomial: string): readonly string[] {
  return monomial === "" ? [] : monomial.split(",");
}

export function degreeOf(polynomial: IntegerPolynomial): number {
  return Math.max(0, ...[...polynomial.keys()].map((monomial) => keysOf(monomial).length));
}

function constant(value: bigint): IntegerPolynomial {
  return value === 0n ? ZERO : new Map([["", value]]);
}

/** a + factor * b */
export function plus(
  a: IntegerPolynomial | undefined,
  b: IntegerPolynomial | undefined,
  factor: bigint,
): IntegerPolynomial | undefined {
  if (a === undefined || b === undefined) return undefined;
  const result = new Map(a);
  for (const [monomial, value] of b) {
    const sum = (result.get(monomial) ?? 0n) + factor * value;
    if (sum === 0n) result.delete(monomial);
    else result.set(monomial, sum);
  }
  return result.size > MAX_MONOMIALS ? undefined : result;
}

export function times(
  a: IntegerPolynomial | undefined,
  b: IntegerPolynomial | undefined,
): IntegerPolynomial | undefined {
  if (a === undefined || b === undefined || a.size * b.size > MAX_MONOMIALS) return undefined;
  let result = ZERO;
  for (const [left, c] of a) {
    for (const [right, d] of b) {
      const keys = [...keysOf(left), ...keysOf(right)];
      if (keys.length > MAX_DEGREE) return undefined;
      const product = new Map([[keys.sort().join(","), c * d]]);
      result = plus(result, product, 1n) as IntegerPolynomial;
    }
  }
  return result;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function least(values: readonly bigint[]): bigint {
  return values.reduce((found, value) => {
    if (value < found) return value;
    return found;
  });
}

function greatest(values: readonly bigint[]): bigint {
  return -least(values.map((value) => -value));
}
