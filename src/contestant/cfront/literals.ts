/**
 * Values of literals (C11 6.4.4, 6.4.5, with the GNU suffixes). Every function takes the spelling
 * of one token; faults of form go to `report` as one sentence, and a usable value is still
 * returned.
 */
import { escapedByte } from "../../ground/util/source-bytes.ts";
import type { MachineModel } from "./machine-model.ts";
import type { FloatKind, IntegerKind } from "./types.ts";

export type ReportFault = (message: string) => void;

export interface IntegerConstant {
  readonly value: bigint;
  readonly type: IntegerKind;
  /** GNU suffix `i` or `j`. */
  readonly imaginary: boolean;
}
export interface FloatConstant {
  /** Decimal or hexadecimal digits without suffix; the exact value of the literal. */
  readonly text: string;
  readonly type: FloatKind;
  readonly imaginary: boolean;
}
export interface CharacterConstant {
  /** Canonical for the type: `'\xff'` is −1. */
  readonly value: bigint;
  readonly type: IntegerKind;
}
export interface StringConstant {
  /** Little-endian elements with the terminating zero. */
  readonly bytes: Uint8Array;
  readonly element: IntegerKind;
}

/** Fits `int` in every data model. */
const SMALL_INTEGER = /^(?:0|[1-9]\d{0,8})$/;
const INTEGER = /^(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)(\w*)$/;
const INTEGER_SUFFIX = /^(?:(u)?(l|ll)?|(l|ll)(u))$/;
const FLOAT =
  /^(0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)[pP][+-]?\d+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(\w*)$/;
const FLOAT_SUFFIX: Readonly<Record<string, FloatKind>> = {
  "": "double",
  f: "float",
  l: "ldouble",
  w: "ldouble",
  q: "float128",
  f32: "float",
  f64: "double",
  f32x: "double",
  f64x: "ldouble",
  f128: "float128",
};

/** An `integer` token (C11 6.4.4.1): the first type of its list that holds the value. */
export function parseIntegerLiteral(
  text: string,
  machine: MachineModel,
  report: ReportFault,
): IntegerConstant {
  if (SMALL_INTEGER.test(text)) return { value: BigInt(text), type: "int", imaginary: false };
  const match = INTEGER.exec(text);
  if (match === null) {
    report(`'${text}' is not an integer constant`);
    return { value: 0n, type: "int", imaginary: false };
  }
  const [, digits = "", fullSuffix = ""] = match;
  const imaginary = /[ijIJ]/.test(fullSuffix);
  const suffix = fullSuffix.replace(/[ijIJ]/, "");
  // `lL` mixes cases, which 6.4.4.1 does not allow.
  const suffixMatch = /lL|Ll/.test(suffix) ? null : INTEGER_SUFFIX.exec(suffix.toLowerCase());
  if (suffixMatch === null) {
    report(`invalid suffix '${fullSuffix}' on integer constant '${text}'`);
    return { value: 0n, type: "int", imaginary };
  }
  const isDecimal = !digits.startsWith("0");
  let value: bigint;
  if (isDecimal || /^0[xXbB]/.test(digits)) value = BigInt(digits);
  else if (/[89]/.test(digits)) {
    report(`invalid digit in octal constant '${text}'`);
    value = 0n;
  } else value = BigInt(digits === "0" ? "0" : `0o${digits}`);

  const unsigned = suffixMatch[1] !== undefined || suffixMatch[4] !== undefined;
  const length = (suffixMatch[2] ?? suffixMatch[3] ?? "").length;
  const longBits = machine.longSize * 8;
  const candidates: readonly (readonly [IntegerKind, IntegerKind, number])[] = [
    ["int", "uint", 32],
    ["long", "ulong", longBits],
    ["llong", "ullong", 64],
  ];
  for (const [signedKind, unsignedKind, bits] of candidates.slice(length)) {
    if (!unsigned && value < 1n << BigInt(bits - 1)) return { value, type: signedKind, imaginary };
    if ((unsigned || !isDecimal) && value < 1n << BigInt(bits)) {
      return { value, type: unsignedKind, imaginary };
    }
  }
  // gcc gives decimal constants beyond long long the type __int128 where it exists, else unsigned long long.
  if (value < 1n << 64n && machine.name === "ILP32") return { value, type: "ullong", imaginary };
  if (value < 1n << 64n) return { value, type: "int128", imaginary };
  report(`integer constant '${text}' is too large for its type`);
  return { value: BigInt.asUintN(64, value), type: "ullong", imaginary };
}

/** A `float` token (C11 6.4.4.2). */
export function parseFloatLiteral(text: string, report: ReportFault): FloatConstant {
  const match = FLOAT.exec(text);
  if (match === null) {
    const isHexadecimal = /^0[xX]/.test(text);
    report(
      isHexadecimal && !/[pP]/.test(text)
        ? `hexadecimal floating constant '${text}' requires an exponent`
        : `'${text}' is not a floating constant`,
    );
    return { text: "0.0", type: "double", imaginary: false };
  }
  const [, digits = "", fullSuffix = ""] = match;
  const imaginary = /[ijIJ]/.test(fullSuffix);
  const suffix = fullSuffix.replace(/[ijIJ]/, "").toLowerCase();
  const type = Object.hasOwn(FLOAT_SUFFIX, suffix) ? FLOAT_SUFFIX[suffix] : undefined;
  if (type === undefined) {
    report(`unsupported suffix '${fullSuffix}' on floating constant '${text}'`);
    return { text: digits, type: "double", imaginary };
  }
  return { text: digits, type, imaginary };
}

type Prefix = "" | "u8" | "u" | "U" | "L";

/** `wchar_t` of the System V ABIs: `int` on x86-64, `long` on i386. */
function wideCharacterKind(machine: MachineModel): IntegerKind {
  return machine.name === "LP64" ? "int" : "long";
}

function elementOf(prefix: Prefix, machine: MachineModel): { kind: IntegerKind; size: 1 | 2 | 4 } {
  switch (prefix) {
    case "":
    case "u8":
      return { kind: "char", size: 1 };
    case "u":
      return { kind: "ushort", size: 2 };
    case "U":
      return { kind: "uint", size: 4 };
    case "L":
      return { kind: wideCharacterKind(machine), size: 4 };
  }
}

function splitQuoted(text: string): { prefix: Prefix; body: string } {
  const quote = text.search(/['"]/);
  return { prefix: text.slice(0, quote) as Prefix, body: text.slice(quote + 1, -1) };
}

/** A `character` token (C11 6.4.4.4); multi-character constants as gcc computes them. */
export function parseCharacterLiteral(
  text: string,
  machine: MachineModel,
  report: ReportFault,
): CharacterConstant {
  const { prefix, body } = splitQuoted(text);
  const { kind, size } = elementOf(prefix, machine);
  const units = encode(body, size, report);
  if (units.length === 0) {
    report("empty character constant");
    return { value: 0n, type: "int" };
  }
  if (prefix === "") {
    if (units.length === 1) {
      return { value: BigInt.asIntN(8, BigInt(units[0] as number)), type: "int" };
    }
    if (units.length > 4) report(`character constant ${text} is too long for its type`);
    const packed = units.reduce((value, unit) => (value << 8n) | BigInt(unit), 0n);
    return { value: BigInt.asIntN(32, packed), type: "int" };
  }
  if (units.length > 1) report(`character constant ${text} is too long for its type`);
  const value = BigInt(units[0] as number);
  return { value: prefix === "L" ? BigInt.asIntN(32, value) : value, type: kind };
}

/** Adjacent `string` tokens, concatenated (C11 5.1.1.2 phase 6, 6.4.5p5). */
export function parseStringLiterals(
  texts: readonly string[],
  machine: MachineModel,
  report: ReportFault,
): StringConstant {
  let prefix: Prefix = "";
  const parts = texts.map(splitQuoted);
  for (const part of parts) {
    if (part.prefix === "" || part.prefix === prefix) continue;
    if (prefix !== "") report("concatenation of string literals with different prefixes");
    prefix = part.prefix;
  }
  const { kind, size } = elementOf(prefix, machine);
  const units = parts.flatMap((part) => encode(part.body, size, report));
  const bytes = new Uint8Array((units.length + 1) * size);
  const view = new DataView(bytes.buffer);
  units.forEach((unit, index) => {
    if (size === 1) view.setUint8(index, unit);
    else if (size === 2) view.setUint16(index * 2, unit, true);
    else view.setUint32(index * 4, unit, true);
  });
  return { bytes, element: kind };
}

const SIMPLE_ESCAPES: Readonly<Record<string, number>> = {
  n: 10,
  t: 9,
  "0": 0,
  r: 13,
  a: 7,
  b: 8,
  f: 12,
  v: 11,
  e: 27,
  E: 27,
};

/** Code units of `size` bytes of a literal's body: UTF-8, UTF-16 or UTF-32. */
function encode(body: string, size: 1 | 2 | 4, report: ReportFault): number[] {
  const units: number[] = [];
  const pattern =
    /\\x([0-9a-fA-F]*)|\\([0-7]{1,3})|\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\(.?)|([^\\])/gsu;
  for (const [, hexadecimal, octal, short, long, simple, plain] of body.matchAll(pattern)) {
    if (hexadecimal !== undefined || octal !== undefined) {
      if (hexadecimal === "") report("\\x without hexadecimal digits");
      const value = BigInt(hexadecimal === undefined ? `0o${octal}` : `0x${hexadecimal || "0"}`);
      if (value >= 1n << BigInt(size * 8)) report("escape sequence out of range");
      units.push(Number(BigInt.asUintN(size * 8, value)));
    } else if (short !== undefined || long !== undefined) {
      const value = Number.parseInt((short ?? long) as string, 16);
      // C11 6.4.3p2 excludes surrogates.
      if (value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) {
        report("universal character name out of range");
      } else encodeCharacter(value, size, units);
    } else if (simple !== undefined) {
      if (simple === "u" || simple === "U") report(`\\${simple} without enough hexadecimal digits`);
      // Like gcc, an unknown escape stands for the character itself.
      const code = SIMPLE_ESCAPES[simple];
      if (code === undefined) encodeSourceCharacter(simple, size, units, report);
      else units.push(code);
    } else encodeSourceCharacter(plain as string, size, units, report);
  }
  return units;
}

/** A character of the source, or a byte of it that is not UTF-8: narrow literals keep such a byte, as gcc does. */
function encodeSourceCharacter(
  character: string,
  size: 1 | 2 | 4,
  units: number[],
  report: ReportFault,
): void {
  const codePoint = character.codePointAt(0) ?? 0;
  const byte = escapedByte(codePoint);
  if (byte === undefined) encodeCharacter(codePoint, size, units);
  else if (size === 1) units.push(byte);
  else report("a wide literal contains a byte that is not UTF-8");
}

function encodeCharacter(codePoint: number, size: 1 | 2 | 4, units: number[]): void {
  if (size === 4 || codePoint < 0x80) units.push(codePoint);
  else if (size === 2) {
    if (codePoint < 0x10000) units.push(codePoint);
    else {
      const offset = codePoint - 0x10000;
      units.push(0xd800 + (offset >> 10), 0xdc00 + (offset & 0x3ff));
    }
  } else if (codePoint < 0x800) units.push(0xc0 | (codePoint >> 6), 0x80 | (codePoint & 0x3f));
  else if (codePoint < 0x10000) {
    units.push(
      0xe0 | (codePoint >> 12),
      0x80 | ((codePoint >> 6) & 0x3f),
      0x80 | (codePoint & 0x3f),
    );
  } else {
    units.push(
      0xf0 | (codePoint >> 18),
      0x80 | ((codePoint >> 12) & 0x3f),
      0x80 | ((codePoint >> 6) & 0x3f),
      0x80 | (codePoint & 0x3f),
    );
  }
}
