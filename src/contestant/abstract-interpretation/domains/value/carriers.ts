/** The sets on which the value domain computes. */
import type { Carriers } from "../../../semantics/index.ts";
import type { AbstractState } from "./abstract-state.ts";
import type { ObjectPointer, Value } from "./value.ts";

export interface ValueCarriers extends Carriers {
  readonly state: AbstractState;
  /** The state knows its frame. */
  // biome-ignore lint/suspicious/noConfusingVoidType: an evaluation needs no second argument
  readonly frame: void;
  readonly value: Value;
  /** Undefined when executions differ in a way that cannot be told. */
  readonly truth: boolean | undefined;
  /** Undefined: nobody knows, which was told as incompleteness already. */
  readonly place: ObjectPointer | undefined;
}
