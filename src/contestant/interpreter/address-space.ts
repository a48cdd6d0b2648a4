/**
 * The flat address space of a run, and the rule by which objects get addresses.
 *
 *     0x1000 + 16 k        function number k (order of `program.functions`, then of first mention)
 *     static region        from the next multiple of 64 KiB: large globals, then the others, each in order
 *     stack region         activations, in order of their creation; nothing lives in the 16 MiB before it
 *     heap region          blocks, in order of their allocation
 *
 * Every base address is a multiple of 16 (or of the object's greater
 * alignment). An object is followed by a gap of its own size, but at least 32
 * and at most 65536 bytes, in which nothing lives, so that small overruns hit
 * no other object; {@link Gaps} has more, and large blocks of the heap have room around them as well. Addresses are the same on ILP32 and LP64, below 2^31, and
 * equal to indices into one buffer. Addresses of dead objects are not used
 * again before a region is full; from then on the oldest free places are taken.
 *
 * In the other layout ({@link InterpreterOptions.implementation}) the heap comes before the stack, both are
 * used from their ends downwards, objects lie in the opposite order, and all addresses are different ones.
 *
 * A second buffer, the shadow, has one byte for every byte of the space:
 * 0 dead, READABLE, READABLE | WRITABLE, or UNNAMED; further bits say something of values. Since gaps are at least 32 bytes,
 * an access of up to 32 bytes stays inside one live object exactly when its
 * first and last bytes are alive.
 */
import { invariant } from "../../ground/util/errors.ts";

export const FUNCTION_BASE = 0x1000;
const FUNCTION_STRIDE = 16;
export const BASE_ALIGNMENT = 16;
export const READABLE = 1;
export const WRITABLE = 2;
/** Shadow of ordinary live memory. */
export const LIVE = 3;
/** Shadow of memory that only the generated code can name: in use, but no pointer leads there. */
export const UNNAMED = 4;
/** In the shadow of a live byte whose value is indeterminate; only where that is tracked. */
export const INDETERMINATE = 8;
/**
 * In the shadow of the first byte of a stored pointer, and of its other bytes; only in explorations
 * that need tracked blocks.
 */
const POINTER = 16;
const POINTER_REST = 32;
/** The bits of a shadow that describe the value. */
const OF_VALUE = INDETERMINATE | POINTER | POINTER_REST;

const REGION_ALIGNMENT = 0x10000;
/**
 * For the other layout: the alignment that generated code needs, the additional gap, and the offset
 * of the start.
 */
const OTHER_ALIGNMENT = 8;
const OTHER_GAP = 48;
const OTHER_SHIFT = 0x3b000;
/** Accesses of up to this many bytes need only their ends checked. */
export const MIN_GAP = 32;
const MAX_GAP = 0x10000;
/** Wide gaps: a factor of the object's size, and a minimum in bytes. */
const WIDE_FACTOR = 3;
const WIDE_GAP = 96;

/**
 * With wide gaps, no object is this near to a pointer at another one, or up to 16 bytes before or
 * after it.
 */
export const NEAR: number = WIDE_GAP / 2;

/**
 * The distance between objects. Wide gaps are no multiples of the size of the preceding object, so
 * that an index that is somewhat too large seldom hits a neighbour of the same size: the property
 * asks for validity.
 */
export type Gaps = "usual" | "wide";

function alignUp(value: number, alignment: number): number {
  return Math.ceil(value / alignment) * alignment;
}

/** Bytes from the start of an object to the start of the next one (before extra alignment). */
export function footprint(size: number, gaps: Gaps): number {
  const gap = gaps === "wide" ? WIDE_FACTOR * size + WIDE_GAP : Math.max(size, MIN_GAP);
  return alignUp(size + Math.min(gap, MAX_GAP), BASE_ALIGNMENT);
}

/** Blocks of more bytes have free space around them, too; above the second limit, more of it. */
const MAX_SMALL_BLOCK = 256;
const MAX_MIDDLE_BLOCK = 0x10000;
const [MIN_ROOM, MAX_ROOM] = [0x200000, 0x1000000];

/**
 * Bytes that stay free before and after a heap block: otherwise an index far outside of a small
 * block would probably hit a large one.
 */
export function roomAround(size: number): number {
  if (size <= MAX_SMALL_BLOCK) return 0;
  const room = size <= MAX_MIDDLE_BLOCK ? size : Math.min(Math.max(size, MIN_ROOM), MAX_ROOM);
  return alignUp(room, BASE_ALIGNMENT);
}

/** Larger objects are placed first: accesses far beyond a small object do not hit them. */
const MAX_SMALL_OBJECT = 4096;

function largeFirst<T extends Sized>(objects: readonly T[]): readonly T[] {
  const isLarge = ({ size }: T): boolean => size > MAX_SMALL_OBJECT;
  return [...objects.filter(isLarge), ...objects.filter((object) => !isLarge(object))];
}

export interface Sized {
  readonly size: number;
  readonly align: number;
}

export interface Placement<T> {
  readonly offsets: ReadonlyMap<T, number>;
  readonly size: number;
  readonly align: number;
}

/** Offsets of objects laid out one after the other with gaps: a static region or the frame of an activation. */
export function place<T extends Sized>(objects: Iterable<T>, gaps: Gaps): Placement<T> {
  const offsets = new Map<T, number>();
  let size = 0;
  let align = BASE_ALIGNMENT;
  for (const object of largeFirst([...objects])) {
    align = Math.max(align, object.align);
    size = alignUp(size, Math.max(BASE_ALIGNMENT, object.align));
    offsets.set(object, size);
    size += footprint(object.size, gaps);
  }
  return { offsets, size, align };
}

/** As {@link place}, in the opposite order, with other gaps, and aligned only as far as necessary. */
export function placeOtherwise<T extends Sized>(objects: Iterable<T>, gaps: Gaps): Placement<T> {
  const offsets = new Map<T, number>();
  let size = 0;
  let align = BASE_ALIGNMENT;
  for (const object of largeFirst([...objects].reverse())) {
    align = Math.max(align, object.align);
    size = alignUp(size, Math.max(BASE_ALIGNMENT, object.align));
    if (object.align <= OTHER_ALIGNMENT) size += OTHER_ALIGNMENT;
    offsets.set(object, size);
    size += footprint(object.size, gaps) + OTHER_GAP;
  }
  return { offsets, size: offsets.size === 0 ? 0 : alignUp(size, BASE_ALIGNMENT), align };
}

/** Returns two placements, one after the other; the objects of each keep their distances. */
export function placeBehind<T>(front: Placement<T>, back: Placement<T>): Placement<T> {
  if (back.offsets.size === 0) return front;
  const start = alignUp(front.size, back.align);
  const offsets = new Map(front.offsets);
  for (const [object, offset] of back.offsets) offsets.set(object, start + offset);
  return { offsets, size: start + back.size, align: Math.max(front.align, back.align) };
}

/** Returns the start of the static region when the program mentions so many functions. */
export function staticBase(functionCount: number, isOther: boolean): number {
  const end = functionBase(isOther) + FUNCTION_STRIDE * functionCount;
  return alignUp(end, REGION_ALIGNMENT) + (isOther ? OTHER_SHIFT : 0);
}

function functionBase(isOther: boolean): number {
  return isOther ? FUNCTION_BASE + 0x7b0 : FUNCTION_BASE;
}

/** The address of one of so many functions; in the other layout the last one comes first. */
export function functionAddress(index: number, count: number, isOther: boolean): number {
  return functionBase(isOther) + FUNCTION_STRIDE * (isOther ? count - 1 - index : index);
}

/** The inverse of {@link functionAddress}; no valid index for other addresses. */
export function functionIndex(address: number, count: number, isOther: boolean): number {
  const index = (address - functionBase(isOther)) / FUNCTION_STRIDE;
  return isOther ? count - 1 - index : index;
}

/** Thrown when a region is full; the run ends with a limit. */
export class OutOfMemory {
  /** Size of an object that could never fit. */
  readonly block: number | undefined;

  constructor(block?: number) {
    this.block = block;
  }
}

/** A region from which memory is taken in ascending (or descending) order, and, once full, wherever it is free. */
export class Region {
  readonly start: number;
  readonly end: number;
  readonly #space: AddressSpace;
  readonly #descends: boolean;
  /**
   * `[low, high]`: the memory that was never taken; shared with generated code, which takes frames
   * itself while there is room.
   */
  readonly cursor: Int32Array = new Int32Array(2);
  #recycling = false;
  /**
   * The cursor is moved between parts by another module (runtime/thread-memory.ts), and this region
   * takes no memory twice.
   */
  isPartitioned = false;

  constructor(space: AddressSpace, start: number, end: number, descends: boolean) {
    this.#space = space;
    this.#descends = descends;
    this.start = start;
    this.end = end;
    this.cursor[0] = start;
    this.cursor[1] = end;
  }

  /** `size` bytes, gap included, all zero and dead. */
  take(size: number, align: number = BASE_ALIGNMENT): number {
    if (size > this.end - this.start) throw new OutOfMemory();
    if (this.#descends && !this.#recycling) {
      const top = (this.cursor[1] as number) - size;
      const lowest = top - (top % align);
      if (lowest < this.start) return this.#takeRecycled(size, align);
      this.cursor[1] = lowest;
      return lowest;
    }
    const base = alignUp(this.cursor[0] as number, align);
    if (this.isPartitioned) {
      if (base + size > (this.cursor[1] as number)) throw new OutOfMemory();
      this.cursor[0] = base + size;
      return base;
    }
    if (!this.#recycling && base + size <= this.end) {
      this.cursor[0] = base + size;
      return base;
    }
    return this.#takeRecycled(size, align);
  }

  #takeRecycled(size: number, align: number): number {
    if (!this.#recycling) {
      this.#recycling = true;
      this.cursor[1] = 0;
      this.cursor[0] = this.start;
    }
    let base = alignUp(this.cursor[0] as number, align);
    // Twice round at most: from the cursor to the end, and once from the start.
    for (let wrapped = false; ; ) {
      if (base + size > this.end) {
        if (wrapped) throw new OutOfMemory();
        wrapped = true;
        base = alignUp(this.start, align);
        continue;
      }
      const live = this.#space.firstLive(base, base + size);
      if (live < 0) break;
      const dead = this.#space.firstDead(live, this.end);
      base = alignUp(live + this.#space.footprint(dead - live), align);
    }
    this.cursor[0] = base + size;
    this.#space.bytes.fill(0, base, base + size);
    this.#space.onReuse?.(base, size);
    return base;
  }

  /** Number of bytes that were never taken and belong to no other part. */
  get untouched(): number {
    if (this.#recycling || this.isPartitioned) return 0;
    const [low, high] = this.cursor as unknown as readonly [number, number];
    return this.#descends ? high - this.start : this.end - low;
  }

  /** Lower bound of all memory taken since the last reset. */
  get usedStart(): number {
    return this.#descends && !this.#recycling ? (this.cursor[1] as number) : this.start;
  }

  /** Upper bound of all memory taken since the last reset. */
  get usedEnd(): number {
    return this.#recycling || this.#descends ? this.end : (this.cursor[0] as number);
  }

  /**
   * Clears everything: memory and shadow become zero. For a partitioned region, the owner of the
   * cursor does that.
   */
  reset(): void {
    if (this.isPartitioned) return;
    const isAll = this.#recycling;
    const start = this.#descends && !isAll ? (this.cursor[1] as number) : this.start;
    const end = this.#descends || isAll ? this.end : (this.cursor[0] as number);
    this.#space.bytes.fill(0, start, end);
    this.#space.shadow.fill(0, start, end);
    this.#space.owners?.fill(0, start >> 4, (end >> 4) + 1);
    this.#recycling = false;
    this.cursor[0] = this.start;
    this.cursor[1] = this.end;
  }
}

/** Memory and its shadow; `stack` and `heap` share `capacity` bytes behind the static region. */
export class AddressSpace {
  readonly buffer: SharedArrayBuffer;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly shadow: Uint8Array;
  readonly #words: Int32Array;
  readonly #shadowWords: Int32Array;
  readonly staticStart: number;
  readonly staticEnd: number;
  readonly stack: Region;
  readonly heap: Region;
  /** Called with objects that begin to live. */
  onBirth: ((address: number, size: number) => void) | undefined;
  /** Whether shadows record indeterminate values. */
  tracksIndeterminate = false;
  /**
   * For every 16 bytes the first address of the object that lies there, directly before or directly
   * after, or did so last; only where provenance is tracked.
   */
  owners: Int32Array | undefined;
  /** Called with memory that is reused. */
  onReuse: ((base: number, size: number) => void) | undefined;

  readonly #gaps: Gaps;

  constructor(
    functionCount: number,
    staticSize: number,
    capacity: number,
    isOther: boolean,
    gaps: Gaps,
  ) {
    this.#gaps = gaps;
    this.staticStart = staticBase(functionCount, isOther);
    this.staticEnd = this.staticStart + staticSize;
    const first = alignUp(this.staticEnd + 1, REGION_ALIGNMENT) + MAX_ROOM;
    const end = alignUp(first + capacity, REGION_ALIGNMENT);
    const middle = alignUp(first + (capacity * (isOther ? 3 : 1)) / 4, REGION_ALIGNMENT);
    invariant(end < 2 ** 31, "the address space ends below 2 GiB");
    // The buffer is not shared, but V8 runs a full garbage collection whenever it allocates this
    // much unshared memory, of which a program hardly ever touches more than a few pages.
    this.buffer = new SharedArrayBuffer(end + REGION_ALIGNMENT);
    this.bytes = new Uint8Array(this.buffer);
    this.view = new DataView(this.buffer);
    this.#words = new Int32Array(this.buffer);
    this.shadow = new Uint8Array(new SharedArrayBuffer(this.buffer.byteLength));
    this.#shadowWords = new Int32Array(this.shadow.buffer);
    const lower = new Region(this, first, middle, isOther);
    const upper = new Region(this, middle, end, isOther);
    [this.stack, this.heap] = isOther ? [upper, lower] : [lower, upper];
  }

  /** Bytes from the start of an object to that of the next one. */
  footprint(size: number): number {
    return footprint(size, this.#gaps);
  }

  /** Sets the shadow of the bytes of an object, which starts at a multiple of 4. */
  shade(address: number, size: number, shadow: number): void {
    if (shadow !== 0) {
      this.onBirth?.(address, size);
      this.claim(address, size);
    }
    if (size > 128) {
      this.shadow.fill(shadow, address, address + size);
      return;
    }
    const words = address + (size & ~3);
    for (let at = address; at < words; at += 4) this.#shadowWords[at >> 2] = shadow * 0x01010101;
    for (let at = words; at < address + size; at++) this.shadow[at] = shadow;
  }

  followOwners(): void {
    // Hardly any of it is ever touched; see above.
    const bytes = 4 * ((this.bytes.length >> 4) + 1);
    this.owners = new Int32Array(new SharedArrayBuffer(bytes));
  }

  /** Records the surroundings of an object as its own. */
  claim(address: number, size: number): void {
    this.owners?.fill(address, (address >> 4) - 1, ((address + size) >> 4) + 1);
  }

  /** The values of live bytes become indeterminate. */
  forgetValues(address: number, size: number): void {
    for (let at = address; at < address + size; at++) {
      this.shadow[at] = (this.shadow[at] as number) | INDETERMINATE;
    }
  }

  /** Bytes that were checked get values. */
  settle(address: number, size: number): void {
    for (let at = address; at < address + size; at++) {
      this.shadow[at] = (this.shadow[at] as number) & ~OF_VALUE;
    }
  }

  /** The same, of a pointer that is not null. */
  settlePointer(address: number, size: number): void {
    this.settle(address, size);
    for (let at = address; at < address + size; at++) {
      this.shadow[at] = (this.shadow[at] as number) | (at === address ? POINTER : POINTER_REST);
    }
  }

  /** A part of the bytes gets other values. */
  breakPointer(address: number, size: number): void {
    for (let at = address; at < address + size; at++) {
      this.shadow[at] = (this.shadow[at] as number) & ~(POINTER | POINTER_REST);
    }
  }

  /** Copies the bits of shadows that describe values. */
  copyMarks(to: number, from: number, size: number): void {
    const marks = this.shadow.slice(from, from + size);
    for (let i = 0; i < size; i++) {
      const mark = (marks[i] as number) & OF_VALUE;
      this.shadow[to + i] = ((this.shadow[to + i] as number) & ~OF_VALUE) | mark;
    }
  }

  /** Whether a live object holds a pointer there that was stored as one. */
  holdsPointer(address: number, size: number): boolean {
    const asked = READABLE | OF_VALUE;
    for (let at = address; at < address + size; at++) {
      const wanted = READABLE | (at === address ? POINTER : POINTER_REST);
      if (((this.shadow[at] as number) & asked) !== wanted) return false;
    }
    return true;
  }

  hasIndeterminate(address: number, size: number): boolean {
    for (let at = address; at < address + size; at++) {
      if (((this.shadow[at] as number) & INDETERMINATE) !== 0) return true;
    }
    return false;
  }

  /** Zeroes bytes from a multiple of 4 on. */
  clear(address: number, size: number): void {
    if (size > 128) {
      this.bytes.fill(0, address, address + size);
      return;
    }
    const words = address + (size & ~3);
    for (let at = address; at < words; at += 4) this.#words[at >> 2] = 0;
    for (let at = words; at < address + size; at++) this.bytes[at] = 0;
  }

  /** First address in `[from, to)` that is alive, or -1. */
  firstLive(from: number, to: number): number {
    for (let at = from; at < to; at++) {
      if ((at & 3) === 0 && at + 4 <= to && this.#shadowWords[at >> 2] === 0) at += 3;
      else if (this.shadow[at] !== 0) return at;
    }
    return -1;
  }

  /** First address in `[from, to)` that is not alive, or `to`. */
  firstDead(from: number, to: number): number {
    const at = this.shadow.subarray(from, to).indexOf(0);
    return at < 0 ? to : from + at;
  }

  /** Whether all of `[address, address + size)` has the permission, inside one object. */
  permits(address: number, size: number, permission: number): boolean {
    if (!(address >= 0 && address + size <= this.shadow.length)) return false;
    const all = permission * 0x01010101;
    for (let at = address; at < address + size; at++) {
      if ((at & 3) === 0 && at + 4 <= address + size) {
        if (((this.#shadowWords[at >> 2] as number) & all) !== all) return false;
        at += 3;
      } else if (((this.shadow[at] as number) & permission) === 0) return false;
    }
    return true;
  }
}
