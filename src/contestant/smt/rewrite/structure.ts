/** Rewriting of if-then-else, complement, concatenation, extraction and extension. */
import type { Term, TermTable } from "../term-table.ts";
import { and, iteBool, not, or } from "./bool.ts";
import { isNonNegative, ones, zero } from "./constants.ts";
import { type Lifting, lift } from "./lift.ts";

/** If-then-else of any sort. */
export function ite(t: TermTable, condition: Term, then: Term, otherwise: Term): Term {
  if (then.width === 0) return iteBool(t, condition, then, otherwise);
  if (condition.op === "constant") return condition === t.true ? then : otherwise;
  if (then === otherwise) return then;
  if (condition.op === "not") return ite(t, condition.args[0] as Term, otherwise, then);
  const a = then.op === "ite" && then.args[0] === condition ? (then.args[1] as Term) : then;
  const b =
    otherwise.op === "ite" && otherwise.args[0] === condition
      ? (otherwise.args[2] as Term)
      : otherwise;
  if (a === b) return a;
  return (
    iteOfEquation(condition, a, b) ??
    iteOfIte(t, condition, a, b) ??
    iteOfExtensions(t, condition, a, b) ??
    t.make("ite", a.width, [condition, a, b])
  );
}

/** x = y ? x : y is y, x = y ? y : x is x. */
function iteOfEquation(condition: Term, a: Term, b: Term): Term | undefined {
  if (condition.op !== "eq") return undefined;
  const [x, y] = condition.args as [Term, Term];
  return (a === x && b === y) || (a === y && b === x) ? b : undefined;
}

/** Merges equal leaves of two nested if-then-elses. */
function iteOfIte(t: TermTable, condition: Term, a: Term, b: Term): Term | undefined {
  if (b.op === "ite") {
    const [d, x, y] = b.args as [Term, Term, Term];
    if (x === a) return ite(t, or(t, condition, d), a, y);
    if (y === a) return ite(t, and(t, not(t, condition), d), x, a);
  }
  if (a.op === "ite") {
    const [d, x, y] = a.args as [Term, Term, Term];
    if (y === b) return ite(t, and(t, condition, d), x, b);
    if (x === b) return ite(t, and(t, condition, not(t, d)), y, b);
  }
  return undefined;
}

/** Moves a common extension out: the branches become narrower. */
function iteOfExtensions(t: TermTable, condition: Term, a: Term, b: Term): Term | undefined {
  const op = a.op === "constant" ? b.op : a.op;
  if (op !== "zeroExtend" && op !== "signExtend") return undefined;
  const inner = (a.op === "constant" ? b : a).args[0] as Term;
  const extend = op === "zeroExtend" ? zeroExtend : signExtend;
  const x = unextended(t, a, inner.width, op, extend);
  const y = x && unextended(t, b, inner.width, op, extend);
  return y && extend(t, ite(t, condition, x, y), a.width);
}

/** The term of which `term` is the extension from `width` bits, if there is one. */
function unextended(
  t: TermTable,
  term: Term,
  width: number,
  op: "zeroExtend" | "signExtend",
  extend: (t: TermTable, a: Term, width: number) => Term,
): Term | undefined {
  if (term.op === op) {
    const inner = term.args[0] as Term;
    return inner.width === width ? inner : undefined;
  }
  if (term.op !== "constant") return undefined;
  const low = extract(t, term, width - 1, 0);
  return extend(t, low, term.width) === term ? low : undefined;
}

const BVNOT: Lifting = {
  key: "bvnot",
  fold: (t, a) => t.constant(a.width, a.width <= 32 ? ~a.small : ~a.value),
  ite,
  isPredicate: false,
};

/** Bitwise complement. */
export function bvnot(t: TermTable, a: Term): Term {
  if (a.op === "bvnot") return a.args[0] as Term;
  return lift(t, BVNOT, a, t.true) ?? t.make("bvnot", a.width, [a]);
}

const CONCAT: Lifting = {
  key: "concat",
  fold: (t, a, b) =>
    a.width + b.width <= 32
      ? t.smallConstant(a.width + b.width, a.small * 2 ** b.width + b.small)
      : t.constant(a.width + b.width, (a.value << BigInt(b.width)) | b.value),
  ite,
  isPredicate: false,
};

export function concat(t: TermTable, a: Term, b: Term): Term {
  const width = a.width + b.width;
  const lifted = lift(t, CONCAT, a, b);
  if (lifted !== undefined) return lifted;
  if (a.op === "constant" && t.maximum[a.id] === 0) return zeroExtend(t, b, width);
  if (a.op === "zeroExtend") return zeroExtend(t, concat(t, a.args[0] as Term, b), width);
  if (a.op === "concat") {
    const [x, y] = a.args as [Term, Term];
    const joined = join(t, y, b);
    if (joined !== undefined) return concat(t, x, joined);
  }
  if (b.op === "concat") {
    const [x, y] = b.args as [Term, Term];
    const joined = join(t, a, x);
    if (joined !== undefined) return concat(t, joined, y);
  }
  return join(t, a, b) ?? t.make("concat", width, [a, b]);
}

/** Adjacent constants and adjacent slices of one term become one. */
function join(t: TermTable, a: Term, b: Term): Term | undefined {
  if (a.op === "constant" && b.op === "constant") return CONCAT.fold(t, a, b);
  if (a.op !== "extract") return undefined;
  const source = a.args[0] as Term;
  const isNext = b.op === "extract" && b.args[0] === source && a.low === b.high + 1;
  return isNext ? extract(t, source, a.high, b.low) : undefined;
}

/** Depth to which a slice follows both parts of a concatenation. */
const SPLIT_DEPTH = 64;

/** Bits `high` … `low` of a term. */
export function extract(t: TermTable, a: Term, high: number, low: number): Term {
  return slice(t, a, high, low, SPLIT_DEPTH);
}

function slice(t: TermTable, term: Term, top: number, bottom: number, depth: number): Term {
  let a = term;
  let high = top;
  let low = bottom;
  for (;;) {
    const width = high - low + 1;
    if (width === a.width) return a;
    const x = a.args[0] as Term;
    switch (a.op) {
      case "extract":
        high += a.low;
        low += a.low;
        a = x;
        continue;
      case "concat": {
        const y = a.args[1] as Term;
        if (high < y.width) {
          a = y;
          continue;
        }
        if (low >= y.width) {
          high -= y.width;
          low -= y.width;
          a = x;
          continue;
        }
        if (depth === 0) break;
        return concat(
          t,
          slice(t, x, high - y.width, 0, depth - 1),
          slice(t, y, y.width - 1, low, depth - 1),
        );
      }
      case "zeroExtend":
      case "signExtend":
        if (high < x.width) {
          a = x;
          continue;
        }
        if (low >= x.width && a.op === "zeroExtend") return zero(t, width);
        return extend(t, a.op, slice(t, x, x.width - 1, Math.min(low, x.width - 1), depth), width);
      case "bvnot":
        return bvnot(t, slice(t, x, high, low, depth));
      case "bvand":
      case "bvor":
      case "bvxor":
        if (x.op === "constant") {
          const mask = slice(t, x, high, low, depth);
          const neutral = a.op === "bvand" ? ones(t, width) : zero(t, width);
          if (mask === neutral) {
            a = a.args[1] as Term;
            continue;
          }
          if (a.op === "bvand" && t.maximum[mask.id] === 0) return mask;
        }
        break;
      default:
        break;
    }
    if (a.leaves !== undefined) {
      const lifted = lift(t, sliceLifting(high, low), a, t.true);
      if (lifted !== undefined) return lifted;
    }
    if ((t.maximum[a.id] as number) < 2 ** low) return zero(t, width);
    return t.make("extract", width, [a], high, low);
  }
}

function sliceLifting(high: number, low: number): Lifting {
  const width = high - low + 1;
  return {
    key: `extract ${high} ${low}`,
    fold: (t, a) =>
      a.width <= 32
        ? t.smallConstant(width, Math.floor(a.small / 2 ** low) % 2 ** width)
        : t.constant(width, a.value >> BigInt(low)),
    ite,
    isPredicate: false,
  };
}

function extend(t: TermTable, op: "zeroExtend" | "signExtend", a: Term, width: number): Term {
  return op === "zeroExtend" ? zeroExtend(t, a, width) : signExtend(t, a, width);
}

/** `width` is the width of the result. */
export function zeroExtend(t: TermTable, a: Term, width: number): Term {
  if (a.width === width) return a;
  if (a.op === "constant") return t.constant(width, a.width <= 32 ? a.small : a.value);
  if (a.op === "zeroExtend") return zeroExtend(t, a.args[0] as Term, width);
  if (a.leaves !== undefined) {
    const lifted = lift(t, extendLifting("zeroExtend", width), a, t.true);
    if (lifted !== undefined) return lifted;
  }
  return t.make("zeroExtend", width, [a]);
}

/** `width` is the width of the result. */
export function signExtend(t: TermTable, a: Term, width: number): Term {
  if (a.width === width) return a;
  if (a.op === "constant") {
    return t.constant(
      width,
      a.width <= 32
        ? (a.small << (32 - a.width)) >> (32 - a.width)
        : BigInt.asIntN(a.width, a.value),
    );
  }
  if (isNonNegative(t, a)) return zeroExtend(t, a, width);
  if (a.op === "signExtend") return signExtend(t, a.args[0] as Term, width);
  if (a.leaves !== undefined) {
    const lifted = lift(t, extendLifting("signExtend", width), a, t.true);
    if (lifted !== undefined) return lifted;
  }
  return t.make("signExtend", width, [a]);
}

function extendLifting(op: "zeroExtend" | "signExtend", width: number): Lifting {
  return {
    key: `${op} ${width}`,
    fold: (t, a) => extend(t, op, a, width),
    ite,
    isPredicate: false,
  };
}
