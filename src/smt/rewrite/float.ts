/** Floating-point terms: construction, and the operations that are plain bit operations. */
import { invariant } from "../../util/errors.ts";
import type { FloatFormat } from "../../util/ieee-float.ts";
import type { FloatOperator } from "../operator.ts";
import { packFormat, type Term, type TermTable } from "../term-table.ts";
import { bvand, bvxor, extract } from "./bit-vector.ts";
import { and, not } from "./bool.ts";
import { eq } from "./comparison.ts";

export function arithmetic(
  t: TermTable,
  op: FloatOperator,
  format: FloatFormat,
  mode: Term | undefined,
  values: readonly Term[],
): Term {
  for (const value of values) check(format, value);
  const args = mode === undefined ? values : [mode, ...values];
  return t.make(op, totalBits(format), args, packFormat(format), packFormat(format));
}

export function compare(
  t: TermTable,
  op: "fpEq" | "fpLt" | "fpLe",
  format: FloatFormat,
  a: Term,
  b: Term,
): Term {
  check(format, a);
  check(format, b);
  return t.make(op, 0, [a, b], packFormat(format));
}

export function convert(
  t: TermTable,
  from: FloatFormat,
  to: FloatFormat,
  mode: Term,
  a: Term,
): Term {
  check(from, a);
  return t.make("fpToFp", totalBits(to), [mode, a], packFormat(from), packFormat(to));
}

export function toInteger(
  t: TermTable,
  op: "fpToSigned" | "fpToUnsigned",
  format: FloatFormat,
  width: number,
  mode: Term,
  a: Term,
): Term {
  check(format, a);
  return t.make(op, width, [mode, a], packFormat(format));
}

export function fromInteger(
  t: TermTable,
  op: "signedToFp" | "unsignedToFp",
  to: FloatFormat,
  mode: Term,
  a: Term,
): Term {
  return t.make(op, totalBits(to), [mode, a], packFormat(to), packFormat(to));
}

export function isNotANumber(t: TermTable, format: FloatFormat, a: Term): Term {
  return and(t, exponentIsOnes(t, format, a), not(t, fractionIsZero(t, format, a)));
}

export function isInfinite(t: TermTable, format: FloatFormat, a: Term): Term {
  return and(t, exponentIsOnes(t, format, a), fractionIsZero(t, format, a));
}

export function isZero(t: TermTable, format: FloatFormat, a: Term): Term {
  return and(t, exponentIsZero(t, format, a), fractionIsZero(t, format, a));
}

export function isSubnormal(t: TermTable, format: FloatFormat, a: Term): Term {
  return and(t, exponentIsZero(t, format, a), not(t, fractionIsZero(t, format, a)));
}

export function isNormal(t: TermTable, format: FloatFormat, a: Term): Term {
  return and(t, not(t, exponentIsOnes(t, format, a)), not(t, exponentIsZero(t, format, a)));
}

export function signBit(t: TermTable, format: FloatFormat, a: Term): Term {
  check(format, a);
  return eq(t, extract(t, a, a.width - 1, a.width - 1), t.constant(1, 1));
}

export function negate(t: TermTable, format: FloatFormat, a: Term): Term {
  check(format, a);
  return bvxor(t, a, t.constant(a.width, 1n << BigInt(a.width - 1)));
}

export function absolute(t: TermTable, format: FloatFormat, a: Term): Term {
  check(format, a);
  return bvand(t, a, t.constant(a.width, (1n << BigInt(a.width - 1)) - 1n));
}

function exponent(t: TermTable, format: FloatFormat, a: Term): Term {
  check(format, a);
  return extract(t, a, a.width - 2, format.significandBits - 1);
}

function exponentIsOnes(t: TermTable, format: FloatFormat, a: Term): Term {
  return eq(t, exponent(t, format, a), t.constant(format.exponentBits, -1));
}

function exponentIsZero(t: TermTable, format: FloatFormat, a: Term): Term {
  return eq(t, exponent(t, format, a), t.constant(format.exponentBits, 0));
}

function fractionIsZero(t: TermTable, format: FloatFormat, a: Term): Term {
  const width = format.significandBits - 1;
  return eq(t, extract(t, a, width - 1, 0), t.constant(width, 0));
}

function totalBits(format: FloatFormat): number {
  return format.exponentBits + format.significandBits;
}

function check(format: FloatFormat, a: Term): void {
  invariant(a.width === totalBits(format), `${a.width} bits in a ${totalBits(format)}-bit format`);
}
