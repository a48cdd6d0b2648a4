/**
 * A set of run identities (SHA-256, 64 hexadecimal digits) with numbers from 0
 * in the order of insertion. Millions of them must fit into memory: 32 bytes
 * each, and a hash table of 32-bit words with open addressing. The identities
 * are hashes already, so their first word is the hash.
 */
import { invariant } from "../util/errors.ts";

export const ID_BYTES = 32;

const EMPTY = 0xffffffff;

export class IdTable {
  #ids: Buffer;
  #slots: Uint32Array;
  #size = 0;
  readonly #probe: Buffer = Buffer.alloc(ID_BYTES);

  /** Room for `expected` identities is made at once; more may come. */
  constructor(expected = 0) {
    const slots = slotsFor(expected);
    this.#ids = Buffer.alloc((slots / 2) * ID_BYTES);
    this.#slots = new Uint32Array(slots).fill(EMPTY);
  }

  get size(): number {
    return this.#size;
  }

  /** The identity's number; undefined when it is not in the table. */
  find(id: string): number | undefined {
    // Not an identity of a run, so never in the table.
    if (this.#probe.write(id, "hex") !== ID_BYTES || id.length !== 2 * ID_BYTES) return undefined;
    return this.findBytes(this.#probe, 0);
  }

  /** As {@link find}, for the 32 bytes at `offset`. */
  findBytes(bytes: Buffer, offset: number): number | undefined {
    const found = this.#slots[this.#slotOf(bytes, offset)] as number;
    return found === EMPTY ? undefined : found;
  }

  /** The identity's number, new or old. */
  add(id: string): number {
    const written = this.#probe.write(id, "hex");
    invariant(written === ID_BYTES && id.length === 2 * ID_BYTES, `'${id}' is no SHA-256`);
    return this.addBytes(this.#probe, 0);
  }

  /** As {@link add}, for the 32 bytes at `offset`. */
  addBytes(bytes: Buffer, offset: number): number {
    let slot = this.#slotOf(bytes, offset);
    const found = this.#slots[slot] as number;
    if (found !== EMPTY) return found;
    if (2 * (this.#size + 1) > this.#slots.length) {
      this.#grow();
      slot = this.#slotOf(bytes, offset);
    }
    bytes.copy(this.#ids, this.#size * ID_BYTES, offset, offset + ID_BYTES);
    this.#slots[slot] = this.#size;
    return this.#size++;
  }

  /** The identity with that number. */
  idOf(number: number): string {
    return this.#ids.toString("hex", number * ID_BYTES, (number + 1) * ID_BYTES);
  }

  /** The 32 bytes of each identity, one after the other; not a copy. */
  bytes(): Buffer {
    return this.#ids.subarray(0, this.#size * ID_BYTES);
  }

  /** Where the identity stands, or the empty slot where it belongs. */
  #slotOf(bytes: Buffer, offset: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = bytes.readUInt32LE(offset) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] as number;
      if (number === EMPTY) return slot;
      const start = number * ID_BYTES;
      if (this.#ids.compare(bytes, offset, offset + ID_BYTES, start, start + ID_BYTES) === 0) {
        return slot;
      }
    }
  }

  #grow(): void {
    const slots = 2 * this.#slots.length;
    const ids = Buffer.alloc((slots / 2) * ID_BYTES);
    this.#ids.copy(ids, 0, 0, this.#size * ID_BYTES);
    this.#ids = ids;
    this.#slots = new Uint32Array(slots).fill(EMPTY);
    for (let number = 0; number < this.#size; number++) {
      this.#slots[this.#slotOf(ids, number * ID_BYTES)] = number;
    }
  }
}

/** A power of two, at least twice `expected`: half of the slots stay empty. */
function slotsFor(expected: number): number {
  return 2 ** Math.max(4, Math.ceil(Math.log2(2 * (expected + 1))));
}
