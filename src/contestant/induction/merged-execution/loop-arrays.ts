/** Candidates for invariants on arrays that are worth a proof at a loop. */

import type { ModifiedMemory, Region, State } from "../../symbolic/index.ts";
import type { ArrayCandidate } from "../invariants/arrays/array-candidate.ts";
import { arrayCandidates } from "../invariants/arrays/array-invariants.ts";
import { otherScalars } from "../invariants/scalars/loop-invariants.ts";
import type { LoopAbstractionContext, LoopRun } from "./loop-context.ts";

/**
 * Iterations in which candidates on arrays, also of loops within them, are tried before they are assumed for all.
 */
const FIRST_ITERATIONS = 2;
const FIRST_NESTED_ITERATIONS = 1;

/**
 * States at the head: where the loop is generalised, and after its first iterations. Loops within it have fewer
 * candidates there than at an arbitrary visit.
 */
export function firstVisits(
  { record }: LoopAbstractionContext,
  entry: State,
  run: LoopRun,
): State[] {
  const mark = record.mark();
  const visits = [entry];
  const iterations = run.isInnermost ? FIRST_ITERATIONS : FIRST_NESTED_ITERATIONS;
  while (visits.length <= iterations) {
    if (run.isInnermost) run.strengthened();
    const back = run.iterateInside((visits.at(-1) as State).fork());
    if (back === undefined || back.isEmpty) break;
    visits.push(back);
  }
  record.reset(mark);
  return visits;
}

/** Candidates that mention some element at some visit. */
export function arraysToTry(
  { manager, proveAllApart, arrays, anyIndex, isDead, isUnread }: LoopAbstractionContext,
  { cells, wholeRegions }: ModifiedMemory,
  states: { readonly entry: State; readonly head: State; readonly back: State },
): ArrayCandidate[] {
  const { head } = states;
  const isScalar = (region: Region): boolean =>
    (region.kind === "automatic" || region.kind === "static") && !isDead(region);
  const scope = {
    arrays: wholeRegions,
    cells: cells.filter(({ region }) => !isDead(region)),
    others: otherScalars(head, cells, isScalar),
    ...states,
  };
  const candidates = arrayCandidates(arrays, scope, anyIndex).filter(({ patterns }) =>
    patterns.some(({ region }) => !isUnread(region)),
  );
  const parts = candidates.map((candidate) => candidate.within(head, anyIndex(candidate.width)));
  const different = [...new Set(parts.flatMap((part) => part ?? []))];
  const areEmpty = proveAllApart(
    head.path.term,
    different.map((part) => manager.not(part)),
  );
  const empty = new Set(different.filter((_, index) => areEmpty[index]));
  return candidates.filter((_, index) => {
    const part = parts[index];
    return part !== undefined && !empty.has(part);
  });
}
