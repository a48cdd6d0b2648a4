/** Floating-point constants of C. */
import { classifyFloat, floatSign, formatFloatDecimal } from "../../../ground/util/ieee-float.ts";
import type { FloatValueType } from "./cfa.ts";
import { formatOf } from "./scalar-layout.ts";

const SUFFIXES = { float: "f", double: "", ldouble: "L", float128: "Q" } as const;

/** `0.5f`; undefined for values that are no number. */
export function floatLiteral(bits: bigint, type: FloatValueType): string | undefined {
  const format = formatOf(type.format);
  const kind = classifyFloat(format, bits);
  const suffix = SUFFIXES[type.format];
  if (kind === "nan") return undefined;
  // A constant beyond every format rounds to infinity.
  if (kind === "infinite") return `${floatSign(format, bits) === 1 ? "-" : ""}1e9999${suffix}`;
  const text = formatFloatDecimal(format, bits);
  return /[.e]/.test(text) ? text + suffix : `${text}.0${suffix}`;
}
