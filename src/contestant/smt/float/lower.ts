/**
 * Floating-point operators as terms over bit-vectors and Bool, in the manner
 * of Brain, Schanda, Sun: "Building better bit-blasting for floating-point
 * problems" (TACAS 2019): unpack, compute with a sticky bit, round, pack.
 */
import { unreachable } from "../../../ground/util/errors.ts";
import { type FloatOperator, isFloatOperator } from "../operator.ts";
import type { TermManager } from "../term.ts";
import type { Term } from "../term-table.ts";
import { lowerAdd } from "./add.ts";
import { lowerEqual, lowerLess, lowerLessOrEqual } from "./compare.ts";
import { lowerFloatToFloat, lowerFloatToInteger, lowerIntegerToFloat } from "./convert.ts";
import { lowerDiv } from "./divide.ts";
import { lowerFma } from "./fused-multiply-add.ts";
import { lowerMul } from "./multiply.ts";
import { lowerRemainder } from "./remainder.ts";
import { lowerRoundToIntegral } from "./round-to-integral.ts";
import { simplifyFloat } from "./simplify.ts";
import { lowerSqrt } from "./square-root.ts";

/**
 * A term of the same meaning whose top is not a floating-point operator;
 * those in its arguments, and a few new smaller ones, remain. Throws
 * UnsupportedFloatOperator for remainders of formats wider than float.
 */
export function lowerFloat(m: TermManager, term: Term): Term {
  const simpler = simplifyFloat(m, term);
  if (simpler === undefined) return lowerOperator(m, term);
  return isFloatOperator(simpler.op) ? lowerFloat(m, simpler) : simpler;
}

function lowerOperator(m: TermManager, term: Term): Term {
  const { format, resultFormat, width } = term;
  const op = term.op as FloatOperator;
  const [first, second, third, fourth] = term.args as readonly [Term, Term, Term, Term];
  switch (op) {
    case "fpAdd":
      return lowerAdd(m, format, first, second, third);
    case "fpMul":
      return lowerMul(m, format, first, second, third);
    case "fpDiv":
      return lowerDiv(m, format, first, second, third);
    case "fpSqrt":
      return lowerSqrt(m, format, first, second);
    case "fpFma":
      return lowerFma(m, format, first, [second, third], fourth);
    case "fpRem":
      return lowerRemainder(m, format, "nearest", first, second);
    case "fpFmod":
      return lowerRemainder(m, format, "truncate", first, second);
    case "fpRoundToIntegral":
      return lowerRoundToIntegral(m, format, first, second);
    case "fpEq":
      return lowerEqual(m, format, first, second);
    case "fpLt":
      return lowerLess(m, format, first, second);
    case "fpLe":
      return lowerLessOrEqual(m, format, first, second);
    case "fpToFp":
      return lowerFloatToFloat(m, format, resultFormat, first, second);
    case "fpToSigned":
      return lowerFloatToInteger(m, format, first, second, { width, signedness: "signed" });
    case "fpToUnsigned":
      return lowerFloatToInteger(m, format, first, second, { width, signedness: "unsigned" });
    case "signedToFp":
      return lowerIntegerToFloat(m, format, first, second, "signed");
    case "unsignedToFp":
      return lowerIntegerToFloat(m, format, first, second, "unsigned");
    default:
      return unreachable(op);
  }
}
