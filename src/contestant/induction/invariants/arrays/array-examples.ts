/**
 * The first iterations of a loop, from its entry: what they do not leave true of the elements that counters pass is no
 * invariant. Where candidates are assumed together, wrong ones cost the most; these questions assume none of them.
 */
import { Products, type TermManager } from "../../../smt/index.ts";
import type { MemoryAccess, MemoryCell, State } from "../../../symbolic/index.ts";
import type { Questions } from "../rankings/ranking-function.ts";
import { integerIn } from "../scalars/loop-examples.ts";
import { type ArrayCandidate, resized } from "./array-candidate.ts";
import { goalOf } from "./array-invariants.ts";

/** Indices that are tried. */
const MAX_INDICES = 6;

interface ExampleContext {
  readonly manager: TermManager;
  readonly access: MemoryAccess;
  /** Which goals fail on some execution of a path. */
  readonly refutedApart: Questions["proveAll"];
}

/**
 * Those candidates that no execution is seen to refute.
 * @param visits - of the loop head, from the entry on
 * @param cells - that the loop changes: the elements at what they were are looked at
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
    // A product may be more than a solver can multiply: that would refute nothing.
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
