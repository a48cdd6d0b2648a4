/**
 * The contents of one region: values at constant byte offsets ("chunks"), over a base for the bytes that were never
 * written. Reads and writes are byte-exact; an access that matches a chunk costs one look-up.
 * Contents belong to one symbolic state (`owner`) and are copied when another state writes to them. Writes at
 * symbolic offsets of large regions turn the contents into an array (array-contents.ts).
 */
import type { Term } from "../../smt/index.ts";
import { type ArrayNode, type ByteRange, holdSame, readArray } from "./array-contents.ts";
import {
  type ContentBase,
  type KnownElements,
  SelectedBase,
  type ValueCodec,
} from "./content-base.ts";
import { UnsupportedFeature } from "./unsupported.ts";
import { Pointer, selectPointer, type Value } from "./value.ts";

export interface Chunk {
  /** Bytes in memory; an x87 value of 79 bits occupies 12 or 16. */
  readonly size: number;
  readonly value: Value;
}

/** A value at an offset, both as terms. */
export interface Element {
  readonly offset: Term;
  readonly size: number;
  readonly value: Term;
}

/** Contents with more chunks than this do not become an array. */
const MAX_ARRAY_CHUNKS = 4096;

/** Number of nodes that are searched for writes. */
const MAX_NODES = 64;

export class Content {
  readonly codec: ValueCodec;
  readonly owner: object;
  readonly chunks: Map<number, Chunk>;
  #base: ContentBase;
  #largest: number;
  /** The contents as an array; then there are no chunks. */
  #array: ArrayNode | undefined;
  /** False where a heap block has been freed. */
  live: Term;
  /** Size in bytes of a block that represents others of other sizes; undefined where the region has the size. */
  size: Term | undefined;

  constructor(codec: ValueCodec, owner: object, base: ContentBase, copyOf?: Content) {
    this.codec = codec;
    this.owner = owner;
    this.#base = base;
    this.chunks = copyOf === undefined ? new Map() : new Map(copyOf.chunks);
    this.#largest = copyOf === undefined ? 0 : copyOf.#largest;
    this.#array = copyOf === undefined ? undefined : copyOf.#array;
    this.live = copyOf === undefined ? codec.manager.true : copyOf.live;
    this.size = copyOf?.size;
  }

  /** Whether never-written bytes are the same. */
  hasSameBase(other: Content): boolean {
    return this.#base === other.#base;
  }

  /** The base of never-written bytes. */
  get base(): ContentBase {
    return this.#base;
  }

  get isArray(): boolean {
    return this.#array !== undefined;
  }

  /** Whether there are facts about all elements that were not written. */
  get hasFacts(): boolean {
    return this.#base.parts(this.codec.manager).some(({ base }) => base.facts.length > 0);
  }

  /** Whether both have the same contents as arrays, regardless of facts about elements. */
  isSameArray(other: Content): boolean {
    if (this.#array === other.#array) return this.#array !== undefined;
    return holdSame(this.asArray(), other.asArray());
  }

  /** Elements that were certainly written, latest first; older ones may have changed since. */
  latestWrites(count: number): Element[] {
    const elements: Element[] = [];
    let node = this.#array;
    while (node?.kind === "write" && elements.length < count) {
      const { condition, offset, size, value } = node;
      if (condition !== this.codec.manager.true) break;
      elements.push({ offset, size, value });
      node = node.before;
    }
    for (const [offset, { size, value }] of this.chunks) {
      if (elements.length >= count) break;
      if (!(value instanceof Pointer)) {
        elements.push({ offset: this.#offsetTerm(offset), size, value });
      }
    }
    return elements;
  }

  /** Elements that may have been written to an array on any path, latest first. */
  possibleWrites(count: number): Element[] {
    const elements: Element[] = [];
    // Sets may grow while they are iterated over.
    const nodes = new Set(this.#array === undefined ? [] : [this.#array]);
    for (const node of nodes) {
      if (elements.length >= count || nodes.size > MAX_NODES) break;
      if (node.kind === "write") elements.push(node);
      if (node.kind === "choice") nodes.add(node.whenTrue).add(node.whenFalse);
      else if (node.kind !== "base") nodes.add(node.before);
    }
    return elements;
  }

  /** The contents as an array, without turning them into one. */
  asArray(): ArrayNode {
    if (this.#array !== undefined) return this.#array;
    if (this.chunks.size > MAX_ARRAY_CHUNKS) {
      throw new UnsupportedFeature("symbolic access to a region with too many values");
    }
    const { manager } = this.codec;
    let array: ArrayNode = { kind: "base", base: this.#base };
    for (const [offset, chunk] of this.chunks) {
      array = {
        kind: "write",
        before: array,
        condition: manager.true,
        offset: this.#offsetTerm(offset),
        size: chunk.size,
        value: this.#elementBits(chunk.value),
      };
    }
    return array;
  }

  /** Adds facts about all elements at every read; the contents become an array. */
  know(elements: KnownElements): void {
    this.#array = { kind: "known", before: this.asArray(), elements };
    this.chunks.clear();
  }

  #offsetTerm(offset: number): Term {
    return this.codec.manager.constant(this.codec.pointerBits, BigInt(offset));
  }

  #elementBits(value: Value): Term {
    if (value instanceof Pointer) throw new UnsupportedFeature("a large array of pointers");
    return value;
  }

  readElement(offset: Term, size: number): Term {
    return readArray(this.codec, this.asArray(), offset, size);
  }

  /** Stores an element where `condition` holds; the contents become an array. */
  writeElement(offset: Term, size: number, value: Value, condition: Term): void {
    const bits = this.#elementBits(value);
    if (bits.width !== size * 8) throw new UnsupportedFeature("a large array of long doubles");
    this.#array = { kind: "write", before: this.asArray(), condition, offset, size, value: bits };
    this.chunks.clear();
  }

  /** Writes bytes whose number is a term; the contents become an array. */
  writeRange(range: ByteRange): void {
    this.#array = { ...range, kind: "range", before: this.asArray() };
    this.chunks.clear();
  }

  /** True only when both hold the same; pointers are compared by identity. */
  equals(other: Content): boolean {
    if (this === other) return true;
    if (!this.hasSameBase(other) || this.live !== other.live) return false;
    if (this.#array !== other.#array) return false;
    if (this.chunks.size !== other.chunks.size) return false;
    for (const [offset, { size, value }] of this.chunks) {
      const twin = other.chunks.get(offset);
      if (twin === undefined || twin.size !== size || twin.value !== value) return false;
    }
    return true;
  }

  /** A copy that `owner` may write to. */
  copyFor(owner: object): Content {
    return new Content(this.codec, owner, this.#base, this);
  }

  /** The value stored exactly at `offset` with `size` bytes, or the bytes there as a term. */
  read(offset: number, size: number): Value {
    if (this.#array !== undefined) return this.readElement(this.#offsetTerm(offset), size);
    const chunk = this.chunks.get(offset);
    if (chunk !== undefined && chunk.size === size) return chunk.value;
    return this.readBits(offset, size);
  }

  /** The bytes `[offset, offset + size)` as one term of `8 * size` bits. */
  readBits(offset: number, size: number): Term {
    if (this.#array !== undefined) return this.readElement(this.#offsetTerm(offset), size);
    const { manager } = this.codec;
    let result: Term | undefined;
    let at = offset;
    while (at < offset + size) {
      const start = this.#covering(at);
      let part: Term;
      let partSize: number;
      if (start === undefined) {
        partSize = 1;
        while (at + partSize < offset + size && !this.#startsOrCovers(at + partSize)) partSize++;
        part = this.#base.read(at, partSize);
      } else {
        const chunk = this.chunks.get(start) as Chunk;
        partSize = Math.min(start + chunk.size, offset + size) - at;
        const bits = this.#bitsOf(chunk);
        const low = (at - start) * 8;
        part = manager.extract(bits, low + partSize * 8 - 1, low);
      }
      result = result === undefined ? part : manager.concat(part, result);
      at += partSize;
    }
    return result as Term;
  }

  write(offset: number, size: number, value: Value): void {
    if (this.#array !== undefined) {
      this.writeElement(this.#offsetTerm(offset), size, value, this.codec.manager.true);
      return;
    }
    const exact = this.chunks.get(offset);
    if (exact === undefined || exact.size !== size) this.#makeRoom(offset, size);
    this.chunks.set(offset, { size, value });
    if (size > this.#largest) this.#largest = size;
  }

  /** Replaces everything below `size` bytes from `offset` with zeros. */
  clear(offset: number, size: number): void {
    const { manager } = this.codec;
    if (this.#array !== undefined) throw new UnsupportedFeature("clearing a part of a large array");
    this.#makeRoom(offset, size);
    for (let at = offset; at < offset + size; ) {
      const step = at % 4 === 0 && at + 4 <= offset + size ? 4 : 1;
      this.write(at, step, manager.constant(step * 8, 0n));
      at += step;
    }
  }

  #bitsOf(chunk: Chunk): Term {
    const value = chunk.value instanceof Pointer ? this.codec.addressOf(chunk.value) : chunk.value;
    if (value.width !== chunk.size * 8) {
      throw new UnsupportedFeature("byte access to a long double");
    }
    return value;
  }

  #covering(offset: number): number | undefined {
    for (let start = offset; start > offset - this.#largest; start--) {
      const chunk = this.chunks.get(start);
      if (chunk !== undefined) return start + chunk.size > offset ? start : undefined;
    }
    return undefined;
  }

  #startsOrCovers(offset: number): boolean {
    return this.chunks.has(offset);
  }

  /** Removes or shortens the chunks that overlap `[offset, offset + size)`. */
  #makeRoom(offset: number, size: number): void {
    const first = this.#covering(offset);
    if (first !== undefined && first < offset) this.#split(first, offset);
    const last = this.#covering(offset + size - 1);
    if (last !== undefined) {
      const end = last + (this.chunks.get(last) as Chunk).size;
      if (end > offset + size) this.#split(last, offset + size);
    }
    for (let at = offset; at < offset + size; at++) this.chunks.delete(at);
  }

  /** Cuts the chunk at `start` in two at `cut`. */
  #split(start: number, cut: number): void {
    const { manager } = this.codec;
    const chunk = this.chunks.get(start) as Chunk;
    const bits = this.#bitsOf(chunk);
    const lowSize = cut - start;
    this.chunks.set(start, { size: lowSize, value: manager.extract(bits, lowSize * 8 - 1, 0) });
    this.chunks.set(cut, {
      size: chunk.size - lowSize,
      value: manager.extract(bits, chunk.size * 8 - 1, lowSize * 8),
    });
  }

  /** `condition ? a : b`, owned by `owner`. */
  static select(owner: object, condition: Term, a: Content, b: Content): Content {
    if (a === b) return a;
    const { manager } = a.codec;
    const base =
      a.#base === b.#base ? a.#base : new SelectedBase(manager, condition, a.#base, b.#base);
    const result = new Content(a.codec, owner, base, a);
    if (a.isArray || b.isArray) {
      const [whenTrue, whenFalse] = [a.asArray(), b.asArray()];
      result.chunks.clear();
      result.#array =
        whenTrue === whenFalse ? whenTrue : { kind: "choice", condition, whenTrue, whenFalse };
      if (a.live !== b.live) result.live = manager.ite(condition, a.live, b.live);
      return result;
    }
    if (a.live !== b.live) result.live = manager.ite(condition, a.live, b.live);
    for (const [offset, chunk] of a.chunks) {
      const twin = b.chunks.get(offset);
      if (twin === chunk) continue;
      const other = b.read(offset, chunk.size);
      if (other !== chunk.value) {
        result.write(offset, chunk.size, result.#select(condition, chunk, other));
      }
    }
    for (const [offset, chunk] of b.chunks) {
      const twin = a.chunks.get(offset);
      if (twin !== undefined && twin.size === chunk.size) continue;
      const other = a.read(offset, chunk.size);
      result.write(
        offset,
        chunk.size,
        result.#select(condition, { size: chunk.size, value: other }, chunk.value),
      );
    }
    return result;
  }

  #select(condition: Term, chunk: Chunk, other: Value): Value {
    const { manager } = this.codec;
    const { value } = chunk;
    if (value instanceof Pointer || other instanceof Pointer) {
      const a = value instanceof Pointer ? value : this.codec.pointerOf(value);
      const b = other instanceof Pointer ? other : this.codec.pointerOf(other);
      return selectPointer(manager, condition, a, b);
    }
    const a = value;
    const b = other;
    if (a.width !== b.width) throw new UnsupportedFeature("mixed access to a long double");
    return manager.ite(condition, a, b);
  }
}
