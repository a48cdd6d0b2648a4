/**
 * The property itself as a candidate for an invariant: at a loop head, the next iteration violates nothing. This
 * strengthening of induction needs no guess, and contains the assertions of programs about products and bits.
 */
import { Substitution, type Term, type TermManager } from "../../../smt/index.ts";
import type { MemoryAccess, MemoryCell, State } from "../../../symbolic/index.ts";
import { Pointer } from "../../../symbolic/index.ts";
import type { CandidateInvariant } from "./loop-invariants.ts";

/** Number of violations that are considered, and maximal size of a condition. */
const MAX_VIOLATIONS = 8;
const MAX_TERMS = 600;

/**
 * @param violations - conditions under which an iteration from `head` violates the property
 * @param size - of the manager before the loop was first executed: iterations create later variables
 */
export function assertedCandidates(
  manager: TermManager,
  access: MemoryAccess,
  cells: readonly MemoryCell[],
  head: State,
  violations: readonly Term[],
  size: number,
): CandidateInvariant[] {
  const read = (cell: MemoryCell, state: State): Term | undefined => {
    const value = access.readAt(state, cell.region, cell.offset, cell.size);
    return value instanceof Pointer ? undefined : value;
  };
  const variables = new Map<Term, MemoryCell>();
  for (const cell of cells) {
    const value = read(cell, head);
    if (value?.op === "variable") variables.set(value, cell);
  }
  const isKnown = (variable: Term): boolean => variable.id < size || variables.has(variable);
  return violations
    .filter((violation) => speaksOnlyOf(violation, isKnown))
    .slice(0, MAX_VIOLATIONS)
    .map((violation) => ({
      text: undefined,
      at: (state) => {
        const values = new Map<Term, Term>();
        for (const [variable, cell] of variables) {
          const value = read(cell, state);
          if (value === undefined || value.width !== variable.width) return manager.false;
          values.set(variable, value);
        }
        return manager.not(new Substitution(manager, values).apply(violation));
      },
    }));
}

/** Also false for terms that are too large. */
function speaksOnlyOf(root: Term, isKnown: (variable: Term) => boolean): boolean {
  const seen = new Set([root]);
  for (const term of seen) {
    if (term.op === "variable" && !isKnown(term)) return false;
    for (const argument of term.args) seen.add(argument);
    if (seen.size > MAX_TERMS) return false;
  }
  return true;
}
