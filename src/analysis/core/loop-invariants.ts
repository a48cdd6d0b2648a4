/** What was proved of loops, as C expressions: analyses tell each other, and witnesses say it. */
import type { CfaNode, MemoryObject } from "../../cfa/index.ts";

/** An invariant in C, and the objects that its names stand for. */
export interface InvariantText {
  readonly text: string;
  readonly objects: readonly MemoryObject[];
}

/** What was proved of a loop in one of the stack frames that reach it. */
export interface LoopInvariants {
  readonly node: CfaNode;
  readonly invariants: readonly InvariantText[];
}
