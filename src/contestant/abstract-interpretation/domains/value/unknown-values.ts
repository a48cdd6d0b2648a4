/** Creates unknown values, and collects reasons for incompleteness. */
import type { ValueType } from "../../../cfa/index.ts";
import { fullRange, type Range } from "../interval/range.ts";
import type { SymbolRanges } from "./symbol-ranges.ts";
import { ANY, IntegerSymbol, type Value } from "./value.ts";

/** Called when an exploration can no longer be a proof. */
export interface Incompleteness {
  add(reason: string): void;
}

export class UnknownValues {
  readonly incompleteness: Incompleteness;
  #symbols = 0;
  #firstOfStep = 0;
  /** Whether results of operations are also known modulo a number: not where every value is a separate state. */
  knowsResidues = false;
  /** Whether sums with constants stay related to their operands: this distinguishes states. */
  knowsOffsets = false;
  /** Set when an evaluation certainly violates the property: signed overflow. */
  overflow = false;

  constructor(incompleteness: Incompleteness) {
    this.incompleteness = incompleteness;
  }

  /** Must be called before each step: symbols that the step creates are not worth a case split. */
  beginStep(): void {
    this.#firstOfStep = this.#symbols;
    this.overflow = false;
  }

  isLasting(value: Value): value is IntegerSymbol {
    return value instanceof IntegerSymbol && value.id < this.#firstOfStep;
  }

  newSymbol = (): IntegerSymbol => new IntegerSymbol(this.#symbols++);

  /** A value with a known range. */
  within(state: SymbolRanges, values: Range): Value {
    if (values.low === values.high) return values.low;
    const symbol = this.newSymbol();
    state.addSymbol(symbol, values);
    return symbol;
  }

  /** Any value of a type. */
  any(state: SymbolRanges, type: ValueType): Value {
    return type.kind === "int" ? this.within(state, fullRange(type)) : ANY;
  }
}
