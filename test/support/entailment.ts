/** Entailment by `PolynomialSolver`, in tests. */
import { expect } from "vitest";
import { evaluate } from "../../src/contestant/smt/evaluate.ts";
import { PolynomialSolver } from "../../src/contestant/smt/polynomial-solver.ts";
import type { Term, TermManager } from "../../src/contestant/smt/term.ts";
import type { CadicalFactory } from "../../src/contestant/solver/cadical-wasm.ts";

/** Whether the solver finds that a conclusion follows from a condition. */
export function isSaidToFollow(
  manager: TermManager,
  cadical: CadicalFactory,
  [condition, conclusion]: readonly [Term, Term],
  limits: { readonly conflicts?: number } = {},
): boolean | undefined {
  const solver = new PolynomialSolver(manager, () => cadical.create());
  const [isImplied] = solver.entailed(condition, [conclusion], limits);
  solver.dispose();
  return isImplied;
}

/**
 * Fails where the conclusion does not hold although the condition does, at any of the points given
 * by values of variables.
 */
export function expectToFollow(
  [condition, conclusion]: readonly [Term, Term],
  values: Readonly<Record<string, readonly number[]>>,
): void {
  for (const point of pointsOf(Object.entries(values))) {
    const at = ({ name }: Term): bigint => BigInt(point[name as string] as number);
    if (evaluate(condition, at) === 0n) continue;
    expect(evaluate(conclusion, at), JSON.stringify(point)).toBe(1n);
  }
}

function* pointsOf(
  variables: readonly (readonly [string, readonly number[]])[],
): Generator<Record<string, number>> {
  const [[name, values] = [], ...others] = variables;
  if (name === undefined || values === undefined) return yield {};
  for (const value of values) for (const rest of pointsOf(others)) yield { [name]: value, ...rest };
}
