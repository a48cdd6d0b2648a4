/** Options for the extraction of a transition system from a program. */

import type { Classify } from "../../analysis-core/index.ts";
import type { CfaNode, FunctionCfa, MemoryObject } from "../../cfa/index.ts";
import type { EdgeExecutionOptions } from "../../symbolic/index.ts";
import type { BlockLoop } from "./transition-system.ts";

/**
 * The ends of blocks, at which executions are in a location: at loop heads, there and before calls of functions of
 * the program, or after every edge (adjustable-block encoding: Beyer, Keremoglu, Wendler, FMCAD 2010).
 */
export type BlockEnds = "loop-heads" | "loop-heads-and-calls" | "edges";

export interface ProgramStepsOptions
  extends Pick<EdgeExecutionOptions, "errorFunctions" | "overflow"> {
  readonly classify: Classify;
  readonly blockEnds: BlockEnds;
  /** Called regularly; throws to give up. */
  readonly checkBudget: () => void;
}

/** Thrown when a program has no transition system; the message gives the reason. */
export class NoTransitionSystem extends Error {}

/** Functions and loops that are summarised, and the entry values that functions still have when they return. */
export interface SummedUp {
  isBlock(fn: FunctionCfa): boolean;
  /** The loop block that begins at a node. */
  loopAt(node: CfaNode): BlockLoop | undefined;
  /**
   * Locals that at the exit still hold the entry value of a parameter or a global: copies, and parameters that are
   * never changed.
   */
  keptOf(fn: FunctionCfa): ReadonlyMap<MemoryObject, MemoryObject>;
}
