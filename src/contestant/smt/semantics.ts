/**
 * Meaning of the bit-vector operators on concrete values (SMT-LIB
 * FixedSizeBitVectors), twice: on numbers for up to 32 bits and on bigints
 * for every width. Values are unsigned. Constant folding and evaluation
 * share this file; bit-blasting is tested against it.
 */
import { unreachable } from "../../ground/util/errors.ts";
import type { BinaryBitVectorOperator } from "./operator.ts";

/** All ones in `width` ≤ 32 bits, as an unsigned number. */
export function maskOf(width: number): number {
  return width === 32 ? 0xffffffff : 2 ** width - 1;
}

/** Two's complement value of `width` ≤ 32 bits. */
export function signedOf(width: number, value: number): number {
  return (value << (32 - width)) >> (32 - width);
}

/** Binary operators on numbers, width ≤ 32. */
export function applySmall(
  op: BinaryBitVectorOperator,
  width: number,
  a: number,
  b: number,
): number {
  const mask = maskOf(width);
  switch (op) {
    case "bvand":
      return (a & b) >>> 0;
    case "bvor":
      return (a | b) >>> 0;
    case "bvxor":
      return (a ^ b) >>> 0;
    case "add":
      return ((a + b) & mask) >>> 0;
    case "mul":
      return (Math.imul(a, b) & mask) >>> 0;
    case "udiv":
      return b === 0 ? mask : Math.floor(a / b);
    case "urem":
      return b === 0 ? a : a % b;
    case "sdiv": {
      const dividend = signedOf(width, a);
      if (b === 0) return dividend < 0 ? 1 : mask;
      return (Math.trunc(dividend / signedOf(width, b)) & mask) >>> 0;
    }
    case "srem":
      return b === 0 ? a : ((signedOf(width, a) % signedOf(width, b)) & mask) >>> 0;
    case "shl":
      return b >= width ? 0 : ((a << b) & mask) >>> 0;
    case "lshr":
      return b >= width ? 0 : a >>> b;
    case "ashr":
      return ((signedOf(width, a) >> Math.min(b, width - 1)) & mask) >>> 0;
    default:
      return unreachable(op);
  }
}

/** Binary operators on bigints, any width. */
export function applyWide(
  op: BinaryBitVectorOperator,
  width: number,
  a: bigint,
  b: bigint,
): bigint {
  switch (op) {
    case "bvand":
      return a & b;
    case "bvor":
      return a | b;
    case "bvxor":
      return a ^ b;
    case "add":
      return BigInt.asUintN(width, a + b);
    case "mul":
      return BigInt.asUintN(width, a * b);
    case "udiv":
      return b === 0n ? BigInt.asUintN(width, -1n) : a / b;
    case "urem":
      return b === 0n ? a : a % b;
    case "sdiv": {
      const dividend = BigInt.asIntN(width, a);
      const quotient = b === 0n ? (dividend < 0n ? 1n : -1n) : dividend / BigInt.asIntN(width, b);
      return BigInt.asUintN(width, quotient);
    }
    case "srem":
      return b === 0n
        ? a
        : BigInt.asUintN(width, BigInt.asIntN(width, a) % BigInt.asIntN(width, b));
    case "shl":
      return b >= BigInt(width) ? 0n : BigInt.asUintN(width, a << b);
    case "lshr":
      return b >= BigInt(width) ? 0n : a >> b;
    case "ashr": {
      const amount = b >= BigInt(width) ? BigInt(width - 1) : b;
      return BigInt.asUintN(width, BigInt.asIntN(width, a) >> amount);
    }
    default:
      return unreachable(op);
  }
}

/** Signed comparison of `width` > 0 bits. */
export function isSignedLess(width: number, a: bigint, b: bigint): boolean {
  return BigInt.asIntN(width, a) < BigInt.asIntN(width, b);
}
