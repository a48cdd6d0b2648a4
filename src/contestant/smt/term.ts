/**
 * The term API: every method returns a hash-consed, rewritten term. A
 * method is the SMT-LIB function of the same meaning (theories Core,
 * FixedSizeBitVectors, FloatingPoint); division by zero is total as there
 * (udiv: all ones, urem: the dividend). Rounding modes are given
 * by name or as a 3-bit term (operator.ts).
 */
import { invariant } from "../../ground/util/errors.ts";
import {
  type FloatFormat,
  ROUNDING_MODES,
  type RoundingMode,
} from "../../ground/util/ieee-float.ts";
import { ROUNDING_MODE_WIDTH } from "./operator.ts";
import * as arithmetic from "./rewrite/arithmetic.ts";
import * as bits from "./rewrite/bitwise.ts";
import * as bool from "./rewrite/bool.ts";
import * as comparison from "./rewrite/comparison.ts";
import * as float from "./rewrite/float.ts";
import * as shift from "./rewrite/shift.ts";
import * as structure from "./rewrite/structure.ts";
import { type Term, TermTable } from "./term-table.ts";

export type { FloatFormat, RoundingMode } from "../../ground/util/ieee-float.ts";
export type { Term } from "./term-table.ts";

/** Makes terms; terms of two managers must not be mixed. */
export class TermManager {
  readonly table: TermTable = new TermTable();
  readonly true: Term = this.table.true;
  readonly false: Term = this.table.false;

  /** Number of terms made so far; the ids of all terms are below it. */
  get size(): number {
    return this.table.size;
  }

  bool(value: boolean): Term {
    return this.table.bool(value);
  }

  /** A bit-vector constant (a Bool one for width 0); `value` is taken modulo 2^width. */
  constant(width: number, value: bigint | number): Term {
    return this.table.constant(width, value);
  }

  /** The variable of that name; asking again with another width is a bug. Width 0 is Bool. */
  variable(name: string, width: number): Term {
    return this.table.variable(name, width);
  }

  /** A variable named `prefix!n` that did not exist before. */
  freshVariable(prefix: string, width: number): Term {
    return this.table.freshVariable(prefix, width);
  }

  // Bool

  not(a: Term): Term {
    return bool.not(this.table, boolean(a));
  }

  /** Conjunction; true when empty. */
  and(...terms: readonly Term[]): Term {
    let result = this.true;
    for (const term of terms) result = bool.and(this.table, result, boolean(term));
    return result;
  }

  /** Disjunction; false when empty. */
  or(...terms: readonly Term[]): Term {
    let result = this.false;
    for (const term of terms) result = bool.or(this.table, result, boolean(term));
    return result;
  }

  implies(a: Term, b: Term): Term {
    return bool.or(this.table, bool.not(this.table, boolean(a)), boolean(b));
  }

  iff(a: Term, b: Term): Term {
    return bool.iff(this.table, boolean(a), boolean(b));
  }

  /** Exclusive or of Bools; bit-vectors have {@link bvxor}. */
  xor(a: Term, b: Term): Term {
    return bool.not(this.table, bool.iff(this.table, boolean(a), boolean(b)));
  }

  /** If-then-else of Bools or of bit-vectors of one width. */
  ite(condition: Term, a: Term, b: Term): Term {
    same(a, b);
    return structure.ite(this.table, boolean(condition), a, b);
  }

  /** Equality of Bools or of bit-vectors of one width (bit patterns, not {@link fpEq}). */
  eq(a: Term, b: Term): Term {
    same(a, b);
    return comparison.eq(this.table, a, b);
  }

  /** Pairwise difference of all terms. */
  distinct(...terms: readonly Term[]): Term {
    let result = this.true;
    terms.forEach((a, i) => {
      for (const b of terms.slice(i + 1)) {
        result = bool.and(this.table, result, this.not(this.eq(a, b)));
      }
    });
    return result;
  }

  // Arithmetic on bit-vectors, modulo 2^width

  add(a: Term, b: Term): Term {
    vectors(a, b);
    return arithmetic.add(this.table, a, b);
  }

  sub(a: Term, b: Term): Term {
    vectors(a, b);
    return arithmetic.sub(this.table, a, b);
  }

  neg(a: Term): Term {
    return arithmetic.neg(this.table, vector(a));
  }

  mul(a: Term, b: Term): Term {
    vectors(a, b);
    return arithmetic.mul(this.table, a, b);
  }

  udiv(a: Term, b: Term): Term {
    vectors(a, b);
    return arithmetic.udiv(this.table, a, b);
  }

  urem(a: Term, b: Term): Term {
    vectors(a, b);
    return arithmetic.urem(this.table, a, b);
  }

  /** Signed division that truncates, as in C. */
  sdiv(a: Term, b: Term): Term {
    vectors(a, b);
    return arithmetic.sdiv(this.table, a, b);
  }

  /** Signed remainder with the sign of the dividend, as in C. */
  srem(a: Term, b: Term): Term {
    vectors(a, b);
    return arithmetic.srem(this.table, a, b);
  }

  // Shifts: the amount has the width of the value; amounts ≥ width shift everything out

  shl(a: Term, amount: Term): Term {
    vectors(a, amount);
    return shift.shl(this.table, a, amount);
  }

  lshr(a: Term, amount: Term): Term {
    vectors(a, amount);
    return shift.lshr(this.table, a, amount);
  }

  ashr(a: Term, amount: Term): Term {
    vectors(a, amount);
    return shift.ashr(this.table, a, amount);
  }

  // Bitwise operators

  bvand(a: Term, b: Term): Term {
    vectors(a, b);
    return bits.bvand(this.table, a, b);
  }

  bvor(a: Term, b: Term): Term {
    vectors(a, b);
    return bits.bvor(this.table, a, b);
  }

  bvxor(a: Term, b: Term): Term {
    vectors(a, b);
    return bits.bvxor(this.table, a, b);
  }

  bvnot(a: Term): Term {
    return structure.bvnot(this.table, vector(a));
  }

  // Comparison

  ult(a: Term, b: Term): Term {
    vectors(a, b);
    return comparison.ult(this.table, a, b);
  }

  ule(a: Term, b: Term): Term {
    vectors(a, b);
    return bool.not(this.table, comparison.ult(this.table, b, a));
  }

  ugt(a: Term, b: Term): Term {
    return this.ult(b, a);
  }

  uge(a: Term, b: Term): Term {
    return this.ule(b, a);
  }

  slt(a: Term, b: Term): Term {
    vectors(a, b);
    return comparison.slt(this.table, a, b);
  }

  sle(a: Term, b: Term): Term {
    vectors(a, b);
    return bool.not(this.table, comparison.slt(this.table, b, a));
  }

  sgt(a: Term, b: Term): Term {
    return this.slt(b, a);
  }

  sge(a: Term, b: Term): Term {
    return this.sle(b, a);
  }

  // Structure

  /** The bits of `high` followed by those of `low`, which become the least significant ones. */
  concat(high: Term, low: Term): Term {
    return structure.concat(this.table, vector(high), vector(low));
  }

  /** Bits `high` … `low`, both inclusive, bit 0 is the least significant. */
  extract(term: Term, high: number, low: number): Term {
    invariant(
      vector(term).width > high && high >= low && low >= 0,
      `extract [${high}:${low}] of ${term.width} bits`,
    );
    return arithmetic.extractNarrowing(this.table, term, high, low);
  }

  /** Pads with zeros to `width` bits in total. */
  zeroExtend(term: Term, width: number): Term {
    invariant(width >= vector(term).width, `zeroExtend of ${term.width} bits to ${width}`);
    return structure.zeroExtend(this.table, term, width);
  }

  /** Pads with copies of the sign bit to `width` bits in total. */
  signExtend(term: Term, width: number): Term {
    invariant(width >= vector(term).width, `signExtend of ${term.width} bits to ${width}`);
    return structure.signExtend(this.table, term, width);
  }

  /** 1 for true, 0 for false, in `width` bits. */
  boolToBits(condition: Term, width: number): Term {
    return this.ite(condition, this.constant(width, 1), this.constant(width, 0));
  }

  // Floating point: terms of width exponentBits + significandBits that hold
  // IEEE 754 interchange patterns. Every NaN result is the canonical quiet
  // NaN (sign 0, only the top fraction bit set), except of fpNeg and fpAbs.

  fpAdd(format: FloatFormat, mode: Term | RoundingMode, a: Term, b: Term): Term {
    return float.arithmetic(this.table, "fpAdd", format, this.#mode(mode), [a, b]);
  }

  fpSub(format: FloatFormat, mode: Term | RoundingMode, a: Term, b: Term): Term {
    return this.fpAdd(format, mode, a, this.fpNeg(format, b));
  }

  fpMul(format: FloatFormat, mode: Term | RoundingMode, a: Term, b: Term): Term {
    return float.arithmetic(this.table, "fpMul", format, this.#mode(mode), [a, b]);
  }

  fpDiv(format: FloatFormat, mode: Term | RoundingMode, a: Term, b: Term): Term {
    return float.arithmetic(this.table, "fpDiv", format, this.#mode(mode), [a, b]);
  }

  /** IEEE remainder (quotient rounded to nearest, ties to even): C remainder(), not fmod(). */
  fpRem(format: FloatFormat, a: Term, b: Term): Term {
    return float.arithmetic(this.table, "fpRem", format, undefined, [a, b]);
  }

  /** C fmod(): exact remainder of the truncated quotient, with the sign of `a`. */
  fpFmod(format: FloatFormat, a: Term, b: Term): Term {
    return float.arithmetic(this.table, "fpFmod", format, undefined, [a, b]);
  }

  fpSqrt(format: FloatFormat, mode: Term | RoundingMode, a: Term): Term {
    return float.arithmetic(this.table, "fpSqrt", format, this.#mode(mode), [a]);
  }

  /** a · b + c with one rounding. */
  fpFma(format: FloatFormat, mode: Term | RoundingMode, a: Term, b: Term, c: Term): Term {
    return float.arithmetic(this.table, "fpFma", format, this.#mode(mode), [a, b, c]);
  }

  fpRoundToIntegral(format: FloatFormat, mode: Term | RoundingMode, a: Term): Term {
    return float.arithmetic(this.table, "fpRoundToIntegral", format, this.#mode(mode), [a]);
  }

  /** IEEE equality: +0 equals -0, NaN equals nothing. */
  fpEq(format: FloatFormat, a: Term, b: Term): Term {
    return float.compare(this.table, "fpEq", format, a, b);
  }

  fpLt(format: FloatFormat, a: Term, b: Term): Term {
    return float.compare(this.table, "fpLt", format, a, b);
  }

  fpLe(format: FloatFormat, a: Term, b: Term): Term {
    return float.compare(this.table, "fpLe", format, a, b);
  }

  fpGt(format: FloatFormat, a: Term, b: Term): Term {
    return this.fpLt(format, b, a);
  }

  fpGe(format: FloatFormat, a: Term, b: Term): Term {
    return this.fpLe(format, b, a);
  }

  fpIsNaN(format: FloatFormat, a: Term): Term {
    return float.isNotANumber(this.table, format, a);
  }

  fpIsInfinite(format: FloatFormat, a: Term): Term {
    return float.isInfinite(this.table, format, a);
  }

  fpIsZero(format: FloatFormat, a: Term): Term {
    return float.isZero(this.table, format, a);
  }

  fpIsSubnormal(format: FloatFormat, a: Term): Term {
    return float.isSubnormal(this.table, format, a);
  }

  fpIsNormal(format: FloatFormat, a: Term): Term {
    return float.isNormal(this.table, format, a);
  }

  /** The sign bit, also of NaN (C signbit()). */
  fpSignBit(format: FloatFormat, a: Term): Term {
    return float.signBit(this.table, format, a);
  }

  /** Flips the sign bit, also of NaN. */
  fpNeg(format: FloatFormat, a: Term): Term {
    return float.negate(this.table, format, a);
  }

  /** Clears the sign bit, also of NaN. */
  fpAbs(format: FloatFormat, a: Term): Term {
    return float.absolute(this.table, format, a);
  }

  fpToFp(from: FloatFormat, to: FloatFormat, mode: Term | RoundingMode, a: Term): Term {
    return float.convert(this.table, from, to, this.#mode(mode), a);
  }

  /**
   * Two's complement integer of `width` bits. NaN, infinities and results out
   * of range give the least integer (only the sign bit set), the "integer
   * indefinite" of x86; guard with comparisons where C leaves it undefined.
   */
  fpToSigned(format: FloatFormat, width: number, mode: Term | RoundingMode, a: Term): Term {
    return float.toInteger(this.table, "fpToSigned", format, width, this.#mode(mode), a);
  }

  /** As {@link fpToSigned}; NaN, infinities and results out of range give all ones. */
  fpToUnsigned(format: FloatFormat, width: number, mode: Term | RoundingMode, a: Term): Term {
    return float.toInteger(this.table, "fpToUnsigned", format, width, this.#mode(mode), a);
  }

  /** The integer held by `a`, of any width, rounded to the format `to`. */
  signedToFp(width: number, to: FloatFormat, mode: Term | RoundingMode, a: Term): Term {
    invariant(a.width === width, `signedToFp of ${a.width} bits, not ${width}`);
    return float.fromInteger(this.table, "signedToFp", to, this.#mode(mode), a);
  }

  unsignedToFp(width: number, to: FloatFormat, mode: Term | RoundingMode, a: Term): Term {
    invariant(a.width === width, `unsignedToFp of ${a.width} bits, not ${width}`);
    return float.fromInteger(this.table, "unsignedToFp", to, this.#mode(mode), a);
  }

  #mode(mode: Term | RoundingMode): Term {
    return typeof mode === "string"
      ? this.constant(ROUNDING_MODE_WIDTH, ROUNDING_MODES.indexOf(mode))
      : mode;
  }
}

function boolean(term: Term): Term {
  invariant(term.width === 0, `a Bool was expected, not ${term.op} of ${term.width} bits`);
  return term;
}

function vector(term: Term): Term {
  invariant(term.width > 0, `a bit-vector was expected, not the Bool ${term.op}`);
  return term;
}

function same(a: Term, b: Term): void {
  invariant(a.width === b.width, `widths differ: ${a.op} ${a.width}, ${b.op} ${b.width}`);
}

function vectors(a: Term, b: Term): void {
  invariant(a.width > 0, `a bit-vector was expected, not the Bool ${a.op}`);
  same(a, b);
}
