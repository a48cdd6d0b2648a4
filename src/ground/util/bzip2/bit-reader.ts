import { Bzip2Error } from "./bzip2-error.ts";

/** Reads bits, highest first. */
export class BitReader {
  readonly input: Uint8Array;
  /** Position of the next byte for the buffer. */
  #next = 0;
  #buffer = 0;
  /** Bits of the buffer that are not used up, at most 32. */
  #count = 0;

  constructor(input: Uint8Array) {
    this.input = input;
  }

  /** Number of bits that were read. */
  get position(): number {
    return this.#next * 8 - this.#count;
  }

  /** Continues at the bit, after another reader has advanced. */
  set position(bit: number) {
    this.#next = Math.floor(bit / 8);
    this.#buffer = 0;
    this.#count = 0;
    if (bit % 8 > 0) this.read(bit % 8);
  }

  get isAtEnd(): boolean {
    return this.position + 7 >= this.input.length * 8;
  }

  /** Reads at most 24 bits. */
  read(width: number): number {
    while (this.#count < width) this.#fill();
    this.#count -= width;
    return (this.#buffer >>> this.#count) & ((1 << width) - 1);
  }

  /** Reads 32 bits. */
  readWord(): number {
    const high = this.read(16);
    return high * 0x10000 + this.read(16);
  }

  alignToByte(): void {
    this.#count -= this.#count & 7;
  }

  #fill(): void {
    if (this.#next >= this.input.length) throw new Bzip2Error("the file is cut short");
    this.#buffer = (this.#buffer << 8) | (this.input[this.#next++] as number);
    this.#count += 8;
  }
}
