/** Widths, sizes and formats of the CFA's value types. */
import type { ValueType } from "../../cfa/cfa.ts";
import {
  FLOAT32,
  FLOAT64,
  FLOAT128,
  type FloatFormat,
  X87_EXTENDED,
} from "../../util/ieee-float.ts";

export function formatOf(name: "float" | "double" | "ldouble" | "float128"): FloatFormat {
  switch (name) {
    case "float":
      return FLOAT32;
    case "double":
      return FLOAT64;
    case "ldouble":
      return X87_EXTENDED;
    case "float128":
      return FLOAT128;
  }
}

/** Bits of a value as a term. The x87 format is kept without its explicit integer bit. */
export function widthOf(type: ValueType): number {
  if (type.kind !== "float") return type.bits;
  const format = formatOf(type.format);
  return format.exponentBits + format.significandBits;
}

/** Bytes in memory. */
export function sizeInMemory(type: ValueType, pointerBits: number): number {
  if (type.kind !== "float") return type.bits / 8;
  switch (type.format) {
    case "float":
      return 4;
    case "double":
      return 8;
    case "ldouble":
      return pointerBits === 32 ? 12 : 16;
    case "float128":
      return 16;
  }
}
