/** A set of keys of 128 bits, in one array. */
export class VisitedStates {
  /** Four words a slot; four zeros are an empty one. */
  #slots = new Int32Array(4 << 12);
  #count = 0;

  get size(): number {
    return this.#count;
  }

  /** Whether the key is new. */
  add(key: Int32Array): boolean {
    const at = this.#find(this.#slots, key);
    if (this.#isUsed(this.#slots, at)) return false;
    this.#slots.set(key, at);
    // All zeros is the key of no state that matters: it would be new each time, which is safe.
    if (++this.#count * 8 > this.#slots.length) this.#grow();
    return true;
  }

  clear(): void {
    this.#slots.fill(0);
    this.#count = 0;
  }

  #find(slots: Int32Array, key: Int32Array): number {
    const mask = slots.length - 1;
    for (let at = ((key[0] as number) << 2) & mask; ; at = (at + 4) & mask) {
      if (!this.#isUsed(slots, at)) return at;
      const isSame = slots[at] === key[0] && slots[at + 1] === key[1];
      if (isSame && slots[at + 2] === key[2] && slots[at + 3] === key[3]) return at;
    }
  }

  #isUsed(slots: Int32Array, at: number): boolean {
    return (
      ((slots[at] as number) |
        (slots[at + 1] as number) |
        (slots[at + 2] as number) |
        (slots[at + 3] as number)) !==
      0
    );
  }

  #grow(): void {
    const larger = new Int32Array(2 * this.#slots.length);
    for (let at = 0; at < this.#slots.length; at += 4) {
      if (!this.#isUsed(this.#slots, at)) continue;
      const key = this.#slots.subarray(at, at + 4);
      larger.set(key, this.#find(larger, key));
    }
    this.#slots = larger;
  }
}
