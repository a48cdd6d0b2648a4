/** Rewriting of equality and of the two strict orders; the other relations are their negations. */
import { isSignedLess } from "../semantics.ts";
import type { Term, TermTable } from "../term-table.ts";
import { foldBinary, ordered } from "./bitwise.ts";
import { and, iff, not, or } from "./bool.ts";
import { isNegative, isNonNegative, isOne, isOnes, isZero, ones, zero } from "./constants.ts";
import { type Lifting, lift } from "./lift.ts";
import { bvnot, extract, ite, signExtend, zeroExtend } from "./structure.ts";

/** Maximal depth of a comparison in its operands; terms may be too deep for more. */
const DEPTH = 24;
/** Cost in levels of splitting an equation where the parts may share subterms. */
const SPLIT_COST = 6;

const EQ: Lifting = {
  key: "eq",
  fold: (t, a, b) => t.bool(a === b),
  ite,
  isPredicate: true,
  isUnlimited: true,
};

/** Equality of terms of any sort. */
export function eq(t: TermTable, a: Term, b: Term): Term {
  return a.width === 0 ? iff(t, a, b) : equal(t, a, b, DEPTH);
}

/** Whether a bit-vector is zero. */
export function eqZero(t: TermTable, a: Term): Term {
  return eq(t, a, zero(t, a.width));
}

/** Whether the sign bit is set. */
export function isNegativeTerm(t: TermTable, a: Term): Term {
  return eq(t, extract(t, a, a.width - 1, a.width - 1), t.smallConstant(1, 1));
}

function equal(t: TermTable, first: Term, second: Term, depth: number): Term {
  if (first === second) return t.true;
  if (t.areDisjoint(first, second)) return t.false;
  const lifted = lift(t, EQ, first, second);
  if (lifted !== undefined) return lifted;
  const [a, b] = ordered(first, second);
  if (depth > 0) {
    const below = depth - 1;
    const simpler =
      a.op === "constant" ? equalToConstant(t, a, b, below) : equalTerms(t, a, b, below);
    if (simpler !== undefined) return simpler;
  }
  return t.make("eq", 0, [a, b]);
}

function equalToConstant(t: TermTable, c: Term, a: Term, depth: number): Term | undefined {
  const { width } = a;
  if (width === 1 && isZero(c)) return not(t, equal(t, t.smallConstant(1, 1), a, depth));
  const [x, y, z] = a.args as [Term, Term, Term];
  switch (a.op) {
    case "add":
      if (x.op !== "constant") return undefined;
      return equal(t, foldBinary(t, "add", c, negated(t, x)), y, depth);
    case "neg":
      return equal(t, negated(t, c), x, depth);
    case "bvnot":
      return equal(t, bvnot(t, c), x, depth);
    case "bvxor":
      if (x.op !== "constant") return undefined;
      return equal(t, foldBinary(t, "bvxor", c, x), y, depth);
    case "bvor":
      return isZero(c)
        ? and(t, equal(t, c, x, depth - SPLIT_COST), equal(t, c, y, depth - SPLIT_COST))
        : undefined;
    case "bvand":
      return isOnes(c)
        ? and(t, equal(t, c, x, depth - SPLIT_COST), equal(t, c, y, depth - SPLIT_COST))
        : undefined;
    case "concat":
      return and(
        t,
        equal(t, extract(t, c, width - 1, y.width), x, depth),
        equal(t, extract(t, c, y.width - 1, 0), y, depth),
      );
    case "zeroExtend":
      // A constant that does not fit was excluded by the intervals or is excluded here.
      return equalToExtension(t, c, x, zeroExtend, depth);
    case "signExtend":
      return equalToExtension(t, c, x, signExtend, depth);
    case "ite":
      if (y.op === "constant") {
        const rest = equal(t, c, z, depth);
        return y === c ? or(t, x, rest) : and(t, not(t, x), rest);
      }
      if (z.op === "constant") {
        const rest = equal(t, c, y, depth);
        return z === c ? or(t, not(t, x), rest) : and(t, x, rest);
      }
      return undefined;
    default:
      return undefined;
  }
}

function equalToExtension(
  t: TermTable,
  c: Term,
  inner: Term,
  extend: (t: TermTable, a: Term, width: number) => Term,
  depth: number,
): Term {
  const low = extract(t, c, inner.width - 1, 0);
  return extend(t, low, c.width) === c ? equal(t, low, inner, depth) : t.false;
}

function negated(t: TermTable, c: Term): Term {
  return foldBinary(t, "add", bvnot(t, c), t.constant(c.width, 1));
}

function equalTerms(t: TermTable, a: Term, b: Term, depth: number): Term | undefined {
  return (
    equalSameOperator(t, a, b, depth) ?? equalToPart(t, a, b, depth) ?? equalToPart(t, b, a, depth)
  );
}

function equalSameOperator(t: TermTable, a: Term, b: Term, depth: number): Term | undefined {
  if (a.op !== b.op) return undefined;
  const [x, y, z] = a.args as [Term, Term, Term];
  const [u, v, w] = b.args as [Term, Term, Term];
  switch (a.op) {
    case "add":
      if (x === u) return equal(t, y, v, depth);
      if (y === v) return equal(t, x, u, depth);
      if (x === v) return equal(t, y, u, depth);
      return y === u ? equal(t, x, v, depth) : undefined;
    case "neg":
    case "bvnot":
      return equal(t, x, u, depth);
    case "bvxor":
      if (x === u) return equal(t, y, v, depth);
      return y === v ? equal(t, x, u, depth) : undefined;
    case "concat":
      if (y.width !== v.width) return undefined;
      return and(t, equal(t, x, u, depth), equal(t, y, v, depth));
    case "zeroExtend":
    case "signExtend": {
      const extend = a.op === "zeroExtend" ? zeroExtend : signExtend;
      const width = Math.max(x.width, u.width);
      return equal(t, extend(t, x, width), extend(t, u, width), depth);
    }
    case "ite":
      if (x !== u) return undefined;
      return ite(t, x, equal(t, y, v, depth - SPLIT_COST), equal(t, z, w, depth - SPLIT_COST));
    default:
      return undefined;
  }
}

/** x + y = x is y = 0; (c ? x : y) = x is c or y = x. */
function equalToPart(t: TermTable, a: Term, b: Term, depth: number): Term | undefined {
  const [x, y, z] = a.args as [Term, Term, Term];
  if (a.op === "add") {
    if (x === b) return equal(t, zero(t, a.width), y, depth);
    if (y === b) return equal(t, zero(t, a.width), x, depth);
  }
  if (a.op === "ite") {
    if (y === b) return or(t, x, equal(t, z, b, depth));
    if (z === b) return or(t, not(t, x), equal(t, y, b, depth));
  }
  return undefined;
}

const ULT: Lifting = {
  key: "ult",
  fold: (t, a, b) => t.bool(a.width <= 32 ? a.small < b.small : a.value < b.value),
  ite,
  isPredicate: true,
};

const SLT: Lifting = {
  key: "slt",
  fold: (t, a, b) => {
    const { width } = a;
    if (width > 32) return t.bool(isSignedLess(width, a.value, b.value));
    const sign = 2 ** (width - 1);
    return t.bool(flip(a.small, sign) < flip(b.small, sign));
  },
  ite,
  isPredicate: true,
};

/** Exchanges the halves of the unsigned range, which turns the signed into the unsigned order. */
function flip(value: number, sign: number): number {
  return value < sign ? value + sign : value - sign;
}

/** a < b, unsigned. */
export function ult(t: TermTable, a: Term, b: Term): Term {
  return lessUnsigned(t, a, b, DEPTH);
}

function lessUnsigned(t: TermTable, a: Term, b: Term, depth: number): Term {
  if (a === b) return t.false;
  if ((t.maximum[a.id] as number) < (t.minimum[b.id] as number)) return t.true;
  if ((t.minimum[a.id] as number) >= (t.maximum[b.id] as number)) return t.false;
  const lifted = lift(t, ULT, a, b);
  if (lifted !== undefined) return lifted;
  if (b.op === "constant") {
    if (isOne(b)) return eqZero(t, a);
    if (isOnes(b)) return not(t, eq(t, a, b));
  }
  if (a.op === "constant") {
    if (isZero(a)) return not(t, eqZero(t, b));
    if (isOnes(foldBinary(t, "add", a, t.constant(a.width, 1)))) {
      return eq(t, b, ones(t, b.width));
    }
  }
  return (
    lessOfExtensions(t, a, b, depth) ??
    lessOfTrees(t, a, b, depth, lessUnsigned) ??
    t.make("ult", 0, [a, b])
  );
}

/** Both extensions keep the unsigned order of what they extend. */
function lessOfExtensions(t: TermTable, a: Term, b: Term, depth: number): Term | undefined {
  const op = a.op === "constant" ? b.op : a.op;
  if (op !== "zeroExtend" && op !== "signExtend") return undefined;
  const extend = op === "zeroExtend" ? zeroExtend : signExtend;
  const width = Math.max(innerWidth(a, op), innerWidth(b, op));
  if (width === 0 || width >= a.width) return undefined;
  const x = extract(t, a, width - 1, 0);
  const y = extract(t, b, width - 1, 0);
  if (extend(t, x, a.width) !== a || extend(t, y, a.width) !== b) return undefined;
  return lessUnsigned(t, x, y, depth);
}

function innerWidth(a: Term, op: "zeroExtend" | "signExtend"): number {
  if (a.op === "constant") return 0;
  return a.op === op ? (a.args[0] as Term).width : a.width;
}

/** Decides the constant leaves of ite-trees whose other leaves are no constants. */
function lessOfTrees(
  t: TermTable,
  a: Term,
  b: Term,
  depth: number,
  less: (t: TermTable, a: Term, b: Term, depth: number) => Term,
): Term | undefined {
  if (depth <= 0) return undefined;
  const tree = b.op === "constant" ? a : b;
  if (tree.op !== "ite" || (b.op !== "constant" && a.op !== "constant")) return undefined;
  const [condition, x, y] = tree.args as [Term, Term, Term];
  if (x.op !== "constant" && y.op !== "constant") return undefined;
  return ite(
    t,
    condition,
    tree === a ? less(t, x, b, depth - 1) : less(t, a, x, depth - 1),
    tree === a ? less(t, y, b, depth - 1) : less(t, a, y, depth - 1),
  );
}

/** a < b, two's complement. */
export function slt(t: TermTable, a: Term, b: Term): Term {
  return lessSigned(t, a, b, DEPTH);
}

function lessSigned(t: TermTable, a: Term, b: Term, depth: number): Term {
  if (a === b) return t.false;
  const lifted = lift(t, SLT, a, b);
  if (lifted !== undefined) return lifted;
  const left = signOf(t, a);
  const right = signOf(t, b);
  if (left !== 0 && right !== 0) return left === right ? ult(t, a, b) : t.bool(left < right);
  if (a.op === "constant") {
    if (isOnes(a)) return not(t, isNegativeTerm(t, b));
    if (a === greatest(t, a.width)) return t.false;
    if (a === least(t, a.width)) return not(t, eq(t, a, b));
  }
  if (b.op === "constant") {
    if (isZero(b)) return isNegativeTerm(t, a);
    if (b === least(t, b.width)) return t.false;
    if (b === greatest(t, b.width)) return not(t, eq(t, a, b));
  }
  return (
    lessOfSignExtensions(t, a, b, depth) ??
    lessOfTrees(t, a, b, depth, lessSigned) ??
    t.make("slt", 0, [a, b])
  );
}

function least(t: TermTable, width: number): Term {
  return t.constant(width, width <= 32 ? 2 ** (width - 1) : 1n << BigInt(width - 1));
}

function greatest(t: TermTable, width: number): Term {
  return bvnot(t, least(t, width));
}

/** 1 when the sign bit is known to be clear, -1 when it is known to be set, otherwise 0. */
function signOf(t: TermTable, a: Term): -1 | 0 | 1 {
  if (isNonNegative(t, a)) return 1;
  if (a.op === "constant") return isNegative(a) ? -1 : 1;
  return a.width <= 52 && (t.minimum[a.id] as number) >= 2 ** (a.width - 1) ? -1 : 0;
}

function lessOfSignExtensions(t: TermTable, a: Term, b: Term, depth: number): Term | undefined {
  const left = signedWidth(a);
  const right = signedWidth(b);
  // A constant that needs more bits than the other side has is beyond all its values.
  if (b.op === "constant" && right > left) return t.bool(!isNegative(b));
  if (a.op === "constant" && left > right) return t.bool(isNegative(a));
  const width = Math.max(left, right);
  if (width >= a.width) return undefined;
  return lessSigned(t, extract(t, a, width - 1, 0), extract(t, b, width - 1, 0), depth);
}

/** Bits that hold the value in two's complement: as few as possible for a constant. */
function signedWidth(a: Term): number {
  if (a.op === "signExtend") return (a.args[0] as Term).width;
  if (a.op === "zeroExtend") return (a.args[0] as Term).width + 1;
  if (a.op !== "constant") return a.width;
  const value = BigInt.asIntN(a.width, a.value);
  const magnitude = value < 0n ? -1n - value : value;
  return magnitude === 0n ? 1 : magnitude.toString(2).length + 1;
}
