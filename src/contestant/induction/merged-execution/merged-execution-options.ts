/** Options of merged execution: bounds for unrolling, or the questions by which loops are generalised. */
import type { CfaNode, FunctionCfa } from "../../cfa/index.ts";
import type { Term } from "../../smt/index.ts";
import type { Assertion, EdgeExecutionOptions, LocationLemmas } from "../../symbolic/index.ts";
import type { ContractHints } from "../invariants/contracts/contract-hints.ts";
import type { ClaimedPart } from "../invariants/rankings/loop-rankings.ts";
import type { Questions, RankingKind } from "../invariants/rankings/ranking-function.ts";
import type { InvariantFate, Templates } from "../invariants/scalars/loop-invariants.ts";
import type { ProveAll } from "./loop-context.ts";

export interface MergedExecutionOptions extends EdgeExecutionOptions {
  /**
   * Loop iterations and nested stack frames of one function that are executed where a symbolic choice continues
   * them.
   */
  readonly bound: number;
  /** The same bound where the program itself decides that it goes on (constant conditions). */
  readonly concreteBound: number;
  /** False only when no execution satisfies the condition. */
  readonly isFeasible: (path: Term) => boolean;
  /** Called, perhaps several times, with the fate of an assertion as an invariant of a loop. */
  readonly onFate?: (assertion: Assertion, fate: InvariantFate) => void;
  /** Further candidates for invariants of generalised loops, by loop head; their texts are valid there. */
  readonly lemmas?: ReadonlyMap<CfaNode, readonly Assertion[]>;
  /** Candidates from searches over transition systems. */
  readonly locationLemmas?: ReadonlyMap<CfaNode, readonly LocationLemmas[]>;
  /** Further candidates for contracts of recursive functions. */
  readonly contracts?: ContractHints;
  /** Invariants of loop heads that are already proved. */
  readonly assumptions?: ReadonlyMap<CfaNode, readonly Assertion[]>;
  /** Loops are not unrolled but generalised, after the given number of iterations that no choice continues. */
  readonly loopAbstraction?: Questions & {
    readonly proveAllApart: ProveAll;
    readonly refutedApart: ProveAll;
    readonly peel: number;
    /** Recursive functions have contracts instead of being unrolled. */
    readonly recursion: boolean;
    /** Further functions that have contracts like recursive ones. */
    readonly summedUp?: ReadonlySet<FunctionCfa>;
    /** The templates of guessed invariants, beside the assertions. */
    readonly templates: Templates;
    /** The k of k-induction; see loop-abstraction.ts. */
    readonly window: number;
    /** Whether every loop must have a ranking function; a loop without one is recorded as a cycle. */
    readonly rankings?: RankingKind;
    /** Claimed ranking functions of the program's own loops; then none is synthesised there. */
    readonly claimedRankings?: ReadonlyMap<CfaNode, readonly ClaimedPart[]>;
  };
  /** Called regularly; throws to give up. */
  readonly checkBudget: () => void;
}
