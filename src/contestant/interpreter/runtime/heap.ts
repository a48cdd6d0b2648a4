import type { CallEdge } from "../../cfa/index.ts";
import { type AddressSpace, LIVE, OutOfMemory, roomAround } from "../address-space.ts";
import type { HeapBlock } from "../contract.ts";
import type { NanBits } from "./nan-bits.ts";

/** An address one past the end belongs to the block: there is a gap between blocks. */
function isIn({ address, size }: HeapBlock, at: number): boolean {
  return at >= address && at <= address + size;
}

export type AllocaStack = { address: number; size: number }[];

/** Further freed blocks are forgotten. */
const MAX_FREED = 10_000;

/** Factor of the memory of a block with its surroundings that must remain: others follow. */
const ENOUGH = 1.25;

/** The blocks of malloc and alloca. */
export class Heap {
  readonly #space: AddressSpace;
  readonly #nanBits: NanBits;
  readonly #blocks = new Map<number, HeapBlock>();
  /** The last freed blocks, as far as their memory is not reused. */
  #freed: HeapBlock[] = [];
  /** Live `alloca` blocks of all activations of the running thread, innermost last. */
  allocas: AllocaStack = [];

  constructor(space: AddressSpace, nanBits: NanBits) {
    this.#space = space;
    this.#nanBits = nanBits;
  }

  reset(): void {
    this.#blocks.clear();
    this.#freed = [];
    this.allocas = [];
  }

  /** A zeroed block; throws OutOfMemory. */
  allocate(size: number, edge: CallEdge): number {
    const { heap } = this.#space;
    const bytes = this.#space.footprint(size);
    if (bytes > heap.end - heap.start) throw new OutOfMemory(size);
    const wanted = roomAround(size);
    const room = heap.untouched > ENOUGH * (2 * wanted + bytes) ? wanted : 0;
    const address = heap.take(2 * room + bytes) + room;
    this.#space.shade(address, size, LIVE);
    this.#nanBits.clear(address, size);
    this.#blocks.set(address, { address, size, edge });
    return address;
  }

  /** Size of the live block that starts at the address, or -1. */
  sizeAt(address: number): number {
    return this.#blocks.get(address)?.size ?? -1;
  }

  /** False when no live block starts there. */
  free(address: number): boolean {
    const block = this.#blocks.get(address);
    if (block === undefined) return false;
    this.#blocks.delete(address);
    if (this.#freed.length < MAX_FREED) this.#freed.push(block);
    this.#space.shade(address, block.size, 0);
    return true;
  }

  /** The sum of the addresses of all live blocks, those without bytes included; and their number. */
  get census(): readonly [number, number] {
    let sum = 0;
    for (const address of this.#blocks.keys()) sum = (sum + address) | 0;
    return [sum, this.#blocks.size];
  }

  /** The live block that an address lies in, or directly behind. */
  blockAt(address: number): HeapBlock | undefined {
    const started = this.#blocks.get(address);
    if (started !== undefined) return started;
    for (const block of this.#blocks.values()) if (isIn(block, address)) return block;
    return undefined;
  }

  /** The same for freed blocks, as far as their memory is not reused. */
  freedBlockAt(address: number): HeapBlock | undefined {
    return this.freed().find((block) => isIn(block, address));
  }

  blocks(): readonly HeapBlock[] {
    return [...this.#blocks.values()];
  }

  freed(): readonly HeapBlock[] {
    return this.#freed.filter(
      ({ address, size }) => this.#space.firstLive(address, address + size) < 0,
    );
  }

  /** Called with variable-length arrays whose blocks are left. */
  onAllocaEnd: ((address: number, size: number) => void) | undefined;

  allocateOnStack(size: number, alignment: number): number {
    const address = this.#space.stack.take(this.#space.footprint(size), alignment);
    this.#space.shade(address, size, LIVE);
    this.#nanBits.clear(address, size);
    this.allocas.push({ address, size });
    return address;
  }

  get allocaDepth(): number {
    return this.allocas.length;
  }

  /** Ends every `alloca` since the depth was as given. */
  releaseAllocas(depth: number): void {
    while (this.allocas.length > depth) {
      const block = this.allocas.pop() as { address: number; size: number };
      this.#space.shade(block.address, block.size, 0);
    }
  }

  /** False when no live `alloca` block starts there. */
  endAlloca(address: number): boolean {
    const index = this.allocas.findLastIndex((block) => block.address === address);
    const block = this.allocas[index];
    if (block === undefined) return false;
    this.allocas.splice(index, 1);
    this.onAllocaEnd?.(address, block.size);
    this.#space.shade(block.address, block.size, 0);
    return true;
  }
}
