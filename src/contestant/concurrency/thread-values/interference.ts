/**
 * The cells of static memory that other threads may write or read while a thread is at one place (protecting locks
 * and thread ids: Schwarz, Saan, Seidl, Apinis, Erhard, Vojdani: "Improving thread-modular abstract
 * interpretation", SAS 2021).
 */
import type { ProgramLayout } from "../../abstract-interpretation/index.ts";
import { atom, blockPlace, constant, mayOverlap, objectPlace, sum } from "../../pointers/index.ts";
import type { ExploredThreads } from "../race-freedom/explored-threads.ts";
import type { Situation } from "../race-freedom/situations.ts";
import type { Access } from "../race-freedom/thread.ts";
import { lockSignature } from "../race-freedom/thread-state.ts";

/** By slot. */
export interface Mask {
  /** Another thread may write to the cell now. */
  readonly foreign: Uint8Array;
  /** Another thread may access the cell now. */
  readonly seen: Uint8Array;
}

/** A cell with the accesses to it. */
interface SharedCell {
  readonly slot: number;
  readonly at: Pick<Access, "target" | "size" | "address">;
  readonly accesses: readonly Access[];
  /** For a block: the thread that allocates it. */
  readonly allocator: string | undefined;
}

export class Interference {
  readonly #threads: ExploredThreads;
  readonly #size: number;
  /** Cells that some thread accesses. */
  readonly cells: readonly SharedCell[];
  readonly #masks = new Map<string, Mask>();
  readonly #alone: Mask;

  constructor(threads: ExploredThreads, layout: ProgramLayout) {
    this.#threads = threads;
    this.#size = layout.staticSize;
    this.cells = sharedCells(threads, layout);
    this.#alone = this.#empty();
  }

  /** @param releases - as if the thread held no locks */
  maskOf({ context: { thread }, state }: Situation, releases = false): Mask {
    const { atomic, created, joined } = state;
    // No other thread continues meanwhile.
    if (atomic > 0) return this.#alone;
    const locks = releases ? [] : state.locks;
    const ids = (names: ReadonlySet<string>): string => [...names].sort().join();
    const key = [thread.key, lockSignature({ ...state, locks }), ids(created), ids(joined)].join(
      " ",
    );
    let mask = this.#masks.get(key);
    if (mask === undefined) {
      mask = this.#empty();
      for (const { slot, at, accesses } of this.cells) {
        const here = { thread, locks, created, joined, ...at };
        for (const access of accesses) {
          if (mask.seen[slot] === 1 && (mask.foreign[slot] === 1 || !access.isWrite)) continue;
          if (!this.#threads.mayCoincide(here as Access, access)) continue;
          mask.seen[slot] = 1;
          if (access.isWrite) mask.foreign[slot] = 1;
        }
      }
      this.#masks.set(key, mask);
    }
    return mask;
  }

  #empty(): Mask {
    return { foreign: new Uint8Array(this.#size), seen: new Uint8Array(this.#size) };
  }
}

function sharedCells(threads: ExploredThreads, { statics, sites }: ProgramLayout): SharedCell[] {
  const byPlace = new Map<string, Access[]>();
  for (const access of threads.accesses) {
    const { key } = access.target.place;
    const list = byPlace.get(key);
    if (list === undefined) byPlace.set(key, [changing(access)]);
    else list.push(changing(access));
  }
  const cells: SharedCell[] = [];
  const shared = [
    ...statics
      .filter(({ object }) => !object.isReadOnly)
      .map(({ object, layout, slot }) => {
        return { place: objectPlace(object), layout, slot, allocator: undefined };
      }),
    ...sites
      .filter(({ isShared }) => isShared)
      .map(({ edge, layout, slots: { newest } }) => {
        const allocator = threads.allocatorOf(edge);
        return { place: blockPlace(edge), layout, slot: newest, allocator };
      }),
  ];
  for (const { place, layout, slot, allocator } of shared) {
    const group = byPlace.get(place.key);
    if (group === undefined) continue;
    for (const [index, { offset, size }] of layout.cells.entries()) {
      const target = { place, offset, stride: 0 };
      const touching = group.filter((access) =>
        mayOverlap(access.target, access.size, target, size),
      );
      if (touching.length === 0) continue;
      const address = sum(atom(`&${place.key}`), constant(BigInt(offset), 64), 1n, 64);
      cells.push({
        slot: slot + index,
        at: { target, size, address },
        accesses: withoutTwins(touching),
        allocator,
      });
    }
  }
  return cells;
}

/** Locking and unlocking change the bytes of the lock. */
function changing(access: Access): Access {
  return access.role === "lock" ? { ...access, isWrite: true } : access;
}

/** One of those that do not differ with respect to ordering. */
function withoutTwins(accesses: readonly Access[]): Access[] {
  const known = new Map<string, Access>();
  for (const access of accesses) {
    const { thread, locks, address, created, joined, isWrite, target, size } = access;
    const held = locks.map(({ value, type, mode }) => `${value.key}${type}${mode}`).sort();
    const at =
      locks.length === 0 ? "" : `${target.offset}:${target.stride}:${size}:${address?.key}`;
    const ordered = [[...created].sort().join(), [...joined].sort().join()];
    known.set([thread.key, isWrite, at, ...held, ...ordered].join(" "), access);
  }
  return [...known.values()];
}
