/**
 * Finds the numbers of run identities (SHA-256) that are stored elsewhere: in a buffer, or in
 * files. Millions of them must fit into memory: two 32-bit words for each slot of a hash table with
 * open addressing, of which at least a third is empty. The identities are hashes already, so their
 * first word is the hash; only where it is equal, the identity itself is read.
 */

/** Whether the identity of that number is the 32 bytes at `offset`. */
export type IsIdentity = (number: number, bytes: Buffer, offset: number) => boolean;

const EMPTY = 0xffffffff;
/** Slots per identity. */
const ROOM = 1.5;
const MIN_SLOTS = 16;

export class IdIndex {
  readonly #isIdentity: IsIdentity;
  /** For each slot: a number, and the first word of its identity. */
  #slots: Uint32Array;
  #size = 0;

  /** Allocates room for `expected` identities; more may be added. */
  constructor(isIdentity: IsIdentity, expected = 0) {
    this.#isIdentity = isIdentity;
    this.#slots = emptySlots(slotsFor(expected));
  }

  get size(): number {
    return this.#size;
  }

  /** The number of the 32 bytes at `offset`; undefined when they are not there. */
  find(bytes: Buffer, offset: number): number | undefined {
    const found = this.#slots[this.#slotOf(bytes, offset)] as number;
    return found === EMPTY ? undefined : found;
  }

  /**
   * The number that the 32 bytes at `offset` already have; otherwise they get `number`, and it is
   * returned.
   */
  add(bytes: Buffer, offset: number, number: number): number {
    let slot = this.#slotOf(bytes, offset);
    const found = this.#slots[slot] as number;
    if (found !== EMPTY) return found;
    if (2 * slotsFor(this.#size + 1) > this.#slots.length) {
      this.reserve(ROOM * (this.#size + 1));
      slot = this.#slotOf(bytes, offset);
    }
    this.#slots[slot] = number;
    this.#slots[slot + 1] = bytes.readUInt32LE(offset);
    this.#size++;
    return number;
  }

  /** Allocates room for this many identities. */
  reserve(expected: number): void {
    const before = this.#slots;
    const slots = slotsFor(expected);
    if (2 * slots <= before.length) return;
    const after = emptySlots(slots);
    for (let from = 0; from < before.length; from += 2) {
      if (before[from] === EMPTY) continue;
      let to = firstSlot(before[from + 1] as number, after);
      while (after[to] !== EMPTY) to = nextSlot(to, after);
      after[to] = before[from] as number;
      after[to + 1] = before[from + 1] as number;
    }
    this.#slots = after;
  }

  /** The slot of the identity, or the empty slot where it belongs. */
  #slotOf(bytes: Buffer, offset: number): number {
    const slots = this.#slots;
    const word = bytes.readUInt32LE(offset);
    for (let slot = firstSlot(word, slots); ; slot = nextSlot(slot, slots)) {
      const number = slots[slot] as number;
      if (number === EMPTY) return slot;
      if (slots[slot + 1] === word && this.#isIdentity(number, bytes, offset)) return slot;
    }
  }
}

function slotsFor(expected: number): number {
  return Math.max(MIN_SLOTS, Math.ceil(ROOM * expected));
}

function emptySlots(count: number): Uint32Array {
  return new Uint32Array(2 * count).fill(EMPTY);
}

/** Slots in the order of the words, so that a larger table is filled from front to back. */
function firstSlot(word: number, slots: Uint32Array): number {
  return 2 * Math.floor((word / 2 ** 32) * (slots.length / 2));
}

function nextSlot(slot: number, slots: Uint32Array): number {
  return slot + 2 < slots.length ? slot + 2 : 0;
}
