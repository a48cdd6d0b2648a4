/** Queries about all subterms of a formula. */
import type { Term } from "./term-node.ts";

/** The variables that occur in the formulas. */
export function variablesIn(...roots: readonly Term[]): Set<Term> {
  const variables = new Set<Term>();
  forEachSubterm(roots, (term) => {
    if (term.op === "variable") variables.add(term);
  });
  return variables;
}

/** The number of different subterms of the formulas. */
export function sizeOf(...roots: readonly Term[]): number {
  let size = 0;
  forEachSubterm(roots, () => size++);
  return size;
}

/** Visits every term once, even if it is shared. */
export function forEachSubterm(roots: readonly Term[], visit: (term: Term) => void): void {
  const seen = new Set<Term>();
  const stack = [...roots];
  for (let term = stack.pop(); term !== undefined; term = stack.pop()) {
    if (seen.has(term)) continue;
    seen.add(term);
    visit(term);
    stack.push(...term.args);
  }
}
