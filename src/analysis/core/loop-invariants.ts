/** What was proved of loops, as C expressions: analyses tell each other, and witnesses say it. */
import type { CfaNode, MemoryObject } from "../../cfa/index.ts";

/** An invariant in C, and the objects that its names stand for. */
export interface InvariantText {
  readonly text: string;
  readonly objects: readonly MemoryObject[];
}

/** A part of a measure: a value that no visit of the loop head raises (lowers) while the parts before it stay equal. */
export interface MeasurePart {
  /** In C, evaluated without overflow; undefined where C cannot say it. */
  readonly expression: InvariantText | undefined;
  /** Whether it grows; else it falls. */
  readonly grows: boolean;
  /**
   * A limit that it has not passed whenever another iteration begins; absent where it is well-founded
   * because values of its type are finitely many, and wrap around.
   */
  readonly limit?: bigint;
}

/** What was proved of a loop in one of the stack frames that reach it. */
export interface LoopInvariants {
  readonly node: CfaNode;
  readonly invariants: readonly InvariantText[];
  /** A lexicographic order that every visit of the head descends; absent where none was looked for or found. */
  readonly measure?: readonly MeasurePart[];
  /** In place of an order: one of these has fallen from any visit of the head to any later one, from a value within its limit. */
  readonly union?: readonly MeasurePart[];
  /** Variables that lead to lists of which the loop leaves less and less. */
  readonly lists?: readonly string[];
}
