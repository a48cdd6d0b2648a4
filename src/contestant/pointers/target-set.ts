import { gcdOfNumbers } from "../../ground/util/gcd.ts";
import { type Place, type Target, target, UNKNOWN } from "./memory-place.ts";

/** Number of distinct targets of a place in one set; more become one with a stride. */
const MAX_OFFSETS = 8;

/** The possible targets of a pointer. */
export interface Targets extends Iterable<Target> {
  readonly isEmpty: boolean;
  /** Number of places. */
  readonly size: number;
  readonly hasUnknown: boolean;
  /** Any offsets in the same places. */
  smeared(): Targets;
}

/** The possible targets of a pointer; grows. */
export class TargetSet implements Targets {
  /** Targets by the key of their place; lists are immutable, so that sets may share them. */
  readonly #places = new Map<string, readonly Target[]>();
  #smeared: TargetSet | undefined;

  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  *[Symbol.iterator](): Generator<Target> {
    for (const targets of this.#places.values()) yield* targets;
  }

  get size(): number {
    return this.#places.size;
  }

  get hasUnknown(): boolean {
    return this.#places.has(UNKNOWN.key);
  }

  /** @returns whether it was new */
  add(added: Target): boolean {
    const { key } = added.place;
    const known = this.#places.get(key);
    if (known === undefined) {
      this.#set(key, [added]);
      return true;
    }
    if (known.some((other) => covers(other, added))) return false;
    const rest = known.filter((other) => !covers(added, other));
    rest.push(added);
    this.#set(key, rest.length > MAX_OFFSETS ? [hull(rest)] : rest);
    return true;
  }

  #set(key: string, targets: readonly Target[]): void {
    this.#places.set(key, targets);
    this.#smeared = undefined;
  }

  /** @returns whether one was new */
  addAll(others: Iterable<Target>): boolean {
    if (others instanceof TargetSet) return this.#addSet(others);
    let isNew = false;
    for (const other of others) isNew = this.add(other) || isNew;
    return isNew;
  }

  smeared(): TargetSet {
    if (this.#smeared !== undefined) return this.#smeared;
    const result = new TargetSet();
    for (const [key, [first]] of this.#places) {
      if (first !== undefined) result.#places.set(key, anywhere(first.place));
    }
    this.#smeared = result;
    return result;
  }

  #addSet(others: TargetSet): boolean {
    if (others === this) return false;
    let isNew = false;
    for (const [key, targets] of others.#places) {
      const known = this.#places.get(key);
      if (known === targets) continue;
      if (known === undefined) {
        this.#set(key, targets);
        isNew = true;
      } else {
        for (const other of targets) isNew = this.add(other) || isNew;
      }
    }
    return isNew;
  }
}

const anywheres = new WeakMap<Place, readonly Target[]>();

/** One list for each place, which many sets share. */
function anywhere(place: Place): readonly Target[] {
  let found = anywheres.get(place);
  if (found === undefined) {
    found = [target(place, 0, 1)];
    anywheres.set(place, found);
  }
  return found;
}

function covers(a: Target, b: Target): boolean {
  if (a.stride === 0) return b.stride === 0 && a.offset === b.offset;
  return b.stride % a.stride === 0 && (b.offset - a.offset) % a.stride === 0;
}

function hull(targets: readonly Target[]): Target {
  const [first, ...others] = targets as [Target, ...Target[]];
  let stride = first.stride;
  for (const other of others)
    stride = gcdOfNumbers(gcdOfNumbers(stride, other.stride), other.offset - first.offset);
  return target(first.place, first.offset, stride);
}

/** The set of one target. */
export function only(one: Target): TargetSet {
  const result = new TargetSet();
  result.add(one);
  return result;
}
