/**
 * Comparisons of f(x) with a constant, where f is monotone in x: rounding,
 * conversion, addition of and multiplication or division by a constant. The
 * x that satisfy such a comparison are all those below or all those above
 * some border, which is found by bisection with the exact arithmetic; the
 * comparison then is one of x with the border, without any circuit for f.
 */
import {
  classifyFloat,
  type FloatFormat,
  floatInfinity,
  floatLessOrEqual,
  floatLessThan,
  floatWidth,
  floatZero,
  isFloatNaN,
} from "../../../ground/util/ieee-float.ts";
import { applyFloat } from "../float-semantics.ts";
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";

/** The values of x in ascending order, numbered by consecutive integers. */
interface Domain {
  readonly first: bigint;
  readonly last: bigint;
  /** The bit pattern of x. */
  readonly pattern: (index: bigint) => bigint;
  /** x is at most (at least) the value of that index; false for a NaN. */
  readonly atMost: (index: bigint) => Term;
  readonly atLeast: (index: bigint) => Term;
  /** x is in the domain: not a NaN. */
  readonly isMember: () => Term;
}

/** A function that is NaN exactly for NaN, and otherwise never decreases or never increases. */
interface MonotoneFunction {
  readonly domain: Domain;
  readonly apply: (pattern: bigint) => bigint;
}

/** A predicate on y = f(x), where y is not a NaN. */
type Predicate = (y: bigint) => boolean;

/**
 * fpLt, fpLe or fpEq of a monotone function and a constant as comparisons of
 * the function's argument, or undefined when the term is not of that kind.
 */
export function compareArgument(m: TermManager, term: Term): Term | undefined {
  const { op, format } = term;
  const [a, b] = term.args as [Term, Term];
  const [value, constant] = a.op === "constant" ? [b, a] : [a, b];
  if (constant.op !== "constant") return undefined;
  const c = constant.value;
  if (isFloatNaN(format, c)) return m.false;
  const f = monotoneFunction(m, format, value);
  if (f === undefined) return undefined;
  const below: Predicate = (y) => floatLessThan(format, y, c);
  const upTo: Predicate = (y) => floatLessOrEqual(format, y, c);
  const from: Predicate = (y) => floatLessOrEqual(format, c, y);
  const above: Predicate = (y) => floatLessThan(format, c, y);
  if (op === "fpEq") return m.and(solve(m, f, upTo), solve(m, f, from));
  if (value === a) return solve(m, f, op === "fpLt" ? below : upTo);
  return solve(m, f, op === "fpLt" ? above : from);
}

/** The x with `holds(f(x))`, given that they are a lower or an upper part of the domain. */
function solve(m: TermManager, f: MonotoneFunction, holds: Predicate): Term {
  const { domain } = f;
  const test = (index: bigint): boolean => holds(f.apply(domain.pattern(index)));
  const atFirst = test(domain.first);
  if (atFirst === test(domain.last)) return atFirst ? domain.isMember() : m.false;
  let low = domain.first;
  let high = domain.last;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (test(middle) === atFirst) low = middle;
    else high = middle;
  }
  return atFirst ? domain.atMost(low) : domain.atLeast(high);
}

function monotoneFunction(
  m: TermManager,
  format: FloatFormat,
  term: Term,
): MonotoneFunction | undefined {
  if (term.op === "bvxor") return negation(m, format, term);
  const [mode] = term.args;
  if (mode?.op !== "constant") return undefined;
  switch (term.op) {
    case "signedToFp":
    case "unsignedToFp":
    case "fpToFp":
    case "fpRoundToIntegral":
      return functionOf(m, term, 1);
    case "fpAdd":
    case "fpMul":
    case "fpDiv": {
      const other = (term.args[1] as Term).op === "constant" && term.op !== "fpDiv" ? 1 : 2;
      const constant = term.args[other] as Term;
      if (constant.op !== "constant") return undefined;
      const kind = classifyFloat(format, constant.value);
      if (kind === "nan" || kind === "infinite") return undefined;
      if (kind === "zero" && term.op !== "fpAdd") return undefined;
      return functionOf(m, term, 3 - other);
    }
    default:
      return undefined;
  }
}

/** The term as a function of one argument, the others being constants. */
function functionOf(m: TermManager, term: Term, position: number): MonotoneFunction {
  const { op, width, format, resultFormat, args } = term;
  const argument = args[position] as Term;
  const isInteger = op === "signedToFp" || op === "unsignedToFp";
  const values = args.map((arg) => arg.value);
  const signature = { op: op as "fpAdd", width, format, resultFormat };
  return {
    domain: isInteger
      ? integerDomain(m, argument, op === "signedToFp")
      : floatDomain(m, format, argument),
    apply: (pattern) => applyFloat(signature, values.with(position, pattern), argument.width),
  };
}

/** fpNeg, which is an exclusive or with the sign bit. */
function negation(m: TermManager, format: FloatFormat, term: Term): MonotoneFunction | undefined {
  const signBit = floatZero(format, 1);
  const isMask = (arg: Term): boolean => arg.op === "constant" && arg.value === signBit;
  const argument = term.args.find((arg) => !isMask(arg));
  if (argument === undefined || !term.args.some(isMask)) return undefined;
  return {
    domain: floatDomain(m, format, argument),
    apply: (pattern) => pattern ^ signBit,
  };
}

/** From minus to plus infinity; both zeros are 0. */
function floatDomain(m: TermManager, format: FloatFormat, x: Term): Domain {
  const infinity = floatInfinity(format);
  const pattern = (index: bigint): bigint => (index < 0n ? -index | floatZero(format, 1) : index);
  const constant = (index: bigint): Term => m.constant(floatWidth(format), pattern(index));
  return {
    first: -infinity,
    last: infinity,
    pattern,
    atMost: (index) => m.fpLe(format, x, constant(index)),
    atLeast: (index) => m.fpLe(format, constant(index), x),
    isMember: () => m.not(m.fpIsNaN(format, x)),
  };
}

function integerDomain(m: TermManager, x: Term, signed: boolean): Domain {
  const { width } = x;
  const first = signed ? -(1n << BigInt(width - 1)) : 0n;
  const constant = (index: bigint): Term => m.constant(width, index);
  return {
    first,
    last: first + (1n << BigInt(width)) - 1n,
    pattern: (index) => BigInt.asUintN(width, index),
    atMost: (index) => (signed ? m.sle(x, constant(index)) : m.ule(x, constant(index))),
    atLeast: (index) => (signed ? m.sle(constant(index), x) : m.ule(constant(index), x)),
    isMember: () => m.true,
  };
}
