import {
  addressedObject,
  type BitField,
  type Expression,
  type LoadExpression,
  sizeInMemory,
  type ValueType,
} from "../../cfa/index.ts";

import { INDETERMINATE, LIVE } from "../address-space.ts";
import { bigKind } from "../runtime/memory.ts";
import { type Permission, type Place, placeOf } from "./address.ts";
import { codeOf } from "./casts.ts";
import { pairCall } from "./pairs.ts";
import { NO_ORIGIN, noteLoad, type Origin, storeOrigin } from "./provenance.ts";
import { type Code, isSigned, representationOf } from "./representation.ts";
import { word } from "./words.ts";
import type { Writer } from "./writer.ts";

/** Loads and stores of scalars. */

/** Contents of padding in the other implementation. */
export const OTHER_PADDING = 0xa5;

export function loadCode(w: Writer, load: LoadExpression): Code {
  const { type, address, bitField } = load;
  if (bitField !== undefined) return loadField(w, type, address, bitField);
  const object = addressedObject(address);
  const register = object && w.places.register(object);
  if (register !== undefined) return readRegister(type, register);
  const size = sizeInMemory(type, w.pointerBits);
  const place = placeOf(w, address, size, "read");
  noteLoad(w, load, place.index);
  refuseIndeterminate(w, place, size);
  const value = settled(w, readMemory(w, type, place));
  const isPrivate = object !== undefined && w.context.isPrivate(object);
  return isPrivate ? value : readExposed(w, type, place, size, value);
}

/** Ends executions that depend on indeterminate values; only where these are tracked. */
function refuseIndeterminate(w: Writer, { index, align }: Place, size: number): void {
  if (!w.context.options.explores) return;
  const isWord = size === 4 && align >= 4;
  const test = isWord
    ? `(SHADOW32[${index} >> 2] & ${INDETERMINATE * 0x01010101}) !== 0`
    : `SPACE.hasIndeterminate(${index}, ${size})`;
  w.emit(`if (${test}) ${w.unsupported("the value of an object that has none")}`);
}

/** Saves the value read now, which other threads may change later. */
function settled(w: Writer, value: Code): Code {
  if (!w.context.isThreaded || value.rep === "pair") return value;
  return { rep: value.rep, code: w.hold(value.code) };
}

/** Reading the bytes of a NaN ends the run, unless they are read as a NaN. */
function readExposed(w: Writer, type: ValueType, place: Place, size: number, value: Code): Code {
  if (!w.context.tracksNans) return value;
  const marked = `NANS[0] !== 0 && NAN_BITS.isMarked(${place.index}, ${size})`;
  const stop = w.unsupported("the sign and payload of a NaN");
  if (type.kind !== "float") {
    w.emit(`if (${marked}) ${stop}`);
    return value;
  }
  const rep = representationOf(type) as "number" | "big";
  const held = w.hold(codeOf(value));
  const isNumber =
    rep === "number" ? `${held} === ${held}` : `!FLOATS.isNaN("${type.format}", ${held})`;
  w.emit(`if (${marked} && ${isNumber}) ${stop}`);
  return { rep, code: held };
}

/** Stores `value`; the last effect of an edge. */
export function storeCode(
  w: Writer,
  type: ValueType,
  address: Expression,
  value: Code,
  bitField?: BitField,
  origin: Origin = NO_ORIGIN,
): void {
  if (bitField !== undefined) {
    storeField(w, address, value, bitField);
    return;
  }
  const object = addressedObject(address);
  const register = object && w.places.register(object);
  if (register !== undefined) {
    writeRegister(w, register, value);
    return;
  }
  const size = sizeInMemory(type, w.pointerBits);
  const place = placeOf(w, address, size, "write");
  const held: Code = value.rep === "pair" ? value : { rep: value.rep, code: w.hold(value.code) };
  writeMemory(w, type, place, held);
  storeOrigin(w, object, type.kind === "pointer", place.index, size, origin);
  const isPrivate = object !== undefined && w.context.isPrivate(object);
  if (!isPrivate) markWrite(w, type, place, size, held);
}

/** Records NaNs after a store. */
export function markWrite(
  w: Writer,
  type: ValueType,
  place: Place,
  size: number,
  value: Code,
): void {
  if (!w.context.tracksNans) return;
  const clear = `if (NANS[0] !== 0) NAN_BITS.clear(${place.index}, ${size});`;
  if (type.kind !== "float" || value.rep === "pair") {
    w.emit(clear);
    return;
  }
  const isNan =
    value.rep === "number"
      ? `${value.code} !== ${value.code}`
      : `FLOATS.isNaN("${type.format}", ${value.code})`;
  w.emit(`if (${isNan}) NAN_BITS.mark(${place.index}, ${size}); else ${clear}`);
}

function readRegister(type: ValueType, register: string): Code {
  const rep = representationOf(type);
  return rep === "pair" ? { rep, lo: `${register}l`, hi: `${register}h` } : { rep, code: register };
}

export function writeRegister(w: Writer, register: string, value: Code): void {
  if (value.rep !== "pair") {
    w.emit(`${register} = ${value.code};`);
    return;
  }
  // The high word may be computed from the old low word.
  const hi = value.hi === `${register}l` ? w.temporary() : value.hi;
  if (hi !== value.hi) w.emit(`${hi} = ${value.hi};`);
  w.emit(`${register}l = ${value.lo}; ${register}h = ${hi};`);
}

/** `array[index >> shift]`, folded where the index is a literal. */
function element(array: string, index: string, shift: number, more: number = 0): string {
  if (/^\d+$/.test(index)) return `${array}[${(Number(index) >> shift) + more}]`;
  const at = shift === 0 ? index : `${index} >> ${shift}`;
  return more === 0 ? `${array}[${at}]` : `${array}[(${at}) + ${more}]`;
}

interface Cell {
  readonly array: string;
  readonly method: string;
  readonly shift: number;
}

function cellOf(type: ValueType): Cell {
  if (type.kind === "float") {
    return type.format === "float"
      ? { array: "F32", method: "Float32", shift: 2 }
      : { array: "F64", method: "Float64", shift: 3 };
  }
  const signed = isSigned(type);
  if (type.bits === 8) return { array: signed ? "I8" : "U8", method: "", shift: 0 };
  if (type.bits === 16) {
    return signed
      ? { array: "I16", method: "Int16", shift: 1 }
      : { array: "U16", method: "Uint16", shift: 1 };
  }
  return { array: "I32", method: "Int32", shift: 2 };
}

export function readMemory(w: Writer, type: ValueType, place: Place): Code {
  const rep = representationOf(type);
  if (rep === "big") {
    return { rep, code: `MEMORY.loadBig(${JSON.stringify(bigKind(type))}, ${place.index})` };
  }
  if (rep === "pair") {
    const next = `${place.index} + 4`;
    const lo = readCell(place, cellOf(WORD), place.index, 0);
    const hi = readCell(place, cellOf(WORD), next, 1);
    return w.pair(lo, hi);
  }
  return { rep, code: readCell(place, cellOf(type), place.index, 0) };
}

const WORD: ValueType = { kind: "int", bits: 32, signed: true };

/** `index` is the place's, or `more` elements behind it. */
function readCell(place: Place, cell: Cell, index: string, more: number): string {
  const aligned = element(cell.array, place.index, cell.shift, more);
  const mask = 2 ** cell.shift - 1;
  if (place.align > mask) return aligned;
  return `((${place.index} & ${mask}) === 0 ? ${aligned} : VIEW.get${cell.method}(${index}, true))`;
}

export function writeMemory(w: Writer, type: ValueType, place: Place, value: Code): void {
  if (w.context.options.explores) settleCode(w, type, place, value);
  if (value.rep === "big") {
    const kind = JSON.stringify(bigKind(type));
    if (
      type.kind === "float" &&
      type.format === "ldouble" &&
      w.context.options.implementation === "other"
    ) {
      const size = sizeInMemory(type, w.pointerBits);
      w.emit(`U8.fill(${OTHER_PADDING}, ${place.index}, ${place.index} + ${size});`);
    }
    w.emit(`MEMORY.storeBig(${kind}, ${place.index}, ${value.code});`);
  } else if (value.rep === "pair") {
    writeCell(w, place, cellOf(WORD), place.index, 0, value.lo);
    writeCell(w, place, cellOf(WORD), `${place.index} + 4`, 1, value.hi);
  } else if (value.rep === "number") {
    writeFloat(w, type, place, value.code);
  } else {
    writeCell(w, place, cellOf(type), place.index, 0, value.code);
  }
}

/** Updates the shadow of a stored value. */
function settleCode(w: Writer, type: ValueType, { index, align }: Place, value: Code): void {
  const size = sizeInMemory(type, w.pointerBits);
  const settle = `SPACE.settle(${index}, ${size});`;
  if (w.context.options.tracksBlocks !== true) {
    const isWord = size === 4 && align >= 4;
    w.emit(isWord ? `SHADOW32[${index} >> 2] = ${LIVE * 0x01010101};` : settle);
  } else if (type.kind === "pointer") {
    const low = w.hold(value.rep === "pair" ? value.lo : codeOf(value));
    w.emit(`if (${low} === 0) ${settle} else SPACE.settlePointer(${index}, ${size});`);
  } else {
    w.emit(settle);
  }
}

function writeCell(
  w: Writer,
  place: Place,
  cell: Cell,
  index: string,
  more: number,
  code: string,
): void {
  const aligned = `${element(cell.array, place.index, cell.shift, more)} = `;
  const mask = 2 ** cell.shift - 1;
  if (place.align > mask) {
    w.emit(`${aligned}${code};`);
    return;
  }
  const held = w.hold(code);
  const unaligned = `VIEW.set${cell.method}(${index}, ${held}, true);`;
  w.emit(`if ((${place.index} & ${mask}) === 0) ${aligned}${held}; else ${unaligned}`);
}

/**
 * JavaScript leaves the bits of a stored NaN open; programs that read them get the canonical ones.
 */
function writeFloat(w: Writer, type: ValueType, place: Place, code: string): void {
  const held = w.hold(code);
  const store = w.capture(() => writeCell(w, place, cellOf(type), place.index, 0, held)).lines;
  const isDouble = type.kind === "float" && type.format === "double";
  const nan = isDouble
    ? `VIEW.setInt32(${place.index}, 0, true); VIEW.setInt32(${place.index} + 4, ${0x7ff80000}, true);`
    : `VIEW.setInt32(${place.index}, ${0x7fc00000}, true);`;
  w.emit(`if (${held} === ${held}) { ${store.join(" ")} } else { ${nan} }`);
}

// ----------------------------------------------------------------- bit-fields

interface FieldPlace extends Place {
  readonly shift: number;
  readonly bytes: number;
}

function fieldPlace(
  w: Writer,
  address: Expression,
  field: BitField,
  permission: Permission,
): FieldPlace {
  const skip = field.bitOffset >> 3;
  const shift = field.bitOffset & 7;
  const bytes = Math.ceil((shift + field.bitWidth) / 8);
  const { start, end } = field.location ?? { start: skip, end: skip + bytes };
  const location = { before: skip - start, size: end - start };
  return { ...placeOf(w, address, bytes, permission, skip, location), shift, bytes };
}

/** The bytes of a field that spans at most four, as one word. */
function rawField(place: FieldPlace): string {
  const { index, bytes } = place;
  if (bytes === 1) return `U8[${index}]`;
  if (bytes === 4) return readCell(place, cellOf(WORD), index, 0);
  const low = `U8[${index}] | U8[${index} + 1] << 8`;
  return bytes === 2 ? `(${low})` : `(${low} | U8[${index} + 2] << 16)`;
}

function loadField(w: Writer, type: ValueType, address: Expression, field: BitField): Code {
  const place = fieldPlace(w, address, field, "read");
  const { shift, bytes } = place;
  const width = field.bitWidth;
  const signed = isSigned(type);
  refuseIndeterminate(w, place, bytes);
  readExposed(w, { kind: "int", bits: 32, signed: true }, place, bytes, word("0"));
  const rep = representationOf(type);
  if (rep !== "word" && rep !== "pair") {
    w.emit(w.unsupported("a bit-field of more than 64 bits"));
    return { rep, code: "undefined" };
  }
  if (bytes > 4) {
    const call = `MEMORY.loadField(${place.index}, ${shift}, ${width}, ${signed})`;
    return rep === "pair" ? pairCall(w, call) : word(w.hold(call));
  }
  const raw = rawField(place);
  const value = w.hold(
    signed
      ? `(${raw} << ${32 - shift - width} >> ${32 - width})`
      : width === 32
        ? raw
        : `(${raw} >>> ${shift} & ${2 ** width - 1})`,
  );
  return rep === "pair" ? w.pair(value, signed ? `(${value} >> 31)` : "0") : word(value);
}

function storeField(w: Writer, address: Expression, value: Code, field: BitField): void {
  const place = fieldPlace(w, address, field, "write");
  const { index, shift, bytes } = place;
  const width = field.bitWidth;
  // Partly written bytes stay indeterminate, which is conservative.
  const { explores, tracksBlocks } = w.context.options;
  if (explores && shift === 0 && width === 8 * bytes) w.emit(`SPACE.settle(${index}, ${bytes});`);
  else if (explores && tracksBlocks) w.emit(`SPACE.breakPointer(${index}, ${bytes});`);
  readExposed(w, { kind: "int", bits: 32, signed: true }, place, bytes, word("0"));
  if (value.rep === "big") {
    w.emit(w.unsupported("a bit-field of more than 64 bits"));
    return;
  }
  const [lo, hi] = value.rep === "pair" ? [value.lo, value.hi] : [w.hold(codeOf(value)), "0"];
  if (bytes > 4) {
    w.emit(`MEMORY.storeField(${index}, ${shift}, ${width}, ${lo}, ${hi});`);
    return;
  }
  const mask = Number(BigInt.asIntN(32, (1n << BigInt(width)) - 1n));
  const keep = ~(mask << shift);
  const merged = w.hold(`(${rawField(place)} & ${keep} | (${lo} & ${mask}) << ${shift})`);
  if (bytes === 4) {
    writeCell(w, place, cellOf(WORD), index, 0, merged);
    return;
  }
  for (let i = 0; i < bytes; i++) {
    const at = i === 0 ? index : `${index} + ${i}`;
    w.emit(`U8[${at}] = ${merged}${i === 0 ? "" : ` >> ${8 * i}`};`);
  }
}
