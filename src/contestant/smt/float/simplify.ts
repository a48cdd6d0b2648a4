/**
 * Floating-point operators that have a much smaller equivalent. Every rule
 * holds for all values, NaN and both zeros included, and for every rounding
 * mode that its guard admits.
 */
import {
  classifyFloat,
  convertFloat,
  type FloatFormat,
  floatSign,
  maxFloatExponent,
  sameFormat,
} from "../../../ground/util/ieee-float.ts";
import {
  type FloatOperator,
  isFloatOperator,
  type Operator,
  ROUND_NEAREST_EVEN,
  ROUND_TOWARD_NEGATIVE,
} from "../operator.ts";
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import { holdsIntegers } from "./convert.ts";
import { compareArgument } from "./monotone.ts";
import { nanPattern } from "./rounding.ts";

/** An equivalent term that is cheaper to lower, or undefined. It may contain floating-point operators. */
export function simplifyFloat(m: TermManager, term: Term): Term | undefined {
  const op = term.op as FloatOperator;
  switch (op) {
    case "fpAdd":
      return simplifyAdd(m, term);
    case "fpMul":
      return simplifyMul(m, term);
    case "fpDiv":
      return simplifyDiv(m, term);
    case "fpToFp":
      return simplifyConversion(m, term);
    case "fpRoundToIntegral":
    case "fpToSigned":
    case "fpToUnsigned":
      return simplifyRounding(m, term);
    case "fpEq":
    case "fpLt":
    case "fpLe":
      return simplifyComparison(m, term);
    default:
      return undefined;
  }
}

/** The value, with every NaN replaced by the canonical one. */
function canonical(m: TermManager, format: FloatFormat, x: Term): Term {
  return m.ite(m.fpIsNaN(format, x), nanPattern(m, format), x);
}

/** The constant operand and the other one, if there is a constant. */
function splitConstant(a: Term, b: Term): { x: Term; constant: Term } | undefined {
  if (b.op === "constant") return { x: a, constant: b };
  return a.op === "constant" ? { x: b, constant: a } : undefined;
}

/** x + 0 and x + (-x). */
function simplifyAdd(m: TermManager, term: Term): Term | undefined {
  const { format } = term;
  const [mode, a, b] = term.args as [Term, Term, Term];
  if (a === m.fpNeg(format, b)) {
    const isUndefined = m.or(m.fpIsNaN(format, a), m.fpIsInfinite(format, a));
    const isDown = m.eq(mode, m.constant(mode.width, ROUND_TOWARD_NEGATIVE));
    const zero = m.constant(a.width, 0);
    return m.ite(isUndefined, nanPattern(m, format), m.ite(isDown, m.fpNeg(format, zero), zero));
  }
  const split = splitConstant(a, b);
  if (split === undefined || mode.op !== "constant") return undefined;
  const { x, constant } = split;
  if (classifyFloat(format, constant.value) !== "zero") return undefined;
  // The zero that leaves every x as it is, and the one that makes a zero x like itself.
  const isNeutral =
    (floatSign(format, constant.value) === 1) !== (mode.small === ROUND_TOWARD_NEGATIVE);
  const number = isNeutral ? x : m.ite(m.fpIsZero(format, x), constant, x);
  return canonical(m, format, number);
}

/** The exponent of a constant power of two, of any sign. */
function powerOfTwo(format: FloatFormat, bits: bigint): number | undefined {
  const fractionBits = BigInt(format.significandBits - 1);
  if (classifyFloat(format, bits) !== "normal") return undefined;
  if (BigInt.asUintN(Number(fractionBits), bits) !== 0n) return undefined;
  const field = BigInt.asUintN(format.exponentBits, bits >> fractionBits);
  return Number(field) - maxFloatExponent(format);
}

/** x · ±1 and x · ±2. */
function simplifyMul(m: TermManager, term: Term): Term | undefined {
  const { format } = term;
  const [mode, a, b] = term.args as [Term, Term, Term];
  const split = splitConstant(a, b);
  const power = split && powerOfTwo(format, split.constant.value);
  if (split === undefined || (power !== 0 && power !== 1)) return undefined;
  const isNegative = floatSign(format, split.constant.value) === 1;
  const x = isNegative ? m.fpNeg(format, split.x) : split.x;
  return power === 0 ? canonical(m, format, x) : m.fpAdd(format, mode, x, x);
}

/** Division by a power of two whose reciprocal is a normal number. */
function simplifyDiv(m: TermManager, term: Term): Term | undefined {
  const { format } = term;
  const [mode, x, divisor] = term.args as [Term, Term, Term];
  if (divisor.op !== "constant") return undefined;
  const power = powerOfTwo(format, divisor.value);
  const bias = maxFloatExponent(format);
  if (power === undefined || bias - power < 1) return undefined;
  const sign = BigInt(floatSign(format, divisor.value)) << BigInt(x.width - 1);
  const reciprocal = (BigInt(bias - power) << BigInt(format.significandBits - 1)) | sign;
  return m.fpMul(format, mode, x, m.constant(x.width, reciprocal));
}

function isWidening(from: FloatFormat, to: FloatFormat): boolean {
  return from.exponentBits <= to.exponentBits && from.significandBits <= to.significandBits;
}

/** The argument of a conversion between formats that keeps every value. */
function widened(term: Term): { readonly format: FloatFormat; readonly x: Term } | undefined {
  if (term.op !== "fpToFp" || !isWidening(term.format, term.resultFormat)) return undefined;
  return { format: term.format, x: term.args[1] as Term };
}

/** The argument of an exact conversion of an integer. */
function exactInteger(
  term: Term,
): { readonly x: Term; readonly signedness: "signed" | "unsigned" } | undefined {
  if (term.op !== "signedToFp" && term.op !== "unsignedToFp") return undefined;
  const x = term.args[1] as Term;
  const signedness = term.op === "signedToFp" ? "signed" : "unsigned";
  return holdsIntegers(term.format, x.width, signedness) ? { x, signedness } : undefined;
}

/** x of fpNeg(x), which is an exclusive or with the sign bit; any other term itself. */
function withoutNegation(m: TermManager, format: FloatFormat, term: Term): Term {
  if (term.op !== "bvxor") return term;
  return term.args.find((arg) => m.fpNeg(format, arg) === term) ?? term;
}

/** The same number (or some NaN) in a narrower format, where that is exact. */
function inFormat(
  m: TermManager,
  wide: FloatFormat,
  narrow: FloatFormat,
  term: Term,
): Term | undefined {
  const positive = withoutNegation(m, wide, term);
  if (positive !== term) {
    const x = inFormat(m, wide, narrow, positive);
    return x && m.fpNeg(narrow, x);
  }
  if (term.op === "constant") {
    const bits = convertFloat(wide, narrow, "toward-zero", term.value);
    const isExact = convertFloat(narrow, wide, "toward-zero", bits) === term.value;
    return isExact ? m.constant(narrow.exponentBits + narrow.significandBits, bits) : undefined;
  }
  const source = widened(term);
  if (source !== undefined) {
    if (sameFormat(source.format, narrow)) return source.x;
    return isWidening(source.format, narrow)
      ? m.fpToFp(source.format, narrow, "toward-zero", source.x)
      : undefined;
  }
  const integer = exactInteger(term);
  if (integer === undefined) return undefined;
  const { x, signedness } = integer;
  if (!holdsIntegers(narrow, x.width, signedness)) return undefined;
  return signedness === "signed"
    ? m.signedToFp(x.width, narrow, "toward-zero", x)
    : m.unsignedToFp(x.width, narrow, "toward-zero", x);
}

/**
 * Whether rounding a sum, product, quotient or root of `narrow` numbers to
 * nearest even in `wide` and then in `narrow` is the same as rounding once
 * (Figueroa 1995: 2p + 2 digits suffice; the exponents must exclude overflow
 * and subnormals in the wide format).
 */
function isDoubleRoundingInnocuous(narrow: FloatFormat, wide: FloatFormat): boolean {
  const room = 2 * (maxFloatExponent(narrow) + narrow.significandBits) + 4;
  return wide.significandBits >= 2 * narrow.significandBits + 2 && maxFloatExponent(wide) >= room;
}

/** Conversions of conversions, and arithmetic that can be done in the narrow format. */
function simplifyConversion(m: TermManager, term: Term): Term | undefined {
  const { format: from, resultFormat: to } = term;
  const [mode, a] = term.args as [Term, Term];
  const source = widened(a);
  if (source !== undefined) return m.fpToFp(source.format, to, mode, source.x);
  const integer = exactInteger(a);
  if (integer !== undefined) {
    const { x, signedness } = integer;
    return signedness === "signed"
      ? m.signedToFp(x.width, to, mode, x)
      : m.unsignedToFp(x.width, to, mode, x);
  }
  return narrowArithmetic(m, from, to, mode, a);
}

/** (float)((double)x + (double)y) is x + y in float, also for -, *, / and the square root, all to nearest even. */
function narrowArithmetic(
  m: TermManager,
  wide: FloatFormat,
  narrow: FloatFormat,
  mode: Term,
  a: Term,
): Term | undefined {
  const isArithmetic =
    a.op === "fpAdd" || a.op === "fpMul" || a.op === "fpDiv" || a.op === "fpSqrt";
  if (!isArithmetic || mode.small !== ROUND_NEAREST_EVEN || a.args[0] !== mode) return undefined;
  if (!isDoubleRoundingInnocuous(narrow, wide)) return undefined;
  const [, first, second] = a.args as [Term, Term, Term];
  const x = inFormat(m, wide, narrow, first);
  if (x === undefined) return undefined;
  if (a.op === "fpSqrt") return m.fpSqrt(narrow, mode, x);
  const y = inFormat(m, wide, narrow, second);
  if (y === undefined) return undefined;
  if (a.op === "fpAdd") return m.fpAdd(narrow, mode, x, y);
  return a.op === "fpMul" ? m.fpMul(narrow, mode, x, y) : m.fpDiv(narrow, mode, x, y);
}

/** Rounding to an integer of a value that is one already, or of a widened number. */
function simplifyRounding(m: TermManager, term: Term): Term | undefined {
  const { op, format, width } = term;
  const [mode, a] = term.args as [Term, Term];
  const source = widened(a);
  if (source !== undefined) {
    if (op === "fpToSigned") return m.fpToSigned(source.format, width, mode, source.x);
    if (op === "fpToUnsigned") return m.fpToUnsigned(source.format, width, mode, source.x);
    const rounded = m.fpRoundToIntegral(source.format, mode, source.x);
    return m.fpToFp(source.format, format, mode, rounded);
  }
  const integer = exactInteger(a);
  if (integer === undefined) return undefined;
  if (op === "fpRoundToIntegral") return a;
  const { x, signedness } = integer;
  if (signedness === "signed") {
    return op === "fpToSigned" && width >= x.width ? m.signExtend(x, width) : undefined;
  }
  const fits = op === "fpToSigned" ? width > x.width : width >= x.width;
  return fits ? m.zeroExtend(x, width) : undefined;
}

function simplifyComparison(m: TermManager, term: Term): Term | undefined {
  const { op, format } = term;
  const [a, b] = term.args as [Term, Term];
  const x = simplifyOperand(m, format, a);
  const y = simplifyOperand(m, format, b);
  if (x !== a || y !== b) return compare(m, op, format, x, y);
  return compareArgument(m, term) ?? compareIntegers(m, op, x, y) ?? compareNarrow(m, term);
}

function compare(m: TermManager, op: Operator, format: FloatFormat, x: Term, y: Term): Term {
  if (op === "fpEq") return m.fpEq(format, x, y);
  return op === "fpLt" ? m.fpLt(format, x, y) : m.fpLe(format, x, y);
}

/** The same number; in a comparison all NaNs are equivalent. */
function simplifyOperand(m: TermManager, format: FloatFormat, x: Term): Term {
  if (isFloatOperator(x.op)) return simplifyFloat(m, x) ?? x;
  if (x.op !== "ite") return x;
  const [condition, nan, number] = x.args as [Term, Term, Term];
  const isCanonical = nan === nanPattern(m, format) && condition === m.fpIsNaN(format, number);
  return isCanonical ? number : x;
}

/** Exact conversions of two integers are compared as integers. */
function compareIntegers(m: TermManager, op: Operator, a: Term, b: Term): Term | undefined {
  const x = exactInteger(a);
  const y = exactInteger(b);
  if (x === undefined || y === undefined) return undefined;
  const width = Math.max(x.x.width, y.x.width) + 1;
  const extend = ({ x: integer, signedness }: typeof x): Term =>
    signedness === "signed" ? m.signExtend(integer, width) : m.zeroExtend(integer, width);
  const left = extend(x);
  const right = extend(y);
  if (op === "fpEq") return m.eq(left, right);
  return op === "fpLt" ? m.slt(left, right) : m.sle(left, right);
}

/** Two widened numbers are compared in the narrow format. */
function compareNarrow(m: TermManager, term: Term): Term | undefined {
  const { op, format, args } = term;
  for (const arg of args) {
    const narrow = widened(withoutNegation(m, format, arg))?.format;
    if (narrow === undefined) continue;
    const [x, y] = args.map((operand) => inFormat(m, format, narrow, operand));
    if (x !== undefined && y !== undefined) return compare(m, op, narrow, x, y);
  }
  return undefined;
}
