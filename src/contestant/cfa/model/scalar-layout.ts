/** Widths, sizes and formats of the CFA's value types. */

import {
  FLOAT32,
  FLOAT64,
  FLOAT128,
  type FloatFormat,
  X87_EXTENDED,
} from "../../../ground/util/ieee-float.ts";
import type { FloatValueType, ValueType } from "./cfa.ts";

/** IEEE formats of the floating value types; patterns of `ldouble` lack the explicit integer bit there. */
export const FLOAT_FORMATS: Readonly<Record<FloatValueType["format"], FloatFormat>> = {
  float: FLOAT32,
  double: FLOAT64,
  ldouble: X87_EXTENDED,
  float128: FLOAT128,
};

export function formatOf(name: FloatValueType["format"]): FloatFormat {
  return FLOAT_FORMATS[name];
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
