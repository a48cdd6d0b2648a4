/**
 * The effects of all threads of a program on shared memory, and the accesses that may happen at the same time:
 * explorations that are repeated until their assumptions hold.
 */
import type { CallEdge, CfaNode, CfaProgram } from "../../cfa/index.ts";
import {
  blockPlace,
  constantOf,
  type Place,
  PointsTo,
  sum,
  type Target,
} from "../../pointers/index.ts";
import { type MutexKinds, mutexKindsOf } from "./mutex-kinds.ts";
import type { Situation } from "./situations.ts";
import { type Access, MAIN_THREAD } from "./thread.ts";
import { ThreadExploration } from "./thread-exploration.ts";
import { ThreadOrder } from "./thread-order.ts";
import type { HeldLock } from "./thread-state.ts";
import { isSingle } from "./tracked-memory.ts";

export interface ThreadLimits {
  readonly isExhausted: () => boolean;
  /** Default: 60,000. */
  readonly maxSituations?: number;
}

/** Number of repetitions, each of which drops at least one wrong assumption. */
const MAX_ROUNDS = 40;

/** Decides which accesses may happen at the same time. */
export class ExploredThreads {
  readonly program: CfaProgram;
  readonly exploration: ThreadExploration;
  /** Without duplicates. */
  readonly accesses: readonly Access[];
  /** Ends of the lifetimes of objects that other threads may access, except freed blocks. */
  readonly ends: readonly Access[];
  readonly mutexKinds: MutexKinds;
  readonly #order: ThreadOrder;
  readonly #pointsTo: PointsTo;

  constructor(
    program: CfaProgram,
    pointsTo: PointsTo,
    exploration: ThreadExploration,
    order: ThreadOrder,
    accesses: readonly Access[],
    ends: readonly Access[],
    mutexKinds: MutexKinds,
  ) {
    this.program = program;
    this.#pointsTo = pointsTo;
    this.exploration = exploration;
    this.#order = order;
    this.accesses = accesses;
    this.ends = ends;
    this.mutexKinds = mutexKinds;
  }

  /**
   * Whether the block that a call allocates is accessed only by its thread, or is a single block in every
   * execution; undefined: neither.
   */
  ownerOf(edge: CallEdge): "thread" | "shared" | undefined {
    const place = blockPlace(edge);
    if (!this.#pointsTo.isEscaped(place)) return "thread";
    return this.#isSingle(place) ? "shared" : undefined;
  }

  /** The thread that allocates the block of a call whose block is `shared`. */
  allocatorOf(edge: CallEdge): string | undefined {
    const [first] = this.exploration.allocations.get(blockPlace(edge).key) ?? [];
    return first?.context.thread.key;
  }

  /** Whether all other threads have ended, and none will be created. */
  isAlone({ context, state }: Situation): boolean {
    return (
      [...this.exploration.threads.values()].every(
        (other) =>
          other.key === MAIN_THREAD.key ||
          (state.joined.has(other.key) && this.#order.isUnique(other)),
      ) && context.thread.key === MAIN_THREAD.key
    );
  }

  /** Whether the accesses are unordered, and have no common lock. */
  mayCoincide(a: Access, b: Access): boolean {
    return !this.#order.isOrdered(a, b) && !this.#haveCommonLock(a, b);
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

  /** Whether the locks are the same when the accesses are to the same bytes. */
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

  /** The lock, if it is the same in every execution. */
  #absolute({ targets }: HeldLock): Target | undefined {
    const [only, ...others] = targets;
    if (only === undefined || others.length > 0 || only.stride !== 0) return undefined;
    return this.#isSingle(only.place) ? only : undefined;
  }

  #isSingle(place: Place): boolean {
    if (isSingle(place, this.program)) return true;
    if (place.kind !== "block") return false;
    const sites = this.exploration.allocations.get(place.key) ?? new Set();
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

/** @returns the reason when there is no result, in place of threads */
export function exploreThreads(
  program: CfaProgram,
  { isExhausted, maxSituations = 60_000 }: ThreadLimits,
): ExploredThreads | string {
  const pointsTo = new PointsTo(program);
  if (!pointsTo.solve(isExhausted)) return "time limit";
  const limits = { isExhausted, maxSituations };
  const contested = new Set<string>();
  const writers = new Map<string, string>();
  const undecided = new Set<CfaNode>();
  const mutexKinds = mutexKindsOf(program);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const assumptions = { contested, writers, undecided };
    const exploration = new ThreadExploration(program, pointsTo, assumptions, limits, mutexKinds);
    const accesses = new Map<string, Access>();
    const ends = new Map<string, Access>();
    const note = (access: Access): void => {
      (access.role === "end" ? ends : accesses).set(signature(access), access);
    };
    const failure = exploration.explore() ?? exploration.accesses(note);
    if (failure !== undefined) return failure;
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
    const [all, last] = [[...accesses.values()], [...ends.values()]];
    return new ExploredThreads(program, pointsTo, exploration, order, all, last, mutexKinds);
  }
  return "no stable assumptions about who writes to what";
}

/** A text that is equal for accesses that are equivalent for all later steps. */
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

/** Distance in bytes from the first byte of an access to a lock. */
function distance({ address }: Access, { value }: HeldLock): number | undefined {
  if (address === undefined) return undefined;
  const known = constantOf(sum(value, address, -1n, 64));
  return known === undefined ? undefined : Number(BigInt.asIntN(64, known));
}
