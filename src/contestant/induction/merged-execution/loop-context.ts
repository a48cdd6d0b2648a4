/** The knowledge that the abstraction of a loop starts from, and its result. */

import type { InvariantText, Obligation } from "../../analysis-core/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type {
  ExecutionRecord,
  MemoryAccess,
  Region,
  State,
  SymbolicMemory,
} from "../../symbolic/index.ts";
import type { ArrayCandidate, ArrayContext } from "../invariants/arrays/array-candidate.ts";
import type { History } from "../invariants/arrays/fold-relations.ts";
import type {
  Questions,
  RankingFunction,
  RankingKind,
} from "../invariants/rankings/ranking-function.ts";
import type { Templates } from "../invariants/scalars/loop-invariants.ts";

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
