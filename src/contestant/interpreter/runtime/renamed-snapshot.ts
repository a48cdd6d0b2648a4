/**
 * The state of a run up to the addresses of its blocks, in a program for which these make no difference
 * (opaque-addresses.ts). Blocks are numbered in the order in which pointer variables reach them; those that none
 * reaches are left out.
 *
 * Two states with equal snapshots go on in the same way with the same inputs, and so for ever when the second one came
 * from the first: Call blocks with the same number corresponding. Pointer variables hold corresponding addresses (the
 * same offset in corresponding blocks) or the same address outside of the heap, everything else that can be read is
 * equal, and addresses of blocks are nowhere else that can be read. Every step keeps that up. What it branches on are
 * numbers, which are equal, and comparisons with null, which agree. A dereferenced pointer leads to corresponding
 * bytes, or both times to what is dead; `free` ends corresponding blocks. An allocation, which never fails, gives new
 * blocks of the same size, which correspond from now on. A block that no pointer variable reaches is never reached
 * again: addresses of blocks come from pointer variables and allocations only.
 *
 * So a program that for ever allocates and forgets is a repeated state, although its heap grows.
 */
import type { AddressSpace } from "../address-space.ts";
import type { HeapBlock, PlacedVariable } from "../contract.ts";
import { type BlockUse, isPlainPointer } from "../opaque-addresses.ts";
import { MAX_BYTES, type SnapshotPart, snapshotOf } from "./snapshot.ts";

/** The blocks of a run. */
export interface Blocks {
  /** The live one that an address lies in, or directly behind. */
  blockAt(address: number): HeapBlock | undefined;
  freedBlockAt(address: number): HeapBlock | undefined;
  /** Returns undefined when addresses may make a difference. */
  use(): BlockUse | undefined;
}

/**
 * Returns the data that distinguish states of a run: without the addresses of blocks where they
 * make no difference.
 */
export function stateSnapshot(
  space: AddressSpace,
  words: readonly number[],
  variables: Iterable<PlacedVariable>,
  blocks: Blocks,
): Uint8Array<ArrayBuffer> | undefined {
  const use = blocks.use();
  const renamed =
    use === undefined ? undefined : renamedSnapshot(space, [1, ...words], variables, blocks, use);
  return renamed ?? snapshotOf(space, [0, ...words]);
}

/**
 * The same for a run that never returns to the activations below: of the blocks, only those that
 * static variables and the innermost activation reach.
 */
export function sharedSnapshot(
  space: AddressSpace,
  words: readonly number[],
  variables: Iterable<PlacedVariable>,
  blocks: Blocks,
): Uint8Array<ArrayBuffer> | undefined {
  const use = blocks.use();
  const renamed =
    use === undefined
      ? undefined
      : renamedSnapshot(space, [1, ...words], variables, blocks, use, "static");
  return renamed ?? snapshotOf(space, [0, ...words], "shared");
}

/** Undefined when it is too large, or a pointer into the heap leads to no block. */
function renamedSnapshot(
  space: AddressSpace,
  words: readonly number[],
  variables: Iterable<PlacedVariable>,
  blocks: Blocks,
  { readsContents }: BlockUse,
  part: SnapshotPart = "outside-heap",
): Uint8Array<ArrayBuffer> | undefined {
  const numbers = new Map<HeapBlock, number>();
  const pointers: number[] = [];
  const holders: number[] = [];
  for (const { object, base } of variables) {
    if (!isPlainPointer(object) || space.firstLive(base, base + object.size) !== base) continue;
    const address = space.view.getUint32(base, true);
    const isWide = object.size > 4 && space.view.getUint32(base + 4, true) !== 0;
    if (isWide || address < space.heap.start || address >= space.heap.end) continue;
    const live = blocks.blockAt(address);
    const block = live ?? blocks.freedBlockAt(address);
    if (block === undefined) return undefined;
    const number = numbers.get(block) ?? numbers.size;
    numbers.set(block, number);
    holders.push(base);
    pointers.push(base, number, address - block.address, block.size, live === undefined ? 0 : 1);
  }
  const parts = readsContents ? [...numbers.keys()].map((block) => contentsOf(space, block)) : [];
  const rest = without(space, holders, () =>
    snapshotOf(space, [...words, pointers.length, ...pointers], part),
  );
  if (rest === undefined) return undefined;
  const size = parts.reduce((sum, part) => sum + part.length, rest.length);
  if (size > MAX_BYTES) return undefined;
  const snapshot = new Uint8Array(size);
  let at = 0;
  for (const part of [rest, ...parts]) {
    snapshot.set(part, at);
    at += part.length;
  }
  return snapshot;
}

/** Freed blocks cannot be read. */
function contentsOf(space: AddressSpace, { address, size }: HeapBlock): Uint8Array {
  const isLive = space.firstLive(address, address + size) === address;
  return isLive ? space.bytes.subarray(address, address + size) : new Uint8Array(0);
}

/** Computes a result that does not depend on the words at these places. */
function without<T>(space: AddressSpace, holders: readonly number[], take: () => T): T {
  const values = holders.map((at) => space.view.getUint32(at, true));
  for (const at of holders) space.view.setUint32(at, 0, true);
  const taken = take();
  for (const [index, at] of holders.entries()) {
    space.view.setUint32(at, values[index] as number, true);
  }
  return taken;
}
