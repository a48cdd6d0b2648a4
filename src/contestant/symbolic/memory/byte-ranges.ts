/** Copies and fills whose length is a term (C11 7.24.2.1, 7.24.2.2, 7.24.6.1). */
import type { Term, TermManager } from "../../smt/index.ts";
import type { MemoryAccess } from "./access.ts";
import type { ByteRange } from "./array-contents.ts";
import type { SymbolicMemory } from "./memory.ts";
import { decidedBy } from "./path-condition.ts";
import type { Region } from "./region.ts";
import type { State } from "./state.ts";
import type { Pointer, PointerTarget } from "./value.ts";

/** Bytes of an object that are kept individually; more become an array. */
const MAX_SINGLE_BYTES = 256;

/** A place from which the bytes up to the end of the object are known individually. */
interface KnownPlace {
  readonly region: Region;
  readonly offset: number;
  readonly room: number;
}

export class ByteRanges {
  readonly #manager: TermManager;
  readonly #memory: SymbolicMemory;
  readonly #access: MemoryAccess;

  constructor(memory: SymbolicMemory, access: MemoryAccess) {
    this.#manager = memory.manager;
    this.#memory = memory;
    this.#access = access;
  }

  /** @param byte - a term of eight bits */
  fill(state: State, to: Pointer, byte: Term, length: Term): void {
    this.#require(state, to, length, true);
    if (state.isEmpty) return;
    const place = this.#knownPlace(state, to);
    if (place !== undefined) {
      this.#writeBytes(state, place, length, new Array<Term>(place.room).fill(byte));
      return;
    }
    for (const { region, offset, guard } of this.#possible(state, to)) {
      const source = { kind: "byte", value: byte } as const;
      this.#write(state, region, { condition: guard, offset, length, source });
    }
  }

  copy(state: State, to: Pointer, from: Pointer, length: Term, mayOverlap: boolean): void {
    this.#require(state, from, length, false);
    this.#require(state, to, length, true);
    if (!mayOverlap) this.#access.checkDisjoint(state, to, from, length, true);
    if (state.isEmpty) return;
    const [target, origin] = [this.#knownPlace(state, to), this.#knownPlace(state, from)];
    if (target !== undefined && origin !== undefined) {
      const room = Math.min(target.room, origin.room);
      const bytes = Array.from({ length: room }, (_, i) => {
        return this.#byteAt(state, origin.region, origin.offset + i);
      });
      this.#writeBytes(state, target, length, bytes);
      return;
    }
    // All bytes are read before any is written.
    const sources = this.#possible(state, from).map(({ region, offset, guard }) => {
      const array = this.#access.contentOf(state, region).asArray();
      return { guard, source: { kind: "array", array, offset } as const };
    });
    for (const { region, offset, guard } of this.#possible(state, to)) {
      for (const { guard: isSource, source } of sources) {
        const condition = this.#manager.and(guard, isSource);
        this.#write(state, region, { condition, offset, length, source });
      }
    }
  }

  /** The bytes have to be there, unless they are none; executions in which they are not are left out. */
  demand(state: State, pointer: Pointer, length: Term, isWrite: boolean): void {
    const some = state.fork();
    some.restrict(this.#manager.not(this.#manager.eq(length, this.#memory.constantOffset(0))));
    if (!some.isEmpty) this.#require(some, pointer, length, isWrite);
  }

  /** The objects that a pointer may point to, after {@link #require}. */
  #possible(state: State, { targets }: Pointer): readonly PointerTarget[] {
    return targets.filter(
      ({ region, guard }) =>
        isObject(region) && decidedBy(this.#manager, state.path, guard) !== false,
    );
  }

  /**
   * Records, and leaves out, the executions in which not all the bytes are there. A pointer has to be valid
   * although no byte is accessed (C11 7.24.1p2); a violation of that violates no property.
   */
  #require(state: State, { targets }: Pointer, length: Term, isWrite: boolean): void {
    const manager = this.#manager;
    const isNothing = manager.eq(length, this.#memory.constantOffset(0));
    const missing = (condition: Term, reason: string, isWild = false): void => {
      const isUsed = manager.and(condition, manager.not(isNothing));
      if (isWild) this.#access.undefinedWhen(state, isUsed, reason, "undefined", "dereference");
      else this.#access.undefinedWhen(state, isUsed, reason, "dereference");
      const isUnused = manager.and(condition, isNothing);
      this.#access.undefinedWhen(state, isUnused, `nothing is accessed: ${reason}`);
      state.restrict(manager.not(isUsed));
    };
    for (const { region, offset, guard } of targets) {
      if (decidedBy(manager, state.path, guard) === false) continue;
      const { name, kind } = region;
      if (!isObject(region)) {
        missing(guard, `access through a ${kind} pointer`, kind === "wild");
        continue;
      }
      const isDead = manager.and(guard, this.#access.isDead(state, region));
      if (isDead !== manager.false) missing(isDead, `access after the lifetime of '${name}'`);
      const size = region.symbolicSize ?? this.#memory.constantOffset(region.size ?? 0);
      const fits = manager.and(
        manager.ule(length, size),
        manager.ule(offset, manager.sub(size, length)),
      );
      missing(manager.and(guard, manager.not(fits)), `access outside '${name}'`);
      if (isWrite && region.isReadOnly) {
        this.#access.undefinedWhen(state, guard, `write to read-only '${name}'`);
      }
    }
  }

  /** The only place of a pointer, when its bytes can be distinguished. */
  #knownPlace(state: State, pointer: Pointer): KnownPlace | undefined {
    const [only, ...others] = this.#possible(state, pointer);
    if (only === undefined || others.length > 0) return undefined;
    const { region, offset } = only;
    if (region.size === undefined || offset.op !== "constant") return undefined;
    if (this.#access.contentOf(state, region).isArray) return undefined;
    const room = region.size - Number(offset.value);
    const isKnown = room >= 0 && room <= MAX_SINGLE_BYTES;
    return isKnown ? { region, offset: Number(offset.value), room } : undefined;
  }

  #byteAt(state: State, region: Region, offset: number): Term {
    return this.#access.contentOf(state, region).readBits(offset, 1);
  }

  #writeBytes(
    state: State,
    { region, offset }: KnownPlace,
    length: Term,
    bytes: readonly Term[],
  ): void {
    for (const [i, byte] of bytes.entries()) {
      const isWritten = this.#manager.ult(this.#memory.constantOffset(i), length);
      const value = this.#manager.ite(isWritten, byte, this.#byteAt(state, region, offset + i));
      this.#access.writeAt(state, region, offset + i, 1, value);
    }
  }

  #write(state: State, region: Region, range: ByteRange): void {
    state.writable(region, this.#access.contentOf(state, region)).writeRange(range);
  }
}

function isObject({ kind }: Region): boolean {
  return kind === "static" || kind === "automatic" || kind === "heap";
}
