/**
 * Rewriting of addition, multiplication and division. Sums have their
 * constant outermost; a difference is a sum with a negation.
 */
import type { Term, TermTable } from "../term-table.ts";
import { binaryLifting, foldBinary, joinDisjoint, ordered, significantBits } from "./bitwise.ts";
import { eqZero } from "./comparison.ts";
import { exponentOfTwo, isNonNegative, isOne, isOnes, isZero, ones, zero } from "./constants.ts";
import { type Lifting, lift } from "./lift.ts";
import { ashr, lshr, shlBy } from "./shift.ts";
import { extract, ite, signExtend, zeroExtend } from "./structure.ts";

const ADD = binaryLifting("add");
const MUL = binaryLifting("mul");
const UDIV = binaryLifting("udiv");
const UREM = binaryLifting("urem");
const SDIV = binaryLifting("sdiv");
const SREM = binaryLifting("srem");
const NEG: Lifting = {
  key: "neg",
  fold: (t, a) => t.constant(a.width, a.width <= 32 ? -a.small : -a.value),
  ite,
  isPredicate: false,
};

export function neg(t: TermTable, a: Term): Term {
  const lifted = lift(t, NEG, a, t.true);
  if (lifted !== undefined) return lifted;
  if (a.op === "neg") return a.args[0] as Term;
  if (a.op === "bvnot") return add(t, t.constant(a.width, 1), a.args[0] as Term);
  const [x, y] = a.args as [Term, Term];
  if (a.op === "add" && x.op === "constant") return add(t, neg(t, x), neg(t, y));
  if (a.op === "mul" && x.op === "constant") return mul(t, neg(t, x), y);
  return t.make("neg", a.width, [a]);
}

export function sub(t: TermTable, a: Term, b: Term): Term {
  return add(t, a, neg(t, b));
}

export function add(t: TermTable, first: Term, second: Term): Term {
  const lifted = lift(t, ADD, first, second);
  if (lifted !== undefined) return lifted;
  const [a, b] = ordered(first, second);
  if (a.op === "constant") {
    if (isZero(a)) return b;
    if (b.op === "add" && (b.args[0] as Term).op === "constant") {
      return add(t, foldBinary(t, "add", a, b.args[0] as Term), b.args[1] as Term);
    }
    if (isOne(a) && b.op === "bvnot") return neg(t, b.args[0] as Term);
  } else {
    const inner = constantOut(t, a, b) ?? constantOut(t, b, a);
    if (inner !== undefined) return inner;
    const cancelled = cancel(a, b) ?? cancel(b, a);
    if (cancelled !== undefined) return cancelled;
    const negated = cancelDifference(t, a, b) ?? cancelDifference(t, b, a);
    if (negated !== undefined) return negated;
    if (a.op === "bvnot" && a.args[0] === b) return ones(t, a.width);
    if (b.op === "bvnot" && b.args[0] === a) return ones(t, a.width);
    const factored = addMultiples(t, a, b);
    if (factored !== undefined) return factored;
  }
  return joinDisjoint(t, a, b) ?? t.make("add", a.width, [a, b]);
}

/** (c + x) + y is c + (x + y). */
function constantOut(t: TermTable, a: Term, b: Term): Term | undefined {
  if (a.op !== "add" || (a.args[0] as Term).op !== "constant") return undefined;
  return add(t, a.args[0] as Term, add(t, a.args[1] as Term, b));
}

/** (x + y) + -y is x; with another y of an extended sum the rule does not apply. */
function cancel(a: Term, b: Term): Term | undefined {
  if (a.op !== "add") return undefined;
  const [x, y] = a.args as [Term, Term];
  if (areOpposite(x, b)) return y;
  return areOpposite(y, b) ? x : undefined;
}

function areOpposite(a: Term, b: Term): boolean {
  return (a.op === "neg" && a.args[0] === b) || (b.op === "neg" && b.args[0] === a);
}

/** x + -(x + y) is -y. */
function cancelDifference(t: TermTable, a: Term, b: Term): Term | undefined {
  if (b.op !== "neg") return undefined;
  const sum = b.args[0] as Term;
  if (sum.op !== "add") return undefined;
  const [x, y] = sum.args as [Term, Term];
  if (x === a) return neg(t, y);
  return y === a ? neg(t, x) : undefined;
}

/** c·x + d·x is (c + d)·x, where x, -x and multiples count; this also finds x - x. */
function addMultiples(t: TermTable, a: Term, b: Term): Term | undefined {
  const left = baseOf(a);
  if (left !== baseOf(b)) return undefined;
  return mul(t, foldBinary(t, "add", factorOf(t, a), factorOf(t, b)), left);
}

function baseOf(a: Term): Term {
  if (a.op === "neg") return a.args[0] as Term;
  return a.op === "mul" && (a.args[0] as Term).op === "constant" ? (a.args[1] as Term) : a;
}

function factorOf(t: TermTable, a: Term): Term {
  if (a.op === "neg") return ones(t, a.width);
  const isMultiple = a.op === "mul" && (a.args[0] as Term).op === "constant";
  return isMultiple ? (a.args[0] as Term) : t.constant(a.width, 1);
}

export function mul(t: TermTable, first: Term, second: Term): Term {
  const lifted = lift(t, MUL, first, second);
  if (lifted !== undefined) return lifted;
  const [a, b] = ordered(first, second);
  if (a.op === "constant") {
    if (isZero(a)) return a;
    if (isOne(a)) return b;
    if (isOnes(a)) return neg(t, b);
    if (b.op === "neg") return mul(t, neg(t, a), b.args[0] as Term);
    const inner = b.args[0] as Term;
    if (b.op === "add" && inner.op === "constant") {
      return add(t, foldBinary(t, "mul", a, inner), mul(t, a, b.args[1] as Term));
    }
    const exponent = exponentOfTwo(a);
    if (exponent >= 0) return shlBy(t, b, exponent);
    if (b.op === "mul" && inner.op === "constant") {
      return mul(t, foldBinary(t, "mul", a, inner), b.args[1] as Term);
    }
  }
  if (a.op === "neg") return neg(t, mul(t, a.args[0] as Term, b));
  if (b.op === "neg") return neg(t, mul(t, a, b.args[0] as Term));
  return t.make("mul", a.width, [a, b]);
}

export function udiv(t: TermTable, a: Term, b: Term): Term {
  const lifted = lift(t, UDIV, a, b);
  if (lifted !== undefined) return lifted;
  const divisorIsPositive = (t.minimum[b.id] as number) > 0;
  if (b.op === "constant") {
    if (isZero(b)) return ones(t, a.width);
    const exponent = exponentOfTwo(b);
    if (exponent >= 0) return lshr(t, a, t.constant(a.width, exponent));
  }
  if ((t.maximum[a.id] as number) < (t.minimum[b.id] as number)) return zero(t, a.width);
  if (a === b) return ite(t, eqZero(t, b), ones(t, a.width), t.constant(a.width, 1));
  if (divisorIsPositive) {
    const narrow = narrowed(t, a, b, udiv);
    if (narrow !== undefined) return narrow;
  }
  return t.make("udiv", a.width, [a, b]);
}

export function urem(t: TermTable, a: Term, b: Term): Term {
  const lifted = lift(t, UREM, a, b);
  if (lifted !== undefined) return lifted;
  if (b.op === "constant") {
    if (isZero(b)) return a;
    const exponent = exponentOfTwo(b);
    if (exponent === 0) return zero(t, a.width);
    if (exponent > 0) return zeroExtend(t, extract(t, a, exponent - 1, 0), a.width);
  }
  if ((t.maximum[a.id] as number) < (t.minimum[b.id] as number)) return a;
  if (a === b) return zero(t, a.width);
  return narrowed(t, a, b, urem) ?? t.make("urem", a.width, [a, b]);
}

/** Divides in as few bits as hold both operands. */
function narrowed(
  t: TermTable,
  a: Term,
  b: Term,
  operator: (t: TermTable, a: Term, b: Term) => Term,
): Term | undefined {
  const bound = Math.max(t.maximum[a.id] as number, t.maximum[b.id] as number);
  if (bound > Number.MAX_SAFE_INTEGER) return undefined;
  const width = Math.max(1, bound.toString(2).length);
  if (width >= a.width) return undefined;
  const x = extract(t, a, width - 1, 0);
  const y = extract(t, b, width - 1, 0);
  return zeroExtend(t, operator(t, x, y), a.width);
}

export function sdiv(t: TermTable, a: Term, b: Term): Term {
  const lifted = lift(t, SDIV, a, b);
  if (lifted !== undefined) return lifted;
  if (isNonNegative(t, a) && isNonNegative(t, b)) return udiv(t, a, b);
  if (b.op === "constant") {
    if (isOnes(b)) return neg(t, a);
    if (isOne(b)) return a;
    const exponent = exponentOfTwo(b);
    // The divisor must not be the least integer, whose magnitude is no power of two here.
    if (exponent > 0 && exponent < a.width - 1) return quotientByPower(t, a, exponent);
  }
  return narrowedSigned(t, a, b, 1, sdiv) ?? t.make("sdiv", a.width, [a, b]);
}

/**
 * Divides in as few bits as hold both operands with their signs.
 * @param more - bits that the result may need beside them: the least integer by -1 has one more
 */
function narrowedSigned(
  t: TermTable,
  a: Term,
  b: Term,
  more: 0 | 1,
  operator: (t: TermTable, a: Term, b: Term) => Term,
): Term | undefined {
  const width = Math.max(signedBits(t, a), signedBits(t, b)) + more;
  if (width >= a.width) return undefined;
  const x = extract(t, a, width - 1, 0);
  const y = extract(t, b, width - 1, 0);
  return signExtend(t, operator(t, x, y), a.width);
}

/** Number of bits that hold the value of a term in two's complement, by its form. */
function signedBits(t: TermTable, a: Term): number {
  if (a.op === "signExtend") return (a.args[0] as Term).width;
  if (a.op === "constant") {
    const value = BigInt.asIntN(a.width, a.value);
    return (value < 0n ? ~value : value).toString(2).length + 1;
  }
  return isNonNegative(t, a) ? Math.min(a.width, significantBits(t, a) + 1) : a.width;
}

/** a / 2^exponent that truncates: negative dividends are first raised by 2^exponent - 1. */
function quotientByPower(t: TermTable, a: Term, exponent: number): Term {
  const { width } = a;
  const correction = zeroExtend(
    t,
    signExtend(t, extract(t, a, width - 1, width - 1), exponent),
    width,
  );
  return ashr(t, add(t, a, correction), t.constant(width, exponent));
}

export function srem(t: TermTable, a: Term, b: Term): Term {
  const lifted = lift(t, SREM, a, b);
  if (lifted !== undefined) return lifted;
  if (isNonNegative(t, a) && isNonNegative(t, b)) return urem(t, a, b);
  if (a === b) return zero(t, a.width);
  if (b.op === "constant") {
    if (isOnes(b) || isOne(b)) return zero(t, a.width);
    const exponent = exponentOfTwo(b);
    if (exponent > 0 && exponent < a.width - 1) {
      return sub(t, a, shlBy(t, quotientByPower(t, a, exponent), exponent));
    }
  }
  return narrowedSigned(t, a, b, 0, srem) ?? t.make("srem", a.width, [a, b]);
}

/**
 * Extraction that also narrows sums and products whose upper bits are cut
 * off, where the operands become smaller by it: (char)((int)a + (int)b).
 */
export function extractNarrowing(t: TermTable, a: Term, high: number, low: number): Term {
  const width = high + 1;
  if (width < a.width && (a.op === "add" || a.op === "mul" || a.op === "neg")) {
    if (a.args.every((x) => isExtendedFrom(t, x, width))) {
      const [x, y] = a.args.map((argument) => extractNarrowing(t, argument, high, 0));
      const operator = a.op === "add" ? add : mul;
      const narrow = y === undefined ? neg(t, x as Term) : operator(t, x as Term, y);
      return extract(t, narrow, high, low);
    }
  }
  return extract(t, a, high, low);
}

function isExtendedFrom(t: TermTable, a: Term, width: number): boolean {
  if (a.op === "signExtend") return (a.args[0] as Term).width <= width;
  return a.op === "constant" || significantBits(t, a) <= width;
}
