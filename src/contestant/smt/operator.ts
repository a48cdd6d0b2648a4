/**
 * The operators that remain after normalisation. All other operations of the term API (or, sub,
 * ule, rotations, …) are built from these, so that every later pass (evaluation, bit-blasting,
 * printing) has few cases.
 */
export const OPERATORS = [
  // any sort
  "constant",
  "variable",
  "ite",
  "eq",
  // Bool
  "not",
  "and",
  // bit-vectors
  "bvnot",
  "bvand",
  "bvor",
  "bvxor",
  "neg",
  "add",
  "mul",
  "udiv",
  "urem",
  "sdiv",
  "srem",
  "shl",
  "lshr",
  "ashr",
  "ult",
  "slt",
  "concat",
  "extract",
  "zeroExtend",
  "signExtend",
  // floating point: bit-vectors that hold IEEE 754 interchange patterns
  "fpAdd",
  "fpMul",
  "fpDiv",
  "fpRem",
  "fpFmod",
  "fpSqrt",
  "fpFma",
  "fpRoundToIntegral",
  "fpEq",
  "fpLt",
  "fpLe",
  "fpToFp",
  "fpToSigned",
  "fpToUnsigned",
  "signedToFp",
  "unsignedToFp",
] as const;

export type Operator = (typeof OPERATORS)[number];

/** Operators that {@link isFloatOperator} accepts. */
export type FloatOperator = Extract<Operator, `fp${string}` | "signedToFp" | "unsignedToFp">;

/** Binary operators on two bit-vectors of one width that yield the same width. */
export type BinaryBitVectorOperator =
  | "bvand"
  | "bvor"
  | "bvxor"
  | "add"
  | "mul"
  | "udiv"
  | "urem"
  | "sdiv"
  | "srem"
  | "shl"
  | "lshr"
  | "ashr";

/**
 * A rounding mode as a term has this width; its value is the index into
 * ROUNDING_MODES of src/ground/util/ieee-float.ts, and 5, 6, 7 mean "toward-zero" too.
 */
export const ROUNDING_MODE_WIDTH = 3;
export const ROUND_NEAREST_EVEN = 0;
export const ROUND_NEAREST_AWAY = 1;
export const ROUND_TOWARD_POSITIVE = 2;
export const ROUND_TOWARD_NEGATIVE = 3;
export const ROUND_TOWARD_ZERO = 4;

const FLOAT_OPERATORS: ReadonlySet<Operator> = new Set(
  OPERATORS.filter((op) => /^fp|ToFp$/.test(op)),
);

/** Whether the operator works on IEEE patterns; bit-blasting lowers these first. */
export function isFloatOperator(op: Operator): op is FloatOperator {
  return FLOAT_OPERATORS.has(op);
}
