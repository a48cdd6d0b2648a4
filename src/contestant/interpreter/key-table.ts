/** A number for each of many keys of 128 bits, in one array: open addressing with linear probing. */
export class KeyTable {
  /** Four words of a key and its number a slot; a key of four zeros is an empty slot. */
  #slots = new Int32Array(FIELDS << 12);
  #count = 0;

  get size(): number {
    return this.#count;
  }

  get(key: Int32Array): number | undefined {
    const at = this.#find(this.#slots, key);
    return isUsed(this.#slots, at) ? this.#slots[at + 4] : undefined;
  }

  /** A key of zeros is not stored, and counts as new each time. */
  set(key: Int32Array, value: number): void {
    const at = this.#find(this.#slots, key);
    const isNew = !isUsed(this.#slots, at);
    this.#slots.set(key, at);
    this.#slots[at + 4] = value;
    if (isNew && ++this.#count * 2 * FIELDS > this.#slots.length) this.#grow();
  }

  clear(): void {
    this.#slots.fill(0);
    this.#count = 0;
  }

  #find(slots: Int32Array, key: Int32Array): number {
    const [a, b, c, d] = key as unknown as [number, number, number, number];
    const mask = slots.length / FIELDS - 1;
    for (let slot = a & mask; ; slot = (slot + 1) & mask) {
      const at = slot * FIELDS;
      if (!isUsed(slots, at)) return at;
      const isSame = slots[at] === a && slots[at + 1] === b;
      if (isSame && slots[at + 2] === c && slots[at + 3] === d) return at;
    }
  }

  #grow(): void {
    const larger = new Int32Array(2 * this.#slots.length);
    for (let at = 0; at < this.#slots.length; at += FIELDS) {
      if (!isUsed(this.#slots, at)) continue;
      const slot = this.#slots.subarray(at, at + FIELDS);
      larger.set(slot, this.#find(larger, slot));
    }
    this.#slots = larger;
  }
}

const FIELDS = 5;

function isUsed(slots: Int32Array, at: number): boolean {
  const low = (slots[at] as number) | (slots[at + 1] as number);
  return (low | (slots[at + 2] as number) | (slots[at + 3] as number)) !== 0;
}
