import { Bzip2Error } from "./bzip2-error.ts";

/** Bits from the highest on. Behind the end there are zeros, as far as looking ahead needs them. */
export class BitReader {
  readonly input: Uint8Array;
  /** Place of the next byte for the buffer. */
  next = 0;
  buffer = 0;
  /** Bits of the buffer that are not used up, at most 32. */
  count = 0;

  constructor(input: Uint8Array) {
    this.input = input;
  }

  get isAtEnd(): boolean {
    return this.next - (this.count >> 3) >= this.input.length;
  }

  /** After somebody has read on without this reader. */
  moveTo(next: number, buffer: number, count: number): this {
    this.next = next;
    this.buffer = buffer;
    this.count = count;
    return this;
  }

  /** At most 24 bits. */
  read(width: number): number {
    while (this.count < width) this.#fill();
    this.count -= width;
    this.requireNotPastEnd();
    return (this.buffer >>> this.count) & ((1 << width) - 1);
  }

  /** 32 bits. */
  readWord(): number {
    const high = this.read(16);
    return high * 0x10000 + this.read(16);
  }

  alignToByte(): void {
    this.count -= this.count & 7;
  }

  requireNotPastEnd(): void {
    if (this.next * 8 - this.count > this.input.length * 8) {
      throw new Bzip2Error("the file is cut short");
    }
  }

  #fill(): void {
    if (this.next > this.input.length + 3) throw new Bzip2Error("the file is cut short");
    this.buffer = (this.buffer << 8) | (this.input[this.next++] ?? 0);
    this.count += 8;
  }
}
