/**
 * A state as one sequence of words, and its key: equal states have equal keys, and different ones have
 * different keys but for collisions of a hash of 128 bits.
 */
export class StateDescription {
  #words = new Int32Array(1 << 12);
  #count = 0;
  readonly #float = new Float64Array(1);
  readonly #floatWords = new Int32Array(this.#float.buffer);
  /** The last key. */
  readonly key: Int32Array = new Int32Array(4);

  /** Places of which only the number is described; their values are left out. */
  opaque: readonly boolean[] = [];
  /** The values that were left out of the description. */
  leftOut: number[] = [];

  reset(): void {
    this.#count = 0;
    this.leftOut = [];
  }

  number(value: number): void {
    if (this.#count === this.#words.length) this.#grow();
    this.#words[this.#count++] = value;
  }

  /** Words of memory, most of which equal their neighbours: the length of each run, and its word. */
  range(words: Int32Array, start: number, end: number): void {
    this.number(end - start);
    for (let at = start; at < end; ) {
      const word = words[at] as number;
      let next = at + 1;
      while (next < end && words[next] === word) next++;
      this.number(next - at);
      this.number(word);
      at = next;
    }
  }

  /** Values of variables of the generated code. */
  values(list: readonly unknown[]): void {
    this.number(list.length);
    for (const value of list) this.#value(value);
  }

  /** The position of a suspended thread: the number of the place, then its values. */
  place([number, ...held]: readonly unknown[]): void {
    if (typeof number !== "number" || this.opaque[number] !== true) {
      this.values(number === undefined ? [] : [number, ...held]);
      return;
    }
    this.number(held.length);
    this.number(number);
    for (const value of held) {
      if (typeof value !== "number") throw new Error(`a sum of integers is a ${typeof value}`);
      this.leftOut.push(value);
    }
  }

  #value(value: unknown): void {
    switch (typeof value) {
      case "number":
        this.number(1);
        this.#float[0] = value;
        this.number(this.#floatWords[0] as number);
        this.number(this.#floatWords[1] as number);
        return;
      case "bigint":
        this.number(value < 0n ? 2 : 3);
        for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= 32n) {
          this.number(Number(BigInt.asIntN(32, rest)));
        }
        this.number(0);
        return;
      case "undefined":
        this.number(4);
        return;
      default:
        throw new Error(`a variable of the generated code holds a ${typeof value}`);
    }
  }

  #grow(): void {
    const words = new Int32Array(2 * this.#words.length);
    words.set(this.#words);
    this.#words = words;
  }

  /** MurmurHash3 for x86, 128 bits (Appleby 2011), of all words. */
  computeKey(): Int32Array {
    const words = this.#words;
    const count = this.#count;
    let [h1, h2, h3, h4] = [count, count, count, count];
    // Zeros follow the last word: the number of words is part of the seed.
    while (this.#count % 4 !== 0 || this.#count === count) this.number(0);
    const end = count + ((4 - (count % 4)) % 4);
    for (let i = 0; i < end; i += 4) {
      h1 ^= mixed(words[i] as number, C1, 15, C2);
      h1 = Math.imul(rotated(h1, 19) + h2, 5) + 0x561ccd1b;
      h2 ^= mixed(words[i + 1] as number, C2, 16, C3);
      h2 = Math.imul(rotated(h2, 17) + h3, 5) + 0x0bcaa747;
      h3 ^= mixed(words[i + 2] as number, C3, 17, C4);
      h3 = Math.imul(rotated(h3, 15) + h4, 5) + 0x96cd1c35;
      h4 ^= mixed(words[i + 3] as number, C4, 18, C1);
      h4 = Math.imul(rotated(h4, 13) + h1, 5) + 0x32ac3b17;
    }
    this.#count = count;
    [h1, h2, h3, h4] = [h1 ^ count, h2 ^ count, h3 ^ count, h4 ^ count];
    h1 = (h1 + h2 + h3 + h4) | 0;
    [h2, h3, h4] = [h2 + h1, h3 + h1, h4 + h1];
    [h1, h2, h3, h4] = [final(h1), final(h2), final(h3), final(h4)];
    h1 = (h1 + h2 + h3 + h4) | 0;
    this.key.set([h1, h2 + h1, h3 + h1, h4 + h1]);
    return this.key;
  }
}

const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;

function rotated(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

function mixed(word: number, a: number, by: number, b: number): number {
  return Math.imul(rotated(Math.imul(word, a), by), b);
}

function final(word: number): number {
  let h = word;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
