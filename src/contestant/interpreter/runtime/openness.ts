import type { AddressSpace } from "../address-space.ts";

/** The part of a value on which all implementations agree. */
export const KNOWN = 0;
const OPEN = 1;
/** An `int` of which only the sign is known. */
const SIGN_KNOWN = 2;

/** Identities of stored values are this far apart; see {@link Openness}. */
const STEP = 16;
const IS_SIGN = 8;
const MAX_IDENTITY = 2 ** 32 - 2 * STEP;
/** No object lies below, and smaller integers do not count as addresses. */
const FIRST_PAGE = 4096;
/** The upper half of the first 64-bit address that no object of a process has (x86-64: 2^47). */
const USER_SPACE_END = 0x8000;

/**
 * The bits of memory that depend on choices of the implementation: those of addresses and of
 * indeterminate or unspecified values, and values computed from them. A pointer that is read as it
 * was stored counts as known, since a program can do nothing with it that depends on its bits; so
 * does the sign of a number that a library comparison returned. Such values have an identity, a
 * multiple of {@link STEP}, and each of their bytes adds its number to it (and {@link IS_SIGN} for
 * signs).
 *
 * For pointers there is a map of objects: a number for every 16 bytes of the address space, those
 * directly before and after an object included. An address that does not lie at the object from
 * which it was computed is open.
 */
export class Openness {
  /** One bit for every bit of memory. */
  readonly bits: Uint8Array;
  readonly #identities: Uint32Array;
  readonly #objects: Int32Array;
  readonly #literals = new Set<number>();
  readonly #space: AddressSpace;
  /** Arguments and the result of the call that is under way. */
  readonly passed: Uint8Array = new Uint8Array(256);
  readonly result: Uint8Array = new Uint8Array(1);
  #identity = 0;
  #objectCount = 0;

  constructor(space: AddressSpace) {
    const { length } = space.bytes;
    this.#space = space;
    // Hardly any of it is ever touched; see AddressSpace.
    this.bits = new Uint8Array(new SharedArrayBuffer(length));
    this.#identities = new Uint32Array(new SharedArrayBuffer(4 * length));
    this.#objects = new Int32Array(new SharedArrayBuffer(4 * ((length >> 4) + 1)));
  }

  /** Before a run. */
  reset(): void {
    if (this.#objectCount > 0) {
      this.bits.fill(0);
      this.#identities.fill(0);
      this.#objects.fill(0);
    }
    this.#literals.clear();
    this.#identity = 0;
    this.#objectCount = 0;
  }

  // ------------------------------------------------------------------ objects

  /** An object begins to live; its contents are open. */
  begin(address: number, size: number): void {
    const id = ++this.#objectCount;
    this.#objects.fill(id, (address >> 4) - 1, ((address + size) >> 4) + 1);
    this.open(address, size);
  }

  beginStatic(address: number, size: number, isLiteral: boolean): void {
    this.begin(address, size);
    if (isLiteral) this.#literals.add(this.#objectCount);
    this.known(address, size);
  }

  /** 0 when there is none. */
  #objectAt(low: number, high: number): number {
    if (high !== 0 || low < 0 || low >= this.bits.length) return 0;
    return this.#objects[low >> 4] as number;
  }

  #isFunction(low: number, high: number): boolean {
    return high === 0 && low >= FIRST_PAGE && low < this.#space.staticStart;
  }

  /** The tag of the sum of a pointer and an offset. */
  moved(low: number, high: number, newLow: number, newHigh: number): number {
    return this.#objectAt(low, high) === this.#objectAt(newLow, newHigh) ? KNOWN : OPEN;
  }

  /** The tag of the difference of two pointers. */
  difference(a: number, aHigh: number, b: number, bHigh: number): number {
    return this.#objectAt(a, aHigh) === this.#objectAt(b, bHigh) ? KNOWN : OPEN;
  }

  /** The tag of a comparison of two pointers. */
  comparison(isEquality: boolean, a: number, aHigh: number, b: number, bHigh: number): number {
    const [x, y] = [this.#objectAt(a, aHigh), this.#objectAt(b, bHigh)];
    const [f, g] = [this.#isFunction(a, aHigh), this.#isFunction(b, bHigh)];
    if (x === y && !f && !g) return KNOWN;
    if (isExtreme(a, aHigh) || isExtreme(b, bHigh)) return KNOWN;
    if (!isEquality) return OPEN;
    const isLive = (id: number, at: number): boolean => id !== 0 && this.#space.shadow[at] !== 0;
    if (!(f || isLive(x, a)) || !(g || isLive(y, b))) return OPEN;
    return this.#literals.has(x) && this.#literals.has(y) ? OPEN : KNOWN;
  }

  /** The tag of a pointer as a number, and of a number as a pointer. */
  numeric(low: number, high: number): number {
    return this.#objectAt(low, high) === 0 && !this.#isFunction(low, high) ? KNOWN : OPEN;
  }

  // ------------------------------------------------------------------- memory

  known(address: number, size: number): void {
    this.bits.fill(0, address, address + size);
  }

  open(address: number, size: number): void {
    this.bits.fill(255, address, address + size);
    this.#identities.fill(0, address, address + size);
  }

  copy(to: number, from: number, size: number): void {
    this.bits.copyWithin(to, from, from + size);
    this.#identities.copyWithin(to, from, from + size);
  }

  store(address: number, size: number, tag: number): void {
    if (tag === KNOWN) this.known(address, size);
    else if (tag === OPEN) this.open(address, size);
    else this.#storeWhole(address, size, IS_SIGN);
  }

  storePointer(address: number, size: number, tag: number, low: number, high: number): void {
    if (tag !== KNOWN) this.open(address, size);
    else if (low === 0 && high === 0) this.known(address, size);
    else this.#storeWhole(address, size, 0);
  }

  #storeWhole(address: number, size: number, kind: number): void {
    this.open(address, size);
    if (this.#identity > MAX_IDENTITY) return;
    this.#identity += STEP;
    for (let i = 0; i < size; i++) this.#identities[address + i] = this.#identity + kind + i;
  }

  /** Bits from the lowest one of the byte at the address on. */
  storeBits(address: number, shift: number, width: number, tag: number): void {
    for (let bit = shift; bit < shift + width; bit++) {
      const at = address + (bit >> 3);
      const mask = 1 << (bit & 7);
      const old = this.bits[at] as number;
      this.bits[at] = tag === KNOWN ? old & ~mask : old | mask;
      this.#identities[at] = 0;
    }
  }

  bitsAt(address: number, shift: number, width: number): number {
    for (let bit = shift; bit < shift + width; bit++) {
      if (((this.bits[address + (bit >> 3)] as number) & (1 << (bit & 7))) !== 0) return OPEN;
    }
    return KNOWN;
  }

  valueAt(address: number, size: number): number {
    const { bits } = this;
    let all = 0;
    for (let at = address; at < address + size; at++) all |= bits[at] as number;
    return all === 0 ? KNOWN : this.#isWhole(address, size, IS_SIGN) ? SIGN_KNOWN : OPEN;
  }

  pointerAt(address: number, size: number): number {
    const { bits } = this;
    let all = 0;
    for (let at = address; at < address + size; at++) all |= bits[at] as number;
    return all === 0 || this.#isWhole(address, size, 0) ? KNOWN : OPEN;
  }

  /** Whether exactly these bytes were stored at once, or copied from such. */
  #isWhole(address: number, size: number, kind: number): boolean {
    const identities = this.#identities;
    const first = identities[address] as number;
    if (first === 0 || first % STEP !== kind) return false;
    for (let i = 0; i < size; i++) {
      if (identities[address + i] !== first + i || this.bits[address + i] !== 255) return false;
    }
    return (
      size >= 8 || identities[address + size] !== first + size || this.bits[address + size] !== 255
    );
  }
}

/**
 * Addresses that no object has: their comparisons with those of objects have the same result
 * everywhere.
 */
function isExtreme(low: number, high: number): boolean {
  if (high === 0 && low >= 0 && low < FIRST_PAGE) return true;
  if (high === 0) return low < 0 && low >= -FIRST_PAGE;
  return high >>> 0 >= USER_SPACE_END;
}
