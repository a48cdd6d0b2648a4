import {
  classifyFloat,
  type FloatFormat,
  floatAbs,
  floatNaN,
  floatSign,
  isFloatNaN,
} from "./format.ts";

/** The four mutually exclusive relations of IEEE 754-2019 §5.11; zeros are equal. */
export type FloatRelation = "less" | "equal" | "greater" | "unordered";

export function compareFloats(format: FloatFormat, a: bigint, b: bigint): FloatRelation {
  if (isFloatNaN(format, a) || isFloatNaN(format, b)) return "unordered";
  const x = orderKey(format, a);
  const y = orderKey(format, b);
  if (x === y) return "equal";
  return x < y ? "less" : "greater";
}

/** An integer that orders the patterns of a format as their values. */
function orderKey(format: FloatFormat, bits: bigint): bigint {
  const magnitude = floatAbs(format, bits);
  return floatSign(format, bits) === 1 ? -magnitude : magnitude;
}

export function floatEqual(format: FloatFormat, a: bigint, b: bigint): boolean {
  return compareFloats(format, a, b) === "equal";
}

export function floatLessThan(format: FloatFormat, a: bigint, b: bigint): boolean {
  return compareFloats(format, a, b) === "less";
}

export function floatLessOrEqual(format: FloatFormat, a: bigint, b: bigint): boolean {
  const relation = compareFloats(format, a, b);
  return relation === "less" || relation === "equal";
}

/**
 * C's `fmin`: a NaN counts as missing. For zeros of both signs, returns the negative one (C leaves
 * it open; IEEE 754-2019 minimumNumber requires it).
 */
export function floatMin(format: FloatFormat, a: bigint, b: bigint): bigint {
  return choose(format, a, b, "less");
}

/** C's `fmax`; for zeros of both signs, returns the positive one. */
export function floatMax(format: FloatFormat, a: bigint, b: bigint): bigint {
  return choose(format, a, b, "greater");
}

function choose(format: FloatFormat, a: bigint, b: bigint, wanted: "less" | "greater"): bigint {
  if (isFloatNaN(format, a)) return canonical(format, b);
  if (isFloatNaN(format, b)) return a;
  const relation = compareFloats(format, a, b);
  if (relation === "equal") {
    const preferredSign = wanted === "less" ? 1 : 0;
    return floatSign(format, a) === preferredSign ? a : b;
  }
  return relation === wanted ? a : b;
}

function canonical(format: FloatFormat, bits: bigint): bigint {
  return classifyFloat(format, bits) === "nan" ? floatNaN(format) : bits;
}
