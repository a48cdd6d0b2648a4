/**
 * Proves that no two threads race: the accesses of every pair to the same bytes, one of them a write or the end of
 * the object's lifetime (C11 6.2.4p2: it must not be accessed afterwards), are in one thread, ordered by creation
 * or end of a thread, under a common lock, or both atomic. Any unsupported feature leads to UNKNOWN.
 */
import type { CfaProgram } from "../../cfa/index.ts";
import { mayOverlap } from "../../pointers/index.ts";
import { type ExploredThreads, exploreThreads, type ThreadLimits } from "./explored-threads.ts";
import type { Access } from "./thread.ts";

/** Two accesses that could not be proved to be ordered. */
export interface PossibleRace {
  readonly first: Access;
  readonly second: Access;
}

export type RaceAnswer =
  | { readonly kind: "race-free"; readonly accesses: number; readonly threads: number }
  | { readonly kind: "possible-races"; readonly races: readonly PossibleRace[] }
  | { readonly kind: "unknown"; readonly reason: string };

export interface RaceOptions extends ThreadLimits {
  /** Maximal number of pairs that are reported; default: 20. */
  readonly maxRaces?: number;
}

/** Default number of pairs that are reported. */
const MAX_RACES = 20;

export function proveRaceFreedom(program: CfaProgram, options: RaceOptions): RaceAnswer {
  const threads = exploreThreads(program, options);
  if (typeof threads === "string") return { kind: "unknown", reason: threads };
  const races = racesOf(threads, options);
  if (races === undefined) return { kind: "unknown", reason: "time limit" };
  if (races.length > 0) return { kind: "possible-races", races };
  const { accesses, exploration } = threads;
  return { kind: "race-free", accesses: accesses.length, threads: exploration.threads.size };
}

/** Undefined when the time limit is reached. */
function racesOf(
  threads: ExploredThreads,
  { isExhausted, maxRaces = MAX_RACES }: RaceOptions,
): PossibleRace[] | undefined {
  const byPlace = new Map<string, Access[]>();
  for (const access of [...threads.accesses, ...threads.ends]) {
    if (access.role === "library") continue;
    const { key } = access.target.place;
    byPlace.set(key, [...(byPlace.get(key) ?? []), access]);
  }
  const races: PossibleRace[] = [];
  for (const group of byPlace.values()) {
    for (const [index, first] of group.entries()) {
      if (isExhausted()) return undefined;
      for (const second of group.slice(index)) {
        if (!conflict(first, second) || !threads.mayCoincide(first, second)) continue;
        races.push({ first, second });
        if (races.length >= maxRaces) return races;
      }
    }
  }
  return races;
}

/** Whether two accesses may touch the same bytes, one of them as a write, and not both atomic. */
function conflict(a: Access, b: Access): boolean {
  // Operations on a lock conflict only where it is initialised or destroyed.
  if (!a.isWrite && !b.isWrite) return false;
  if (a.isAtomic && b.isAtomic) return false;
  // Every object ends once.
  if (a.role === "end" && b.role === "end") return false;
  // Where it is not known which others are one memory location with a bit-field, all may be.
  if (a.isBitField && b.isBitField) return true;
  return mayOverlap(a.target, a.size, b.target, b.size);
}
