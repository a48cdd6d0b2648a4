import type { AddressSpace } from "../address-space.ts";
import { WRITABLE } from "../address-space.ts";
import { Unwinding } from "../codegen/writer.ts";

/** Thrown by `longjmp`, up to the activation that called `setjmp`. */
class LongJump extends Unwinding {
  readonly activation: number;
  readonly site: number;
  readonly value: number;

  readonly mark: Mark;

  constructor(mark: Mark, value: number) {
    super();
    this.activation = mark.activation;
    this.site = mark.site;
    this.mark = mark;
    this.value = value;
  }
}

/** A call of `setjmp`. */
export interface Mark {
  readonly activation: number;
  readonly site: number;
  readonly thread: number;
  /** Values of local variables then, as far as they are JavaScript variables. */
  readonly registers: readonly unknown[];
  /** Contents of the others. */
  readonly memory: readonly { readonly address: number; readonly bytes: Uint8Array }[];
}

/** The calls of `setjmp` that a run has seen. */
export class Jumps {
  readonly #space: AddressSpace;
  readonly #live = new Set<number>();
  readonly #marks: Mark[] = [];
  #activations = 0;

  constructor(space: AddressSpace) {
    this.#space = space;
  }

  reset(): void {
    this.#live.clear();
    this.#marks.length = 0;
    this.#activations = 0;
  }

  /** A number for an activation that may be jumped to. */
  begin(): number {
    this.#live.add(++this.#activations);
    return this.#activations;
  }

  end(activation: number): void {
    this.#live.delete(activation);
  }

  /** False when the buffer cannot be written. `places`: addresses and sizes of objects to remember. */
  set(buffer: number, mark: Omit<Mark, "memory">, places: readonly number[]): boolean {
    if (!this.#space.permits(buffer, 4, WRITABLE)) return false;
    // The buffer itself may be one of the places.
    this.#space.view.setUint32(buffer, MAGIC + this.#marks.length + 1, true);
    const memory: Mark["memory"][number][] = [];
    for (let i = 0; i < places.length; i += 2) {
      const [address, size] = [places[i] as number, places[i + 1] as number];
      memory.push({ address, bytes: this.#space.bytes.slice(address, address + size) });
    }
    this.#marks.push({ ...mark, memory });
    return true;
  }

  /** Throws a jump; returns when the buffer names no live activation of the thread. */
  jump(buffer: number, value: number, thread: number): void {
    if (!this.#space.permits(buffer, 4, WRITABLE)) return;
    const mark = this.#marks[this.#space.view.getUint32(buffer, true) - MAGIC - 1];
    if (mark === undefined || mark.thread !== thread || !this.#live.has(mark.activation)) return;
    throw new LongJump(mark, value === 0 ? 1 : value);
  }

  /** Whether the object that the mark remembers at that place has other contents now. */
  hasChanged({ memory }: Mark, index: number): boolean {
    const { address, bytes } = memory[index] as Mark["memory"][number];
    return bytes.some((byte, i) => this.#space.bytes[address + i] !== byte);
  }
}

/** Marks filled buffers, so that others are recognised. */
const MAGIC = 0x6a6d7000;
