/**
 * Rewriting of floating-point operators: constants are folded through the reference arithmetic,
 * ite-trees of constants are lifted, and plain bit operations are built from bit operators.
 */
import { invariant } from "../../../ground/util/errors.ts";
import { type FloatFormat, floatNaN } from "../../../ground/util/ieee-float.ts";
import { applyFloat, type FloatSignature } from "../float-semantics.ts";
import type { FloatOperator } from "../operator.ts";
import { packFormat, type Term, type TermTable } from "../term-table.ts";
import { bvand, bvxor } from "./bitwise.ts";
import { and, not } from "./bool.ts";
import { eq } from "./comparison.ts";
import { type Lifting, lift } from "./lift.ts";
import { extract, ite } from "./structure.ts";

export function arithmetic(
  t: TermTable,
  op: FloatOperator,
  format: FloatFormat,
  mode: Term | undefined,
  values: readonly Term[],
): Term {
  for (const value of values) check(format, value);
  const operands = isCommutative(op) ? inOrder(values) : values;
  const args = mode === undefined ? operands : [mode, ...operands];
  return build(t, { op, width: totalBits(format), format, resultFormat: format }, args);
}

/** Sums and products do not depend on the order of their first two operands: NaNs are canonical. */
function isCommutative(op: FloatOperator): boolean {
  return op === "fpAdd" || op === "fpMul" || op === "fpFma";
}

function inOrder(values: readonly Term[]): readonly Term[] {
  const [a, b, ...rest] = values as [Term, Term, ...Term[]];
  return a.id <= b.id ? values : [b, a, ...rest];
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
  if (a === b) return op === "fpLt" ? t.false : not(t, isNotANumber(t, format, a));
  const args = op === "fpEq" && a.id > b.id ? [b, a] : [a, b];
  return build(t, { op, width: 0, format, resultFormat: format }, args);
}

export function convert(
  t: TermTable,
  from: FloatFormat,
  to: FloatFormat,
  mode: Term,
  a: Term,
): Term {
  check(from, a);
  if (packFormat(from) === packFormat(to)) return canonical(t, from, a);
  if (a.op === "fpToFp" && packFormat(a.format) === packFormat(to) && isWider(from, to)) {
    // Widened and narrowed again: every value survives, a NaN becomes the canonical one.
    return canonical(t, to, a.args[1] as Term);
  }
  const signature: FloatSignature = {
    op: "fpToFp",
    width: totalBits(to),
    format: from,
    resultFormat: to,
  };
  return build(t, signature, [mode, a]);
}

function isWider(wide: FloatFormat, narrow: FloatFormat): boolean {
  return wide.exponentBits >= narrow.exponentBits && wide.significandBits >= narrow.significandBits;
}

/** The same value; every NaN becomes the canonical one. */
function canonical(t: TermTable, format: FloatFormat, a: Term): Term {
  return ite(t, isNotANumber(t, format, a), t.constant(a.width, floatNaN(format)), a);
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
  return build(t, { op, width, format, resultFormat: format }, [mode, a]);
}

export function fromInteger(
  t: TermTable,
  op: "signedToFp" | "unsignedToFp",
  to: FloatFormat,
  mode: Term,
  a: Term,
): Term {
  return build(t, { op, width: totalBits(to), format: to, resultFormat: to }, [mode, a]);
}

function build(t: TermTable, signature: FloatSignature, args: readonly Term[]): Term {
  const { op, width, format, resultFormat } = signature;
  return (
    folded(t, signature, args) ??
    t.make(op, width, args, packFormat(format), packFormat(resultFormat))
  );
}

/** The operator on constants, or lifted over the one or two operands that are trees of constants. */
function folded(t: TermTable, signature: FloatSignature, args: readonly Term[]): Term | undefined {
  const trees = args.filter((arg) => arg.op !== "constant");
  if (trees.length > 2 || trees.some((tree) => tree.leaves === undefined)) return undefined;
  const [a, b] = trees;
  const fold = (left: Term, right: Term): Term => {
    const values = args.map((arg) => (arg === a ? left : arg === b ? right : arg).value);
    const integerWidth = (args[args.length - 1] as Term).width;
    const value = applyFloat(signature, values, integerWidth);
    return signature.width === 0 ? t.bool(value === 1n) : t.constant(signature.width, value);
  };
  const lifting: Lifting = {
    key: keyOf(signature, args),
    fold: (_, left, right) => fold(left, right),
    ite,
    isPredicate: signature.width === 0,
  };
  return lift(t, lifting, a ?? t.true, b ?? t.true);
}

/** Determines the operator and its constant operands with their places. */
function keyOf(signature: FloatSignature, args: readonly Term[]): string {
  const trees = args.filter((arg) => arg.op !== "constant");
  const operands = args.map((arg) => (trees.includes(arg) ? `?${trees.indexOf(arg)}` : arg.id));
  const { op, width, format, resultFormat } = signature;
  return [op, width, packFormat(format), packFormat(resultFormat), ...operands].join(" ");
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
