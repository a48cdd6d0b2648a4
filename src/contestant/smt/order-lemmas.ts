/**
 * Order of products. A comparison of polynomials over integers reduces to a smaller one where an
 * unknown can be factored out: for P = s * q + t with 0 <= t < s, P < 0 if and only if q < 0 (and P
 * = 0 if and only if q = t = 0). So `n * k < c * k` becomes `n < c`, a remainder determines the
 * quotient, and `i * n + j < m * n` becomes `i < m` for a column j of a row of n. Where P has no
 * such t, -P - 1 may have one: it is negative if P is not. Each conclusion is a lemma on terms: it
 * holds in every model, regardless of the truth of comparisons and equations in this one.
 */

import { gcd } from "../../ground/util/gcd.ts";
import {
  degreeOf,
  type Facts,
  type IntegerPolynomial,
  IntegerReader,
  type Interval,
  keysOf,
  plus,
  times,
} from "./integer-reading.ts";
import type { Term, TermManager } from "./term.ts";

/** Maximal number of lemmas from one model. */
const MAX_LEMMAS = 12;

/** `unknown == polynomial`. */
interface Rule {
  readonly key: string;
  readonly polynomial: IntegerPolynomial;
  readonly premises: readonly Term[];
}

/**
 * Whether a polynomial is negative, or zero, in the model: the claim of an atom, or of a fact that
 * always holds.
 */
interface Claim {
  readonly polynomial: IntegerPolynomial;
  readonly relation: "negative" | "zero";
  readonly isTrue: boolean;
  readonly atom: Term | undefined;
  readonly premises: readonly Term[];
}

/**
 * Returns implications that hold in all models but not in this one.
 * @param atoms - comparisons and equations with a truth value in the model
 * @param divisions - quotients that occur
 */
export function orderLemmas(
  manager: TermManager,
  facts: Facts,
  atoms: readonly Term[],
  divisions: readonly Term[],
): Term[] {
  return new OrderLemmas(manager, facts).of(atoms, divisions);
}

/** Returns the term whose sign bit is tested. */
export function negativeIn({ op, args }: Term): Term | undefined {
  if (op !== "eq") return undefined;
  const [one, bit] = args[0]?.op === "constant" ? args : args.toReversed();
  if (one?.op !== "constant" || one.width !== 1 || one.value !== 1n) return undefined;
  if (bit?.op !== "extract") return undefined;
  const [term] = bit.args as [Term];
  return bit.high === bit.low && bit.high === term.width - 1 ? term : undefined;
}

class OrderLemmas {
  readonly #manager: TermManager;
  readonly #facts: Facts;
  readonly #premises = new Set<Term>();
  readonly #reader: IntegerReader;
  readonly #rules: Rule[] = [];
  readonly #lemmas: Term[] = [];

  constructor(manager: TermManager, facts: Facts) {
    this.#manager = manager;
    this.#facts = facts;
    this.#reader = new IntegerReader(manager, facts, this.#premises);
  }

  of(atoms: readonly Term[], divisions: readonly Term[]): Term[] {
    const dividends = new Set(divisions.map(({ args }) => args[0] as Term));
    for (const atom of atoms) {
      if (atom.op === "eq" && this.#facts.holds(atom)) this.#addRule(atom, dividends);
    }
    const claims = [
      ...divisions.flatMap((division) => this.#claimsOfDivision(division)),
      ...atoms.flatMap((atom) => this.#claimOf(atom) ?? []),
    ];
    for (const claim of claims) {
      this.#examine(claim);
      if (this.#lemmas.length >= MAX_LEMMAS) break;
    }
    this.#examinePairs(claims.filter(({ polynomial }) => degreeOf(polynomial) > 1));
    return this.#lemmas;
  }

  /** Runs a reading, and returns it with its premises. */
  #read<T>(
    reading: () => T | undefined,
  ): { readonly read: T; readonly premises: Term[] } | undefined {
    this.#premises.clear();
    const read = reading();
    return read === undefined ? undefined : { read, premises: [...this.#premises] };
  }

  #difference(a: Term, b: Term, isSigned: boolean): IntegerPolynomial | undefined {
    return plus(this.#reader.of(a, isSigned), this.#reader.of(b, isSigned), -1n);
  }

  /**
   * Adds a rule from an equation with products for an unknown that stands alone: one that is
   * divided, or else the oldest.
   */
  #addRule(atom: Term, dividends: ReadonlySet<Term>): void {
    const [a, b] = atom.args as [Term, Term];
    const isOfProducts = (one: ReturnType<typeof reading>): boolean =>
      one !== undefined && degreeOf(one.read) > 1;
    const reading = (
      isSigned: boolean,
    ): { readonly read: IntegerPolynomial; readonly premises: Term[] } | undefined =>
      this.#read(() => this.#reduced(this.#difference(a, b, isSigned)));
    const result = [true, false].map(reading).find(isOfProducts);
    if (result === undefined) return;
    const { read, premises } = result;
    const pivots = [...read].filter(
      ([key, coefficient]) =>
        key !== "" &&
        !key.includes(",") &&
        (coefficient === 1n || coefficient === -1n) &&
        [...read.keys()].every((other) => other === key || !keysOf(other).includes(key)),
    );
    const rank = (key: string): number => {
      const { term } = this.#reader.unknown(key);
      return dividends.has(term) ? -1 : term.id;
    };
    const [pivot] = pivots.sort(([one], [other]) => rank(one) - rank(other));
    if (pivot === undefined) return;
    const [key, coefficient] = pivot;
    const rest = new Map(read);
    rest.delete(key);
    const polynomial = plus(new Map(), rest, -coefficient) as IntegerPolynomial;
    this.#rules.push({ key, polynomial, premises: [...premises, atom] });
  }

  /** Replaces unknowns by the rules of equations, once each in the order of the rules. */
  #reduced(polynomial: IntegerPolynomial | undefined): IntegerPolynomial | undefined {
    let result = polynomial;
    for (const rule of this.#rules) {
      if (result === undefined) return undefined;
      let replaced: IntegerPolynomial | undefined = new Map();
      let isUsed = false;
      for (const [monomial, coefficient] of result) {
        const keys = keysOf(monomial);
        const rest = keys.filter((key) => key !== rule.key);
        let product: IntegerPolynomial | undefined = new Map([[rest.join(","), coefficient]]);
        for (let count = rest.length; count < keys.length; count++) {
          isUsed = true;
          product = times(product, rule.polynomial);
        }
        replaced = plus(replaced, product, 1n);
      }
      result = replaced;
      if (isUsed) for (const premise of rule.premises) this.#premises.add(premise);
    }
    return result;
  }

  #claimOf(atom: Term): Claim | undefined {
    const [a, b] = atom.args as [Term, Term];
    const negative = negativeIn(atom);
    const result = this.#read(() =>
      this.#reduced(
        negative === undefined
          ? this.#difference(a, b, atom.op !== "ult")
          : this.#reader.of(negative, true),
      ),
    );
    if (result === undefined) return undefined;
    const relation = atom.op === "eq" && negative === undefined ? "zero" : "negative";
    return {
      polynomial: relation === "negative" ? withoutContent(result.read) : result.read,
      relation,
      isTrue: this.#facts.holds(atom),
      atom,
      premises: result.premises,
    };
  }

  /** `b * q <= a`, and `a < b * q + b`. */
  #claimsOfDivision(division: Term): Claim[] {
    const [a, b] = division.args as [Term, Term];
    const isSigned = division.op === "sdiv";
    const ends = (isUpper: boolean): Claim[] => {
      const result = this.#read(() => {
        if (!this.#reader.assumeDivision(a, b, isSigned)) return undefined;
        const divisor = this.#reader.of(b, isSigned);
        const product = times(divisor, this.#reader.of(division, isSigned));
        const rest = plus(this.#reader.of(a, isSigned), product, -1n);
        return this.#reduced(isUpper ? plus(rest, divisor, -1n) : rest);
      });
      if (result === undefined) return [];
      const { read: polynomial, premises } = result;
      return [{ polynomial, relation: "negative", isTrue: isUpper, atom: undefined, premises }];
    };
    return [...ends(false), ...ends(true)];
  }

  #examine(claim: Claim): void {
    const { polynomial } = claim;
    const range = this.#reader.intervalOf(polynomial);
    const decided = decidedBy(range, claim.relation);
    if (decided !== undefined) {
      if (decided !== claim.isTrue) this.#conclude(claim, [], this.#manager.bool(decided));
      return;
    }
    if (degreeOf(polynomial) <= 1) {
      this.#compare(claim, [], this.#holds(polynomial, claim.relation));
      return;
    }
    const keys = new Set([...polynomial.keys()].flatMap((monomial) => keysOf(monomial)));
    for (const key of keys) {
      this.#takeOut(claim, key, polynomial, false);
      const opposite = claim.relation === "zero" ? undefined : oppositeOf(polynomial);
      if (opposite !== undefined) this.#takeOut(claim, key, opposite, true);
    }
  }

  /** A polynomial that is at most a negative one is negative. */
  #examinePairs(claims: readonly Claim[]): void {
    const orders = claims.filter(({ relation }) => relation === "negative");
    const negative = orders.filter(({ isTrue }) => isTrue);
    for (const other of orders.filter(({ isTrue }) => !isTrue)) {
      for (const one of negative) {
        if (this.#lemmas.length >= MAX_LEMMAS) return;
        const rest = plus(other.polynomial, one.polynomial, -1n);
        if (rest === undefined || this.#reader.intervalOf(rest).high > 0n) continue;
        const manager = this.#manager;
        const premises = [...one.premises, ...(one.atom === undefined ? [] : [one.atom])];
        this.#conclude(other, premises, manager.true);
      }
    }
  }

  /**
   * Applies the claim to polynomials of the form s * q + t.
   * @param isOpposite - the polynomial is negative where that of the claim is not
   */
  #takeOut(claim: Claim, key: string, polynomial: IntegerPolynomial, isOpposite: boolean): void {
    const manager = this.#manager;
    const quotient = new Map<string, bigint>();
    const rest = new Map<string, bigint>();
    for (const [monomial, coefficient] of polynomial) {
      const keys = [...keysOf(monomial)];
      const index = keys.indexOf(key);
      if (index < 0) rest.set(monomial, coefficient);
      else quotient.set(keys.toSpliced(index, 1).join(","), coefficient);
    }
    if (degreeOf(quotient) > 1 || degreeOf(rest) > 1) return;
    const claimed = (condition: Term): Term => (isOpposite ? manager.not(condition) : condition);
    const factor: IntegerPolynomial = new Map([[key, 1n]]);
    const isFactorZero = this.#holds(factor, "zero");
    if (this.#facts.holds(isFactorZero)) {
      this.#compare(claim, [isFactorZero], claimed(this.#holds(rest, claim.relation)));
      return;
    }
    const premises =
      rest.size === 0
        ? [this.#isPositive(factor)]
        : [
            manager.not(this.#holds(rest, "negative")),
            this.#holds(plus(rest, factor, -1n) as IntegerPolynomial, "negative"),
          ];
    if (!premises.every((premise) => this.#facts.holds(premise))) return;
    const smaller = this.#holds(quotient, claim.relation);
    const isExact = claim.relation === "zero" && rest.size > 0;
    this.#compare(
      claim,
      premises,
      isExact ? manager.and(smaller, this.#holds(rest, "zero")) : claimed(smaller),
    );
  }

  /** The claim holds if and only if a condition does, under the premises. */
  #compare(claim: Claim, premises: readonly Term[], condition: Term): void {
    if (this.#facts.holds(condition) !== claim.isTrue) this.#conclude(claim, premises, condition);
  }

  #conclude(claim: Claim, premises: readonly Term[], condition: Term): void {
    const manager = this.#manager;
    const claimed = claim.atom ?? manager.bool(claim.isTrue);
    this.#lemmas.push(
      manager.implies(manager.and(...claim.premises, ...premises), manager.iff(claimed, condition)),
    );
  }

  #holds(polynomial: IntegerPolynomial, relation: Claim["relation"]): Term {
    const { positive, negative } = this.#reader.sides(polynomial);
    return relation === "zero"
      ? this.#manager.eq(positive, negative)
      : this.#manager.slt(positive, negative);
  }

  #isPositive(polynomial: IntegerPolynomial): Term {
    const { positive, negative } = this.#reader.sides(polynomial);
    return this.#manager.slt(negative, positive);
  }
}

/**
 * Divides by the common factor of the coefficients; the result is negative where the polynomial is.
 */
function withoutContent(polynomial: IntegerPolynomial): IntegerPolynomial {
  const { "": constant = 0n, ...others } = Object.fromEntries(polynomial);
  const content = Object.values(others).reduce(gcd, 0n);
  if (content <= 1n) return polynomial;
  // content * A + constant < 0 if and only if A is at most the integer part of (-1 - constant) / content.
  const most = floorDivision(-1n - constant, content);
  const divided = Object.entries(others).map(([key, value]) => [key, value / content] as const);
  return new Map(most === -1n ? divided : [...divided, ["", -most - 1n]]);
}

/** -P - 1: negative where P is not. */
function oppositeOf(polynomial: IntegerPolynomial): IntegerPolynomial | undefined {
  return plus(new Map([["", -1n]]), polynomial, -1n);
}

function floorDivision(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b < 0n ? quotient - 1n : quotient;
}

function decidedBy({ low, high }: Interval, relation: Claim["relation"]): boolean | undefined {
  if (relation === "negative") return high < 0n ? true : low >= 0n ? false : undefined;
  if (low > 0n || high < 0n) return false;
  return low === 0n && high === 0n ? true : undefined;
}
