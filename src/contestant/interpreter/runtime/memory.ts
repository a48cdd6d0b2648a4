import { decodeX87, encodeX87 } from "../../../ground/util/ieee-float.ts";
import type { ValueType } from "../../cfa/index.ts";
import { type AddressSpace, READABLE, WRITABLE } from "../address-space.ts";
import type { NanBits } from "./nan-bits.ts";
import { KNOWN, type Openness } from "./openness.ts";
import { HIGH } from "./pairs.ts";
import type { Provenance } from "./provenance.ts";

/** Why an operation on ranges of memory is undefined; "" when it is not. */
export type RangeFault = "" | "invalid" | "read-only" | "overlap" | "argument";

/** Accesses that generated code does not do in place. Addresses and sizes were made numbers; invalid pointers are -1. */
export class Memory {
  readonly space: AddressSpace;
  readonly nanBits: NanBits;
  /** Undefined when choices of the implementation are not tracked. */
  readonly openness: Openness | undefined;
  /** Undefined when provenance is not tracked. */
  readonly provenance: Provenance | undefined;

  constructor(
    space: AddressSpace,
    nanBits: NanBits,
    openness: Openness | undefined,
    provenance: Provenance | undefined,
  ) {
    this.space = space;
    this.nanBits = nanBits;
    this.openness = openness;
    this.provenance = provenance;
  }

  /** A bit-field that spans up to 9 bytes, as a pair; `shift < 8`, `width <= 64`. */
  loadField(address: number, shift: number, width: number, signed: boolean): number {
    let bits = 0n;
    const bytes = Math.ceil((shift + width) / 8);
    for (let i = bytes - 1; i >= 0; i--) {
      bits = (bits << 8n) | BigInt(this.space.bytes[address + i] as number);
    }
    bits >>= BigInt(shift);
    const value = signed ? BigInt.asIntN(width, bits) : BigInt.asUintN(width, bits);
    HIGH[0] = Number(BigInt.asIntN(32, value >> 32n));
    return Number(BigInt.asIntN(32, value));
  }

  storeField(address: number, shift: number, width: number, low: number, high: number): void {
    const value = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
    for (let done = 0; done < width; ) {
      const at = address + ((shift + done) >> 3);
      const bit = (shift + done) & 7;
      const count = Math.min(8 - bit, width - done);
      const mask = (2 ** count - 1) << bit;
      const part = (Number((value >> BigInt(done)) & 0xffn) << bit) & mask;
      this.space.bytes[at] = ((this.space.bytes[at] as number) & ~mask) | part;
      done += count;
    }
  }

  /** The bits of a scalar of any type as they stand in memory, 80 for long double. */
  loadBits(address: number, bytes: number): bigint {
    let bits = 0n;
    for (let i = bytes - 1; i >= 0; i--) {
      bits = (bits << 8n) | BigInt(this.space.bytes[address + i] as number);
    }
    return bits;
  }

  storeBits(address: number, bytes: number, bits: bigint): void {
    for (let i = 0; i < bytes; i++) {
      this.space.bytes[address + i] = Number((bits >> BigInt(8 * i)) & 0xffn);
    }
  }

  loadBig(kind: BigKind, address: number): bigint {
    if (kind === "ldouble") return decodeX87(this.loadBits(address, 10));
    const bits = this.loadBits(address, 16);
    return kind === "s128" ? BigInt.asIntN(128, bits) : bits;
  }

  storeBig(kind: BigKind, address: number, value: bigint): void {
    if (kind === "ldouble") this.storeBits(address, 10, encodeX87(value));
    else this.storeBits(address, 16, value);
  }

  clear(address: number, size: number): RangeFault {
    return this.set(address, 0, size);
  }

  set(address: number, byte: number, size: number): RangeFault {
    const fault = this.#fault(address, size, WRITABLE);
    if (fault !== "") return fault;
    this.space.bytes.fill(byte, address, address + size);
    this.nanBits.clear(address, size);
    this.openness?.known(address, size);
    if (this.space.tracksIndeterminate) this.space.settle(address, size);
    return "";
  }

  /** memmove, or memcpy when objects must not overlap. A copy onto itself is allowed (records assigned to themselves). */
  copy(to: number, from: number, size: number, mayOverlap: boolean): RangeFault {
    const fault = this.#fault(from, size, READABLE) || this.#fault(to, size, WRITABLE);
    if (fault !== "") return fault;
    if (!mayOverlap && to !== from && Math.abs(to - from) < size) return "overlap";
    this.move(to, from, size);
    return "";
  }

  /** Copies bytes that were checked. */
  move(to: number, from: number, size: number): void {
    this.space.bytes.copyWithin(to, from, from + size);
    this.nanBits.copy(to, from, size);
    this.openness?.copy(to, from, size);
    this.provenance?.copy(to, from, size);
    if (this.space.tracksIndeterminate) this.space.copyMarks(to, from, size);
  }

  /** The bytes get unknown values, as far as that is tracked. */
  forgetValues(address: number, size: number): void {
    if (this.space.tracksIndeterminate) this.space.forgetValues(address, size);
  }

  /** Whether a string at the address ends within its object, or so many of its bytes are readable; -1: any number. */
  isString(address: number, most: number): boolean {
    const { bytes, shadow } = this.space;
    for (let i = 0; most < 0 || i < most; i++) {
      if (!(address >= 0 && ((shadow[address + i] ?? 0) & READABLE) !== 0)) return false;
      if (bytes[address + i] === 0) return true;
    }
    return true;
  }

  /** Number of accessible bytes of a string, including its end, at most the limit. */
  stringSize(address: number, most: number): number {
    const { bytes, shadow } = this.space;
    let size = 0;
    while ((most < 0 || size < most) && ((shadow[address + size] ?? 0) & READABLE) !== 0) {
      if (bytes[address + size++] === 0) break;
    }
    return size;
  }

  /** Whether so many bytes may be read, or written. */
  isThere(address: number, size: number, isWrite: boolean): boolean {
    return size === 0 || this.space.permits(address, size, isWrite ? WRITABLE : READABLE);
  }

  /** Whether no byte of a string, up to its end or limit, is open. */
  isKnownString(address: number, most: number): boolean {
    for (let i = 0; most < 0 || i < most; i++) {
      if (this.openness?.valueAt(address + i, 1) !== KNOWN) return false;
      if (this.space.bytes[address + i] === 0) return true;
    }
    return true;
  }

  fill(address: number, contents: Uint8Array | undefined, size: number): void {
    this.space.bytes.fill(0, address, address + size);
    this.nanBits.clear(address, size);
    if (contents !== undefined) this.space.bytes.set(contents.subarray(0, size), address);
  }

  #fault(address: number, size: number, permission: number): RangeFault {
    const { space } = this;
    // Undefined (C11 7.24.1p2), but no byte is accessed.
    if (size === 0) return this.#isPointer(address) ? "" : "argument";
    if (space.permits(address, size, permission)) return "";
    return space.permits(address, size, READABLE) ? "read-only" : "invalid";
  }

  /**
   * Whether an address is at, in, or one past the end of a live object; objects without bytes are
   * accepted.
   */
  #isPointer(address: number): boolean {
    return address >= this.space.staticStart && address < this.space.bytes.length;
  }
}

export type BigKind = "s128" | "u128" | "ldouble" | "float128";

/** The kind of a `big` value, see codegen/representation.ts. */
export function bigKind(type: ValueType): BigKind {
  if (type.kind === "float") return type.format === "ldouble" ? "ldouble" : "float128";
  return type.kind === "int" && type.signed ? "s128" : "u128";
}
