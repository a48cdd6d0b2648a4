/** Filters candidates: those that hold in a state, and those that an iteration preserves (Houdini). */

import type { Term } from "../../smt/index.ts";
import type { PathCondition, Region, State } from "../../symbolic/index.ts";
import type { ArrayCandidate } from "../invariants/arrays/array-candidate.ts";
import { goalOf } from "../invariants/arrays/array-invariants.ts";
import type { LoopStates } from "../invariants/loop-states.ts";
import type { CandidateInvariant, InvariantFate } from "../invariants/scalars/loop-invariants.ts";
import type { LoopAbstractionContext, ProveAll } from "./loop-context.ts";

/** Returns the candidates that hold in a state; reports the fate of the others. */
export function thinnedOut(
  context: LoopAbstractionContext,
  candidates: readonly CandidateInvariant[],
  state: State,
  fate: InvariantFate,
  path: Term = state.path.term,
): CandidateInvariant[] {
  const goals = candidates.map((candidate) => candidate.at(state));
  const holds = proverFor(context, state)(path, goals);
  for (const [index, { onFate }] of candidates.entries()) {
    if (holds[index] !== true) onFate?.(fate);
  }
  return candidates.filter((_, index) => holds[index]);
}

/**
 * The candidates that an iteration preserves, as far as one run shows: an iteration that begins with fewer
 * assumptions has all executions of this one, and so refutes all that this one refutes.
 */
export function preservedBy(
  context: LoopAbstractionContext,
  invariants: readonly CandidateInvariant[],
  { entry, head, back }: LoopStates,
): CandidateInvariant[] {
  const { manager, checkBudget } = context;
  let kept = thinnedOut(context, invariants, back, "not-preserved");
  for (let before = invariants.length; kept.length < before; ) {
    checkBudget();
    before = kept.length;
    const assumed = new Set(kept.map((candidate) => candidate.at(head)));
    const givenUp = new Set(
      invariants.map((candidate) => candidate.at(head)).filter((term) => !assumed.has(term)),
    );
    let path = manager.and(entry.path.term, ...assumed);
    for (let node = back.path; node !== entry.path; node = node.parent as PathCondition) {
      if (node.hasDecided || !givenUp.has(node.literal)) path = manager.and(path, node.literal);
    }
    kept = thinnedOut(context, kept, back, "not-preserved", path);
  }
  return kept;
}

export function thinnedOutArrays(
  { manager, proveAllApart, anyIndex }: LoopAbstractionContext,
  candidates: readonly ArrayCandidate[],
  state: State,
): ArrayCandidate[] {
  const goals = candidates.map((candidate) =>
    goalOf(manager, candidate, state, anyIndex(candidate.width)),
  );
  const holds = proveAllApart(state.path.term, goals);
  return candidates.filter((_, index) => holds[index]);
}

/**
 * The invariants that also hold at the visits before the loop was generalised: loop invariants in the sense of
 * witnesses.
 */
export function ofAllVisits(
  { proveAll }: LoopAbstractionContext,
  invariants: readonly CandidateInvariant[],
  earlier: readonly State[],
): readonly CandidateInvariant[] {
  let kept = invariants.filter(({ text }) => text !== undefined);
  for (const state of earlier) {
    const holds = proveAll(
      state.path.term,
      kept.map((candidate) => candidate.at(state)),
    );
    kept = kept.filter((_, index) => holds[index]);
  }
  return kept;
}

/** Questions on paths with facts about elements are better asked in a separate solver. */
export function proverFor(context: LoopAbstractionContext, state: State): ProveAll {
  return hasArrays(context, state) ? context.proveAllApart : context.proveAll;
}

export function hasArrays({ access }: LoopAbstractionContext, { contents }: State): boolean {
  const isLarge = ({ size = Number.POSITIVE_INFINITY, hasEnded }: Region): boolean =>
    !hasEnded && size > access.maxCandidates * SCALAR_BYTES;
  return [...contents].some(([region, { isArray }]) => isArray || isLarge(region));
}

/** Typical size of an array element, in bytes. */
const SCALAR_BYTES = 4;
