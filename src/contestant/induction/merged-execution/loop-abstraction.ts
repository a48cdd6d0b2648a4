/**
 * Loops without unrolling: the memory that a loop changes is made arbitrary up to invariants, and one iteration
 * represents all. An invariant is kept when it holds at the entry and after every iteration that starts from it
 * (1-induction); candidates come from templates and are filtered by Houdini. The exploration covers a superset of
 * all executions, so the absence of violations in it is a proof; their presence has no meaning.
 */

import type { InvariantText, Obligation } from "../../analysis-core/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type {
  ExecutionRecord,
  MemoryAccess,
  PathCondition,
  Region,
  State,
  SymbolicMemory,
} from "../../symbolic/index.ts";
import { ModifiedMemory } from "../../symbolic/index.ts";
import type { ArrayCandidate, ArrayContext } from "../invariants/arrays/array-candidate.ts";
import { unrefutedArrays } from "../invariants/arrays/array-examples.ts";
import { attachFacts } from "../invariants/arrays/array-facts.ts";
import { arrayCandidates, goalOf } from "../invariants/arrays/array-invariants.ts";
import { boundsCandidates } from "../invariants/arrays/bounds-invariants.ts";
import type { History } from "../invariants/arrays/fold-relations.ts";
import type { LoopStates } from "../invariants/loop-states.ts";
import { findRanking, provesRanking } from "../invariants/rankings/loop-rankings.ts";
import type {
  Questions,
  RankingFunction,
  RankingKind,
} from "../invariants/rankings/ranking-function.ts";
import { accumulatorCandidates } from "../invariants/scalars/accumulator-invariants.ts";
import { assertedCandidates } from "../invariants/scalars/asserted-invariants.ts";
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
  type InvariantFate,
  otherScalars,
  type Templates,
  unwrittenScalars,
} from "../invariants/scalars/loop-invariants.ts";
import { polynomialCandidates } from "../invariants/scalars/polynomial-invariants.ts";
import { powerCandidates } from "../invariants/scalars/power-invariants.ts";
import { FoldHistory } from "./fold-history.ts";
import { IterationCounter } from "./iteration-counter.ts";
import { ReplacedBlocks } from "./replaced-blocks.ts";

/** Decides which of several conditions hold on all executions of a path. */
export type ProveAll = Questions["proveAll"];

/** The execution of one loop, as the abstraction asks for it. */
export interface LoopRun {
  /**
   * Runs one iteration from the head; returns the state back at the head, and keeps the exits.
   * @param settle - gives blocks the names that they have at the next visit
   * @param isDraft - only its changes matter: few facts are needed about the loops within it
   */
  iterate(state: State, settle?: (back: State) => State, isDraft?: boolean): State | undefined;
  /** Like {@link iterate}, but the exits of the loop are discarded. */
  iterateInside(state: State): State | undefined;
  /** Discards the exits of all iterations. */
  discard(): void;
  /** Must be called when iterations begin to start from more assumptions than before, or from others. */
  strengthened(): void;
  /** Whether no loop lies within it. */
  readonly isInnermost: boolean;
  /** Whether it lies within no loop. */
  readonly isOutermost: boolean;
  /**
   * The invariants kept when the loop was last reached, if the enclosing loops have only dropped assumptions since.
   */
  readonly kept: KeptInvariants | undefined;
  keep(kept: KeptInvariants | undefined): void;
}

/**
 * The invariants that a loop has kept. While an enclosing loop drops assumptions one after the other, candidates
 * that were not preserved before are mostly not preserved now, and trying them again takes long.
 */
export interface KeptInvariants {
  readonly arrayInvariants: readonly ArrayCandidate[];
  /** For each guess without arrays, in the order in which templates make them, whether it was kept. */
  readonly scalars: readonly boolean[];
  /** Number of places that the loop changes. */
  readonly places: number;
}

/** The parts of the analysis that the abstraction of loops uses. */
export interface LoopAbstractionContext extends Questions {
  readonly manager: TermManager;
  readonly memory: SymbolicMemory;
  readonly access: MemoryAccess;
  readonly record: ExecutionRecord;
  /** Like `proveAll`, with more effort, for questions that are largely independent of others. */
  readonly proveAllApart: ProveAll;
  /** Finds goals that fail on some execution of a path. */
  readonly refutedApart: ProveAll;
  readonly constants: readonly bigint[];
  /** Small constants by which the function divides. */
  readonly divisors: readonly bigint[];
  /** Degree of guessed polynomial equations: 1 where the program multiplies no variables. */
  readonly degree: number;
  readonly arrays: ArrayContext;
  /** Folds of earlier loops, where they may be compared; grows. */
  readonly histories: History[] | undefined;
  /** The arbitrary index that represents every index of an array; see arbitrary-index.ts. */
  readonly anyIndex: (width: number) => Term;
  /** Whether the contents of a region are dead at the head: no facts about it are needed. */
  readonly isDead: (region: Region) => boolean;
  /** Whether elements of a region are not read behind the loop, and by the loop at most once. */
  readonly isUnread: (region: Region) => boolean;
  readonly isViolation: (obligation: Obligation<Term>) => boolean;
  /** The templates that are instantiated beside the hints. */
  readonly templates: Templates;
  /**
   * The k of k-induction: number of consecutive iterations of which only the last may violate the property; at
   * least 1.
   */
  readonly window: number;
  /** Whether the loop must have a ranking function, and of which kind. */
  readonly rankings?: RankingKind;
  /** The ranking function, where it is claimed instead of synthesised. */
  readonly claimed?: RankingFunction;
  readonly checkBudget: () => void;
}

/** Facts proved about a loop. */
export interface LoopSummary {
  /** The invariants that have a text in C. */
  readonly invariants: readonly InvariantText[];
  /** The proof that the visits end, with its states; absent when no execution comes back. */
  readonly descent?: Descent;
}

/** A ranking function with the states for which it was proved. */
export interface Descent {
  readonly ranking: RankingFunction;
  /** At an arbitrary visit of the head, before and after one iteration. */
  readonly entry: State;
  readonly head: State;
  readonly back: State;
}

/**
 * States at the head: where the loop is generalised, and at the visits before, which were executed individually.
 */
export interface LoopEntry {
  readonly entry: State;
  readonly earlier: readonly State[];
  /** Regions that have a name at every visit; grows. */
  readonly known: Set<Region>;
}

/**
 * Iterations in which candidates on arrays, also of loops within them, are tried before they are assumed for all.
 */
const FIRST_ITERATIONS = 2;
const FIRST_NESTED_ITERATIONS = 1;
/** Typical size of an array element, in bytes. */
const SCALAR_BYTES = 4;
/** Number of iterations that are tried before the loop is given up. */
const MAX_PASSES = 60;

/**
 * Explores all iterations at once; the exits of the last pass are those of the loop.
 * @param hints - candidates beside the templates
 */
export function abstractLoop(
  context: LoopAbstractionContext,
  hints: readonly CandidateInvariant[],
  { entry: start, earlier, known }: LoopEntry,
  run: LoopRun,
): LoopSummary {
  const { memory, access, record } = context;
  const blocks = new ReplacedBlocks(context, known);
  const counter = new IterationCounter(context);
  const isAlone = run.isInnermost && run.isOutermost && context.templates === "all";
  const folds = new FoldHistory(context, isAlone, start);
  let entry = start;
  let modified = new ModifiedMemory(memory, access);
  const size = context.manager.size;
  let invariants: CandidateInvariant[] = [];
  let arrayInvariants: ArrayCandidate[] = [];
  let tried: readonly CandidateInvariant[] = [];
  let areStepsDone = false;
  let areScalarsDone = false;
  let covered = -1;
  let kept: KeptInvariants | undefined;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    context.checkBudget();
    const mark = record.mark();
    const before = record.obligations.length;
    const head = arbitraryState(context, modified, invariants, arrayInvariants, entry, blocks);
    folds.read(head);
    let isSettled = true;
    const { assumed } = context.arrays;
    const around = assumed.length;
    assumed.push(...arrayInvariants);
    const isDraft =
      pass === 0 && !run.isInnermost && context.templates === "all" && hasArrays(context, entry);
    const settle = (raw: State): State => {
      const settled = blocks.settle(raw);
      isSettled = settled !== undefined;
      return settled ?? raw;
    };
    const back = folds.watch(() => run.iterate(head.fork(), settle, isDraft));
    if (back !== undefined) {
      counter.advance(back);
      folds.advance(back);
    }
    assumed.length = around;
    const repeat = (): void => {
      run.discard();
      record.reset(mark);
    };
    const beginAgain = (): void => {
      entry = folds.enter(counter.enter(blocks.enter(start)));
      modified = new ModifiedMemory(memory, access);
      invariants = [];
      arrayInvariants = [];
      covered = -1;
      run.strengthened();
      repeat();
    };
    if (isDraft) {
      if (back !== undefined && !back.isEmpty && isSettled) {
        modified.grow(head, back, known, (region) => blocks.has(region));
      }
      repeat();
      continue;
    }
    if (back === undefined || back.isEmpty) {
      // A choice of blocks that does not hold may be the only cause.
      if (blocks.reconsider()) {
        beginAgain();
        continue;
      }
      run.keep(undefined);
      // No execution comes back: conditions of the entry hold at every visit.
      for (const { onFate } of thinnedOut(context, hints, entry, "not-established")) {
        onFate?.("inductive");
      }
      return { invariants: [] };
    }
    if (!isSettled || (context.window === 1 && blocks.find(start, head, back))) {
      beginAgain();
      continue;
    }
    if (modified.grow(head, back, known, (region) => blocks.has(region))) {
      repeat();
      continue;
    }
    const { cells, wholeRegions } = modified;
    if (cells.length + wholeRegions.size > covered) {
      covered = cells.length + wholeRegions.size;
      areStepsDone = context.templates !== "all";
      areScalarsDone = false;
      arrayInvariants = [];
      kept = run.kept?.places === covered ? run.kept : undefined;
      const violations = record.obligations
        .filter(context.isViolation, before)
        .map(({ guard }) => guard);
      const asserted =
        context.templates === "all"
          ? assertedCandidates(context.manager, access, cells, head, violations, size)
          : [];
      const step = { entry, head, back, size };
      const proposed = proposeInvariants(context, modified, asserted, step, counter);
      if (counter.isMissing) {
        counter.begin();
        beginAgain();
        continue;
      }
      const alive = cells.filter(({ region }) => !context.isDead(region));
      const folded = folds.candidates(alive, head, back);
      if (folded === undefined) {
        beginAgain();
        continue;
      }
      tried = proposed.guesses;
      const candidates = [...hints, ...plausible(proposed, head, kept), ...folded];
      invariants = thinnedOut(context, candidates, entry, "not-established");
      if (invariants.length > 0) {
        run.strengthened();
        repeat();
        continue;
      }
    }
    const preserved = preservedBy(context, invariants, { entry, head, back });
    if (preserved.length < invariants.length) {
      invariants = preserved;
      repeat();
      continue;
    }
    if (!areStepsDone) {
      // The amount added by an iteration is bounded by facts about the other variables.
      areStepsDone = true;
      const alive = cells.filter(({ region }) => !context.isDead(region));
      const questions = { ...context, proveAll: proverFor(context, back) };
      const gathered = accumulatorCandidates(questions, alive, entry, head, back);
      if (gathered.length > 0) {
        invariants = [...invariants, ...gathered];
        run.strengthened();
        repeat();
        continue;
      }
    }
    if (!areScalarsDone) {
      // Arrays come last: each attempt is expensive.
      areScalarsDone = true;
      const alive = cells.filter(({ region }) => !context.isDead(region));
      if (folds.begins(invariants, alive, head, back)) {
        beginAgain();
        continue;
      }
      const arrays =
        context.templates === "all"
          ? (kept?.arrayInvariants ?? arraysToTry(context, modified, { entry, head, back }))
          : [];
      arrayInvariants = thinnedOutArrays(context, arrays, entry);
      if (kept === undefined && arrayInvariants.length > 0) {
        const visits = firstVisits(context, entry, run);
        arrayInvariants = unrefutedArrays(context, arrayInvariants, visits, cells);
      }
      arrayInvariants.push(...folds.recurrence);
      if (arrayInvariants.length > 0) {
        run.strengthened();
        repeat();
        continue;
      }
    }
    const keptArrays = thinnedOutArrays(context, arrayInvariants, back);
    if (keptArrays.length === arrayInvariants.length) {
      if (blocks.reconsider()) {
        beginAgain();
        continue;
      }
      if (context.window > 1) {
        repeat();
        exploreWindow(context, entry, run, (start) =>
          arbitraryState(context, modified, invariants, arrayInvariants, start),
        );
      }
      const texts = textsOf(ofAllVisits(context, invariants, earlier));
      const descent =
        context.rankings === undefined
          ? {}
          : descentOf(context, context.rankings, modified, entry, head, back);
      // The search for a ranking function may have used addresses.
      if (blocks.reconsider()) {
        beginAgain();
        continue;
      }
      blocks.finish();
      folds.finish(arrayInvariants);
      const scalars = tried.map((candidate) => invariants.includes(candidate));
      run.keep({ arrayInvariants, scalars, places: covered });
      for (const { onFate } of invariants) onFate?.("inductive");
      return { invariants: texts, ...descent };
    }
    arrayInvariants = keptArrays;
    repeat();
  }
  run.keep(undefined);
  record.obligations.add({
    check: "unsupported",
    guard: entry.path.term,
    reason: "a loop whose invariants were not found in time",
    edge: access.edge,
  });
  return { invariants: [] };
}

/** The ranking function of the loop; a missing one is recorded. */
function descentOf(
  context: LoopAbstractionContext,
  kind: RankingKind,
  modified: ModifiedMemory,
  entry: State,
  head: State,
  back: State,
): { readonly descent?: Descent } {
  const { manager, access, constants, proveAll, counterexample, record } = context;
  const { cells } = modified;
  const search = { manager, access, constants, proveAll, counterexample, kind };
  const { claimed } = context;
  const step = { path: back.path.term, before: head, after: back };
  const others = [...otherScalars(head, cells, () => true), ...unwrittenScalars(head)];
  const ranking =
    claimed === undefined
      ? findRanking(search, cells, others, head, back, context.templates)
      : provesRanking(search, claimed, step)
        ? claimed
        : undefined;
  if (ranking !== undefined) return { descent: { ranking, entry, head, back } };
  record.obligations.add({
    check: "cycle",
    guard: back.path.term,
    reason: "a loop without a ranking function",
    edge: access.edge,
  });
  return {};
}

/**
 * The state at the head with arbitrary values in the memory that the loop changes, restricted by the invariants.
 */
function arbitraryState(
  { manager, access }: LoopAbstractionContext,
  modified: ModifiedMemory,
  invariants: readonly CandidateInvariant[],
  arrayInvariants: readonly ArrayCandidate[],
  entry: State,
  blocks?: ReplacedBlocks,
): State {
  const head = entry.fork();
  const bases = modified.havoc(head);
  blocks?.generalise(head);
  for (const invariant of invariants) {
    const condition = invariant.at(head);
    // A condition without a value in the arbitrary memory, such as on a pointer in raw bytes, must not end all
    // executions.
    if (condition !== manager.false) head.restrict(condition);
  }
  attachFacts(manager, arrayInvariants, head, access, bases);
  return head;
}

/**
 * Explores k iterations instead of one: the first k - 1 from the entry (the base), then k in a row from an
 * arbitrary state (the step). The first violation of an execution happens in the base, or in the last iteration of
 * some row: the iterations before it in the row may be assumed to have none (Sheeran, Singh, Stålmarck, FMCAD 2000;
 * for each loop of a program as in Donaldson, Haller, Kroening, Rümmer, SAS 2011). Other records of these
 * iterations (undefined behaviour, unmodelled operations) still count: they may be artefacts of the generalisation.
 */
function exploreWindow(
  { manager, record, window, isViolation, checkBudget }: LoopAbstractionContext,
  entry: State,
  run: LoopRun,
  generalise: (entry: State) => State,
): void {
  let reached = entry.fork();
  for (let iteration = 1; iteration < window; iteration++) {
    checkBudget();
    run.strengthened();
    const back = run.iterate(reached);
    if (back === undefined || back.isEmpty) return;
    reached = back;
  }
  const start = entry.fork();
  // Only executions that the base does not follow to the end of the loop: exits must be disjoint.
  start.path = reached.path;
  let state = generalise(start);
  for (let iteration = 1; iteration < window; iteration++) {
    checkBudget();
    const { obligations } = record;
    const before = obligations.length;
    run.strengthened();
    const back = run.iterateInside(state);
    const assumed = obligations.takeAfter(
      before,
      (obligation) => obligation.check === "assertion" || isViolation(obligation),
    );
    if (back === undefined || back.isEmpty) return;
    back.restrict(manager.not(manager.or(...assumed.map(({ guard }) => guard))));
    state = back;
  }
  run.strengthened();
  run.iterate(state);
}

/** Returns the candidates that hold in a state; reports the fate of the others. */
function thinnedOut(
  context: LoopAbstractionContext,
  candidates: readonly CandidateInvariant[],
  state: State,
  fate: InvariantFate,
  path = state.path.term,
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
function preservedBy(
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

/** Questions on paths with facts about elements are better asked in a separate solver. */
function proverFor(context: LoopAbstractionContext, state: State): ProveAll {
  return hasArrays(context, state) ? context.proveAllApart : context.proveAll;
}

function hasArrays({ access }: LoopAbstractionContext, { contents }: State): boolean {
  const isLarge = ({ size = Number.POSITIVE_INFINITY, hasEnded }: Region): boolean =>
    !hasEnded && size > access.maxCandidates * SCALAR_BYTES;
  return [...contents].some(([region, { isArray }]) => isArray || isLarge(region));
}

function thinnedOutArrays(
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
 * States at the head: where the loop is generalised, and after its first iterations. Loops within it have fewer
 * candidates there than at an arbitrary visit.
 */
function firstVisits({ record }: LoopAbstractionContext, entry: State, run: LoopRun): State[] {
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
function arraysToTry(
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

/**
 * The invariants that also hold at the visits before the loop was generalised: loop invariants in the sense of
 * witnesses.
 */
function ofAllVisits(
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

function textsOf(invariants: readonly CandidateInvariant[]): InvariantText[] {
  return invariants.flatMap(({ text }) => text ?? []);
}

/** Candidates for invariants of a loop. */
interface Proposal {
  /** From templates. */
  readonly guesses: readonly CandidateInvariant[];
  /** From visits of the head, and those that refute wrong relations there. */
  readonly relations: readonly CandidateInvariant[];
  readonly refuting: readonly Visit[];
}

function proposeInvariants(
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
function plausible(
  { guesses, relations, refuting }: Proposal,
  head: State,
  kept: KeptInvariants | undefined,
): CandidateInvariant[] {
  const isKnown = kept?.scalars.length === guesses.length;
  const left = isKnown ? guesses.filter((_, index) => kept.scalars[index] === true) : guesses;
  return unrefuted(refuting, [...left, ...relations], (guess) => guess.at(head));
}
