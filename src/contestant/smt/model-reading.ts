import { differencePolynomial, type Polynomial, unknownOf } from "./polynomial.ts";
import type { Equation } from "./polynomial-ideal.ts";
import type { Term, TermManager } from "./term.ts";

/** Maximal number of equations for one model. */
export const MAX_EQUATIONS: number = 60;
/** A bit pattern that is expanded by its value has at most so many bits. */
const FEW_BITS = 4;

export interface WideEquation {
  readonly width: number;
  readonly equation: Equation;
}

export interface Read {
  readonly polynomial: Polynomial;
  readonly premises: ReadonlySet<number>;
}

/** Equations as polynomials in one model, and the conditions of the model that were used for it. */
export class ModelReading {
  readonly #manager: TermManager;
  readonly #value: (term: Term) => bigint;
  readonly #conditions: Term[] = [];
  readonly #numbers = new Map<Term, number>();
  /** Quotients by powers of two, by the unknowns that they are. */
  readonly #quotients = new Map<string, Term>();
  /** Terms without another form. */
  readonly #unknowns = new Set<Term>();

  constructor(manager: TermManager, value: (term: Term) => bigint) {
    this.#manager = manager;
    this.#value = value;
  }

  condition(number: number): Term {
    return this.#conditions[number] as Term;
  }

  /** The number of a condition that holds in the model. */
  premise(condition: Term): number {
    const known = this.#numbers.get(condition);
    if (known !== undefined) return known;
    const number = this.#conditions.push(condition) - 1;
    this.#numbers.set(condition, number);
    return number;
  }

  /** The polynomial that is 0 if the equation holds. */
  read(equation: Term): Read | undefined {
    const [a, b] = equation.args as [Term, Term];
    return this.#difference(a, b);
  }

  #difference(a: Term, b: Term): Read | undefined {
    const premises = new Set<number>();
    const polynomial = differencePolynomial(a, b, (term) => this.#expand(term, premises));
    return polynomial && { polynomial, premises };
  }

  /** `2^k * q + low == x` for each quotient q, where the model determines the low bits. */
  definitions(): WideEquation[] {
    const manager = this.#manager;
    const result: WideEquation[] = [];
    // Reading one definition may meet further quotients: they are in the map by then.
    for (const [unknown, upper] of this.#quotients) {
      const x = upper.args[0] as Term;
      const low = manager.extract(x, upper.low - 1, 0);
      const rest = this.#value(low);
      // One model for each of many values would not terminate; but that there is no remainder may
      // be known.
      if (low.width > FEW_BITS && rest !== 0n) continue;
      const read = this.#difference(x, manager.constant(x.width, rest));
      if (read === undefined || read.polynomial.has(unknown)) continue;
      const factor = BigInt.asUintN(x.width, -(1n << BigInt(upper.low)));
      const polynomial = new Map([...read.polynomial, [unknown, factor] as const]);
      const isRest = this.premise(manager.eq(low, manager.constant(low.width, rest)));
      const premises = new Set([...read.premises, isRest]);
      result.push({ width: x.width, equation: { polynomial, premises } });
    }
    return result;
  }

  /**
   * Unknowns that have the same value in the model: no premise of the query, but a case that it may
   * have to exclude.
   */
  equalUnknowns(): WideEquation[] {
    const firsts = new Map<string, Term>();
    const pairs: (readonly [Term, Term])[] = [];
    for (const term of this.#unknowns) {
      const key = `${term.width} ${this.#value(term)}`;
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, term);
      else pairs.push([first, term]);
    }
    return pairs.slice(0, MAX_EQUATIONS).flatMap(([a, b]): WideEquation[] => {
      const polynomial = differencePolynomial(a, b);
      const premises = new Set([this.premise(this.#manager.eq(a, b))]);
      return polynomial === undefined
        ? []
        : [{ width: a.width, equation: { polynomial, premises } }];
    });
  }

  #expand(term: Term, premises: Set<number>): Term | undefined {
    const equal = this.#equalTerm(term, premises);
    if (equal === undefined) this.#unknowns.add(term);
    return equal;
  }

  /** Returns a term that is equal to an unknown in the model. */
  #equalTerm(term: Term, premises: Set<number>): Term | undefined {
    const manager = this.#manager;
    const [a, b, c] = term.args as [Term, Term, Term];
    const assume = (condition: Term): void => {
      if (condition !== manager.true) premises.add(this.premise(condition));
    };
    if (term.op === "ite") {
      const holds = this.#value(a) === 1n;
      assume(holds ? a : manager.not(a));
      return holds ? b : c;
    }
    const upper = quotientIn(term);
    if (upper !== undefined) this.#quotients.set(unknownOf(term), upper);
    if (term.op !== "signExtend" && term.op !== "zeroExtend") return undefined;
    if (a.width <= FEW_BITS) {
      const value = manager.constant(a.width, this.#value(a));
      assume(manager.eq(a, value));
      return this.#extended(term, value);
    }
    if (a.op === "ite") {
      const [condition, then, otherwise] = a.args as [Term, Term, Term];
      const holds = this.#value(condition) === 1n;
      assume(holds ? condition : manager.not(condition));
      return this.#extended(term, holds ? then : otherwise);
    }
    if (a.op !== "add") return undefined;
    const [x, y] = a.args as [Term, Term];
    const sum = manager.add(this.#extended(term, x), this.#extended(term, y));
    // Without overflow the sum may be extended or its operands.
    const isExact = manager.eq(term, sum);
    if (this.#value(isExact) !== 1n || sum === term) return undefined;
    assume(isExact);
    return sum;
  }

  #extended({ op, width }: Term, by: Term): Term {
    return op === "signExtend"
      ? this.#manager.signExtend(by, width)
      : this.#manager.zeroExtend(by, width);
  }
}

function quotientIn(term: Term): Term | undefined {
  const isExtended = term.op === "signExtend" || term.op === "zeroExtend";
  const upper = isExtended ? (term.args[0] as Term) : term;
  if (upper.op !== "extract" || upper.low === 0) return undefined;
  const { width } = upper.args[0] as Term;
  return upper.high === width - 1 && (!isExtended || term.width === width) ? upper : undefined;
}
