/**
 * The memory of a run as one sequence of bytes: two runs of a program that stand at the same places
 * with equal snapshots, and get the same inputs, continue in the same way. Dead memory and the
 * addresses of future objects are left out: no defined program can observe them.
 */
import type { AddressSpace } from "../address-space.ts";

/** Larger memories have no snapshot. */
export const MAX_BYTES = 8_000_000;

/** Static memory and blocks; these and the frames of activations; or all but the blocks. */
export type SnapshotPart = "shared" | "all" | "outside-heap" | "static";

/** Ranges of live bytes with their contents, behind the given words; undefined when there are too many. */
export function snapshotOf(
  space: AddressSpace,
  words: readonly number[],
  part: SnapshotPart = "all",
): Uint8Array<ArrayBuffer> | undefined {
  const ranges = [...liveRanges(space, part)];
  const size = ranges.reduce((sum, [start, end]) => sum + end - start + 8, 0);
  if (size > MAX_BYTES) return undefined;
  const snapshot = new Uint8Array(4 * words.length + size);
  const view = new DataView(snapshot.buffer);
  for (const [index, word] of words.entries()) view.setInt32(4 * index, word);
  let at = 4 * words.length;
  for (const [start, end] of ranges) {
    view.setInt32(at, start);
    view.setInt32(at + 4, end);
    snapshot.set(space.bytes.subarray(start, end), at + 8);
    at += 8 + end - start;
  }
  return snapshot;
}

function* liveRanges(
  space: AddressSpace,
  part: SnapshotPart,
): Generator<readonly [number, number]> {
  const { staticStart, staticEnd, stack, heap } = space;
  const regions: readonly (readonly [number, number])[] = [
    [staticStart, staticEnd],
    ...(part === "all" || part === "outside-heap"
      ? [[stack.usedStart, stack.usedEnd] as const]
      : []),
    ...(part === "all" || part === "shared" ? [[heap.usedStart, heap.usedEnd] as const] : []),
  ];
  for (const [start, end] of regions) {
    for (let at = space.firstLive(start, end); at >= 0; ) {
      const dead = space.firstDead(at, end);
      yield [at, dead];
      at = dead < end ? space.firstLive(dead, end) : -1;
    }
  }
}
