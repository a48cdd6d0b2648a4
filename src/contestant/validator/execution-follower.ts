import type { CallEdge, CfaEdge } from "../cfa/index.ts";

import type { InputSource, View } from "../interpreter/index.ts";
import type { Violation } from "../specification/index.ts";

/** Follows one execution along a witness, and gives the inputs that the witness fixes. */
export interface ExecutionFollower extends InputSource {
  /** How far the execution has come. */
  readonly passed: number;
  /** Whether the witness left an input open. */
  readonly hasFreeChoice: boolean;
  /** Whether the run is in the part of the witness that is repeated for ever. */
  readonly isInCycle: boolean;
  /** An execution that repeats this part for ever exists. */
  readonly isCycling: boolean;
  /** The threads that have to go on now. */
  readonly wantedThreads: readonly number[];
  onEdge(edge: CfaEdge, view: View): "stop" | undefined;
  onCallReturn(edge: CallEdge, result: bigint | undefined, view: View): void;
  /** Whether a violation is the one of the witness. */
  isAtTarget(violation: Pick<Violation, "edge" | "thread" | "race">): boolean;
  /** What was not passed. */
  describe(): string;
}
