/** xorshift128 (Marsaglia 2003): 32 random bits per call, reproducible from the seed. */
export class RandomGenerator {
  #x: number;
  #y = 362436069;
  #z = 521288629;
  #w = 88675123;

  constructor(seed: number) {
    this.#x = seed ^ 0x5bd1e995;
    for (let i = 0; i < 16; i++) this.next();
  }

  /** Returns a number in [0, 2^32). */
  next(): number {
    const t = this.#x ^ (this.#x << 11);
    this.#x = this.#y;
    this.#y = this.#z;
    this.#z = this.#w;
    this.#w = this.#w ^ (this.#w >>> 19) ^ t ^ (t >>> 8);
    return this.#w >>> 0;
  }

  /** Returns a number in [0, bound). */
  below(bound: number): number {
    return this.next() % bound;
  }

  bits(width: number): bigint {
    let value = 0n;
    for (let i = 0; i < width; i += 32) value = (value << 32n) | BigInt(this.next());
    return BigInt.asUintN(width, value);
  }
}
