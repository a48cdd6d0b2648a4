import type { CallEdge, CfaEdge } from "../../cfa/index.ts";
import type { Heap } from "./heap.ts";
import type { Memory, RangeFault } from "./memory.ts";

/** The source of new contents of memory. */
export interface Filler {
  readonly fills: boolean;
  fill(edgeIndex: number, address: number, size: number): void;
}

/** The allocation functions of the C library, for generated code. Pointers are numbers, 0 for null and -1 for invalid ones. */
export class Library {
  readonly #memory: Memory;
  readonly #heap: Heap;
  readonly #edges: readonly CfaEdge[];
  readonly #filler: Filler;
  readonly #maxSize: bigint;

  constructor(
    memory: Memory,
    heap: Heap,
    edges: readonly CfaEdge[],
    filler: Filler,
    pointerBits: number,
  ) {
    this.#memory = memory;
    this.#heap = heap;
    this.#edges = edges;
    this.#filler = filler;
    this.#maxSize = 1n << BigInt(pointerBits);
  }

  malloc(edge: number, size: number): number {
    const address = this.#heap.allocate(size, this.#edges[edge] as CallEdge);
    this.#memory.forgetValues(address, size);
    if (this.#filler.fills) this.#filler.fill(edge, address, size);
    return address;
  }

  /** Null when the product overflows. */
  calloc(edge: number, count: number, size: number): number {
    if (count * size >= 2 ** 31 && BigInt(count) * BigInt(size) >= this.#maxSize) return 0;
    const address = this.#heap.allocate(count * size, this.#edges[edge] as CallEdge);
    this.#memory.openness?.known(address, count * size);
    return address;
  }

  /** -1 when the pointer is not to be freed. */
  realloc(edge: number, pointer: number, size: number): number {
    if (pointer === 0) return this.malloc(edge, size);
    const oldSize = this.#heap.sizeAt(pointer);
    if (oldSize < 0) return -1;
    if (size === 0) {
      this.#heap.free(pointer);
      return 0;
    }
    const address = this.#heap.allocate(size, this.#edges[edge] as CallEdge);
    const kept = Math.min(oldSize, size);
    this.#memory.forgetValues(address, size);
    this.#memory.move(address, pointer, kept);
    if (this.#filler.fills && size > kept) this.#filler.fill(edge, address + kept, size - kept);
    this.#heap.free(pointer);
    return address;
  }

  /** Size of the live block that starts at the address, or -1. */
  sizeAt(pointer: number): number {
    return this.#heap.sizeAt(pointer);
  }

  free(pointer: number): boolean {
    return pointer === 0 || this.#heap.free(pointer);
  }

  alloca(edge: number, size: number, alignmentBits: number): number {
    const alignment = Math.max(16, alignmentBits / 8);
    const address = this.#heap.allocateOnStack(size, alignment);
    this.#memory.forgetValues(address, size);
    if (this.#filler.fills) this.#filler.fill(edge, address, size);
    return address;
  }

  endAlloca(pointer: number): boolean {
    return pointer === 0 || this.#heap.endAlloca(pointer);
  }

  get allocaDepth(): number {
    return this.#heap.allocaDepth;
  }

  releaseAllocas(depth: number): void {
    this.#heap.releaseAllocas(depth);
  }

  nondetMemory(edge: number, pointer: number, size: number): RangeFault {
    const fault = this.#memory.clear(pointer, size);
    if (fault === "") this.#memory.forgetValues(pointer, size);
    if (fault === "" && this.#filler.fills) this.#filler.fill(edge, pointer, size);
    return fault;
  }
}
