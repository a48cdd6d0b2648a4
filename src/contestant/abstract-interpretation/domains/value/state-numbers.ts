/**
 * Numbers of states of the value analysis: equal numbers for states that represent the same executions. A state is
 * a sequence of integers, which is stored as numbers of its parts, since most of them occur in many states
 * (collapse compression: Holzmann, "State compression in SPIN", 1997).
 */
import { Interruption } from "../../../analysis-core/index.ts";
import { SequenceTable } from "../../framework/sequence-table.ts";
import type { Range } from "../interval/range.ts";
import type { AbstractState } from "./abstract-state.ts";
import {
  ANY,
  FloatPattern,
  FloatRange,
  FunctionPointer,
  type Integer,
  IntegerSymbol,
  ObjectPointer,
  UNBORN,
  type Value,
} from "./value.ts";

/** Bytes of all states; a safeguard for memory. */
const MAX_BYTES = 700_000_000;
/** Number of states between two checks of the memory. */
const CHECK_PERIOD = 1024;
/** Number of integers in a part. */
const PART = 16;
/** Bound of small integers; others have odd codes. */
const MAX_SMALL = 2 ** 29;

/** Encodings of the range of a symbol. */
const PLAIN = 0;
const TOLD = 1;

export class StateNumbers {
  readonly #parts = new SequenceTable();
  readonly #states = new SequenceTable();
  /** Numbers of texts of values other than small integers. */
  readonly #texts = new Map<string, number>();
  readonly #stacks = new Map<string, number>();
  /** The encoding of the current state. */
  #items = new Int32Array(1024);
  #length = 0;
  readonly #symbols = new Map<IntegerSymbol, number>();
  #asked = 0;

  /** @throws Interruption when the states have become too many. */
  numberOf(state: AbstractState): number {
    if (++this.#asked % CHECK_PERIOD === 0) this.#checkMemory();
    const { slots, node, frame } = state;
    this.#symbols.clear();
    // Each slot takes one integer, each symbol up to six more.
    this.#begin(8 * slots.length + 8);
    this.#push(node.id);
    this.#push(numberIn(this.#stacks, frame.key));
    this.#push(slots.length);
    for (const value of slots) this.#push(this.#codeOf(value));
    if (this.#symbols.size > 0) this.#pushSymbols(state);
    return this.#numberOfItems();
  }

  #begin(most: number): void {
    if (this.#items.length < most) this.#items = new Int32Array(2 * most);
    this.#length = 0;
  }

  #push(item: number): void {
    this.#items[this.#length++] = item;
  }

  #numberOfItems(): number {
    const items = this.#items;
    const length = this.#length;
    let parts = 0;
    // Part numbers overwrite integers that were read already.
    for (let start = 0; start < length; start += PART) {
      items[parts++] = this.#parts.numberOf(items, start, Math.min(start + PART, length));
    }
    return this.#states.numberOf(items, 0, parts);
  }

  /** Even for small integers, negative and odd for symbols, odd for all others. */
  #codeOf(value: Value): number {
    if (typeof value === "number") return this.#codeOfInteger(value);
    if (!(value instanceof IntegerSymbol)) return this.#codeOfText(textOf(value));
    return -2 * numberIn(this.#symbols, value) - 1;
  }

  #codeOfInteger(value: Integer): number {
    const isSmall = typeof value === "number" && value < MAX_SMALL && value > -MAX_SMALL;
    return isSmall ? 2 * value : this.#codeOfText(`${value}`);
  }

  #codeOfText(text: string): number {
    return 2 * numberIn(this.#texts, text) + 1;
  }

  /** Symbols are numbered by the order of their first slots. */
  #pushSymbols(state: AbstractState): void {
    const groups = new Map<IntegerSymbol, { readonly number: number; readonly offset: bigint }>();
    for (const symbol of this.#symbols.keys()) {
      this.#pushRange(state.rangeOf(symbol));
      const place = state.offsetOf(symbol);
      if (place === undefined) {
        this.#push(-1);
        continue;
      }
      const { base, offset, bits } = place;
      const group = groups.get(base) ?? { number: groups.size, offset };
      groups.set(base, group);
      this.#push(group.number);
      this.#push(bits);
      this.#push(this.#codeOfText(`${BigInt.asUintN(bits, offset - group.offset)}`));
    }
  }

  #pushRange({ low, high, excluded, residue }: Range): void {
    if (excluded.length === 0 && residue === undefined) {
      this.#push(PLAIN);
      this.#push(this.#codeOfInteger(low));
      this.#push(this.#codeOfInteger(high));
      return;
    }
    const members = residue === undefined ? "" : `:${residue.value}%${residue.modulus}`;
    this.#push(TOLD);
    this.#push(this.#codeOfText(`${low}:${high}:${[...excluded].sort().join(";")}${members}`));
  }

  #checkMemory(): void {
    const bytes = this.#parts.bytes + this.#states.bytes;
    if (bytes > MAX_BYTES) throw new Interruption("memory limit");
  }
}

function numberIn<Key>(numbers: Map<Key, number>, key: Key): number {
  let number = numbers.get(key);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(key, number);
  }
  return number;
}

function textOf(value: Exclude<Value, IntegerSymbol>): string {
  if (value === ANY) return "?";
  if (value === UNBORN) return "u";
  if (value instanceof ObjectPointer)
    return `p${value.object.id}@${value.base}+${value.low}:${value.high}`;
  if (value instanceof FunctionPointer) return `f${value.symbol.name}`;
  if (value instanceof FloatPattern) return `F${value.bits}`;
  if (value instanceof FloatRange) return `R${value.low}:${value.high}`;
  return `${value}`;
}
