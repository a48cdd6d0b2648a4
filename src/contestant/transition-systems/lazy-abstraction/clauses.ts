/** A disjunction of conjunctions as a conjunction of disjunctions: parts that can be said and checked one by one. */
import { type Term, type TermManager, variablesIn } from "../../smt/index.ts";
import type { Location } from "../extraction/transition-system.ts";
import type { LocationStates } from "../step-proof.ts";

/** More clauses are told as one. */
const MAX_CLAUSES = 64;

/** Whether all its variables can be named where an invariant of the location is told. */
export function isNamedAt({ variables }: Location, condition: Term): boolean {
  const named = new Set(variables.flatMap(({ term, isNamed }) => (isNamed ? [term] : [])));
  return [...variablesIn(condition)].every((variable) => named.has(variable));
}

/** {@link clausesOf} for all locations: any of the conjunctions holds there. Beside it, what can be named there. */
export function clausesByLocation(
  manager: TermManager,
  conditions: Iterable<readonly [Location, readonly (readonly Term[])[]]>,
): Map<Location, readonly (readonly Term[])[]> {
  return new Map(
    [...conditions].map(([location, all]) => {
      const whole = clausesOf(manager, all, () => true);
      const named = clausesOf(manager, all, (term) => isNamedAt(location, term));
      return [location, withNamed(whole, named)];
    }),
  );
}

/** The conjunctions of all locations as they are. */
export function conjunctionsByLocation(
  manager: TermManager,
  conditions: Iterable<readonly [Location, readonly (readonly Term[])[]]>,
): LocationStates {
  return new Map(
    [...conditions].map(([location, all]) => [location, all.map((terms) => manager.and(...terms))]),
  );
}

/** Clauses, and those of them that are weaker because what cannot be named was left out. */
export function withNamed(
  whole: readonly (readonly Term[])[],
  named: readonly (readonly Term[])[],
): readonly (readonly Term[])[] {
  const keyOf = (clause: readonly Term[]): string => clause.map(({ id }) => id).join();
  const known = new Set(whole.map(keyOf));
  return [...whole, ...named.filter((clause) => !known.has(keyOf(clause)))];
}

/** What is not to be told is left out of the conjunctions. */
function clausesOf(
  manager: TermManager,
  conditions: readonly (readonly Term[])[],
  isTold: (term: Term) => boolean,
): readonly (readonly Term[])[] {
  const disjuncts = conditions.map((terms) => [
    ...new Set(terms.flatMap(conjunctsOf).filter(isTold)),
  ]);
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

function conjunctsOf(term: Term): readonly Term[] {
  return term.op === "and" ? term.args.flatMap(conjunctsOf) : [term];
}

function withoutWeaker(clauses: readonly (readonly Term[])[]): (readonly Term[])[] {
  const kept: (readonly Term[])[] = [];
  for (const clause of clauses.toSorted((a, b) => a.length - b.length)) {
    const isImplied = kept.some((shorter) => shorter.every((term) => clause.includes(term)));
    if (!isImplied) kept.push(clause);
  }
  return kept;
}
