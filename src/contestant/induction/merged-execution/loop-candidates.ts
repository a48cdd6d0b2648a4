/** Candidates for the scalar invariants of a loop, from templates and from visits of its head. */

import type { ModifiedMemory, State } from "../../symbolic/index.ts";
import { boundsCandidates } from "../invariants/arrays/bounds-invariants.ts";
import {
  type LoopStep,
  stepsIn,
  unrefuted,
  type Visit,
  visitsOf,
} from "../invariants/scalars/loop-examples.ts";
import {
  type CandidateContext,
  type CandidateInvariant,
  candidateInvariants,
  otherScalars,
} from "../invariants/scalars/loop-invariants.ts";
import { polynomialCandidates } from "../invariants/scalars/polynomial-invariants.ts";
import { powerCandidates } from "../invariants/scalars/power-invariants.ts";
import type { IterationCounter } from "./iteration-counter.ts";
import type { KeptInvariants, LoopAbstractionContext } from "./loop-context.ts";

/** Candidates for invariants of a loop. */
interface Proposal {
  /** From templates. */
  readonly guesses: readonly CandidateInvariant[];
  /** From visits of the head, and those that refute wrong relations there. */
  readonly relations: readonly CandidateInvariant[];
  readonly refuting: readonly Visit[];
}

export function proposeInvariants(
  context: LoopAbstractionContext,
  modified: ModifiedMemory,
  asserted: readonly CandidateInvariant[],
  step: LoopStep,
  counter: IterationCounter,
): Proposal {
  if (context.templates === "none") return { guesses: [], relations: [], refuting: [] };
  const { entry, head, back } = step;
  const { manager, access } = context;
  const isThorough = context.templates === "all" || context.templates === "bounds";
  const cells = modified.cells.filter(({ region }) => !context.isDead(region));
  const others = otherScalars(
    head,
    modified.cells,
    (region) => region.kind === "automatic" && !context.isDead(region),
  );
  const candidates: CandidateContext = {
    manager,
    access,
    constants: context.constants,
    others,
    templates: context.templates,
  };
  const guesses = [
    ...candidateInvariants(candidates, cells, entry, head, back),
    ...(isThorough ? boundsCandidates(context, cells, step) : []),
    ...asserted,
  ];
  if (context.templates !== "all") return { guesses, relations: [], refuting: [] };
  guesses.push(...powerCandidates(manager, access, cells, head, back));
  const visitsFrom = (from: LoopStep): Visit[] =>
    visitsOf(manager, access, cells, others, from, context.checkBudget);
  const seen = visitsFrom(step);
  const changesArrays = modified.wholeRegions.size > 0;
  // Behind other loops no small inputs reach this one.
  const visits = seen.length > 0 ? seen : visitsFrom({ ...step, isEnteredAnyway: true });
  const relations = (degree: number, isExact: boolean): CandidateInvariant[] =>
    polynomialCandidates(
      { manager, access, others, degree, divisors: context.divisors, isExact },
      cells,
      entry,
      visits,
    );
  // Elements are arbitrary in visits, regardless of facts: these visits propose candidates, and refute none.
  if (changesArrays || seen.length === 0) {
    const degree = changesArrays ? 1 : context.degree;
    return { guesses, relations: relations(degree, false), refuting: [] };
  }
  const steps = stepsIn(visits, cells.length);
  counter.isNeeded = steps.areChosen && !steps.areCounted;
  const degree = steps.areChosen ? Math.max(context.degree, 2) : context.degree;
  return { guesses, relations: relations(degree, steps.areChosen), refuting: visits };
}

/**
 * Candidates that no visit refutes, without guesses that were given up before, where the same ones are made again.
 */
export function plausible(
  { guesses, relations, refuting }: Proposal,
  head: State,
  kept: KeptInvariants | undefined,
): CandidateInvariant[] {
  const isKnown = kept?.scalars.length === guesses.length;
  const left = isKnown ? guesses.filter((_, index) => kept.scalars[index] === true) : guesses;
  return unrefuted(refuting, [...left, ...relations], (guess) => guess.at(head));
}
