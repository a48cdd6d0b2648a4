/**
 * Polynomial equations that numbers in examples have in common, by linear algebra over their monomials (Sharma,
 * Gupta, Hariharan, Aiken, Liang, Nori: A data driven approach for algebraic loop invariants, ESOP 2013). They are
 * guesses: coefficients are found modulo a prime and taken to be small fractions.
 */

import { lcmOfNumbers } from "../../../../ground/util/gcd.ts";

/** Exponents of the variables in a monomial. */
export type Exponents = readonly number[];

/** The sum of the terms `coefficient * monomial`. */
export type Relation = readonly { readonly coefficient: bigint; readonly exponents: Exponents }[];

/** Values of the variables at two points of one execution. */
export interface Example {
  readonly first: readonly bigint[];
  readonly later: readonly bigint[];
}

const MAX_DEGREE = 6;
/** Number of monomials of one search: the work grows with the third power. */
const MAX_MONOMIALS = 90;
const MAX_RELATIONS = 12;
/** Products of two residues are exact numbers. */
const PRIME = 67_108_859;
/** Bound of numerators and denominators of coefficients: their product is below half of the prime. */
const MAX_COEFFICIENT = 5000;

/**
 * Returns the relations of kind `values`, which are 0 at every later point, or of kind `differences`, which have the
 * same value there as at the first one. Those that follow from others by multiplication are left out.
 * @param changes - the variables that differ between the points; relations among the others are irrelevant
 */
export function commonRelations(
  examples: readonly Example[],
  changes: readonly boolean[],
  degree: number,
  kind: "values" | "differences",
): Relation[] {
  let monomials = monomialsOf(changes.length, Math.min(degree, MAX_DEGREE));
  if (kind === "differences") {
    monomials = monomials.filter((exponents) =>
      exponents.some((exponent, index) => exponent > 0 && changes[index] === true),
    );
  }
  // With too few examples everything seems to be related.
  if (examples.length < monomials.length + 5) return [];
  const rows = examples.map(({ first, later }) =>
    monomials.map((exponents) => {
      const value = residue(exponents, later);
      return kind === "values" ? value : modulo(value - residue(exponents, first));
    }),
  );
  const pivots = eliminate(rows, monomials.length);
  const relations: Relation[] = [];
  const leading: Exponents[] = [];
  for (const [column, exponents] of monomials.entries()) {
    if (pivots.has(column) || leading.some((one) => divides(one, exponents))) continue;
    leading.push(exponents);
    const relation = relationOf(column, monomials, pivots);
    const mentionsChange = relation?.some(({ exponents: own }) =>
      own.some((exponent, index) => exponent > 0 && changes[index] === true),
    );
    if (relation !== undefined && mentionsChange === true) relations.push(relation);
    if (relations.length >= MAX_RELATIONS) break;
  }
  return relations;
}

/** All monomials up to the highest degree that does not have too many, in the order of their degrees. */
function monomialsOf(variables: number, highest: number): Exponents[] {
  let all: Exponents[] = [Array.from({ length: variables }, () => 0)];
  let last = all;
  for (let degree = 1; degree <= highest; degree++) {
    const next = last.flatMap((exponents) => {
      const from = exponents.findLastIndex((exponent) => exponent > 0);
      return exponents.flatMap((_, index) =>
        index < from ? [] : [exponents.map((e, other) => (other === index ? e + 1 : e))],
      );
    });
    if (all.length + next.length > MAX_MONOMIALS) break;
    all = [...all, ...next];
    last = next;
  }
  return all;
}

function modulo(value: number): number {
  return ((value % PRIME) + PRIME) % PRIME;
}

function residue(exponents: Exponents, values: readonly bigint[]): number {
  let result = 1;
  for (const [index, exponent] of exponents.entries()) {
    const value = modulo(Number((values[index] as bigint) % BigInt(PRIME)));
    for (let count = 0; count < exponent; count++) result = (result * value) % PRIME;
  }
  return result;
}

function divides(a: Exponents, b: Exponents): boolean {
  return (
    a.some((exponent) => exponent > 0) && a.every((exponent, i) => exponent <= (b[i] as number))
  );
}

/** Computes the reduced echelon form modulo the prime; returns the row of each column with a pivot. */
function eliminate(rows: number[][], columns: number): Map<number, readonly number[]> {
  const pivots = new Map<number, number[]>();
  const open = [...rows];
  for (let column = 0; column < columns; column++) {
    const index = open.findIndex((row) => row[column] !== 0);
    if (index < 0) continue;
    const [row] = open.splice(index, 1) as [number[]];
    const factor = inverse(row[column] as number);
    for (let at = column; at < columns; at++) row[at] = ((row[at] as number) * factor) % PRIME;
    for (const other of [...open, ...pivots.values()]) subtract(other, row, column);
    pivots.set(column, row);
  }
  return pivots;
}

function subtract(from: number[], row: readonly number[], column: number): void {
  const factor = from[column] as number;
  if (factor === 0) return;
  for (let at = column; at < row.length; at++) {
    const value = ((from[at] as number) - ((factor * (row[at] as number)) % PRIME)) % PRIME;
    from[at] = value < 0 ? value + PRIME : value;
  }
}

function inverse(value: number): number {
  let [a, b] = [value, PRIME];
  let [x, y] = [1, 0];
  while (a > 1) {
    const q = Math.floor(b / a);
    [a, b] = [b - q * a, a];
    [x, y] = [y - q * x, x];
  }
  return modulo(x);
}

/** The relation between the monomial of a column without pivot and those before it. */
function relationOf(
  column: number,
  monomials: readonly Exponents[],
  pivots: ReadonlyMap<number, readonly number[]>,
): Relation | undefined {
  const parts = [{ exponents: monomials[column] as Exponents, numerator: 1, denominator: 1 }];
  for (const [pivot, row] of pivots) {
    const value = row[column] as number;
    if (value === 0) continue;
    const fraction = smallFraction(value);
    if (fraction === undefined) return undefined;
    const [numerator, denominator] = fraction;
    parts.push({ exponents: monomials[pivot] as Exponents, numerator: -numerator, denominator });
  }
  const common = parts.reduce((all, { denominator }) => lcmOfNumbers(all, denominator), 1);
  if (common > MAX_COEFFICIENT) return undefined;
  return parts.map(({ exponents, numerator, denominator }) => ({
    exponents,
    coefficient: BigInt(numerator) * BigInt(common / denominator),
  }));
}

/** A fraction with small parts that is congruent to a residue (Wang's rational reconstruction). */
function smallFraction(value: number): readonly [number, number] | undefined {
  let [a, b] = [PRIME, value];
  let [x, y] = [0, 1];
  while (b > MAX_COEFFICIENT) {
    const q = Math.floor(a / b);
    [a, b] = [b, a - q * b];
    [x, y] = [y, x - q * y];
  }
  if (y === 0 || Math.abs(y) > MAX_COEFFICIENT) return undefined;
  return y < 0 ? [-b, -y] : [b, y];
}
