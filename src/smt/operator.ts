/**
 * The operators that remain after normalisation. Everything else of the
 * term API (or, sub, ule, rotations, …) is built from these, so that every
 * later pass (evaluation, bit-blasting, printing) has few cases.
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

/** A binary interchange format of IEEE 754-2019, section 3.4; total width is the sum of both. */
export interface FloatFormat {
  readonly exponentBits: number;
  /** Bits of the significand including the hidden one: 24 for binary32. */
  readonly significandBits: number;
}

/**
 * Rounding-direction attributes of IEEE 754-2019, section 4.3, by their
 * 3-bit code. The codes 5, 6 and 7 of a symbolic rounding mode mean the
 * same as {@link ROUND_TOWARD_ZERO}.
 */
export const ROUND_NEAREST_EVEN = 0;
export const ROUND_NEAREST_AWAY = 1;
export const ROUND_TOWARD_POSITIVE = 2;
export const ROUND_TOWARD_NEGATIVE = 3;
export const ROUND_TOWARD_ZERO = 4;
export type RoundingMode = 0 | 1 | 2 | 3 | 4;
/** Width of a rounding-mode term. */
export const ROUNDING_MODE_WIDTH = 3;

const FLOAT_OPERATORS: ReadonlySet<Operator> = new Set(
  OPERATORS.filter((op) => /^fp|ToFp$/.test(op)),
);

/** Whether the operator works on IEEE patterns; bit-blasting lowers these first. */
export function isFloatOperator(op: Operator): op is FloatOperator {
  return FLOAT_OPERATORS.has(op);
}
