/** A term that represents every index of an array in proofs of candidates. */
import type { Term, TermManager } from "../../../smt/index.ts";

/** One arbitrary index of each width serves all candidates of all loops, so that they read the same elements. */
export function arbitraryIndices(manager: TermManager): (width: number) => Term {
  const indices = new Map<number, Term>();
  return (width) => {
    const index = indices.get(width) ?? manager.freshVariable("index", width);
    indices.set(width, index);
    return index;
  };
}
