/**
 * Bit-vector terms as polynomials over the integers modulo 2^width: sums, products and negations
 * are multiplied out, all other terms are unknowns. Remainders are expressed by quotients. Two
 * terms whose difference has no monomials are equal for all values of the unknowns, which a SAT
 * solver proves slowly for products.
 */
import type { Term } from "./term.ts";

/** Coefficients, none of them 0, by monomial: the names of its unknowns in order, with commas; "" is the constant. */
export type Polynomial = ReadonlyMap<string, bigint>;

const MAX_MONOMIALS = 64;
const MAX_DEGREE = 8;
/** Maximal number of operations that are multiplied out: shared subterms count each time. */
const MAX_STEPS = 200;

/**
 * A term that has the same value as an unknown, by facts outside of the terms; undefined: there is
 * none.
 */
export type Expansion = (unknown: Term) => Term | undefined;

/** The polynomial of a - b; undefined when it would be too large. */
export function differencePolynomial(
  a: Term,
  b: Term,
  expand: Expansion = () => undefined,
): Polynomial | undefined {
  const builder = new PolynomialBuilder(a.width, expand);
  const [left, right] = [builder.of(a), builder.of(b)];
  if (left === undefined || right === undefined) return undefined;
  return builder.sum(left, right, -1n);
}

/**
 * Whether a product of two unknowns or a remainder occurs below sums and products; visits few
 * terms.
 */
export function isNonlinear(root: Term): boolean {
  const stack = [root];
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const term = stack.pop();
    if (term === undefined) return false;
    if (term.op === "mul" && term.args.every(({ op }) => op !== "constant")) return true;
    if (isRemainder(term) || (term.op === "zeroExtend" && isRemainder(term.args[0] as Term)))
      return true;
    if (["add", "mul", "neg", "concat", "extract"].includes(term.op)) stack.push(...term.args);
  }
  return false;
}

/** x * 2^k is the lower bits of x followed by k zeros. */
function isShifted({ op, args }: Term): boolean {
  return op === "concat" && args[1]?.op === "constant" && args[1].value === 0n;
}

function isRemainder({ op }: Term): boolean {
  return op === "urem" || op === "srem";
}

/**
 * The name of a term that is no sum and no product. A value that is extended by zeros is the same
 * for all widths, and so is a quotient of such values.
 */
export function unknownOf(term: Term): string {
  const [a, b] = term.args as [Term, Term];
  if (term.op === "zeroExtend") return `0${unknownOf(a)}`;
  if (term.op === "udiv" || term.op === "sdiv") return quotientOf(term.op, a, b);
  return `${term.id}`;
}

function quotientOf(op: "udiv" | "sdiv", a: Term, b: Term): string {
  return `${op}(${a.id} ${b.id})`;
}

class PolynomialBuilder {
  readonly #width: number;
  readonly #expand: Expansion;
  #steps = 0;

  constructor(width: number, expand: Expansion) {
    this.#width = width;
    this.#expand = expand;
  }

  /** Congruent to the term modulo 2^(its width), for terms of at most this width. */
  of(term: Term): Polynomial | undefined {
    if (++this.#steps > MAX_STEPS) return undefined;
    if (term.op === "constant") return this.#polynomial([["", term.value]]);
    // The lower bits determine the product with a power of two, and the term is congruent to them.
    if (term.op === "extract" && term.low === 0) return this.of(term.args[0] as Term);
    if (isShifted(term)) {
      const [upper, zeros] = term.args as [Term, Term];
      const inner = this.of(upper);
      return inner && this.sum(new Map(), inner, 1n << BigInt(zeros.width));
    }
    const isSum = term.op === "add" || term.op === "neg" || term.op === "bvnot";
    if (isRemainder(term)) return this.#remainder(term);
    if (term.op === "zeroExtend" && (term.args[0] as Term).op === "urem") {
      return this.#extendedRemainder(term.args[0] as Term);
    }
    if (!isSum && term.op !== "mul") {
      const equal = this.#expand(term);
      return equal === undefined ? this.#polynomial([[unknownOf(term), 1n]]) : this.of(equal);
    }
    const first = this.of(term.args[0] as Term);
    if (first === undefined) return undefined;
    if (term.op === "neg") return this.sum(new Map(), first, -1n);
    // The complement of x is -1 - x.
    if (term.op === "bvnot") return this.sum(this.#polynomial([["", -1n]]), first, -1n);
    const second = this.of(term.args[1] as Term);
    if (second === undefined) return undefined;
    return term.op === "add" ? this.sum(first, second, 1n) : this.#product(first, second);
  }

  /** a - (a / b) * b, also where b is zero or the quotient does not fit (SMT-LIB, FixedSizeBitVectors). */
  #remainder({ op, args }: Term): Polynomial | undefined {
    const [a, b] = args as [Term, Term];
    const [dividend, divisor] = [this.of(a), this.of(b)];
    if (dividend === undefined || divisor === undefined) return undefined;
    const quotient = quotientOf(op === "urem" ? "udiv" : "sdiv", a, b);
    const product = this.#product(this.#polynomial([[quotient, 1n]]), divisor);
    return product && this.sum(dividend, product, -1n);
  }

  /** The same for integers: an unsigned division never exceeds its width. */
  #extendedRemainder({ args }: Term): Polynomial | undefined {
    const [a, b] = args as [Term, Term];
    const product = this.#product(
      this.#polynomial([[`0${quotientOf("udiv", a, b)}`, 1n]]),
      this.#extended(b),
    );
    return product && this.sum(this.#extended(a), product, -1n);
  }

  #extended(term: Term): Polynomial {
    const name = term.op === "constant" ? "" : `0${unknownOf(term)}`;
    return this.#polynomial([[name, term.op === "constant" ? term.value : 1n]]);
  }

  /** a + factor * b */
  sum(a: Polynomial, b: Polynomial, factor: bigint): Polynomial | undefined {
    const terms = [...a, ...[...b].map(([key, value]) => [key, value * factor] as const)];
    const result = this.#polynomial(terms);
    return result.size > MAX_MONOMIALS ? undefined : result;
  }

  #product(a: Polynomial, b: Polynomial): Polynomial | undefined {
    if (a.size * b.size > MAX_MONOMIALS) return undefined;
    const terms: [string, bigint][] = [];
    for (const [left, c] of a) {
      for (const [right, d] of b) {
        const unknowns = `${left},${right}`.split(",").filter((id) => id !== "");
        if (unknowns.length > MAX_DEGREE) return undefined;
        terms.push([unknowns.sort().join(","), c * d]);
      }
    }
    return this.#polynomial(terms);
  }

  #polynomial(terms: Iterable<readonly [string, bigint]>): Polynomial {
    const result = new Map<string, bigint>();
    for (const [key, value] of terms) {
      const coefficient = BigInt.asUintN(this.#width, (result.get(key) ?? 0n) + value);
      if (coefficient === 0n) result.delete(key);
      else result.set(key, coefficient);
    }
    return result;
  }
}
