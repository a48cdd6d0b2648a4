import type { AddressSpace } from "../address-space.ts";
import { WRITABLE } from "../address-space.ts";
import { Unwinding } from "../codegen/writer.ts";

/** Thrown by `longjmp`, up to the activation that called `setjmp`. */
export class LongJump extends Unwinding {
  readonly activation: number;
  readonly site: number;
  readonly value: number;

  constructor(activation: number, site: number, value: number) {
    super();
    this.activation = activation;
    this.site = site;
    this.value = value;
  }
}

interface Mark {
  readonly activation: number;
  readonly site: number;
  readonly thread: number;
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

  /** False when the buffer cannot be written. */
  set(buffer: number, activation: number, site: number, thread: number): boolean {
    if (!this.#space.permits(buffer, 4, WRITABLE)) return false;
    this.#marks.push({ activation, site, thread });
    this.#space.view.setUint32(buffer, MAGIC + this.#marks.length, true);
    return true;
  }

  /** Throws a jump; returns when the buffer names no live activation of the thread. */
  jump(buffer: number, value: number, thread: number): void {
    if (!this.#space.permits(buffer, 4, WRITABLE)) return;
    const mark = this.#marks[this.#space.view.getUint32(buffer, true) - MAGIC - 1];
    if (mark === undefined || mark.thread !== thread || !this.#live.has(mark.activation)) return;
    throw new LongJump(mark.activation, mark.site, value === 0 ? 1 : value);
  }
}

/** So that buffers that were never filled are recognised. */
const MAGIC = 0x6a6d7000;
