import type { AddressSpace } from "../address-space.ts";

/** Arguments beyond this number are not tracked. */
export const MAX_PASSED = 64;

/** A pointer in memory that has left its object. */
interface Stray {
  /** The low word of the pointer: bytes that were overwritten since then are another pointer. */
  readonly low: number;
  readonly origin: number;
}

/**
 * The object from which a pointer was computed. While the pointer lies at an object, directly
 * before or after it, that is the one ({@link AddressSpace.owners}); arithmetic beyond that leaves
 * the object, and the pointer *strays*: its origin is kept beside it, and an access through it is
 * invalid, even if another object lies there. A pointer that returns is like any other.
 *
 * Origins are the first addresses of objects, 0 for pointers that do not stray or whose origin is
 * unknown, such as integers. A program that uses addresses as numbers, or subtracts pointers to
 * different objects, may compute the distance of two objects: from then on no pointer strays.
 */
export class Provenance {
  /** Not 0 once a pointer has strayed: until then no lookup is needed. */
  readonly strayed: Uint8Array = new Uint8Array(1);
  /** Origins of the arguments and of the result of the call that is under way. */
  readonly passed: Int32Array = new Int32Array(MAX_PASSED);
  readonly result: Int32Array = new Int32Array(1);
  readonly #space: AddressSpace;
  readonly #bytes: number;
  readonly #stored = new Map<number, Stray>();
  #isMixed = false;

  constructor(space: AddressSpace, pointerBytes: number) {
    this.#space = space;
    this.#bytes = pointerBytes;
  }

  /** Before a run. */
  reset(): void {
    this.strayed[0] = 0;
    this.passed.fill(0);
    this.result[0] = 0;
    this.#stored.clear();
    this.#isMixed = false;
  }

  /** Addresses are numbers now. */
  mix(): void {
    this.#isMixed = true;
    this.passed.fill(0);
    this.result[0] = 0;
    this.#stored.clear();
  }

  /** A pointer leaves its object for an address; returns its origin. */
  leave(owner: number, low: number, high: number): number {
    if (this.#isMixed || (low === 0 && high === 0)) return 0;
    this.strayed[0] = 1;
    return owner;
  }

  /** Whether an access that leaves the object is invalid. */
  get counts(): boolean {
    return !this.#isMixed;
  }

  /** The origin of the pointer that is stored at an address. */
  at(address: number): number {
    const stray = this.#stored.get(address);
    return stray?.low === this.#low(address) ? stray.origin : 0;
  }

  /** After a scalar has been stored: a pointer with its origin, or anything else with 0. */
  store(address: number, size: number, origin: number): void {
    this.#forget(address, size);
    if (origin !== 0 && !this.#isMixed) {
      this.#stored.set(address, { low: this.#low(address), origin });
    }
  }

  /** After bytes have been copied. */
  copy(to: number, from: number, size: number): void {
    if (this.#stored.size === 0) return;
    const copied: (readonly [number, Stray])[] = [];
    for (const [address, stray] of this.#stored) {
      const isWhole = address >= from && address + this.#bytes <= from + size;
      if (isWhole) copied.push([address - from + to, stray]);
    }
    this.#forget(to, size);
    for (const [address, stray] of copied) this.#stored.set(address, stray);
  }

  #forget(address: number, size: number): void {
    if (this.#stored.size === 0) return;
    const first = address - this.#bytes + 1;
    if (size + this.#bytes < this.#stored.size) {
      for (let at = first; at < address + size; at++) this.#stored.delete(at);
      return;
    }
    for (const at of this.#stored.keys()) {
      if (at >= first && at < address + size) this.#stored.delete(at);
    }
  }

  #low(address: number): number {
    return this.#space.view.getInt32(address, true);
  }
}
