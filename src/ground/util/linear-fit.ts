/** Exact solutions of linear equations (Gauss), used to find laws in observations. */
import { Rational } from "./rational.ts";

/**
 * Coefficients c with Σ cₖ · row[k] = value for every row; coefficients that the rows leave open
 * are 0. Undefined when the equations have no solution.
 */
export function linearFit(
  rows: readonly (readonly bigint[])[],
  values: readonly bigint[],
): readonly Rational[] | undefined {
  const width = rows[0]?.length ?? 0;
  /** Equations in echelon form, each with the column of its leading 1. */
  const echelon: { readonly column: number; readonly terms: readonly Rational[] }[] = [];
  for (const [index, row] of rows.entries()) {
    let terms = [...row, values[index] as bigint].map((term) => Rational.of(term));
    for (const { column, terms: known } of echelon) {
      terms = minus(terms, known, terms[column] as Rational);
    }
    const column = terms.findIndex((term) => term.numerator !== 0n);
    if (column === -1) continue;
    if (column === width) return undefined;
    const leading = terms[column] as Rational;
    echelon.push({ column, terms: terms.map((term) => term.dividedBy(leading)) });
  }
  const solution = Array.from({ length: width }, () => Rational.zero);
  for (const { column, terms } of echelon.toReversed()) {
    let value = terms[width] as Rational;
    for (const [at, coefficient] of solution.entries()) {
      if (at !== column) value = value.plus(negated(coefficient.times(terms[at] as Rational)));
    }
    solution[column] = value;
  }
  return solution;
}

function minus(
  left: readonly Rational[],
  right: readonly Rational[],
  factor: Rational,
): Rational[] {
  if (factor.numerator === 0n) return [...left];
  return left.map((term, index) => term.plus(negated(factor.times(right[index] as Rational))));
}

function negated({ numerator, denominator }: Rational): Rational {
  return Rational.of(-numerator, denominator);
}
