/**
 * The contents of one region: values at constant byte offsets ("chunks"),
 * over a base that says what never-written bytes hold. Reading and writing is
 * byte-exact; an access that matches a chunk costs one look-up.
 *
 * Contents belong to one symbolic state (`owner`) and are copied when another
 * state writes to them.
 */
import type { Term, TermManager } from "../../smt/term.ts";
import { UnsupportedFeature } from "./unsupported.ts";
import { Pointer, selectPointer, type Value } from "./value.ts";

/** Bytes that no store has reached. */
export interface ContentBase {
  /** The bytes `[offset, offset + size)`, little endian, as one term. */
  read(offset: number, size: number): Term;
}

export class ZeroBase implements ContentBase {
  readonly #manager: TermManager;
  constructor(manager: TermManager) {
    this.#manager = manager;
  }
  read(_offset: number, size: number): Term {
    return this.#manager.constant(size * 8, 0n);
  }
}

/** Indeterminate bytes: every byte is a variable of its own, made when first read. */
export class IndeterminateBase implements ContentBase {
  readonly #manager: TermManager;
  readonly #name: string;
  /** The variables made so far, by offset: what a counterexample has to fill in. */
  readonly variables: Map<number, Term> = new Map();
  #largest = 0;

  constructor(manager: TermManager, name: string) {
    this.#manager = manager;
    this.#name = name;
  }

  read(offset: number, size: number): Term {
    const exact = this.variables.get(offset);
    if (exact !== undefined && exact.width === size * 8) return exact;
    if (exact === undefined && !this.#overlaps(offset, size)) {
      return this.#create(offset, size);
    }
    let term: Term | undefined;
    for (let i = 0; i < size; i++) {
      const byte = this.#byte(offset + i);
      term = term === undefined ? byte : this.#manager.concat(byte, term);
    }
    return term as Term;
  }

  #create(offset: number, size: number): Term {
    const variable = this.#manager.freshVariable(`${this.#name}+${offset}`, size * 8);
    this.variables.set(offset, variable);
    this.#largest = Math.max(this.#largest, size);
    return variable;
  }

  #covering(offset: number): number | undefined {
    for (let start = offset; start > offset - this.#largest; start--) {
      const variable = this.variables.get(start);
      if (variable !== undefined) return start + variable.width / 8 > offset ? start : undefined;
    }
    return undefined;
  }

  #overlaps(offset: number, size: number): boolean {
    for (let i = 0; i < size; i++) if (this.#covering(offset + i) !== undefined) return true;
    return false;
  }

  #byte(offset: number): Term {
    const start = this.#covering(offset);
    if (start === undefined) return this.#create(offset, 1);
    const low = (offset - start) * 8;
    return this.#manager.extract(this.variables.get(start) as Term, low + 7, low);
  }
}

class SelectedBase implements ContentBase {
  readonly #manager: TermManager;
  readonly #condition: Term;
  readonly #a: ContentBase;
  readonly #b: ContentBase;
  constructor(manager: TermManager, condition: Term, a: ContentBase, b: ContentBase) {
    this.#manager = manager;
    this.#condition = condition;
    this.#a = a;
    this.#b = b;
  }
  read(offset: number, size: number): Term {
    return this.#manager.ite(
      this.#condition,
      this.#a.read(offset, size),
      this.#b.read(offset, size),
    );
  }
}

export interface Chunk {
  /** Bytes in memory; an x87 value of 79 bits occupies 12 or 16. */
  readonly size: number;
  readonly value: Value;
}

/** How values become bits: the numeric address of a pointer is the memory's business. */
export interface ValueCodec {
  readonly manager: TermManager;
  addressOf(pointer: Pointer): Term;
  pointerOf(address: Term): Pointer;
}

export class Content {
  readonly codec: ValueCodec;
  readonly owner: object;
  readonly chunks: Map<number, Chunk>;
  #base: ContentBase;
  #largest: number;
  /** False where a heap block has been freed. */
  live: Term;

  constructor(codec: ValueCodec, owner: object, base: ContentBase, copyOf?: Content) {
    this.codec = codec;
    this.owner = owner;
    this.#base = base;
    this.chunks = copyOf === undefined ? new Map() : new Map(copyOf.chunks);
    this.#largest = copyOf === undefined ? 0 : copyOf.#largest;
    this.live = copyOf === undefined ? codec.manager.true : copyOf.live;
  }

  /** Whether never-written bytes are the same ones. */
  hasSameBase(other: Content): boolean {
    return this.#base === other.#base;
  }

  /** True only when both hold the same; pointers are compared by identity. */
  equals(other: Content): boolean {
    if (this === other) return true;
    if (!this.hasSameBase(other) || this.live !== other.live) return false;
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
    const chunk = this.chunks.get(offset);
    if (chunk !== undefined && chunk.size === size) return chunk.value;
    return this.readBits(offset, size);
  }

  /** The bytes `[offset, offset + size)` as one term of `8 * size` bits. */
  readBits(offset: number, size: number): Term {
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
    const exact = this.chunks.get(offset);
    if (exact === undefined || exact.size !== size) this.#makeRoom(offset, size);
    this.chunks.set(offset, { size, value });
    if (size > this.#largest) this.#largest = size;
  }

  /** Forgets everything below `size` bytes from `offset` in favour of zeros. */
  clear(offset: number, size: number): void {
    const { manager } = this.codec;
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
