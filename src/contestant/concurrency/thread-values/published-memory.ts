/** The values that threads have published: for each cell, the join of all of them. */

import type { UnknownValues } from "../../abstract-interpretation/index.ts";
import {
  type AbstractState,
  ANY,
  contains,
  type Integer,
  IntegerSymbol,
  IntervalLattice,
  isInteger,
  joinKnown,
  ObjectPointer,
  type Range,
  range,
  sameKnownValue,
  sparseHull,
  type Value,
} from "../../abstract-interpretation/index.ts";
import type { MemoryObject, ValueType } from "../../cfa/index.ts";

/** A value that means the same in every state. */
export type Published = { readonly range: Range } | { readonly value: Exclude<Value, Integer> };

/** A cell of static memory by its slot, or a start value of a thread by a name. */
export type PublishedKey = number | string;

interface Entry {
  content: Published;
  /** Number of times that it has grown. */
  version: number;
}

/** Times that an entry grows before it is widened. */
const JOINS_BEFORE_WIDENING = 4;
/** Widening from threshold to threshold may take long: after this many joins, they are given up. */
const JOINS_WITH_THRESHOLDS = 40;

export class PublishedMemory {
  readonly #entries = new Map<PublishedKey, Entry>();
  readonly #intervals: IntervalLattice;
  readonly #withoutThresholds = new IntervalLattice([]);
  readonly #isLasting: (object: MemoryObject) => boolean;
  /** The versions that were read since {@link listen}. */
  #read = new Map<PublishedKey, number>();

  /**
   * @param thresholds - constants of the program, ascending: where widening stops
   * @param isLasting - whether an object has a single instance, for all threads, from the start to the end of the
   *   program
   */
  constructor(thresholds: readonly Integer[], isLasting: (object: MemoryObject) => boolean) {
    this.#intervals = new IntervalLattice(thresholds);
    this.#isLasting = isLasting;
  }

  has(key: PublishedKey): boolean {
    return this.#entries.has(key);
  }

  content(key: PublishedKey): Published | undefined {
    return this.#entries.get(key)?.content;
  }

  publish(state: AbstractState, key: PublishedKey, value: Value): void {
    const added = this.#exported(state, value);
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      this.#entries.set(key, { content: added, version: 1 });
      return;
    }
    const joined = this.#join(entry, added);
    if (joined === undefined) return;
    entry.content = joined;
    entry.version++;
  }

  /** Any value with which a cell was published. */
  read(state: AbstractState, key: PublishedKey, type: ValueType, unknown: UnknownValues): Value {
    const entry = this.#entries.get(key);
    if (!this.#read.has(key)) this.#read.set(key, entry?.version ?? 0);
    if (entry === undefined) return unknown.any(state, type);
    const { content } = entry;
    if ("range" in content) return unknown.within(state, content.range);
    return content.value === ANY ? unknown.any(state, type) : content.value;
  }

  /** Starts to record reads. */
  listen(): void {
    this.#read = new Map();
  }

  /** The recorded reads, with the versions at the first read of each. */
  heard(): ReadonlyMap<PublishedKey, number> {
    return this.#read;
  }

  /** Whether some entry has grown since it was read. */
  hasGrown(read: ReadonlyMap<PublishedKey, number>): boolean {
    for (const [key, version] of read) {
      if ((this.#entries.get(key)?.version ?? 0) > version) return true;
    }
    return false;
  }

  #exported(state: AbstractState, value: Value): Published {
    if (isInteger(value)) return { range: range(value, value) };
    if (value instanceof IntegerSymbol) return { range: state.rangeOf(value) };
    const isOfOthers = !(value instanceof ObjectPointer) || this.#isLasting(value.object);
    return { value: isOfOthers ? value : ANY };
  }

  /** Undefined when nothing is new. */
  #join({ content, version }: Entry, added: Published): Published | undefined {
    const widens = version >= JOINS_BEFORE_WIDENING;
    if ("range" in content && "range" in added) {
      if (contains(content.range, added.range)) return undefined;
      const joined = sparseHull(content.range, added.range);
      if (!widens) return { range: joined };
      const isLong = version >= JOINS_WITH_THRESHOLDS;
      const intervals = isLong ? this.#withoutThresholds : this.#intervals;
      return { range: intervals.widenRange(content.range, isLong ? withoutHoles(joined) : joined) };
    }
    const before = "value" in content ? content.value : undefined;
    if (before === ANY) return undefined;
    if (before === undefined || !("value" in added)) return { value: ANY };
    if (sameKnownValue(before, added.value)) return undefined;
    const joined = joinKnown(before, added.value, widens) as Exclude<Value, Integer>;
    return sameKnownValue(before, joined) ? undefined : { value: joined };
  }
}

function withoutHoles(values: Range): Range {
  return { ...values, excluded: [] };
}
