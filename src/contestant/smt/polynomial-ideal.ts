/**
 * Consequences of polynomial equations modulo 2^width: each equation replaces one of its monomials;
 * a polynomial that reduces to 0 follows from them. Every step holds in the ring of integers modulo
 * 2^width, so that the answer "0" is right; it is not always found, since the equations are not
 * completed to a Gröbner basis.
 */
import { inverse, valuation } from "../../ground/util/powers-of-two.ts";
import type { Polynomial } from "./polynomial.ts";

/** `polynomial == 0`, given the premises with these numbers. */
export interface Equation {
  readonly polynomial: Polynomial;
  readonly premises: ReadonlySet<number>;
}

/** Bound on the replacements in one polynomial, and on its monomials. */
const MAX_STEPS = 400;
const MAX_MONOMIALS = 250;

type Monomial = string;

interface Rule {
  readonly pivot: Monomial;
  readonly unknowns: readonly string[];
  readonly equation: Equation;
  /** The coefficient of the pivot: its factors of two, and the inverse of the rest. */
  readonly twos: number;
  readonly inverse: bigint;
}

/** Equations modulo 2^width, in the order in which they are used. */
export class PolynomialIdeal {
  readonly #width: number;
  readonly #rules: Rule[] = [];

  constructor(width: number, equations: readonly Equation[]) {
    this.#width = width;
    const simpleFirst = [...equations].sort(
      (a, b) => degreeOf(a.polynomial) - degreeOf(b.polynomial),
    );
    for (const equation of simpleFirst) this.#add(equation);
  }

  /** The premises from which `polynomial == 0` follows; undefined when no proof is found. */
  premisesOf(polynomial: Polynomial): ReadonlySet<number> | undefined {
    const rest = this.#reduced({ polynomial, premises: new Set() });
    return rest?.polynomial.size === 0 ? rest.premises : undefined;
  }

  #add(equation: Equation): void {
    const rest = this.#reduced(equation);
    if (rest === undefined) return;
    const pivot = pivotOf(rest.polynomial);
    if (pivot === undefined) return;
    const coefficient = rest.polynomial.get(pivot) as bigint;
    const twos = valuation(coefficient);
    this.#rules.push({
      pivot,
      unknowns: unknownsOf(pivot),
      equation: rest,
      twos,
      inverse: inverse(coefficient >> BigInt(twos), this.#width),
    });
  }

  /** Undefined when it takes too long. */
  #reduced(equation: Equation): Equation | undefined {
    const polynomial = new Map(equation.polynomial);
    const premises = new Set(equation.premises);
    for (let step = 0; step < MAX_STEPS; step++) {
      const replacement = this.#replacementIn(polynomial);
      if (replacement === undefined) return { polynomial, premises };
      const { monomial, rule, rest } = replacement;
      const coefficient = polynomial.get(monomial) as bigint;
      const factor = (coefficient >> BigInt(rule.twos)) * rule.inverse;
      for (const [key, value] of rule.equation.polynomial) {
        const product = rest.length === 0 ? key : productOf(key, rest);
        const sum = (polynomial.get(product) ?? 0n) - factor * value;
        const left = BigInt.asUintN(this.#width, sum);
        if (left === 0n) polynomial.delete(product);
        else polynomial.set(product, left);
      }
      for (const premise of rule.equation.premises) premises.add(premise);
      if (polynomial.size > MAX_MONOMIALS) return undefined;
    }
    return undefined;
  }

  #replacementIn(
    polynomial: Polynomial,
  ):
    | { readonly monomial: Monomial; readonly rule: Rule; readonly rest: readonly string[] }
    | undefined {
    for (const [monomial, coefficient] of polynomial) {
      const unknowns = unknownsOf(monomial);
      for (const rule of this.#rules) {
        const rest = quotient(unknowns, rule.unknowns);
        if (rest === undefined || valuation(coefficient) < rule.twos) continue;
        return { monomial, rule, rest };
      }
    }
    return undefined;
  }
}

function unknownsOf(monomial: Monomial): readonly string[] {
  return monomial === "" ? [] : monomial.split(",");
}

function productOf(monomial: Monomial, unknowns: readonly string[]): Monomial {
  return [...unknownsOf(monomial), ...unknowns].sort().join(",");
}

/** The unknowns by which some must be multiplied to get others. */
function quotient(of: readonly string[], by: readonly string[]): readonly string[] | undefined {
  if (by.length > of.length) return undefined;
  const rest = [...of];
  for (const unknown of by) {
    const index = rest.indexOf(unknown);
    if (index < 0) return undefined;
    rest.splice(index, 1);
  }
  return rest;
}

function degreeOf(polynomial: Polynomial): number {
  return Math.max(0, ...[...polynomial.keys()].map((key) => unknownsOf(key).length));
}

/**
 * The monomial that an equation replaces: one with few factors of two in its coefficient; an unknown that occurs
 * nowhere else in the equation, or else a monomial of the highest degree.
 */
function pivotOf(polynomial: Polynomial): Monomial | undefined {
  const occurrences = new Map<string, number>();
  for (const unknown of [...polynomial.keys()].flatMap((key) => [...new Set(unknownsOf(key))])) {
    occurrences.set(unknown, (occurrences.get(unknown) ?? 0) + 1);
  }
  let best: Monomial | undefined;
  let least: readonly number[] = [];
  for (const [monomial, coefficient] of polynomial) {
    if (monomial === "") continue;
    const degree = unknownsOf(monomial).length;
    const isAlone = degree === 1 && occurrences.get(monomial) === 1;
    const rank = [valuation(coefficient), isAlone ? 0 : 1, -degree];
    if (best !== undefined && compare(rank, least) >= 0) continue;
    [best, least] = [monomial, rank];
  }
  return best;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, i) => value !== b[i]);
  return index < 0 ? 0 : (a[index] as number) - (b[index] as number);
}
