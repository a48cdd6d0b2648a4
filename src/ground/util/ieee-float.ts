/**
 * Exact IEEE 754 arithmetic on bit patterns (bigint), for any binary format
 * and rounding mode: the reference that constant folding, the interpreter and
 * the bit-level encodings agree with. Flags and signalling are not modelled;
 * NaN results are the canonical positive quiet NaN.
 */
export * from "./ieee-float/arithmetic.ts";
export * from "./ieee-float/comparison.ts";
export * from "./ieee-float/conversion.ts";
export {
  classifyFloat,
  FLOAT16,
  FLOAT32,
  FLOAT64,
  FLOAT128,
  type FloatClass,
  type FloatFormat,
  floatAbs,
  floatCopySign,
  floatInfinity,
  floatMaxFinite,
  floatNaN,
  floatNegate,
  floatSign,
  floatWidth,
  floatZero,
  isFloatNaN,
  maxExponent as maxFloatExponent,
  ROUNDING_MODES,
  type RoundingMode,
  type Sign,
  sameFormat,
  X87_EXTENDED,
} from "./ieee-float/format.ts";
export { type PrintStyle, printFloat } from "./ieee-float/print.ts";
export * from "./ieee-float/remainder.ts";
export { formatFloatDecimal, formatFloatHex, parseFloatLiteral } from "./ieee-float/text.ts";
