/** How a program is made a transition system. */

import type { Classify } from "../../analysis-core/index.ts";
import type { CfaNode, FunctionCfa, MemoryObject } from "../../cfa/index.ts";
import type { EdgeExecutionOptions } from "../../symbolic/index.ts";
import type { BlockLoop } from "./transition-system.ts";

/**
 * Where blocks end, and executions are in a location: at loop heads, there and before calls of functions of the
 * program, or after every edge (adjustable-block encoding: Beyer, Keremoglu, Wendler, FMCAD 2010).
 */
export type BlockEnds = "loop-heads" | "loop-heads-and-calls" | "edges";

export interface ProgramStepsOptions
  extends Pick<EdgeExecutionOptions, "errorFunctions" | "overflow"> {
  readonly classify: Classify;
  readonly blockEnds: BlockEnds;
  /** Called regularly; throws to give up. */
  readonly checkBudget: () => void;
}

/** Why there is no transition system of a program. */
export class NoTransitionSystem extends Error {}

/** Functions and loops that are summed up, and what functions still know of their calls when they return. */
export interface SummedUp {
  isBlock(fn: FunctionCfa): boolean;
  /** The loop that is a block and begins at a node. */
  loopAt(node: CfaNode): BlockLoop | undefined;
  /** Locals that still hold at the exit what a parameter or a global held at the entry: copies, and parameters that nothing changes. */
  keptOf(fn: FunctionCfa): ReadonlyMap<MemoryObject, MemoryObject>;
}
