/**
 * A part of an inductive invariant that is itself inductive and still excludes all errors: the clauses that the
 * proofs for the errors use, those that the proofs of these use, and so on (Ivrii, Gurfinkel, Belov: "Small
 * inductive safe invariants", FMCAD 2014).
 */

import type { Location, Step } from "../extraction/transition-system.ts";
import type { BlockedCube, Cube } from "./frames.ts";

export interface InvariantProofs {
  readonly error: Location;
  readonly steps: readonly Step[];
  /** All clauses of the invariant. */
  readonly at: (location: Location) => readonly BlockedCube[];
  /** Known clauses that suffice to exclude a step into a cube; undefined when that is not proved. */
  readonly used: (
    step: Step,
    cube: Cube,
    known: readonly BlockedCube[],
  ) => readonly BlockedCube[] | undefined;
}

/** Undefined when a proof is missing. */
export function neededClauses({
  error,
  steps,
  at,
  used,
}: InvariantProofs): ReadonlyMap<Location, ReadonlySet<BlockedCube>> | undefined {
  const needed = new Map<Location, Set<BlockedCube>>();
  const open: { readonly location: Location; readonly cube: Cube }[] = [
    { location: error, cube: [] },
  ];
  for (let goal = open.pop(); goal !== undefined; goal = open.pop()) {
    const { location, cube } = goal;
    for (const step of steps) {
      if (step.to !== location) continue;
      const chosen = needed.get(step.from) ?? new Set();
      needed.set(step.from, chosen);
      // The clauses needed so far may be enough.
      const sufficient = used(step, cube, [...chosen]) ?? used(step, cube, at(step.from));
      if (sufficient === undefined) return undefined;
      for (const clause of sufficient) {
        if (chosen.has(clause)) continue;
        chosen.add(clause);
        open.push({ location: step.from, cube: clause.cube });
      }
    }
  }
  return needed;
}
