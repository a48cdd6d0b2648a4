/**
 * Configurable program analysis: what an abstract domain with its operators
 * tells the one algorithm (`algorithms/cpa.ts`) that all of them share.
 *
 * Sources: Beyer, Henzinger, Théoduloz: "Configurable software verification"
 * (CAV 2007) for post, merge and stop; the same: "Program analysis with
 * dynamic precision adjustment" (ASE 2008) for precisions. Blocks are those of
 * Beyer, Keremoglu, Wendler: "Predicate abstraction with adjustable-block
 * encoding" (FMCAD 2010): a state is stored, merged and compared at the ends of
 * blocks only, and what is a block is a parameter (`block-transfer.ts`).
 */
import type { PartitionKey, Reached } from "./reached-set.ts";

/**
 * @template S - abstract states at the ends of blocks
 * @template P - precisions: how much of the concrete world a state is to tell
 */
export interface Analysis<S, P = undefined> {
  /** The state at the entry of `main`. */
  initial(): S;
  initialPrecision(state: S): P;
  /**
   * The transfer relation: tells `out` of the abstract successors at the next
   * ends of blocks, and of target states on the way. The union of what they
   * stand for holds every concrete execution of the block. The state must not
   * be changed where the reached set keeps it.
   */
  post(state: S, precision: P, out: Successors<S>): void;
  /**
   * The precision adjustment operator: makes a fresh state as abstract as its
   * precision says, or the precision another one. The state may be changed.
   */
  adjust(fresh: S, precision: P): readonly [state: S, precision: P];
  partition(state: S): PartitionKey;
  /**
   * What takes the place of a reached state: the reached one itself (never
   * merged, or nothing new), or one that covers it; normally both.
   */
  merge(fresh: S, reached: S, precision: P): S;
  /**
   * Whether every execution of a fresh state is one of reached states.
   * @param alike - those of its partition; undefined when there is none, empty
   *   when there are some that the reached set does not keep
   */
  stop(fresh: S, precision: P, alike: readonly Reached<S, P>[] | undefined): boolean;
  /** Whether its executions violate the property. */
  isTarget(state: S): boolean;
}

/** Takes what {@link Analysis.post} finds. */
export interface Successors<S> {
  /**
   * A state at the end of a block, or a target. True when the state is new and
   * comes next anyway: the analysis may follow it at once as if it had been
   * given to it again. Else the state belongs to the algorithm.
   */
  add(successor: S): boolean;
}
