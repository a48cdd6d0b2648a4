/**
 * Configurable program analysis: the interface of an abstract domain with its operators to the one algorithm
 * (`analyses/cpa.ts`) that all of them share. Sources: Beyer, Henzinger, Théoduloz: "Configurable software
 * verification" (CAV 2007) for post, merge and stop; the same: "Program analysis with dynamic precision adjustment"
 * (ASE 2008) for precisions. Blocks are those of Beyer, Keremoglu, Wendler: "Predicate abstraction with
 * adjustable-block encoding" (FMCAD 2010): a state is stored, merged and compared only at the ends of blocks, and
 * the choice of blocks is a parameter (`block-transfer.ts`).
 */
import type { PartitionKey, Reached } from "./reached-set.ts";

/**
 * @template S - abstract states at the ends of blocks
 * @template P - precisions: how much of the concrete state an abstract state describes
 */
export interface Analysis<S, P = undefined> {
  /** The state at the entry of `main`. */
  initial(): S;
  initialPrecision(state: S): P;
  /**
   * The transfer relation: gives `out` the abstract successors at the next ends of blocks, and target states on the
   * way. Together they represent every concrete execution of the block. The state must not be changed where the
   * reached set keeps it.
   */
  post(state: S, precision: P, out: Successors<S>): void;
  /**
   * The precision adjustment operator: makes a fresh state as abstract as its precision requires, or changes the
   * precision. The state may be changed.
   */
  adjust(fresh: S, precision: P): readonly [state: S, precision: P];
  partition(state: S): PartitionKey;
  /**
   * The replacement of a reached state: the reached one itself (never merged, or nothing new), or a state that
   * covers it; normally both.
   */
  merge(fresh: S, reached: S, precision: P): S;
  /**
   * Whether every execution of a fresh state is one of reached states.
   * @param alike - the reached states of its partition; undefined when there is none, empty when there are some
   *   that the reached set does not keep
   */
  stop(fresh: S, precision: P, alike: readonly Reached<S, P>[] | undefined): boolean;
  /** Whether its executions violate the property. */
  isTarget(state: S): boolean;
}

/** Receives the results of {@link Analysis.post}. */
export interface Successors<S> {
  /**
   * Adds a state at the end of a block, or a target. True when the state is new and comes next anyway: the analysis
   * may follow it at once as if it had been given to it again. Otherwise the state belongs to the algorithm.
   */
  add(successor: S): boolean;
}
