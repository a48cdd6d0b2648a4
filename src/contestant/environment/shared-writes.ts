/**
 * Writes to shared memory, found by what decides whether an access may meet them: the object's declared type, the place in
 * it, and the type of the value. Large programs have many writes, but few that differ in that.
 */
import type { Target } from "../pointers/index.ts";
import type { Access, ObjectTypes } from "./object-types.ts";

/** An object of the environment: whether it is one, or several that the same call makes. */
interface Block {
  readonly isOne: boolean;
}

/** Writes that are alike. */
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
  /** Groups that a read may meet, and whether what is read at a place may have been changed, by the kind of the read. */
  readonly #meeting = new Map<string, readonly Group[]>();
  readonly #known = new Map<string, boolean>();

  /** @param blocks - objects of the environment, by the keys of their places */
  constructor(types: ObjectTypes, blocks: ReadonlyMap<string, Block>) {
    this.#types = types;
    this.#blocks = blocks;
  }

  /** All writes are noted before one is asked for. */
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

  /** Whether a write through another pointer may have changed what is read. */
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

  /** Whether what is written and what is read may be one object, or two that are one place. */
  #mayBeOne({ places, hasBlock }: Group, { place }: Target): boolean {
    const block = this.#blocks.get(place.key);
    // Objects of the program are apart.
    if (block === undefined) return hasBlock;
    const isOther = places.size > 1 || !places.has(place.key);
    return isOther || !block.isOne;
  }
}
