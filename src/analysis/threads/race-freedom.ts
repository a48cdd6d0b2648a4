/**
 * Proves that no two threads race: every pair of accesses to the same bytes, one of them a write, is
 * of one thread, ordered by creation or end of a thread, under a common lock, or atomic on both
 * sides. Whatever is not understood makes the answer unknown.
 */
import type { CfaNode, CfaProgram } from "../../cfa/index.ts";
import { mayOverlap, type Place, type Target } from "./memory-place.ts";
import { mayCheckErrors } from "./mutex-kinds.ts";
import { PointsTo } from "./points-to.ts";
import { constantOf, sum } from "./symbolic-value.ts";
import type { Access } from "./thread.ts";
import { isSingle, ThreadExploration } from "./thread-exploration.ts";
import { ThreadOrder } from "./thread-order.ts";
import type { HeldLock } from "./thread-state.ts";

/** Two accesses that nothing was found to order. */
export interface PossibleRace {
  readonly first: Access;
  readonly second: Access;
}

export type RaceAnswer =
  | { readonly kind: "race-free"; readonly accesses: number; readonly threads: number }
  | { readonly kind: "possible-races"; readonly races: readonly PossibleRace[] }
  | { readonly kind: "unknown"; readonly reason: string };

export interface RaceOptions {
  readonly isExhausted: () => boolean;
  /** Default: 60,000. */
  readonly maxSituations?: number;
  /** Of pairs that are told of; default: 20. */
  readonly maxRaces?: number;
}

/** Repetitions without assumptions that were wrong; each drops at least one. */
const MAX_ROUNDS = 40;
/** Pairs that are told of when nobody says otherwise. */
const MAX_RACES = 20;

export function proveRaceFreedom(program: CfaProgram, options: RaceOptions): RaceAnswer {
  const pointsTo = new PointsTo(program);
  if (!pointsTo.solve(options.isExhausted)) return { kind: "unknown", reason: "time limit" };
  const limits = {
    isExhausted: options.isExhausted,
    maxSituations: options.maxSituations ?? 60_000,
  };
  const contested = new Set<string>();
  const writers = new Map<string, string>();
  const undecided = new Set<CfaNode>();
  const checksErrors = mayCheckErrors(program);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const assumptions = { contested, writers, undecided };
    const exploration = new ThreadExploration(program, pointsTo, assumptions, limits, checksErrors);
    const accesses = new Map<string, Access>();
    const note = (access: Access): void => {
      accesses.set(signature(access), access);
    };
    const failure = exploration.explore() ?? exploration.accesses(note);
    if (failure !== undefined) return { kind: "unknown", reason: failure };
    const order = new ThreadOrder(exploration);
    let isWrong = false;
    for (const node of exploration.undecided) {
      if (undecided.has(node)) continue;
      undecided.add(node);
      isWrong = true;
    }
    for (const { target, isWrite, role, thread } of accesses.values()) {
      const { key } = target.place;
      if ((!isWrite && role !== "lock") || contested.has(key)) continue;
      const writer = writers.get(key) ?? thread.key;
      const isOnly = writer === thread.key && order.isUnique(thread);
      if (isOnly && writers.has(key)) continue;
      isWrong = true;
      if (isOnly) writers.set(key, thread.key);
      else contested.add(key);
    }
    if (isWrong) continue;
    const judge = new Judge(program, exploration, order);
    const races = judge.races([...accesses.values()], options);
    if (races === undefined) return { kind: "unknown", reason: "time limit" };
    if (races.length > 0) return { kind: "possible-races", races };
    return { kind: "race-free", accesses: accesses.size, threads: exploration.threads.size };
  }
  return { kind: "unknown", reason: "no stable assumptions about who writes to what" };
}

/** Accesses with the same text are the same to all that follows. */
function signature(access: Access): string {
  const { thread, edge, target, size, isWrite, isAtomic, role, address, locks } = access;
  const held = locks.map(({ value, type, mode }) => `${value.key}${type}${mode}`).sort();
  return [
    thread.key,
    edge.id,
    ...[target.place.key, target.offset, target.stride, size],
    `${isWrite}${isAtomic}${access.isBitField}${role}`,
    address?.key ?? "",
    held.join(),
    [...access.created].sort().join(),
    [...access.joined].sort().join(),
  ].join(" ");
}

class Judge {
  readonly #program: CfaProgram;
  readonly #exploration: ThreadExploration;
  readonly #order: ThreadOrder;

  constructor(program: CfaProgram, exploration: ThreadExploration, order: ThreadOrder) {
    this.#program = program;
    this.#exploration = exploration;
    this.#order = order;
  }

  /** Undefined when time is up. */
  races(
    accesses: readonly Access[],
    { isExhausted, maxRaces = MAX_RACES }: RaceOptions,
  ): PossibleRace[] | undefined {
    const byPlace = new Map<string, Access[]>();
    for (const access of accesses) {
      if (access.role === "library") continue;
      const { key } = access.target.place;
      byPlace.set(key, [...(byPlace.get(key) ?? []), access]);
    }
    const races: PossibleRace[] = [];
    for (const group of byPlace.values()) {
      for (const [index, first] of group.entries()) {
        if (isExhausted()) return undefined;
        for (const second of group.slice(index)) {
          if (!this.#mayRace(first, second)) continue;
          races.push({ first, second });
          if (races.length >= maxRaces) return races;
        }
      }
    }
    return races;
  }

  #mayRace(a: Access, b: Access): boolean {
    if (!conflict(a, b)) return false;
    if (this.#order.isOrdered(a, b)) return false;
    return !this.#haveCommonLock(a, b);
  }

  #haveCommonLock(a: Access, b: Access): boolean {
    for (const lock of a.locks) {
      for (const other of b.locks) {
        if (lock.mode === "shared" && other.mode === "shared") continue;
        if (lock.type !== other.type) continue;
        if (this.#isSameLock(a, lock, b, other)) return true;
      }
    }
    return false;
  }

  /** Whether the locks are one when the accesses go to the same bytes. */
  #isSameLock(a: Access, lock: HeldLock, b: Access, other: HeldLock): boolean {
    const [one, two] = [this.#absolute(lock), this.#absolute(other)];
    if (one !== undefined && two !== undefined) {
      return one.place.key === two.place.key && one.offset === two.offset;
    }
    const [p, q] = [distance(a, lock), distance(b, other)];
    if (p === undefined || q === undefined) return false;
    if (a.target.stride === 0 && b.target.stride === 0) {
      // Counted from the start of the instance.
      return a.target.offset + p === b.target.offset + q;
    }
    const isSameStart =
      a.target.stride === b.target.stride &&
      a.target.offset === b.target.offset &&
      Math.max(a.size, b.size) <= a.target.stride;
    return isSameStart && p === q;
  }

  /** The one lock in every execution that it is. */
  #absolute({ targets }: HeldLock): Target | undefined {
    const [only, ...others] = targets;
    if (only === undefined || others.length > 0 || only.stride !== 0) return undefined;
    return this.#isSingle(only.place) ? only : undefined;
  }

  #isSingle(place: Place): boolean {
    if (isSingle(place, this.#program)) return true;
    if (place.kind !== "block") return false;
    const sites = this.#exploration.allocations.get(place.key) ?? new Set();
    const threads = new Set([...sites].map(({ context }) => context.thread));
    const [only] = threads;
    return (
      only !== undefined &&
      threads.size === 1 &&
      this.#order.isUnique(only) &&
      this.#order.happensOnce(sites)
    );
  }
}

/** Whether two accesses may touch the same bytes, one of them as a write, and not both atomic. */
function conflict(a: Access, b: Access): boolean {
  // Operations on a lock disturb each other only where it is made or ended.
  if (!a.isWrite && !b.isWrite) return false;
  if (a.isAtomic && b.isAtomic) return false;
  // Bit-fields that lie next to each other are one location (C11 3.14).
  if (a.isBitField && b.isBitField) return true;
  return mayOverlap(a.target, a.size, b.target, b.size);
}

/** From the first byte of an access to a lock, in bytes. */
function distance({ address }: Access, { value }: HeldLock): number | undefined {
  if (address === undefined) return undefined;
  const known = constantOf(sum(value, address, -1n, 64));
  return known === undefined ? undefined : Number(BigInt.asIntN(64, known));
}
