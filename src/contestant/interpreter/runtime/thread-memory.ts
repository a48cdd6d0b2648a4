/**
 * A part of the stack and of the heap for every thread, so that the address of an object depends
 * only on the steps of its own thread: frames on its number of activations, blocks on its number of
 * allocations. Otherwise states that differ only in the order in which threads called functions
 * would differ.
 *
 * Frames are reused as activations end. So no pointer may refer to an object whose life has ended:
 * it would lead to another object. {@link ThreadMemory.refersTo} searches for such pointers.
 */
import type { AddressSpace, Region } from "../address-space.ts";

/** Threads other than that of `main` share one half of each region. */
const PARTS = 256;
const ALIGNMENT = 64;

interface Part {
  readonly start: number;
  readonly end: number;
  /** End of the used memory; for the running thread see the cursor of the region. */
  used: number;
}

export interface ThreadPart {
  readonly stack: Part;
  readonly heap: Part;
}

export class ThreadMemory {
  readonly #space: AddressSpace;
  readonly #words: Int32Array;
  #staticImage = new Uint8Array(0);
  #staticShadow = new Uint8Array(0);
  #parts: ThreadPart[] = [];
  #running = -1;

  constructor(space: AddressSpace) {
    this.#space = space;
    this.#words = new Int32Array(space.buffer);
    space.stack.isPartitioned = true;
    space.heap.isPartitioned = true;
    space.tracksIndeterminate = true;
  }

  /** Makes the current contents of static objects those at the beginning of every run. */
  keepStatics(): void {
    const { bytes, shadow, staticStart, staticEnd } = this.#space;
    this.#staticImage = bytes.slice(staticStart, staticEnd);
    this.#staticShadow = shadow.slice(staticStart, staticEnd);
  }

  /** Clears everything; part 0 is selected. */
  reset(): void {
    const { bytes, shadow, staticStart } = this.#space;
    this.#leave();
    for (const { stack, heap } of this.#parts) {
      for (const each of [stack, heap]) {
        const { start, used } = each;
        if (used === start) continue;
        bytes.fill(0, start, used);
        shadow.fill(0, start, used);
        each.used = start;
      }
    }
    bytes.set(this.#staticImage, staticStart);
    shadow.set(this.#staticShadow, staticStart);
    this.#running = -1;
    this.select(0);
  }

  /** The thread that runs from now on. */
  select(thread: number): void {
    this.#leave();
    const { stack, heap } = this.partOf(thread);
    const { stack: stackRegion, heap: heapRegion } = this.#space;
    stackRegion.cursor[0] = stack.used;
    stackRegion.cursor[1] = stack.end;
    heapRegion.cursor[0] = heap.used;
    heapRegion.cursor[1] = heap.end;
    this.#running = thread;
  }

  /** The part of a thread, with what it uses now. */
  partOf(thread: number): ThreadPart {
    while (this.#parts.length <= thread) {
      const number = this.#parts.length;
      const { stack, heap } = this.#space;
      this.#parts.push({ stack: part(stack, number), heap: part(heap, number) });
    }
    if (thread === this.#running) this.#measure();
    return this.#parts[thread] as ThreadPart;
  }

  /** The used parts of the stacks. */
  stacks(): readonly { readonly start: number; readonly end: number }[] {
    return this.#parts.map((_, thread) => {
      const { start, used } = this.partOf(thread).stack;
      return { start, end: used };
    });
  }

  /** Memory for objects of a thread that has not begun. @returns the address of `size` bytes */
  takeFor(thread: number, size: number): number {
    const { stack } = this.partOf(thread);
    const address = align(stack.used);
    stack.used = address + size;
    return address;
  }

  /** Ends the lives of objects that the running thread took since its stack ended at `start`. */
  release(start: number): void {
    const { cursor } = this.#space.stack;
    this.#space.bytes.fill(0, start, cursor[0]);
    this.#space.shadow.fill(0, start, cursor[0]);
    cursor[0] = start;
  }

  /** Whether a word of live memory outside of the range may be an address in it, or one past it. */
  refersTo(start: number, end: number): boolean {
    const { staticStart, staticEnd } = this.#space;
    if (this.#mentions(staticStart, staticEnd, start, end)) return true;
    return this.#parts.some((_, thread) => {
      const { stack, heap } = this.partOf(thread);
      return [stack, heap].some((range) => this.#mentions(range.start, range.used, start, end));
    });
  }

  #mentions(from: number, to: number, start: number, end: number): boolean {
    const { shadow } = this.#space;
    for (let at = from & ~3; at < to; at += 4) {
      const word = this.#words[at >> 2] as number;
      const isOutside = at < start || at >= end;
      if (word >= start && word <= end && isOutside && shadow[at] !== 0) return true;
    }
    return false;
  }

  #measure(): void {
    const part = this.#parts[this.#running];
    if (part === undefined) return;
    part.stack.used = this.#space.stack.cursor[0] as number;
    part.heap.used = this.#space.heap.cursor[0] as number;
  }

  #leave(): void {
    if (this.#running >= 0) this.#measure();
  }
}

function align(address: number): number {
  return Math.ceil(address / ALIGNMENT) * ALIGNMENT;
}

function part({ start, end }: Region, thread: number): Part {
  const middle = align((start + end) / 2);
  if (thread === 0) return { start, end: middle, used: start };
  const size = Math.floor((end - middle) / PARTS / ALIGNMENT) * ALIGNMENT;
  const first = middle + thread * size;
  return { start: first, end: first + size, used: first };
}
