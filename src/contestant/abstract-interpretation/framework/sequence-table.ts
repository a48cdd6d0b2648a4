import { FNV_BASIS, fnvStep } from "../../../ground/util/fnv.ts";

/**
 * Sequences of integers with numbers: equal sequences have one number, and are stored consecutively in one array
 * (hash consing: Ershov, "On programming of arithmetic operations", 1958).
 */

const MIN_SLOTS = 1024;
const MIN_ITEMS = 4096;
const FREE = -1;

export class SequenceTable {
  #items = new Int32Array(MIN_ITEMS);
  /** Where each sequence begins; the last one ends where the next one would begin. */
  #starts = new Uint32Array(MIN_SLOTS);
  #hashes = new Int32Array(MIN_SLOTS);
  /** Open addressing: numbers of sequences. Its length is a power of two. */
  #slots = new Int32Array(MIN_SLOTS).fill(FREE);
  #count = 0;

  /** Memory in bytes. */
  get bytes(): number {
    const arrays = [this.#items, this.#starts, this.#hashes, this.#slots];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** The number of `from[start]` to `from[end - 1]`. */
  numberOf(from: Int32Array, start: number, end: number): number {
    const hash = hashOf(from, start, end);
    const mask = this.#slots.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const number = this.#slots[at] as number;
      if (number === FREE) return this.#add(from, start, end, hash, at);
      if (this.#hashes[number] === hash && this.#equals(number, from, start, end)) return number;
    }
  }

  #equals(number: number, from: Int32Array, start: number, end: number): boolean {
    const items = this.#items;
    const first = this.#starts[number] as number;
    if ((this.#starts[number + 1] as number) - first !== end - start) return false;
    for (let i = start; i < end; i++) if (items[first + i - start] !== from[i]) return false;
    return true;
  }

  #add(from: Int32Array, start: number, end: number, hash: number, at: number): number {
    const number = this.#count++;
    const first = this.#starts[number] as number;
    const next = first + end - start;
    if (next > this.#items.length) {
      this.#items = grown(this.#items, new Int32Array(Math.max(2 * this.#items.length, next)));
    }
    const items = this.#items;
    for (let i = start; i < end; i++) items[first + i - start] = from[i] as number;
    if (number + 1 >= this.#starts.length) {
      this.#starts = grown(this.#starts, new Uint32Array(2 * this.#starts.length));
      this.#hashes = grown(this.#hashes, new Int32Array(2 * this.#hashes.length));
    }
    this.#starts[number + 1] = next;
    this.#hashes[number] = hash;
    this.#slots[at] = number;
    if (2 * this.#count > this.#slots.length) this.#rehash();
    return number;
  }

  #rehash(): void {
    const slots = new Int32Array(2 * this.#slots.length).fill(FREE);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#count; number++) {
      let at = (this.#hashes[number] as number) & mask;
      while (slots[at] !== FREE) at = (at + 1) & mask;
      slots[at] = number;
    }
    this.#slots = slots;
  }
}

function grown<A extends Int32Array | Uint32Array>(from: A, into: A): A {
  into.set(from);
  return into;
}

/** FNV-1a with integers instead of bytes; the high bits are mixed into the low ones, which select the slot. */
function hashOf(from: Int32Array, start: number, end: number): number {
  let hash = FNV_BASIS | 0;
  for (let i = start; i < end; i++) {
    hash = fnvStep(hash, from[i] as number);
    hash ^= hash >>> 15;
  }
  return hash;
}
