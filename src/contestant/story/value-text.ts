import {
  classifyFloat,
  decodeX87,
  floatSign,
  formatFloatDecimal,
} from "../../ground/util/ieee-float.ts";
import { formatOf, type ValueType } from "../cfa/index.ts";

/** Formats a value: decimal, `NULL`, or the address of a pointer in hexadecimal. */
export function valueForPeople(bits: bigint, type: ValueType): string {
  if (type.kind === "pointer") return bits === 0n ? "NULL" : `0x${bits.toString(16)}`;
  if (type.kind === "int") {
    return String(type.signed ? BigInt.asIntN(type.bits, bits) : BigInt.asUintN(type.bits, bits));
  }
  const format = formatOf(type.format);
  // The integer bit and the padding of a long double are no part of the pattern.
  const pattern = type.format === "ldouble" ? decodeX87(BigInt.asUintN(80, bits)) : bits;
  const kind = classifyFloat(format, pattern);
  if (kind === "nan") return "nan";
  if (kind === "infinite") return floatSign(format, pattern) === 1 ? "-inf" : "inf";
  return formatFloatDecimal(format, pattern);
}
