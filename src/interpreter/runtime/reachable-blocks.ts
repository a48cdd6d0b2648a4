import type { AddressSpace } from "../address-space.ts";
import type { HeapBlock } from "../contract.ts";

/** Which words of memory count. */
export interface PointerSearch {
  readonly pointerBytes: number;
  /** Whether activations hold pointers, those in variables that are out of scope included; functions that have returned left zeros. */
  readonly hasActivations: boolean;
  /** Asked of words that hold the address of a block. */
  readonly isPointer: (at: number, bytes: number) => boolean;
}

/**
 * The blocks to which no pointer leads: neither from static objects and activations, nor from blocks that
 * are reached. A word that holds any address from the start of a block to one past its end counts as a
 * pointer to it, wherever it lies: packed records hold pointers at odd addresses.
 * @param blocks - sorted by address
 */
export function untrackedBlocks(
  space: AddressSpace,
  blocks: readonly HeapBlock[],
  search: PointerSearch,
): readonly HeapBlock[] {
  let lost = blocks;
  // Hardly ever is a pointer found by looking at all bytes.
  for (const step of [4, 1]) {
    if (lost.length > 0) lost = new Marking(space, blocks, search, step).lost();
  }
  return lost;
}

class Marking {
  readonly #space: AddressSpace;
  readonly #blocks: readonly HeapBlock[];
  readonly #search: PointerSearch;
  readonly #step: number;
  readonly #reached = new Set<HeapBlock>();
  readonly #work: HeapBlock[] = [];

  constructor(
    space: AddressSpace,
    blocks: readonly HeapBlock[],
    search: PointerSearch,
    step: number,
  ) {
    this.#space = space;
    this.#blocks = blocks;
    this.#search = search;
    this.#step = step;
  }

  lost(): HeapBlock[] {
    const { staticStart, staticEnd, stack } = this.#space;
    this.#scan(staticStart, staticEnd);
    if (this.#search.hasActivations) {
      this.#scan(stack.usedStart, Math.min(stack.end, stack.usedEnd));
    }
    for (let block = this.#work.pop(); block !== undefined; block = this.#work.pop()) {
      this.#scan(block.address, block.address + block.size);
    }
    return this.#blocks.filter((block) => !this.#reached.has(block));
  }

  #scan(start: number, end: number): void {
    const { view } = this.#space;
    const { pointerBytes, isPointer } = this.#search;
    for (let at = start; at + pointerBytes <= end; at += this.#step) {
      const word = view.getUint32(at, true);
      if (word === 0 || (pointerBytes === 8 && view.getUint32(at + 4, true) !== 0)) continue;
      const block = blockAt(this.#blocks, word);
      if (block === undefined || this.#reached.has(block) || !isPointer(at, pointerBytes)) continue;
      this.#reached.add(block);
      this.#work.push(block);
    }
  }
}

/** The block that an address lies in, or directly behind. */
function blockAt(blocks: readonly HeapBlock[], address: number): HeapBlock | undefined {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle] as HeapBlock).address <= address) low = middle + 1;
    else high = middle;
  }
  const block = blocks[low - 1];
  return block !== undefined && address <= block.address + block.size ? block : undefined;
}
