import type { AddressSpace } from "../address-space.ts";
import type { HeapBlock } from "../contract.ts";

/**
 * The blocks to which no pointer leads: neither from live objects of the static
 * and the stack region, nor from blocks that are reached. A word that holds any
 * address from the start of a block to one past its end counts as a pointer to it.
 * `blocks` are sorted by address.
 */
export function untrackedBlocks(
  space: AddressSpace,
  blocks: readonly HeapBlock[],
  pointerBytes: number,
): HeapBlock[] {
  const reached = new Set<HeapBlock>();
  const work: HeapBlock[] = [];
  const scan = (start: number, end: number): void => {
    for (let at = start; at + pointerBytes <= end; at += 4) {
      if (space.shadow[at] === 0 || space.shadow[at + pointerBytes - 1] === 0) continue;
      if (pointerBytes === 8 && space.view.getUint32(at + 4, true) !== 0) continue;
      const block = blockAt(blocks, space.view.getUint32(at, true));
      if (block === undefined || reached.has(block)) continue;
      reached.add(block);
      work.push(block);
    }
  };
  scan(space.staticStart, space.staticEnd);
  scan(space.stack.start, Math.min(space.stack.end, space.stack.usedEnd));
  for (let block = work.pop(); block !== undefined; block = work.pop()) {
    scan(block.address, block.address + block.size);
  }
  return blocks.filter((block) => !reached.has(block));
}

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
