/**
 * Differences between symbols of one state, modulo a power of two: `x == y + 2`, for unknown y (Miné, "Weakly
 * relational numerical abstract domains", 2004, 2.4: uniform constraints, here with constants only). A symbol
 * belongs to at most one group, in which all are sums of its base and a constant.
 */
import { type Integer, IntegerSymbol, isInteger, type Value } from "./value.ts";

export interface SymbolOffset {
  readonly base: IntegerSymbol;
  /** Modulo 2^bits. */
  readonly offset: bigint;
  readonly bits: number;
}

export class SymbolOffsets {
  readonly #places: ReadonlyMap<IntegerSymbol, SymbolOffset>;

  static readonly NONE: SymbolOffsets = new SymbolOffsets(new Map());

  private constructor(places: ReadonlyMap<IntegerSymbol, SymbolOffset>) {
    this.#places = places;
  }

  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  placeOf(value: Value): SymbolOffset | undefined {
    return value instanceof IntegerSymbol ? this.#places.get(value) : undefined;
  }

  /** @param symbol - a new one: `from + offset` modulo 2^bits */
  with(symbol: IntegerSymbol, from: IntegerSymbol, offset: bigint, bits: number): SymbolOffsets {
    const place = this.#places.get(from) ?? { base: from, offset: 0n, bits };
    if (place.bits !== bits) return this;
    const sum = BigInt.asUintN(bits, place.offset + offset);
    return new SymbolOffsets(
      new Map(this.#places).set(from, place).set(symbol, { ...place, offset: sum }),
    );
  }

  /** Without unused symbols, and without groups of one. */
  only(isUsed: (symbol: IntegerSymbol) => boolean): SymbolOffsets {
    if (this.isEmpty) return this;
    const used = [...this.#places].filter(([symbol]) => isUsed(symbol));
    const members = new Map<IntegerSymbol, number>();
    for (const [, { base }] of used) members.set(base, (members.get(base) ?? 0) + 1);
    const left = used.filter(([, { base }]) => (members.get(base) as number) > 1);
    return left.length === this.#places.size ? this : new SymbolOffsets(new Map(left));
  }

  /** `a - b` modulo 2^bits, as far as it is known. */
  difference(a: Value, b: Value, bits: number): bigint | undefined {
    if (a === b) return 0n;
    if (isInteger(a) && isInteger(b)) return BigInt.asUintN(bits, difference(a, b));
    const [x, y] = [this.placeOf(a), this.placeOf(b)];
    if (x === undefined || x.base !== y?.base || x.bits < bits) return undefined;
    return BigInt.asUintN(bits, x.offset - y.offset);
  }

  /** Whether two values with known positions are equal or different. */
  areEqual(a: Value, b: Value, spread: bigint): boolean | undefined {
    const bits = this.placeOf(a)?.bits;
    const apart = bits === undefined ? undefined : this.difference(a, b, bits);
    if (bits === undefined || apart === undefined) return undefined;
    if (apart !== 0n) return false;
    return spread < 1n << BigInt(bits) ? true : undefined;
  }
}

function difference(a: Integer, b: Integer): bigint {
  return BigInt(a) - BigInt(b);
}
