/**
 * Loops without unrolling: the memory that a loop changes is made arbitrary up to invariants, and one iteration
 * represents all. An invariant is kept when it holds at the entry and after every iteration that starts from it
 * (1-induction); candidates come from templates and are filtered by Houdini. The exploration covers a superset of
 * all executions, so the absence of violations in it is a proof; their presence has no meaning.
 */

import type { InvariantText } from "../../analysis-core/index.ts";
import { type MemoryCell, ModifiedMemory, type State } from "../../symbolic/index.ts";
import type { ArrayCandidate } from "../invariants/arrays/array-candidate.ts";
import { unrefutedArrays } from "../invariants/arrays/array-examples.ts";
import { attachFacts } from "../invariants/arrays/array-facts.ts";
import type { LoopStates } from "../invariants/loop-states.ts";
import { accumulatorCandidates } from "../invariants/scalars/accumulator-invariants.ts";
import { assertedCandidates } from "../invariants/scalars/asserted-invariants.ts";
import type { CandidateInvariant } from "../invariants/scalars/loop-invariants.ts";
import {
  hasArrays,
  ofAllVisits,
  preservedBy,
  proverFor,
  thinnedOut,
  thinnedOutArrays,
} from "./candidate-filter.ts";
import { FoldHistory } from "./fold-history.ts";
import { IterationCounter } from "./iteration-counter.ts";
import { exploreWindow } from "./iteration-window.ts";
import { arraysToTry, firstVisits } from "./loop-arrays.ts";
import { plausible, proposeInvariants } from "./loop-candidates.ts";
import type {
  KeptInvariants,
  LoopAbstractionContext,
  LoopEntry,
  LoopRun,
  LoopSummary,
} from "./loop-context.ts";
import { descentOf } from "./loop-descent.ts";
import { ReplacedBlocks } from "./replaced-blocks.ts";

/** Number of iterations that are tried before the loop is given up. */
const MAX_PASSES = 60;

/**
 * Explores all iterations at once; the exits of the last pass are those of the loop.
 * @param hints - candidates beside the templates
 */
export function abstractLoop(
  context: LoopAbstractionContext,
  hints: readonly CandidateInvariant[],
  entry: LoopEntry,
  run: LoopRun,
): LoopSummary {
  return new LoopAbstraction(context, hints, entry, run).search();
}

/** The assumptions about a loop that a pass starts from. */
interface Attempt {
  /** The state before the first iteration. */
  readonly entry: State;
  /** The memory that the loop was seen to change; grows. */
  readonly modified: ModifiedMemory;
  readonly invariants: readonly CandidateInvariant[];
  readonly arrayInvariants: readonly ArrayCandidate[];
  /** Number of changed places for which candidates were proposed; -1 before the first proposal. */
  readonly places: number;
  /** The guesses of the last proposal. */
  readonly guesses: readonly CandidateInvariant[];
  /** The invariants of an earlier visit of the loop that the last proposal was based on. */
  readonly kept: KeptInvariants | undefined;
  readonly areAmountsTried: boolean;
  readonly areArraysTried: boolean;
}

/** One iteration from the arbitrary state at the head. */
interface Pass extends LoopStates {
  /** Number of obligations before it. */
  readonly obligationsBefore: number;
  /** Discards its records and its exits. */
  readonly undo: () => void;
}

/** The result of a stage: the next stage of the same pass, another pass, or the end. */
type Outcome =
  | { readonly kind: "next"; readonly attempt: Attempt }
  /** Another pass, which assumes no more than this one. */
  | { readonly kind: "repeat"; readonly attempt: Attempt }
  /** Another pass, which assumes more. */
  | { readonly kind: "strengthen"; readonly attempt: Attempt }
  /** Another pass without invariants, because blocks, a counter or a history were chosen differently. */
  | { readonly kind: "restart" }
  | { readonly kind: "done"; readonly summary: LoopSummary };

const RESTART = { kind: "restart" } as const;

/** The passes over a loop; the stages of a pass follow each other until one asks for another pass. */
class LoopAbstraction {
  readonly #context: LoopAbstractionContext;
  readonly #hints: readonly CandidateInvariant[];
  readonly #start: LoopEntry;
  readonly #run: LoopRun;
  readonly #blocks: ReplacedBlocks;
  readonly #counter: IterationCounter;
  readonly #folds: FoldHistory;
  /** Size of the manager before the first pass. */
  readonly #size: number;

  constructor(
    context: LoopAbstractionContext,
    hints: readonly CandidateInvariant[],
    start: LoopEntry,
    run: LoopRun,
  ) {
    this.#context = context;
    this.#hints = hints;
    this.#start = start;
    this.#run = run;
    this.#blocks = new ReplacedBlocks(context, start.known);
    this.#counter = new IterationCounter(context);
    const isAlone = run.isInnermost && run.isOutermost && this.#isThorough;
    this.#folds = new FoldHistory(context, isAlone, start.entry);
    this.#size = context.manager.size;
  }

  get #isThorough(): boolean {
    return this.#context.templates === "all";
  }

  search(): LoopSummary {
    const { record, access, checkBudget } = this.#context;
    let attempt = this.#attemptFrom(this.#start.entry);
    for (let number = 0; number < MAX_PASSES; number++) {
      checkBudget();
      const mark = record.mark();
      const undo = (): void => {
        this.#run.discard();
        record.reset(mark);
      };
      const outcome = this.#pass(attempt, number === 0, undo);
      if (outcome.kind === "done") return outcome.summary;
      attempt = outcome.kind === "restart" ? this.#restarted() : outcome.attempt;
      if (outcome.kind === "restart" || outcome.kind === "strengthen") this.#run.strengthened();
      undo();
    }
    this.#run.keep(undefined);
    record.obligations.add({
      check: "unsupported",
      guard: attempt.entry.path.term,
      reason: "a loop whose invariants were not found in time",
      edge: access.edge,
    });
    return { invariants: [] };
  }

  #attemptFrom(entry: State): Attempt {
    const { memory, access } = this.#context;
    return {
      entry,
      modified: new ModifiedMemory(memory, access),
      invariants: [],
      arrayInvariants: [],
      places: -1,
      guesses: [],
      kept: undefined,
      areAmountsTried: false,
      areArraysTried: false,
    };
  }

  #restarted(): Attempt {
    const named = this.#blocks.enter(this.#start.entry);
    return this.#attemptFrom(this.#folds.enter(this.#counter.enter(named)));
  }

  #pass(attempt: Attempt, isFirst: boolean, undo: () => void): Outcome {
    const context = this.#context;
    const obligationsBefore = context.record.obligations.length;
    const { entry, modified, invariants, arrayInvariants } = attempt;
    const head = arbitraryState(
      context,
      modified,
      invariants,
      arrayInvariants,
      entry,
      this.#blocks,
    );
    this.#folds.read(head);
    const isDraft =
      isFirst && !this.#run.isInnermost && this.#isThorough && hasArrays(context, entry);
    const { back, isSettled } = this.#iterate(head, arrayInvariants, isDraft);
    const grows = (end: State): boolean =>
      modified.grow(head, end, this.#start.known, (region) => this.#blocks.has(region));
    if (isDraft) {
      if (back !== undefined && !back.isEmpty && isSettled) grows(back);
      return { kind: "repeat", attempt };
    }
    if (back === undefined || back.isEmpty) return this.#withoutBack(entry);
    if (!isSettled) return RESTART;
    if (context.window === 1 && this.#blocks.find(this.#start.entry, head, back)) return RESTART;
    if (grows(back)) return { kind: "repeat", attempt };
    return this.#stages(attempt, { entry, head, back, obligationsBefore, undo });
  }

  /** Runs one iteration, in which the invariants on arrays are assumed. */
  #iterate(
    head: State,
    arrayInvariants: readonly ArrayCandidate[],
    isDraft: boolean,
  ): { readonly back: State | undefined; readonly isSettled: boolean } {
    const { assumed } = this.#context.arrays;
    const around = assumed.length;
    assumed.push(...arrayInvariants);
    let isSettled = true;
    const settle = (raw: State): State => {
      const settled = this.#blocks.settle(raw);
      isSettled = settled !== undefined;
      return settled ?? raw;
    };
    const back = this.#folds.watch(() => this.#run.iterate(head.fork(), settle, isDraft));
    if (back !== undefined) {
      this.#counter.advance(back);
      this.#folds.advance(back);
    }
    assumed.length = around;
    return { back, isSettled };
  }

  /** No execution comes back: conditions of the entry hold at every visit. */
  #withoutBack(entry: State): Outcome {
    // A choice of blocks that does not hold may be the only cause.
    if (this.#blocks.reconsider()) return RESTART;
    this.#run.keep(undefined);
    for (const { onFate } of thinnedOut(this.#context, this.#hints, entry, "not-established")) {
      onFate?.("inductive");
    }
    return { kind: "done", summary: { invariants: [] } };
  }

  #stages(first: Attempt, pass: Pass): Outcome {
    let attempt = first;
    for (const stage of [this.#propose, this.#preserve, this.#accumulate, this.#tryArrays]) {
      const outcome = stage.call(this, attempt, pass);
      if (outcome.kind !== "next") return outcome;
      attempt = outcome.attempt;
    }
    return this.#conclude(attempt, pass);
  }

  /** Proposes candidates when the loop was seen to change more memory than before. */
  #propose(attempt: Attempt, pass: Pass): Outcome {
    const context = this.#context;
    const { modified } = attempt;
    const { entry, head, back } = pass;
    const places = modified.cells.length + modified.wholeRegions.size;
    if (places <= attempt.places) return { kind: "next", attempt };
    const kept = this.#run.kept?.places === places ? this.#run.kept : undefined;
    const asserted = this.#asserted(modified, pass);
    const step = { entry, head, back, size: this.#size };
    const proposal = proposeInvariants(context, modified, asserted, step, this.#counter);
    if (this.#counter.isMissing) {
      this.#counter.begin();
      return RESTART;
    }
    const folded = this.#folds.candidates(this.#alive(modified), head, back);
    if (folded === undefined) return RESTART;
    const candidates = [...this.#hints, ...plausible(proposal, head, kept), ...folded];
    const invariants = thinnedOut(context, candidates, entry, "not-established");
    const proposed: Attempt = {
      entry,
      modified,
      invariants,
      arrayInvariants: [],
      places,
      guesses: proposal.guesses,
      kept,
      areAmountsTried: !this.#isThorough,
      areArraysTried: false,
    };
    return { kind: invariants.length > 0 ? "strengthen" : "next", attempt: proposed };
  }

  /** Candidates from the conditions of violations in the pass. */
  #asserted({ cells }: ModifiedMemory, { head, obligationsBefore }: Pass): CandidateInvariant[] {
    if (!this.#isThorough) return [];
    const { manager, access, record, isViolation } = this.#context;
    const violations = record.obligations
      .filter(isViolation, obligationsBefore)
      .map(({ guard }) => guard);
    return assertedCandidates(manager, access, cells, head, violations, this.#size);
  }

  /** Gives up the candidates that the iteration does not preserve. */
  #preserve(attempt: Attempt, pass: Pass): Outcome {
    const invariants = preservedBy(this.#context, attempt.invariants, pass);
    if (invariants.length === attempt.invariants.length) return { kind: "next", attempt };
    return { kind: "repeat", attempt: { ...attempt, invariants } };
  }

  /** The amount added by an iteration is bounded by facts about the other variables. */
  #accumulate(attempt: Attempt, { entry, head, back }: Pass): Outcome {
    if (attempt.areAmountsTried) return { kind: "next", attempt };
    const questions = { ...this.#context, proveAll: proverFor(this.#context, back) };
    const alive = this.#alive(attempt.modified);
    const gathered = accumulatorCandidates(questions, alive, entry, head, back);
    const invariants = [...attempt.invariants, ...gathered];
    return {
      kind: gathered.length > 0 ? "strengthen" : "next",
      attempt: { ...attempt, invariants, areAmountsTried: true },
    };
  }

  /** Arrays come last: each attempt is expensive. */
  #tryArrays(attempt: Attempt, { entry, head, back }: Pass): Outcome {
    if (attempt.areArraysTried) return { kind: "next", attempt };
    const context = this.#context;
    const { modified, kept } = attempt;
    if (this.#folds.begins(attempt.invariants, this.#alive(modified), head, back)) return RESTART;
    const arrays = this.#isThorough
      ? (kept?.arrayInvariants ?? arraysToTry(context, modified, { entry, head, back }))
      : [];
    const established = thinnedOutArrays(context, arrays, entry);
    const left =
      kept === undefined && established.length > 0
        ? unrefutedArrays(
            context,
            established,
            firstVisits(context, entry, this.#run),
            modified.cells,
          )
        : established;
    const arrayInvariants = [...left, ...this.#folds.recurrence];
    return {
      kind: arrayInvariants.length > 0 ? "strengthen" : "next",
      attempt: { ...attempt, arrayInvariants, areArraysTried: true },
    };
  }

  /** All other candidates are inductive: the loop is finished, where those on arrays are inductive, too. */
  #conclude(attempt: Attempt, pass: Pass): Outcome {
    const context = this.#context;
    const { entry, modified, invariants, arrayInvariants, places } = attempt;
    const keptArrays = thinnedOutArrays(context, arrayInvariants, pass.back);
    if (keptArrays.length !== arrayInvariants.length) {
      return { kind: "repeat", attempt: { ...attempt, arrayInvariants: keptArrays } };
    }
    if (this.#blocks.reconsider()) return RESTART;
    if (context.window > 1) {
      pass.undo();
      exploreWindow(context, entry, this.#run, (start) =>
        arbitraryState(context, modified, invariants, arrayInvariants, start),
      );
    }
    const texts = textsOf(ofAllVisits(context, invariants, this.#start.earlier));
    const descent =
      context.rankings === undefined ? {} : descentOf(context, context.rankings, modified, pass);
    // The search for a ranking function may have used addresses.
    if (this.#blocks.reconsider()) return RESTART;
    this.#blocks.finish();
    this.#folds.finish(arrayInvariants);
    const scalars = attempt.guesses.map((candidate) => invariants.includes(candidate));
    this.#run.keep({ arrayInvariants, scalars, places });
    for (const { onFate } of invariants) onFate?.("inductive");
    return { kind: "done", summary: { invariants: texts, ...descent } };
  }

  /** The changed cells whose contents are not dead at the head. */
  #alive({ cells }: ModifiedMemory): readonly MemoryCell[] {
    return cells.filter(({ region }) => !this.#context.isDead(region));
  }
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

function textsOf(invariants: readonly CandidateInvariant[]): InvariantText[] {
  return invariants.flatMap(({ text }) => text ?? []);
}
