import {
  bitLength,
  classifyFloat,
  type FloatFormat,
  floatInfinity,
  floatNaN,
  floatSign,
  floatZero,
  isFloatNaN,
  type RoundingMode,
  type Sign,
} from "./format.ts";
import { decodeFinite, type FiniteNumber, roundToFloat } from "./rounding.ts";

/** formatOf-arithmetic of IEEE 754-2019 §5.4.1 on integers: the exact result, rounded once. */

export function exactAdd(format: FloatFormat, mode: RoundingMode, a: bigint, b: bigint): bigint {
  const classA = classifyFloat(format, a);
  const classB = classifyFloat(format, b);
  if (classA === "nan" || classB === "nan") return floatNaN(format);
  if (classA === "infinite") {
    return classB === "infinite" && a !== b ? floatNaN(format) : a;
  }
  if (classB === "infinite") return b;
  if (classA === "zero") {
    return classB === "zero" ? sumOfZeros(format, mode, a, b) : b;
  }
  if (classB === "zero") return a;
  return addFinite(format, mode, decodeFinite(format, a), decodeFinite(format, b));
}

function sumOfZeros(format: FloatFormat, mode: RoundingMode, a: bigint, b: bigint): bigint {
  return a === b ? a : exactZeroSum(format, mode);
}

/** Sign of an exact zero sum of operands with opposite signs (IEEE 754-2019 §6.3). */
function exactZeroSum(format: FloatFormat, mode: RoundingMode): bigint {
  return floatZero(format, mode === "toward-negative" ? 1 : 0);
}

function addFinite(
  format: FloatFormat,
  mode: RoundingMode,
  x: FiniteNumber,
  y: FiniteNumber,
): bigint {
  const [large, small] = leadingPlace(x) >= leadingPlace(y) ? [x, y] : [y, x];
  // Below this place there is no bit of `large` and no rounding boundary of the
  // sum, so any number in (0, 2^floor) in place of `small` rounds to the same value.
  const floor = Math.min(large.exponent, leadingPlace(large) - format.significandBits - 3);
  const addend =
    leadingPlace(small) < floor
      ? { sign: small.sign, significand: 1n, exponent: floor - 1 }
      : small;
  const exponent = Math.min(large.exponent, addend.exponent);
  const sum = scaled(large, exponent) + scaled(addend, exponent);
  if (sum === 0n) return exactZeroSum(format, mode);
  const number: FiniteNumber =
    sum < 0n ? { sign: 1, significand: -sum, exponent } : { sign: 0, significand: sum, exponent };
  return roundToFloat(format, mode, number);
}

/** Exponent of the leading bit. */
function leadingPlace(number: FiniteNumber): number {
  return number.exponent + bitLength(number.significand) - 1;
}

/** The signed number as a multiple of `2^exponent`. */
function scaled(number: FiniteNumber, exponent: number): bigint {
  const magnitude = number.significand << BigInt(number.exponent - exponent);
  return number.sign === 1 ? -magnitude : magnitude;
}

function productSign(format: FloatFormat, a: bigint, b: bigint): Sign {
  return floatSign(format, a) === floatSign(format, b) ? 0 : 1;
}

function multiplyFinite(x: FiniteNumber, y: FiniteNumber): FiniteNumber {
  return {
    sign: x.sign === y.sign ? 0 : 1,
    significand: x.significand * y.significand,
    exponent: x.exponent + y.exponent,
  };
}

export function exactMul(format: FloatFormat, mode: RoundingMode, a: bigint, b: bigint): bigint {
  const classA = classifyFloat(format, a);
  const classB = classifyFloat(format, b);
  if (classA === "nan" || classB === "nan") return floatNaN(format);
  const sign = productSign(format, a, b);
  if (classA === "infinite" || classB === "infinite") {
    return classA === "zero" || classB === "zero" ? floatNaN(format) : floatInfinity(format, sign);
  }
  if (classA === "zero" || classB === "zero") return floatZero(format, sign);
  return roundToFloat(
    format,
    mode,
    multiplyFinite(decodeFinite(format, a), decodeFinite(format, b)),
  );
}

export function exactDiv(format: FloatFormat, mode: RoundingMode, a: bigint, b: bigint): bigint {
  const classA = classifyFloat(format, a);
  const classB = classifyFloat(format, b);
  if (classA === "nan" || classB === "nan") return floatNaN(format);
  const sign = productSign(format, a, b);
  if (classA === "infinite") {
    return classB === "infinite" ? floatNaN(format) : floatInfinity(format, sign);
  }
  if (classB === "infinite") return floatZero(format, sign);
  if (classB === "zero") {
    return classA === "zero" ? floatNaN(format) : floatInfinity(format, sign);
  }
  if (classA === "zero") return floatZero(format, sign);
  return divideFinite(format, mode, decodeFinite(format, a), decodeFinite(format, b));
}

function divideFinite(
  format: FloatFormat,
  mode: RoundingMode,
  x: FiniteNumber,
  y: FiniteNumber,
): bigint {
  const wanted = format.significandBits + 2;
  const shift = Math.max(0, wanted + bitLength(y.significand) - bitLength(x.significand));
  const dividend = x.significand << BigInt(shift);
  const significand = dividend / y.significand;
  const sticky = significand * y.significand !== dividend;
  const exponent = x.exponent - y.exponent - shift;
  const sign = x.sign === y.sign ? 0 : 1;
  return roundToFloat(format, mode, { sign, significand, exponent }, sticky);
}

export function exactSqrt(format: FloatFormat, mode: RoundingMode, a: bigint): bigint {
  const classA = classifyFloat(format, a);
  if (classA === "nan") return floatNaN(format);
  if (classA === "zero") return a;
  if (floatSign(format, a) === 1) return floatNaN(format);
  if (classA === "infinite") return a;
  const x = decodeFinite(format, a);
  const wanted = 2 * (format.significandBits + 2);
  let shift = Math.max(0, wanted - bitLength(x.significand));
  if ((x.exponent - shift) % 2 !== 0) shift += 1;
  const radicand = x.significand << BigInt(shift);
  const root = integerSquareRoot(radicand);
  const exponent = (x.exponent - shift) / 2;
  return roundToFloat(
    format,
    mode,
    { sign: 0, significand: root, exponent },
    root * root !== radicand,
  );
}

/** Greatest integer whose square is at most `value`, by Newton's iteration from above. */
function integerSquareRoot(value: bigint): bigint {
  let root = 1n << BigInt((bitLength(value) + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** `a · b + c`, rounded once. An infinite times zero is a NaN for every `c`. */
export function exactFma(
  format: FloatFormat,
  mode: RoundingMode,
  a: bigint,
  b: bigint,
  c: bigint,
): bigint {
  const classA = classifyFloat(format, a);
  const classB = classifyFloat(format, b);
  const classC = classifyFloat(format, c);
  if (classA === "nan" || classB === "nan" || isFloatNaN(format, c)) return floatNaN(format);
  const sign = productSign(format, a, b);
  if (classA === "infinite" || classB === "infinite") {
    if (classA === "zero" || classB === "zero") return floatNaN(format);
    const product = floatInfinity(format, sign);
    return classC === "infinite" && c !== product ? floatNaN(format) : product;
  }
  if (classC === "infinite") return c;
  if (classA === "zero" || classB === "zero") {
    return classC === "zero" ? sumOfZeros(format, mode, floatZero(format, sign), c) : c;
  }
  const product = multiplyFinite(decodeFinite(format, a), decodeFinite(format, b));
  return classC === "zero"
    ? roundToFloat(format, mode, product)
    : addFinite(format, mode, product, decodeFinite(format, c));
}
