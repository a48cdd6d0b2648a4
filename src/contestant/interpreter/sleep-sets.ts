/**
 * Sleep sets (Godefroid 1996, chapter 5): after all executions that begin with a step of one thread
 * were explored in a state, another thread goes first. As long as the running threads are
 * independent of that step, it need not be taken again: the other order leads to the same states.
 * No state is left out by that, but many of the paths that lead to one.
 */
import type { Footprint } from "./runtime/segments.ts";

/** A thread with the step that it would take next. */
export interface Sleeper {
  readonly thread: number;
  readonly step: Footprint;
}

/** Threads are bits of a word. */
const MAX_THREADS = 31;

/** The threads that stay asleep after a step. */
export function stillAsleep(sleepers: readonly Sleeper[], step: Footprint): Sleeper[] {
  return sleepers.filter((sleeper) => areIndependent(sleeper.step, step));
}

export function maskOf(sleepers: readonly Sleeper[]): number {
  return sleepers.reduce((mask, { thread }) => mask | (1 << thread), 0);
}

export function isIn(mask: number, thread: number): boolean {
  return ((mask >> thread) & 1) === 1;
}

/** Whether all threads have bits of their own. */
export function haveBits(threads: readonly number[]): boolean {
  return threads.every((thread) => thread < MAX_THREADS);
}

/**
 * Whether two steps of different threads have the same result in both orders: neither writes a byte
 * that the other accesses.
 */
function areIndependent(one: Footprint, other: Footprint): boolean {
  for (let i = 0; i < one.length; i += 3) {
    const [start, end, isWrite] = [one[i], one[i + 1], one[i + 2]] as [number, number, number];
    for (let j = 0; j < other.length; j += 3) {
      if ((other[j] as number) >= end || (other[j + 1] as number) <= start) continue;
      if ((isWrite | (other[j + 2] as number)) !== 0) return false;
    }
  }
  return true;
}
