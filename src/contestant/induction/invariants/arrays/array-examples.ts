/**
 * Executes the first iterations of a loop from its entry: a candidate that is false after them for some element
 * that a counter has passed is not an invariant. Where candidates are assumed together, wrong ones cost the most;
 * these questions assume none of them.
 */
import { Products, type TermManager } from "../../../smt/index.ts";
import type { MemoryAccess, MemoryCell, State } from "../../../symbolic/index.ts";
import type { Questions } from "../rankings/ranking-function.ts";
import { integerIn } from "../scalars/loop-examples.ts";
import { type ArrayCandidate, resized } from "./array-candidate.ts";
import { goalOf } from "./array-invariants.ts";

/** Number of indices that are tried. */
const MAX_INDICES = 6;

interface ExampleContext {
  readonly manager: TermManager;
  readonly access: MemoryAccess;
  /** Which goals fail on some execution of a path. */
  readonly refutedApart: Questions["proveAll"];
}

/**
 * The candidates that no execution refutes.
 * @param visits - of the loop head, from the entry on
 * @param cells - cells that the loop changes: elements at their values are read
 */
export function unrefutedArrays(
  { manager, access, refutedApart }: ExampleContext,
  candidates: readonly ArrayCandidate[],
  visits: readonly State[],
  cells: readonly MemoryCell[],
): ArrayCandidate[] {
  const passed = new Set(
    visits.flatMap((state) => cells.flatMap((cell) => integerIn(access, cell, state) ?? [])),
  );
  const indices = [...passed].slice(0, MAX_INDICES);
  const products = new Products();
  let left = [...candidates];
  for (const state of visits.slice(1)) {
    const path = state.path.term;
    // A product may be more than a solver can multiply: nothing would be refuted.
    if (products.has(path)) break;
    const goals = left.map((candidate) => {
      const instances = indices.map((index) =>
        goalOf(manager, candidate, state, resized(manager, index, candidate.width)),
      );
      return manager.and(...instances.filter((one) => !products.has(one)));
    });
    const isRefuted = refutedApart(path, goals);
    left = left.filter((_, index) => isRefuted[index] !== true);
  }
  return left;
}
