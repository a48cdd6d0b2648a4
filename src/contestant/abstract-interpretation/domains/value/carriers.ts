/** The carrier sets of the value domain. */
import type { Carriers } from "../../../semantics/index.ts";
import type { AbstractState } from "./abstract-state.ts";
import type { ObjectPointer, Value } from "./value.ts";

export interface ValueCarriers extends Carriers {
  readonly state: AbstractState;
  /** The state has its frame. */
  // biome-ignore lint/suspicious/noConfusingVoidType: an evaluation needs no second argument
  readonly frame: void;
  readonly value: Value;
  /** Undefined when executions differ in a way that cannot be distinguished. */
  readonly truth: boolean | undefined;
  /** Undefined: unknown, which was already recorded as incompleteness. */
  readonly place: ObjectPointer | undefined;
}
