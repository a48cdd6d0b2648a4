/** The static objects of a program in the memory of its runs: addresses and initial values. */
import { invariant } from "../../ground/util/errors.ts";
import { decodeX87, isFloatNaN } from "../../ground/util/ieee-float.ts";
import {
  FLOAT_FORMATS,
  type FloatValueType,
  type InitialItem,
  type MemoryObject,
  sizeInMemory,
} from "../cfa/index.ts";
import { type AddressSpace, LIVE, READABLE } from "./address-space.ts";
import type { GeneratedProgram } from "./codegen/program.ts";
import { representationOf } from "./codegen/representation.ts";
import { evaluate } from "./runtime/evaluate.ts";
import type { Memory } from "./runtime/memory.ts";
import type { Openness } from "./runtime/openness.ts";
import * as pairs from "./runtime/pairs.ts";

export class StaticStorage {
  readonly #pointerBits: number;
  readonly #generated: GeneratedProgram;
  readonly #space: AddressSpace;
  /** Places of NaNs in initial values: address, size. */
  readonly nans: (readonly [number, number])[] = [];

  constructor(pointerBits: number, generated: GeneratedProgram, space: AddressSpace) {
    this.#pointerBits = pointerBits;
    this.#generated = generated;
    this.#space = space;
  }

  /** The address of a static object; undefined for other objects. */
  addressOf(object: MemoryObject): number | undefined {
    const offset = this.#generated.statics.offsets.get(object);
    return offset === undefined ? undefined : this.#space.staticStart + offset;
  }

  /** Writes the initial values. */
  initialise(memory: Memory): void {
    for (const [object] of this.#generated.statics.offsets) {
      const address = this.addressOf(object) as number;
      const shadow = object.isReadOnly ? READABLE : LIVE;
      this.#space.shadow.fill(shadow, address, address + object.size);
      this.#space.claim(address, object.size);
      for (const item of object.initial) this.#writeItem(memory, address, item);
    }
  }

  /** Static objects are known except for addresses in them. */
  open(openness: Openness): void {
    const pointerSize = this.#pointerBits / 8;
    for (const [object] of this.#generated.statics.offsets) {
      const base = this.addressOf(object) as number;
      openness.beginStatic(base, object.size, object.kind === "string");
      for (const { offset, value } of object.initial) {
        if (value.kind === "integer" || value.kind === "float") continue;
        if (value.type.kind === "pointer")
          openness.storePointer(base + offset, pointerSize, 0, 1, 0);
        else openness.open(base + offset, sizeInMemory(value.type, this.#pointerBits));
      }
    }
    this.#space.onBirth = (address, size) => openness.begin(address, size);
  }

  #writeItem(memory: Memory, base: number, item: InitialItem): void {
    const address = base + item.offset;
    const value = this.#constant(memory, item);
    const { bitField } = item;
    if (bitField === undefined) {
      const size = sizeInMemory(item.value.type, this.#pointerBits);
      memory.storeBits(address, size, value);
      const { type } = item.value;
      if (type.kind === "float" && isNanPattern(type.format, value)) {
        this.nans.push([address, size]);
      }
      return;
    }
    const { bitOffset, bitWidth } = bitField;
    const low = Number(BigInt.asIntN(32, value));
    const high = Number(BigInt.asIntN(32, value >> 32n));
    memory.storeField(address + (bitOffset >> 3), bitOffset & 7, bitWidth, low, high);
  }

  #constant(memory: Memory, item: InitialItem): bigint {
    return evaluate(
      {
        memory,
        pointerBits: this.#pointerBits,
        roundingMode: "nearest-even",
        addressOf: (object) => this.addressOf(object),
        functionAddress: (symbol) => this.#generated.functionAddress(symbol),
      },
      item.value,
    );
  }

  /** Initial value of a global that is a variable of the generated code: one word, or two. */
  initialWords(memory: Memory, object: MemoryObject): readonly number[] {
    const type = object.scalar;
    invariant(type !== undefined && type.kind !== "float", "a register global is an integer");
    const item = object.initial.at(-1);
    const pattern = item === undefined ? 0n : this.#constant(memory, item);
    if (representationOf(type) === "pair") {
      const low = pairs.fromBig(pattern);
      return [low, pairs.HIGH[0] as number];
    }
    const isNarrow = type.bits < 32;
    const isSigned = type.kind === "int" && type.signed;
    return [Number(isNarrow && !isSigned ? pattern : BigInt.asIntN(type.bits, pattern))];
  }
}

function isNanPattern(format: FloatValueType["format"], inMemory: bigint): boolean {
  const pattern = format === "ldouble" ? decodeX87(inMemory) : inMemory;
  return isFloatNaN(FLOAT_FORMATS[format], pattern);
}
