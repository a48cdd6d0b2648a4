/** What the parts of the transfer relation of the shape domain have in common. */

import type { ValueType } from "../../../cfa/index.ts";
import type { Check } from "../../../specification/index.ts";
import { fullRange, type Range } from "../interval/range.ts";
import { type Incompleteness, UnknownValues } from "../value/unknown-values.ts";
import { ANY, type IntegerSymbol } from "../value/value.ts";
import type { Names } from "./materialisation.ts";
import type { ShapeState } from "./shape-state.ts";
import type { ObjectId, ShapeValue } from "./shape-value.ts";

/** Told of what may go wrong; ends the analysis, which says TRUE or nothing. */
export type Doubt = (check: Check, reason: string) => never;

/** What an exploration has done. */
export interface ShapeCounts {
  /** Nodes taken out of segments. */
  opened: number;
  /** States in which lists became shorter descriptions. */
  folded: number;
  /** States that a reached one covers. */
  covered: number;
  /** States that were joined with a reached one. */
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
