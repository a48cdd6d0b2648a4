/**
 * A disjunction of conjunctions as a conjunction of disjunctions: parts that can be expressed and checked
 * separately.
 */
import { type Term, type TermManager, variablesIn } from "../../smt/index.ts";
import type { Location } from "../extraction/transition-system.ts";
import type { LocationStates } from "../step-proof.ts";

/** With more clauses the whole is one condition. */
const MAX_CLAUSES = 64;

/** Whether all its variables can be named where an invariant of the location is reported. */
export function isNamedAt({ variables }: Location, condition: Term): boolean {
  const named = new Set(variables.flatMap(({ term, isNamed }) => (isNamed ? [term] : [])));
  return [...variablesIn(condition)].every((variable) => named.has(variable));
}

/**
 * {@link clausesOf} for all locations: one of the conjunctions holds there. Also the part that can be named there.
 */
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

/** Clauses, and those that are weaker because unnamed variables were left out. */
export function withNamed(
  whole: readonly (readonly Term[])[],
  named: readonly (readonly Term[])[],
): readonly (readonly Term[])[] {
  const keyOf = (clause: readonly Term[]): string => clause.map(({ id }) => id).join();
  const known = new Set(whole.map(keyOf));
  return [...whole, ...named.filter((clause) => !known.has(keyOf(clause)))];
}

/** Literals that must not be reported are left out of the conjunctions. */
function clausesOf(
  manager: TermManager,
  conditions: readonly (readonly Term[])[],
  isReported: (term: Term) => boolean,
): readonly (readonly Term[])[] {
  const disjuncts = conditions.map((terms) => [
    ...new Set(terms.flatMap(conjunctsOf).filter(isReported)),
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
