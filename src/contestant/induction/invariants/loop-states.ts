import type { State } from "../../symbolic/index.ts";

/**
 * The states of one iteration: before the loop, at an arbitrary visit of its head, and after an iteration from
 * there.
 */
export interface LoopStates {
  readonly entry: State;
  readonly head: State;
  readonly back: State;
}
