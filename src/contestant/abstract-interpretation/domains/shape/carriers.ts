/** The carrier sets of the shape domain. */
import type { Carriers } from "../../../semantics/index.ts";
import type { ShapeState } from "./shape-state.ts";
import type { ShapePointer, ShapeValue } from "./shape-value.ts";

export interface ShapeCarriers extends Carriers {
  readonly state: ShapeState;
  /** The state has its frame. */
  // biome-ignore lint/suspicious/noConfusingVoidType: an evaluation needs no second argument
  readonly frame: void;
  readonly value: ShapeValue;
  /** Undefined when executions differ in a way that cannot be distinguished. */
  readonly truth: boolean | undefined;
  /** Into a live region, with all the bytes of the access inside. */
  readonly place: ShapePointer;
}
