/** Loads and stores through symbolic pointers. */

import { defined } from "../../../ground/util/defined.ts";
import type { BitField, CfaEdge } from "../../cfa/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type { Check } from "../../specification/index.ts";
import { numericOffset, type Place } from "./access-place.ts";
import { knownElements, knownOfBase } from "./array-contents.ts";
import { byteRuns } from "./byte-runs.ts";
import { Content } from "./content.ts";
import { type ContentBase, IndeterminateBase, ZeroBase } from "./content-base.ts";
import type { ExecutionRecord } from "./execution-record.ts";
import type { SymbolicMemory } from "./memory.ts";
import { candidateOffsets, MAX_OFFSETS } from "./offsets.ts";
import { decidedBy } from "./path-condition.ts";
import type { Region } from "./region.ts";
import type { State } from "./state.ts";
import { UnsupportedFeature } from "./unsupported.ts";
import { Pointer, type PointerTarget, selectPointer, type Value } from "./value.ts";

/** A part of a copied byte range. */
interface Piece {
  readonly at: number;
  readonly size: number;
  readonly value: Value;
}

/** Contents of an automatic object before its declaration is reached, and after its block is left. */
export interface UnbornContents {
  readonly initial: Content;
  readonly ended: Content;
}

export class MemoryAccess {
  readonly #manager: TermManager;
  readonly #memory: SymbolicMemory;
  readonly #record: ExecutionRecord;
  /** The edge that is being executed, for the records. */
  edge: CfaEdge | undefined;
  /** A symbolic offset with more candidates than this turns the region into an array. */
  maxCandidates: number = MAX_OFFSETS;
  /** Whether executions end once a signed operation has overflowed. */
  endsAtOverflow = false;
  /** While set: called for every element that is read through a computed address. */
  onLoad: ((region: Region, offset: Term, size: number) => void) | undefined;

  constructor(memory: SymbolicMemory, record: ExecutionRecord) {
    this.#manager = memory.manager;
    this.#memory = memory;
    this.#record = record;
  }

  /** Records that the executions of `state` in which `condition` holds are undefined. */
  undefinedWhen(
    state: State,
    condition: Term,
    reason: string,
    check: Check = "undefined",
    suspected?: Check,
  ): void {
    const decided = decidedBy(this.#manager, state.path, condition);
    if (decided === false) return;
    const guard = this.#manager.and(state.path.term, condition);
    if (guard === this.#manager.false) return;
    const { edge } = this;
    this.#record.obligations.add({ check, guard, reason, edge, ...defined({ suspected }) });
    if (check === "overflow" && this.endsAtOverflow) state.restrict(this.#manager.not(condition));
  }

  /** Returns `value`, or any value where `condition` holds, which C leaves undefined. */
  unspecifiedWhen(state: State, condition: Term, value: Term): Term {
    if (decidedBy(this.#manager, state.path, condition) === false) return value;
    const guard = this.#manager.and(state.path.term, condition);
    if (guard === this.#manager.false) return value;
    const reason = "an unspecified result";
    this.#record.obligations.add({ check: "unspecified", guard, reason, edge: this.edge });
    const any = this.#manager.freshVariable("unspecified", value.width);
    return this.#manager.ite(condition, any, value);
  }

  zeroContent(state: State): Content {
    return new Content(this.#memory, state.token, new ZeroBase(this.#manager));
  }

  indeterminateContent(state: State, name: string): { content: Content; base: IndeterminateBase } {
    const base = new IndeterminateBase(this.#manager, name);
    return { content: new Content(this.#memory, state.token, base), base };
  }

  newContent(state: State, base: ContentBase): Content {
    return new Content(this.#memory, state.token, base);
  }

  contentOf(state: State, region: Region): Content {
    let content = state.contents.get(region);
    if (content === undefined) {
      content = this.indeterminateContent(state, region.name).content;
      state.contents.set(region, content);
    }
    return content;
  }

  /** Contents that no state owns: indeterminate, for a live object and for a dead one. */
  unbornContents(name: string): UnbornContents {
    const base = new IndeterminateBase(this.#manager, name);
    const initial = new Content(this.#memory, {}, base);
    const ended = new Content(this.#memory, {}, base);
    ended.live = this.#manager.false;
    return { initial, ended };
  }

  /** Marks the object as alive. */
  revive(state: State, region: Region): void {
    state.writable(region, this.contentOf(state, region)).live = this.#manager.true;
  }

  /** Marks the object as dead. */
  kill(state: State, region: Region): void {
    state.contents.set(region, this.unbornContents(region.name).ended);
  }

  /** The executions on which pointers to the region dangle: freed, out of scope, returned from. */
  isDead(state: State, region: Region): Term {
    if (region.hasEnded) return this.#manager.true;
    const content = state.contents.get(region);
    return content === undefined ? this.#manager.false : this.#manager.not(content.live);
  }

  /** Records as unsupported the executions on which the object of a region is alive. */
  unsupportedUnlessDead(state: State, region: Region): void {
    const guard = this.#manager.and(state.path.term, this.contentOf(state, region).live);
    if (guard === this.#manager.false) return;
    const reason = `'${region.name}' is declared again while it may live`;
    this.#record.obligations.add({ check: "unsupported", guard, reason, edge: this.edge });
  }

  /** Records copies between ranges that overlap without being equal (C11 6.5.16.1p3, 7.24.2.1p2). */
  checkOverlap(state: State, to: Pointer, from: Pointer, size: number): void {
    const manager = this.#manager;
    if (size < 2) return;
    for (const x of to.targets) {
      for (const y of from.targets) {
        if (x.region !== y.region) continue;
        const distance = manager.sub(x.offset, y.offset);
        const reach = this.#memory.constantOffset(size - 1);
        const near = manager.ule(manager.add(distance, reach), manager.add(reach, reach));
        const same = manager.eq(distance, this.#memory.constantOffset(0));
        const overlap = manager.and(x.guard, y.guard, near, manager.not(same));
        this.undefinedWhen(state, overlap, `copy within '${x.region.name}' overlaps`);
      }
    }
  }

  /**
   * Like {@link checkOverlap}, for a size that may be a term; a range overlaps itself, unless it may be copied onto
   * itself.
   */
  checkDisjoint(state: State, a: Pointer, b: Pointer, size: Term, mayBeSame = false): void {
    const manager = this.#manager;
    for (const x of a.targets) {
      for (const y of b.targets) {
        if (x.region !== y.region) continue;
        const near = manager.or(
          manager.ult(manager.sub(x.offset, y.offset), size),
          manager.ult(manager.sub(y.offset, x.offset), size),
        );
        const same = mayBeSame ? manager.eq(x.offset, y.offset) : manager.false;
        const overlap = manager.and(x.guard, y.guard, near, manager.not(same));
        this.undefinedWhen(state, overlap, `copy within '${x.region.name}' overlaps`);
      }
    }
  }

  /** Reads directly at a known place; the caller guarantees its validity. */
  readAt(state: State, region: Region, offset: number, size: number): Value {
    return this.contentOf(state, region).read(offset, size);
  }

  writeAt(state: State, region: Region, offset: number, size: number, value: Value): void {
    state.writable(region, this.contentOf(state, region)).write(offset, size, value);
  }

  load(state: State, pointer: Pointer, size: number): Value {
    const places = this.#places(state, pointer, size, { write: false });
    let result: Value | undefined;
    for (let i = places.length - 1; i >= 0; i--) {
      const place = places[i] as Place;
      const value = this.#readPlace(state, place, size);
      result = result === undefined ? value : this.#select(place.condition, value, result);
    }
    if (result === undefined) {
      // This is undefined on every execution, and recorded as undefined.
      state.restrict(this.#manager.false);
      return this.#manager.constant(size * 8, 0n);
    }
    return result;
  }

  /** The element of a region at an offset that need not lie within it. */
  readElement(state: State, region: Region, offset: Term, size: number): Value {
    return this.#readPlace(state, { condition: this.#manager.true, region, offset }, size);
  }

  get pointerBits(): number {
    return this.#memory.pointerBits;
  }

  #readPlace(state: State, { region, offset }: Place, size: number): Value {
    const content = this.contentOf(state, region);
    const at = typeof offset === "number" ? this.#memory.constantOffset(offset) : offset;
    this.onLoad?.(region, at, size);
    const isPlain = typeof offset === "number" && !content.isArray;
    const value = isPlain ? content.read(offset, size) : content.readElement(at, size);
    const known = isPlain
      ? knownOfBase(this.#memory, content.base)
      : knownElements(this.#memory, content.asArray());
    for (const { elements, guard } of known) {
      const says = elements.facts.flatMap((fact) => fact.instantiate(at, size) ?? []);
      const literal = this.#manager.implies(guard, this.#manager.and(...says));
      if (decidedBy(this.#manager, state.path, literal) !== true) state.restrict(literal);
    }
    return value;
  }

  store(state: State, pointer: Pointer, size: number, value: Value): void {
    const places = this.#places(state, pointer, size, { write: true });
    if (places.length === 0) state.restrict(this.#manager.false);
    for (const { condition, region, offset } of places) {
      const content = state.writable(region, this.contentOf(state, region));
      if (typeof offset !== "number") {
        content.writeElement(offset, size, value, condition);
        continue;
      }
      const old = condition === this.#manager.true ? value : content.read(offset, size);
      content.write(offset, size, this.#select(condition, value, old));
    }
  }

  /** Copies `size` bytes at once if both pointers denote one constant place, otherwise word by word. */
  copy(state: State, to: Pointer, from: Pointer, size: number): void {
    if (size === 0) return;
    const sources = this.#places(state, from, size, { write: false });
    if (sources.length === 0) state.restrict(this.#manager.false);
    else this.#storePieces(state, to, size, this.#snapshot(state, sources, size));
  }

  #storePieces(state: State, to: Pointer, size: number, pieces: readonly Piece[]): void {
    const targets = this.#places(state, to, size, { write: true });
    if (targets.length === 0) state.restrict(this.#manager.false);
    for (const { condition, region, offset } of targets) {
      const content = state.writable(region, this.contentOf(state, region));
      for (const { at, size: pieceSize, value } of pieces) {
        if (typeof offset !== "number") {
          const element = this.#manager.add(offset, this.#memory.constantOffset(at));
          content.writeElement(element, pieceSize, value, condition);
          continue;
        }
        const old = condition === this.#manager.true ? value : content.read(offset + at, pieceSize);
        content.write(offset + at, pieceSize, this.#select(condition, value, old));
      }
    }
  }

  /** Copies into a region of the engine itself (parameters, results). */
  copyToRegion(state: State, to: Region, from: Pointer, size: number): void {
    if (size === 0) return;
    const sources = this.#places(state, from, size, { write: false });
    if (sources.length === 0) {
      state.restrict(this.#manager.false);
      return;
    }
    for (const piece of this.#snapshot(state, sources, size)) {
      this.writeAt(state, to, piece.at, piece.size, piece.value);
    }
  }

  copyFromRegion(state: State, to: Pointer, from: Region, size: number): void {
    const source = { condition: this.#manager.true, region: from, offset: 0 };
    this.#storePieces(state, to, size, this.#snapshot(state, [source], size));
  }

  /** The values of a byte range, split at the chunks of the first source. */
  #snapshot(state: State, sources: readonly Place[], size: number): Piece[] {
    const known = sources.map((source) => ({ ...source, offset: numericOffset(source) }));
    const first = known[0] as (typeof known)[number];
    const content = this.contentOf(state, first.region);
    if (content.isArray) throw new UnsupportedFeature("copying a part of a large array");
    const pieces: Piece[] = [];
    for (let at = 0; at < size; ) {
      const chunk = content.chunks.get(first.offset + at);
      let step = chunk !== undefined && at + chunk.size <= size ? chunk.size : 1;
      if (chunk === undefined) {
        const word = this.#memory.pointerBits / 8;
        const aligned = (first.offset + at) % word === 0 && at + word <= size;
        let free = aligned;
        for (let i = 1; free && i < word; i++) free = !content.chunks.has(first.offset + at + i);
        if (free) step = word;
      }
      let value: Value | undefined;
      for (let i = known.length - 1; i >= 0; i--) {
        const place = known[i] as (typeof known)[number];
        const part = this.readAt(state, place.region, place.offset + at, step);
        value = value === undefined ? part : this.#select(place.condition, part, value);
      }
      pieces.push({ at, size: step, value: value as Value });
      at += step;
    }
    return pieces;
  }

  /** Sets `size` bytes to zero. */
  clear(state: State, to: Pointer, size: number): void {
    const targets = this.#places(state, to, size, { write: true });
    if (targets.length === 0) state.restrict(this.#manager.false);
    for (const target of targets) {
      const { condition, region } = target;
      const offset = numericOffset(target);
      if (condition !== this.#manager.true) {
        throw new UnsupportedFeature("clearing memory through a symbolic pointer");
      }
      if (offset === 0 && size === region.size) {
        const { live } = this.contentOf(state, region);
        const content = this.zeroContent(state);
        content.live = live;
        state.contents.set(region, content);
      } else {
        state.writable(region, this.contentOf(state, region)).clear(offset, size);
      }
    }
  }

  /** Makes the bits at a valid place unspecified (C11 6.2.6.1p6): proofs hold for all their values. */
  forgetBits(state: State, to: Pointer, bits: readonly BitField[]): void {
    for (const { bitOffset, bitWidth } of bits) {
      for (const { size, shift, width, at } of byteRuns(bitOffset, bitWidth)) {
        const place = this.#memory.offset(to, this.#memory.constantOffset(at));
        let value: Term = this.#manager.freshVariable("padding", width);
        this.#record.arbitrary.push(value);
        if (width < 8 * size) {
          const old = this.#asTerm(this.load(state, place, size));
          if (shift > 0)
            value = this.#manager.concat(value, this.#manager.extract(old, shift - 1, 0));
          if (shift + width < 8 * size) {
            const high = this.#manager.extract(old, 8 * size - 1, shift + width);
            value = this.#manager.concat(high, value);
          }
        }
        this.store(state, place, size, value);
      }
    }
  }

  #asTerm(value: Value): Term {
    return value instanceof Pointer ? this.#memory.addressOf(value) : value;
  }

  #select(condition: Term, a: Value, b: Value): Value {
    if (condition === this.#manager.true || a === b) return a;
    if (a instanceof Pointer || b instanceof Pointer) {
      const left = a instanceof Pointer ? a : this.#memory.pointerOf(a);
      const right = b instanceof Pointer ? b : this.#memory.pointerOf(b);
      return selectPointer(this.#manager, condition, left, right);
    }
    if (a.width !== b.width) throw new UnsupportedFeature("mixed access to a long double");
    return this.#manager.ite(condition, a, b);
  }

  /**
   * The places that an access of `size` bytes may refer to, with disjoint conditions; executions on which there is
   * none are recorded as undefined.
   */
  #places(state: State, pointer: Pointer, size: number, options: { write: boolean }): Place[] {
    const places: Place[] = [];
    for (const target of pointer.targets) {
      if (decidedBy(this.#manager, state.path, target.guard) === false) continue;
      this.#placesOf(state, target, size, options, places);
    }
    // The path condition may leave only one target.
    const only = places.length === 1 ? places[0] : undefined;
    if (only !== undefined && decidedBy(this.#manager, state.path, only.condition) === true) {
      return [{ ...only, condition: this.#manager.true }];
    }
    return places;
  }

  #placesOf(
    state: State,
    target: PointerTarget,
    size: number,
    options: { write: boolean },
    places: Place[],
  ): void {
    const { region, offset, guard } = target;
    const { kind } = region;
    if (kind === "null" || kind === "wild" || kind === "function") {
      const what =
        kind === "null" ? "null pointer" : kind === "wild" ? "invalid pointer" : "function pointer";
      const reason = `dereference of a ${what}`;
      // A wild pointer may also be one whose target is not known.
      if (kind === "wild") this.undefinedWhen(state, guard, reason, "undefined", "dereference");
      else this.undefinedWhen(state, guard, reason, "dereference");
      return;
    }
    if (region.hasEnded || (options.write && region.isReadOnly)) {
      const { name } = region;
      if (!region.hasEnded) this.undefinedWhen(state, guard, `write to read-only '${name}'`);
      else
        this.undefinedWhen(state, guard, `access after the lifetime of '${name}'`, "dereference");
      return;
    }
    const { live } = this.contentOf(state, region);
    if (live !== this.#manager.true) {
      this.undefinedWhen(
        state,
        this.#manager.and(guard, this.#manager.not(live)),
        `access to '${region.name}' after free`,
        "dereference",
      );
    }
    const outside = `access outside '${region.name}'`;
    this.#checkSymbolicSize(state, target, size, outside);
    const last = (region.size ?? MAX_KNOWN_OFFSET) - size;
    if (last < 0) {
      this.undefinedWhen(state, guard, outside, "dereference");
      return;
    }
    if (offset.op === "constant" && offset.value <= BigInt(last)) {
      places.push({ condition: guard, region, offset: Number(offset.value) });
      return;
    }
    if (offset.op === "constant" && region.size !== undefined) {
      this.undefinedWhen(state, guard, outside, "dereference");
      return;
    }
    const content = this.contentOf(state, region);
    const isArray = region.size === undefined || content.isArray || content.hasFacts;
    const candidates = isArray ? undefined : candidateOffsets(offset, last);
    if (candidates === undefined || candidates.length > this.maxCandidates) {
      if (region.size !== undefined) {
        const inside = this.#manager.ule(offset, this.#memory.constantOffset(last));
        const condition = this.#manager.and(guard, this.#manager.not(inside));
        this.undefinedWhen(state, condition, outside, "dereference");
      }
      places.push({ condition: guard, region, offset });
      return;
    }
    const hits: Term[] = [];
    for (const at of candidates) {
      const hit = this.#manager.eq(offset, this.#memory.constantOffset(at));
      if (hit === this.#manager.false) continue;
      hits.push(hit);
      places.push({ condition: this.#manager.and(guard, hit), region, offset: at });
    }
    const isHit = this.#anyOf(offset, candidates, hits);
    const isMissed = this.#manager.and(guard, this.#manager.not(isHit));
    this.undefinedWhen(state, isMissed, outside, "dereference");
  }

  /** Whether the offset is one of the candidates; a range check when they are dense. */
  #anyOf(offset: Term, candidates: readonly number[], hits: readonly Term[]): Term {
    const first = candidates[0];
    const last = candidates.at(-1);
    if (first !== 0 || last === undefined || candidates.length < 8)
      return this.#manager.or(...hits);
    const step = (candidates[1] as number) - first;
    const dense = candidates.length === last / step + 1 && (step & (step - 1)) === 0;
    if (!dense) return this.#manager.or(...hits);
    const inRange = this.#manager.ule(offset, this.#memory.constantOffset(last));
    if (step === 1) return inRange;
    const bits = Math.log2(step);
    const aligned = this.#manager.eq(
      this.#manager.extract(offset, bits - 1, 0),
      this.#manager.constant(bits, 0n),
    );
    return this.#manager.and(inRange, aligned);
  }

  #checkSymbolicSize(state: State, target: PointerTarget, size: number, reason: string): void {
    const { region, offset, guard } = target;
    if (region.symbolicSize === undefined) return;
    const manager = this.#manager;
    const bytes = this.#memory.constantOffset(size);
    const fits = manager.and(
      manager.ule(bytes, region.symbolicSize),
      manager.ule(offset, manager.sub(region.symbolicSize, bytes)),
    );
    this.undefinedWhen(state, manager.and(guard, manager.not(fits)), reason, "dereference");
  }
}

/** Constant offsets below this are distinguished in blocks of symbolic size. */
const MAX_KNOWN_OFFSET = 2 ** 31;
