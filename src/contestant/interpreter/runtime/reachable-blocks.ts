import type { AddressSpace } from "../address-space.ts";
import type { HeapBlock } from "../contract.ts";

/** The words of memory that count as pointers. */
export interface PointerSearch {
  readonly pointerBytes: number;
  /** Ranges of variables, including those out of scope; functions that have returned left zeros. */
  readonly variables: readonly Range[];
  /** Numbers of suspended threads that count as pointers. */
  readonly held: readonly number[];
  /** Called with words that hold the address of a block. */
  readonly isPointer: (at: number, bytes: number) => boolean;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the blocks to which no pointer leads: neither from variables and suspended threads, nor
 * from reached blocks. A word that holds any address from the start of a block to one past its end
 * counts as a pointer to it, at any alignment: packed records hold pointers at odd addresses.
 * @param blocks - sorted by address
 */
export function untrackedBlocks(
  space: AddressSpace,
  blocks: readonly HeapBlock[],
  search: PointerSearch,
): readonly HeapBlock[] {
  let lost = blocks;
  // Unaligned pointers are rare.
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
    const { variables, held } = this.#search;
    for (const { start, end } of variables) this.#scan(start, end);
    for (const number of held) this.#reach(blockAt(this.#blocks, number));
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
      this.#reach(block);
    }
  }

  #reach(block: HeapBlock | undefined): void {
    if (block === undefined || this.#reached.has(block)) return;
    this.#reached.add(block);
    this.#work.push(block);
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
