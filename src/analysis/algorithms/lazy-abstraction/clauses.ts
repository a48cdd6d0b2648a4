/** A disjunction of conjunctions as a conjunction of disjunctions: parts that can be said and checked one by one. */
import type { Term, TermManager } from "../../../smt/index.ts";

/** More clauses are told as one. */
const MAX_CLAUSES = 64;

export function clausesOf(
  manager: TermManager,
  disjuncts: readonly (readonly Term[])[],
): readonly (readonly Term[])[] {
  if (disjuncts.some((conjunction) => conjunction.length === 0)) return [];
  let clauses: (readonly Term[])[] = [[]];
  for (const conjunction of disjuncts) {
    const longer = clauses.flatMap((clause) =>
      conjunction.some((term) => clause.includes(term))
        ? [clause]
        : conjunction
            .filter((term) => !clause.includes(manager.not(term)))
            .map((term) => (term === manager.false ? clause : [...clause, term])),
    );
    clauses = withoutWeaker(longer);
    if (clauses.length > MAX_CLAUSES) {
      return [disjuncts.map((terms) => manager.and(...terms))];
    }
  }
  return clauses;
}

function withoutWeaker(clauses: readonly (readonly Term[])[]): (readonly Term[])[] {
  const kept: (readonly Term[])[] = [];
  for (const clause of clauses.toSorted((a, b) => a.length - b.length)) {
    const isImplied = kept.some((shorter) => shorter.every((term) => clause.includes(term)));
    if (!isImplied) kept.push(clause);
  }
  return kept;
}
