/**
 * The bytes of memory that hold a stored NaN. C and IEEE 754 leave the sign and payload of a NaN
 * open, JavaScript numbers lose them, and processors differ: a program that reads these bytes other
 * than as a float must not be followed further. NaNs are rare, so the bytes are kept in a set.
 */
export class NanBits {
  /** `[number of bytes]`: generated code checks further only when it is not 0. */
  readonly count: Int32Array = new Int32Array(1);
  readonly #bytes = new Set<number>();

  reset(): void {
    this.#bytes.clear();
    this.count[0] = 0;
  }

  /** Records bytes of a NaN that was stored. */
  mark(address: number, size: number): void {
    for (let i = 0; i < size; i++) this.#bytes.add(address + i);
    this.count[0] = this.#bytes.size;
  }

  /** Whether one of the bytes belongs to a NaN. */
  isMarked(address: number, size: number): boolean {
    for (let i = 0; i < size; i++) if (this.#bytes.has(address + i)) return true;
    return false;
  }

  /** Forgets bytes that were overwritten. */
  clear(address: number, size: number): void {
    if (this.#bytes.size === 0) return;
    if (size < this.#bytes.size) {
      for (let i = 0; i < size; i++) this.#bytes.delete(address + i);
    } else {
      for (const byte of this.#bytes) {
        if (byte >= address && byte < address + size) this.#bytes.delete(byte);
      }
    }
    this.count[0] = this.#bytes.size;
  }

  /** Follows a copy of bytes; the ranges may overlap. */
  copy(to: number, from: number, size: number): void {
    if (this.#bytes.size === 0) return;
    const marked = this.#offsetsWithin(from, size);
    this.clear(to, size);
    for (const offset of marked) this.#bytes.add(to + offset);
    this.count[0] = this.#bytes.size;
  }

  /** Offsets of the marked bytes in a range; searches the range or the set, depending on which is smaller. */
  #offsetsWithin(address: number, size: number): number[] {
    const offsets: number[] = [];
    if (size < this.#bytes.size) {
      for (let i = 0; i < size; i++) if (this.#bytes.has(address + i)) offsets.push(i);
    } else {
      for (const byte of this.#bytes) {
        if (byte >= address && byte < address + size) offsets.push(byte - address);
      }
    }
    return offsets;
  }
}
