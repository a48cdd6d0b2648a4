import { fnv1a } from "./fnv.ts";

/** Gives equal byte strings equal numbers, counted from 0, without making a string of each. */
export class ByteInterner {
  #arena = new Uint8Array(1 << 12);
  #used = 0;
  #starts = new Uint32Array(64);
  #ends = new Uint32Array(64);
  /** Number + 1 by hash; 0: unused. */
  #table = new Uint32Array(128);
  #size = 0;
  /** The number that was returned last: texts often repeat in the next row. */
  #last = -1;

  get size(): number {
    return this.#size;
  }

  /** Position of the bytes with a number; valid until the next `intern`. */
  bytesOf(id: number): Uint8Array {
    return this.#arena.subarray(this.#starts[id] as number, this.#ends[id] as number);
  }

  intern(bytes: Uint8Array, start: number, end: number): number {
    const last = this.#last;
    if (last >= 0 && this.#equals(last, bytes, start, end)) return last;
    // Lists often repeat in the same order.
    const isNext = last + 1 < this.#size && this.#equals(last + 1, bytes, start, end);
    this.#last = isNext ? last + 1 : this.#find(bytes, start, end);
    return this.#last;
  }

  #find(bytes: Uint8Array, start: number, end: number): number {
    let hash = fnv1a(bytes, start, end);
    // The low bits of FNV are weak for equal endings.
    hash ^= hash >>> 15;
    const mask = this.#table.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#table[slot] as number;
      if (entry === 0) return this.#add(slot, bytes, start, end);
      if (this.#equals(entry - 1, bytes, start, end)) return entry - 1;
    }
  }

  #equals(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const arena = this.#arena;
    const first = this.#starts[id] as number;
    if ((this.#ends[id] as number) - first !== end - start) return false;
    const offset = first - start;
    for (let at = start; at < end; at++) {
      if (arena[at + offset] !== bytes[at]) return false;
    }
    return true;
  }

  #add(slot: number, bytes: Uint8Array, start: number, end: number): number {
    const id = this.#size++;
    if (this.#used + end - start > this.#arena.length) {
      this.#arena = enlarged(this.#arena, this.#used + end - start);
    }
    if (id === this.#starts.length) {
      this.#starts = enlarged(this.#starts, id + 1);
      this.#ends = enlarged(this.#ends, id + 1);
    }
    this.#arena.set(bytes.subarray(start, end), this.#used);
    this.#starts[id] = this.#used;
    this.#used += end - start;
    this.#ends[id] = this.#used;
    this.#table[slot] = id + 1;
    if (this.#size * 2 > this.#table.length) this.#rehash();
    return id;
  }

  #rehash(): void {
    const table = new Uint32Array(this.#table.length * 2);
    const mask = table.length - 1;
    for (let id = 0; id < this.#size; id++) {
      let hash = fnv1a(this.#arena, this.#starts[id] as number, this.#ends[id] as number);
      hash ^= hash >>> 15;
      let slot = hash & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = id + 1;
    }
    this.#table = table;
  }
}

/** Copies the contents into an array with room for at least the given number of elements. */
export function enlarged<T extends Uint8Array | Uint32Array | Int32Array>(
  array: T,
  length: number,
): T {
  const Type = array.constructor as new (length: number) => T;
  const larger = new Type(Math.max(length, array.length * 2));
  larger.set(array);
  return larger;
}
