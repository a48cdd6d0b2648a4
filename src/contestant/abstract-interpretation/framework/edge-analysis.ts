/** Analyses of single edges, of which blocks are composed. */

import type { Position } from "../../analysis-core/index.ts";
import type { AssumeEdge, CfaEdge } from "../../cfa/index.ts";

/** A state on its way through a block. */
export interface EdgeState extends Position {
  /** Whether it has reached its node by a step, and not by being stored or split there. */
  hasMoved: boolean;
  /** Whether executions diverged since the state was last stored. */
  hasSplit: boolean;
}

/**
 * The transfer relation, edge by edge. A state has one owner, who gives it away with every call: it may be changed,
 * and come back as the successor. Unmodelled behaviour is reported to the analysis' incompleteness, never ignored.
 */
export interface EdgeAnalysis<S extends EdgeState> {
  initial(): S;
  /** A second state that represents the same executions. */
  fork(state: S): S;
  /**
   * The assume edges of the state's node that some execution may take. Changes nothing. Target states go to
   * `others`.
   * @throws CaseSplit
   */
  branches(state: S, edges: readonly AssumeEdge[], others: S[]): readonly AssumeEdge[];
  /**
   * Takes an edge that leaves the state's node: a call leads into the function or past it, as the analysis decides.
   * @param others - for successors beside the returned one, and for target states
   * @returns undefined when no execution continues
   * @throws CaseSplit before anything has changed
   */
  post(state: S, edge: CfaEdge, others: S[]): S | undefined;
  /** Leaves the function at whose exit the state is; undefined at the end of the program. */
  leave(state: S, others: S[]): S | undefined;
  /** The executions of the state that satisfy a condition, and those that do not; empty ones are left out. */
  split(state: S, by: CaseSplit): readonly S[];
  isTarget(state: S): boolean;
}

/**
 * Thrown where the executions of a state differ in the effect of an edge: the edge is taken again by the two halves
 * of a {@link EdgeAnalysis.split}. Each domain extends it by its conditions.
 */
export abstract class CaseSplit {}
