/**
 * Follows an execution like another follower, and checks whether it enters a set of states in its
 * cycle.
 */
import type { CallEdge, CfaEdge, CfaNode, Expression, ValueType } from "../cfa/index.ts";
import { UndefinedEvaluation, type View } from "../interpreter/index.ts";
import type { Violation } from "../specification/index.ts";
import type { ExecutionFollower } from "./execution-follower.ts";

/** States at a node where all conditions hold. */
export interface StateSet {
  readonly node: CfaNode;
  readonly conditions: readonly Expression[];
}

export class SetWatcher implements ExecutionFollower {
  readonly #follower: ExecutionFollower;
  readonly #set: StateSet;
  hasArrived = false;

  constructor(follower: ExecutionFollower, set: StateSet) {
    this.#follower = follower;
    this.#set = set;
  }

  get passed(): number {
    return this.#follower.passed;
  }

  get hasFreeChoice(): boolean {
    return this.#follower.hasFreeChoice;
  }

  get isInCycle(): boolean {
    return this.#follower.isInCycle;
  }

  get isCycling(): boolean {
    return this.#follower.isCycling;
  }

  get wantedThreads(): readonly number[] {
    return this.#follower.wantedThreads;
  }

  isAtTarget(violation: Pick<Violation, "edge" | "thread" | "race">): boolean {
    return this.#follower.isAtTarget(violation);
  }

  describe(): string {
    return this.#follower.describe();
  }

  nondet(edge: CallEdge, type: ValueType): bigint {
    return this.#follower.nondet(edge, type);
  }

  fill(edge: CfaEdge, size: number): Uint8Array | undefined {
    return this.#follower.fill?.(edge, size);
  }

  onEdge(edge: CfaEdge, view: View): "stop" | undefined {
    const stop = this.#follower.onEdge(edge, view);
    if (this.isInCycle && edge.source === this.#set.node && isWithin(this.#set, view)) {
      this.hasArrived = true;
      return "stop";
    }
    return stop;
  }

  onCallReturn(edge: CallEdge, result: bigint | undefined, view: View): void {
    this.#follower.onCallReturn(edge, result, view);
  }
}

function isWithin({ conditions }: StateSet, view: View): boolean {
  try {
    return conditions.every((condition) => view.evaluate(condition) !== 0n);
  } catch (error) {
    if (error instanceof UndefinedEvaluation) return false;
    throw error;
  }
}
