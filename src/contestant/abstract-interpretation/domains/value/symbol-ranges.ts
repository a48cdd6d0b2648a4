/** The interface that arithmetic on symbols needs from a state of any domain: their ranges. */
import type { Range } from "../interval/range.ts";
import type { Integer, IntegerSymbol } from "./value.ts";

export interface SymbolRanges {
  rangeOf(value: Integer | IntegerSymbol): Range;
  addSymbol(symbol: IntegerSymbol, values: Range): void;
  /**
   * The symbol is `from + offset` modulo 2^bits; absent in domains whose symbols may represent many values at once.
   */
  relate?(symbol: IntegerSymbol, from: IntegerSymbol, offset: bigint, bits: number): void;
}
