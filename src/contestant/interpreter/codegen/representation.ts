/**
 * How values of C live in generated JavaScript.
 *
 * - `word`: integers and pointers of at most 32 bits, as an int32 number.
 *   Types narrower than 32 bits hold their value; 32-bit types, signed or not,
 *   their bit pattern read as signed, so that most operations are the same.
 * - `pair`: 64-bit integers and pointers, as two int32 numbers. (BigInt is
 *   several times slower as soon as it is stored anywhere.)
 * - `number`: float and double. Any NaN is the NaN.
 * - `big`: 128-bit integers as their value; long double and float128 as the
 *   bit patterns of ground/util/ieee-float (79 and 128 bits), as bigint.
 */
import type { ValueType } from "../../cfa/index.ts";

export type Representation = "word" | "pair" | "number" | "big";

/** Code of a value. `lo` and `hi` may be repeated at no cost; `code` may be a long expression. */
export type Code =
  | { readonly rep: "word" | "number" | "big"; readonly code: string }
  | { readonly rep: "pair"; readonly lo: string; readonly hi: string };

export function representationOf(type: ValueType): Representation {
  if (type.kind === "float") {
    return type.format === "float" || type.format === "double" ? "number" : "big";
  }
  return type.bits <= 32 ? "word" : type.bits === 64 ? "pair" : "big";
}

export function isSigned(type: ValueType): boolean {
  return type.kind === "int" && type.signed;
}

/** Identifiers and literals: code that may be repeated. */
export function isAtom(code: string): boolean {
  return /^-?[\w$]+$/.test(code);
}
