/**
 * Generates numbers as texts for the characters that an execution reads: random single characters
 * hardly ever form a number that is as large as its type.
 */
import type { RandomGenerator } from "./random-generator.ts";

/** Bits of the numbers at the bounds of types, without their signs. */
const WIDTHS = [15n, 31n, 31n, 63n];
const END_OF_TEXT = 0n;
/** Number of characters after a numeral before another one may begin. */
const GAP = 8;

export class Numerals {
  readonly #random: RandomGenerator;
  readonly #constants: readonly bigint[];
  #text = "";
  #at = 0;

  /** @param constants - numbers to use beside the bounds of types */
  constructor(random: RandomGenerator, constants: readonly bigint[]) {
    this.#random = random;
    this.#constants = constants;
  }

  /** Returns the next character; after a numeral, end-of-text characters. */
  next(): bigint {
    if (this.#at >= this.#text.length && (this.#at === 0 || this.#random.below(GAP) === 0)) {
      this.#text = `${this.#number()}`;
      this.#at = 0;
    }
    const code = this.#text.charCodeAt(this.#at++);
    return Number.isNaN(code) ? END_OF_TEXT : BigInt(code);
  }

  #number(): bigint {
    const top = 1n << (WIDTHS[this.#random.below(WIDTHS.length)] as bigint);
    const kinds = this.#constants.length === 0 ? 3 : 4;
    switch (this.#random.below(kinds)) {
      case 0:
        return top - 1n;
      case 1:
        return -top;
      case 2:
        return BigInt(this.#random.below(100));
      default: {
        const constant = this.#constants[this.#random.below(this.#constants.length)] as bigint;
        return constant + BigInt(this.#random.below(3) - 1);
      }
    }
  }
}
