/** Rewriting of bitwise conjunction, disjunction and exclusive or. */
import type { BinaryBitVectorOperator } from "../operator.ts";
import { applySmall, applyWide } from "../semantics.ts";
import type { Term, TermTable } from "../term-table.ts";
import { isOnes, isZero, ones, zero } from "./constants.ts";
import { type Lifting, lift } from "./lift.ts";
import { bvnot, concat, extract, ite, zeroExtend } from "./structure.ts";

/** The operator on two constants. */
export function foldBinary(t: TermTable, op: BinaryBitVectorOperator, a: Term, b: Term): Term {
  const { width } = a;
  return width <= 32
    ? t.smallConstant(width, applySmall(op, width, a.small, b.small))
    : t.constant(width, applyWide(op, width, a.value, b.value));
}

export function binaryLifting(op: BinaryBitVectorOperator): Lifting {
  return { key: op, fold: (t, a, b) => foldBinary(t, op, a, b), ite, isPredicate: false };
}

const BVAND = binaryLifting("bvand");
const BVOR = binaryLifting("bvor");
const BVXOR = binaryLifting("bvxor");

/** Constants first, then by age: equal operands in another order are the same term. */
export function ordered(a: Term, b: Term): [Term, Term] {
  if (a.op === "constant") return [a, b];
  if (b.op === "constant") return [b, a];
  return a.id < b.id ? [a, b] : [b, a];
}

function areComplements(a: Term, b: Term): boolean {
  return (a.op === "bvnot" && a.args[0] === b) || (b.op === "bvnot" && b.args[0] === a);
}

export function bvand(t: TermTable, first: Term, second: Term): Term {
  const lifted = lift(t, BVAND, first, second);
  if (lifted !== undefined) return lifted;
  const [a, b] = ordered(first, second);
  if (a === b) return a;
  if (a.op === "constant") {
    if (isZero(a)) return a;
    if (isOnes(a)) return b;
    if (b.op === "bvand" && (b.args[0] as Term).op === "constant") {
      return bvand(t, foldBinary(t, "bvand", a, b.args[0] as Term), b.args[1] as Term);
    }
    const block = blockOfOnes(a);
    if (block !== undefined) return cut(t, b, block.high, block.low);
  }
  if (areComplements(a, b)) return zero(t, a.width);
  return narrowed(t, a, b, bvand, "either") ?? t.make("bvand", a.width, [a, b]);
}

/** The bounds of the ones of a constant, if they are adjacent. */
function blockOfOnes(constant: Term): { high: number; low: number } | undefined {
  const match = /^(1+)(0*)$/.exec(constant.value.toString(2));
  if (match === null) return undefined;
  const low = (match[2] as string).length;
  return { high: low + (match[1] as string).length - 1, low };
}

/** `term` with all bits outside of `high` … `low` cleared. */
function cut(t: TermTable, term: Term, high: number, low: number): Term {
  const middle = extract(t, term, high, low);
  return zeroExtend(t, low === 0 ? middle : concat(t, middle, zero(t, low)), term.width);
}

export function bvor(t: TermTable, first: Term, second: Term): Term {
  const lifted = lift(t, BVOR, first, second);
  if (lifted !== undefined) return lifted;
  const [a, b] = ordered(first, second);
  if (a === b) return a;
  if (a.op === "constant") {
    if (isZero(a)) return b;
    if (isOnes(a)) return a;
    if (b.op === "bvor" && (b.args[0] as Term).op === "constant") {
      return bvor(t, foldBinary(t, "bvor", a, b.args[0] as Term), b.args[1] as Term);
    }
  }
  if (areComplements(a, b)) return ones(t, a.width);
  return (
    joinDisjoint(t, a, b) ?? narrowed(t, a, b, bvor, "both") ?? t.make("bvor", a.width, [a, b])
  );
}

export function bvxor(t: TermTable, first: Term, second: Term): Term {
  const lifted = lift(t, BVXOR, first, second);
  if (lifted !== undefined) return lifted;
  const [a, b] = ordered(first, second);
  if (a === b) return zero(t, a.width);
  if (a.op === "constant") {
    if (isZero(a)) return b;
    if (isOnes(a)) return bvnot(t, b);
    if (b.op === "bvxor" && (b.args[0] as Term).op === "constant") {
      return bvxor(t, foldBinary(t, "bvxor", a, b.args[0] as Term), b.args[1] as Term);
    }
  }
  if (areComplements(a, b)) return ones(t, a.width);
  if (a.op === "bvnot") return bvnot(t, bvxor(t, a.args[0] as Term, b));
  if (b.op === "bvnot") return bvnot(t, bvxor(t, a, b.args[0] as Term));
  return (
    joinDisjoint(t, a, b) ?? narrowed(t, a, b, bvxor, "both") ?? t.make("bvxor", a.width, [a, b])
  );
}

/**
 * Works on fewer bits where the upper bits are known to be zero: of both
 * operands, or (for conjunction) of either. An extension must be there
 * already, so that the result is not larger than the operands.
 */
function narrowed(
  t: TermTable,
  a: Term,
  b: Term,
  operator: (t: TermTable, a: Term, b: Term) => Term,
  zeros: "both" | "either",
): Term | undefined {
  const left = significantBits(t, a);
  const right = significantBits(t, b);
  const width = zeros === "both" ? Math.max(left, right) : Math.min(left, right);
  if (width >= a.width) return undefined;
  const x = extract(t, a, width - 1, 0);
  const y = extract(t, b, width - 1, 0);
  return zeroExtend(t, operator(t, x, y), a.width);
}

/** Bits that are not padding of a zero extension or leading zeros of a constant. */
export function significantBits(t: TermTable, term: Term): number {
  if (term.op === "zeroExtend") return (term.args[0] as Term).width;
  if (term.op !== "constant") return term.width;
  const maximum = t.maximum[term.id] as number;
  if (maximum > Number.MAX_SAFE_INTEGER) return term.value.toString(2).length;
  return Math.max(1, maximum.toString(2).length);
}

/**
 * concat(x, 0…0) or zeroExtend(y), where y fits into the zeros, is
 * concat(x, y): how programs assemble words from bytes. Also valid for
 * addition and exclusive or.
 */
export function joinDisjoint(t: TermTable, a: Term, b: Term): Term | undefined {
  return joinOrdered(t, a, b) ?? joinOrdered(t, b, a);
}

function joinOrdered(t: TermTable, upper: Term, lower: Term): Term | undefined {
  let high = upper;
  if (high.op === "zeroExtend") high = high.args[0] as Term;
  if (high.op !== "concat") return undefined;
  const [x, zeros] = high.args as [Term, Term];
  if (zeros.op !== "constant" || !isZero(zeros)) return undefined;
  if (significantBits(t, lower) > zeros.width) return undefined;
  const y = extract(t, lower, zeros.width - 1, 0);
  return zeroExtend(t, concat(t, x, y), upper.width);
}
