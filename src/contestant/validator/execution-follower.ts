import type { CallEdge, CfaEdge } from "../cfa/index.ts";

import type { InputSource, View } from "../interpreter/index.ts";
import type { Violation } from "../specification/index.ts";

/** Follows one execution along a witness, and returns the inputs that the witness fixes. */
export interface ExecutionFollower extends InputSource {
  /** Number of passed segments. */
  readonly passed: number;
  /** Whether the witness left an input open. */
  readonly hasFreeChoice: boolean;
  /** Whether the run is in the repeated part of the witness. */
  readonly isInCycle: boolean;
  /** Whether an execution exists that repeats this part for ever. */
  readonly isCycling: boolean;
  /** The threads that have to run now. */
  readonly wantedThreads: readonly number[];
  onEdge(edge: CfaEdge, view: View): "stop" | undefined;
  onCallReturn(edge: CallEdge, result: bigint | undefined, view: View): void;
  /** Whether a violation is the one of the witness. */
  isAtTarget(violation: Pick<Violation, "edge" | "thread" | "race">): boolean;
  /** Describes the parts that were not passed. */
  describe(): string;
}
