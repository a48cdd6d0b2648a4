/**
 * Writes to shared memory, indexed by what decides whether an access may meet them: the declared type of the
 * object, the place in it, and the type of the value. Large programs have many writes, but few that differ in
 * these.
 */
import type { Target } from "../pointers/index.ts";
import type { Access, ObjectTypes } from "./object-types.ts";

/** An object of the environment: whether it is one object, or several made by the same call. */
interface Block {
  readonly isOne: boolean;
}

/** Writes that are equal with respect to {@link ObjectTypes.mayMeet}. */
interface Group {
  readonly access: Access;
  readonly target: Target;
  /** Keys of the places that are written. */
  readonly places: Set<string>;
  /** Whether one of them is an object of the environment. */
  hasBlock: boolean;
}

export class SharedWrites {
  readonly #types: ObjectTypes;
  readonly #blocks: ReadonlyMap<string, Block>;
  readonly #groups = new Map<string, Group>();
  /**
   * Cached by the kind of the read: the groups that it may meet, and whether the value at a place may have been
   * changed.
   */
  readonly #meeting = new Map<string, readonly Group[]>();
  readonly #known = new Map<string, boolean>();

  /** @param blocks - objects of the environment, by the keys of their places */
  constructor(types: ObjectTypes, blocks: ReadonlyMap<string, Block>) {
    this.#types = types;
    this.#blocks = blocks;
  }

  /** All writes are noted before the first query. */
  note(target: Target, access: Access): void {
    const kind = this.#types.kindOf(target, access);
    let group = this.#groups.get(kind);
    if (group === undefined) {
      group = { access, target, places: new Set(), hasBlock: false };
      this.#groups.set(kind, group);
    }
    const { key } = target.place;
    group.places.add(key);
    if (this.#blocks.has(key)) group.hasBlock = true;
  }

  /** Whether a write through another pointer may have changed the value that is read. */
  mayChange(from: Target, access: Access): boolean {
    const kind = this.#types.kindOf(from, access);
    const key = `${from.place.key} ${kind}`;
    let mayChange = this.#known.get(key);
    if (mayChange === undefined) {
      mayChange = this.#groupsMet(kind, from, access).some((group) => this.#mayBeOne(group, from));
      this.#known.set(key, mayChange);
    }
    return mayChange;
  }

  #groupsMet(kind: string, from: Target, access: Access): readonly Group[] {
    let met = this.#meeting.get(kind);
    if (met === undefined) {
      met = [...this.#groups.values()].filter((group) =>
        this.#types.mayMeet(group.target, group.access, from, access),
      );
      this.#meeting.set(kind, met);
    }
    return met;
  }

  /** Whether a written and a read object may be the same object, or two objects at one place. */
  #mayBeOne({ places, hasBlock }: Group, { place }: Target): boolean {
    const block = this.#blocks.get(place.key);
    // Objects of the program are disjoint.
    if (block === undefined) return hasBlock;
    const isOther = places.size > 1 || !places.has(place.key);
    return isOther || !block.isOne;
  }
}
