/** The shared context of the parts of the shape domain's transfer relation. */

import type { ValueType } from "../../../cfa/index.ts";
import type { Check } from "../../../specification/index.ts";
import { fullRange, type Range } from "../interval/range.ts";
import { type Incompleteness, UnknownValues } from "../value/unknown-values.ts";
import { ANY, type IntegerSymbol } from "../value/value.ts";
import type { Names } from "./materialisation.ts";
import type { ShapeState } from "./shape-state.ts";
import type { ObjectId, ShapeValue } from "./shape-value.ts";

/** Called for a possible violation; ends the analysis, which answers TRUE or UNKNOWN. */
export type Doubt = (check: Check, reason: string) => never;

/** Statistics of an exploration. */
export interface ShapeCounts {
  /** Number of nodes taken out of segments. */
  opened: number;
  /** Number of states in which lists were folded. */
  folded: number;
  /** Number of states that a reached one covers. */
  covered: number;
  /** Number of states that were joined with a reached one. */
  joined: number;
}

/** Fresh names, unknown values, and counts. */
export class ShapeContext implements Names {
  readonly counts: ShapeCounts = { opened: 0, folded: 0, covered: 0, joined: 0 };
  readonly pointerBytes: number;
  readonly doubt: Doubt;
  readonly unknown: UnknownValues;
  #objects = 0;

  constructor(pointerBytes: number, doubt: Doubt) {
    this.pointerBytes = pointerBytes;
    this.doubt = doubt;
    const incompleteness: Incompleteness = { add: (reason) => doubt("undefined", reason) };
    this.unknown = new UnknownValues(incompleteness);
  }

  newObject(): ObjectId {
    return ++this.#objects;
  }

  newSymbol(): IntegerSymbol {
    return this.unknown.newSymbol();
  }

  within(state: ShapeState, values: Range): ShapeValue {
    return this.unknown.within(state, values) as ShapeValue;
  }

  /** Any value of a type; an unknown address is a number. */
  any(state: ShapeState, type: ValueType): ShapeValue {
    return type.kind === "float" ? ANY : this.within(state, fullRange(type));
  }
}
