import type { ProofStep } from "../../src/contestant/solver/proof-steps.ts";

/**
 * A checker of DRAT proofs that is simple enough to be trusted: unit propagation repeats over all
 * clauses until nothing changes. For small formulas.
 */
export function acceptsProof(
  clauses: readonly (readonly number[])[],
  steps: Iterable<ProofStep>,
): boolean {
  const formula = clauses.map((clause) => new Set(clause)).filter((clause) => !isTautology(clause));
  for (const { kind, literals } of steps) {
    const known = propagated(formula, []);
    if (known === undefined) return true;
    const clause = new Set(literals);
    if (kind === "add") {
      if (!isRup(formula, clause) && !isRat(formula, clause, literals[0])) return false;
      if (!isTautology(clause)) formula.push(clause);
      continue;
    }
    const index = formula.findIndex((other) => isSame(other, clause));
    const open = [...clause].filter((literal) => !known.has(-literal));
    // As in DRAT-trim: unit deletions are ignored.
    const isUnit = open.length === 1 && known.has(open[0] as number);
    if (index >= 0 && !isUnit) formula.splice(index, 1);
  }
  return propagated(formula, []) === undefined;
}

function isSame(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return a.size === b.size && [...a].every((literal) => b.has(literal));
}

function isTautology(clause: ReadonlySet<number>): boolean {
  return [...clause].some((literal) => clause.has(-literal));
}

function isRup(formula: readonly Set<number>[], clause: ReadonlySet<number>): boolean {
  return (
    propagated(
      formula,
      [...clause].map((literal) => -literal),
    ) === undefined
  );
}

function isRat(
  formula: readonly Set<number>[],
  clause: ReadonlySet<number>,
  pivot: number | undefined,
): boolean {
  if (pivot === undefined) return false;
  return formula
    .filter((other) => other.has(-pivot))
    .every((other) => {
      const rest = [...other].filter((literal) => literal !== -pivot);
      return isRup(formula, new Set([...clause, ...rest]));
    });
}

/** All implied literals; undefined when there is a conflict. */
function propagated(
  formula: readonly Set<number>[],
  assumed: readonly number[],
): Set<number> | undefined {
  const known = new Set(assumed);
  for (let before = -1; before !== known.size; ) {
    before = known.size;
    for (const clause of formula) {
      if ([...clause].some((literal) => known.has(literal))) continue;
      const open = [...clause].filter((literal) => !known.has(-literal));
      if (open.length === 0) return undefined;
      if (open.length === 1) known.add(open[0] as number);
    }
  }
  return [...known].some((literal) => known.has(-literal)) ? undefined : known;
}
