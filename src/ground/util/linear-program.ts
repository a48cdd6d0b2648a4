/**
 * Linear programs in exact arithmetic: the simplex method on integer tableaus, whose entries have one denominator in
 * common (integer pivoting, as in Azulay, Pique: "A revised simplex method with integer Q-matrices", ACM TOMS 2001),
 * with Bland's rule, so that it ends.
 */
import { invariant } from "./errors.ts";
import { Rational } from "./rational.ts";

/**
 * A row: the sum of the coefficients times the variables is at most the bound, which is not
 * negative.
 */
export interface LinearConstraint {
  readonly coefficients: readonly bigint[];
  readonly atMost: bigint;
}

/**
 * A vector without negative entries that satisfies the constraints and maximises a linear
 * objective; undefined when the objective is unbounded, or when `isLate` returns true.
 */
export function maximize(
  objective: readonly bigint[],
  constraints: readonly LinearConstraint[],
  isLate: () => boolean = () => false,
): readonly Rational[] | undefined {
  const tableau = new Tableau(objective, constraints);
  for (;;) {
    if (isLate()) return undefined;
    const column = tableau.entering();
    if (column === undefined) return tableau.solution();
    const row = tableau.leaving(column);
    if (row === undefined) return undefined;
    tableau.pivot(row, column);
  }
}

/**
 * Rows of basic variables, columns of the others and, last, of the constants; the last row is the objective. Variables
 * are numbered, the slack of each constraint after those of the program.
 */
class Tableau {
  readonly #rows: bigint[][];
  readonly #basic: number[];
  readonly #others: number[];
  /** The denominator of all entries. */
  #denominator = 1n;

  constructor(objective: readonly bigint[], constraints: readonly LinearConstraint[]) {
    const count = objective.length;
    this.#rows = constraints.map(({ coefficients, atMost }) => {
      invariant(coefficients.length === count, "as many coefficients as variables");
      invariant(atMost >= 0n, "zero satisfies every constraint");
      return [...coefficients, atMost];
    });
    this.#rows.push([...objective.map((value) => -value), 0n]);
    this.#basic = constraints.map((_, index) => count + index);
    this.#others = objective.map((_, index) => index);
  }

  /** The column whose variable should grow; undefined at the largest value. */
  entering(): number | undefined {
    const objective = this.#rows.at(-1) as bigint[];
    let best: number | undefined;
    for (const [column, variable] of this.#others.entries()) {
      if ((objective[column] as bigint) >= 0n) continue;
      if (best === undefined || variable < (this.#others[best] as number)) best = column;
    }
    return best;
  }

  /** The row whose variable is the first to become zero when that of the column grows. */
  leaving(column: number): number | undefined {
    let best: { readonly row: number; readonly at: bigint; readonly by: bigint } | undefined;
    for (const [row, variable] of this.#basic.entries()) {
      const entries = this.#rows[row] as bigint[];
      const by = entries[column] as bigint;
      if (by <= 0n) continue;
      const at = entries.at(-1) as bigint;
      const order = best === undefined ? -1n : at * best.by - best.at * by;
      const isFirst = best !== undefined && variable < (this.#basic[best.row] as number);
      if (order < 0n || (order === 0n && isFirst)) best = { row, at, by };
    }
    return best?.row;
  }

  pivot(row: number, column: number): void {
    const chosen = this.#rows[row] as bigint[];
    const pivot = chosen[column] as bigint;
    const denominator = this.#denominator;
    for (const [index, entries] of this.#rows.entries()) {
      if (index === row) continue;
      const factor = entries[column] as bigint;
      for (const [place, entry] of entries.entries()) {
        if (place === column) entries[place] = -factor;
        else entries[place] = (entry * pivot - factor * (chosen[place] as bigint)) / denominator;
      }
    }
    chosen[column] = denominator;
    this.#denominator = pivot;
    const leaving = this.#basic[row] as number;
    this.#basic[row] = this.#others[column] as number;
    this.#others[column] = leaving;
  }

  solution(): readonly Rational[] {
    const values = this.#others.map(() => Rational.zero);
    for (const [row, variable] of this.#basic.entries()) {
      if (variable >= values.length) continue;
      const entries = this.#rows[row] as bigint[];
      values[variable] = Rational.of(entries.at(-1) as bigint, this.#denominator);
    }
    return values;
  }
}
