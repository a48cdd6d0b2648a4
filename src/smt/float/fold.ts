/** Values of floating-point operators on constants, from the exact arithmetic of util/ieee-float.ts. */
import { unreachable } from "../../util/errors.ts";
import * as ieee from "../../util/ieee-float.ts";
import type { FloatOperator } from "../operator.ts";
import type { Term } from "../term-table.ts";

/** What determines a floating-point operator besides the values of its arguments. */
export interface FloatOperation {
  readonly op: FloatOperator;
  /** Format of the floating arguments; of the result for signedToFp and unsignedToFp. */
  readonly format: ieee.FloatFormat;
  /** Format of the result where it is floating. */
  readonly resultFormat: ieee.FloatFormat;
  /** Bits of the result; 0 for the Bool of a comparison. */
  readonly width: number;
  /** Bits of the last argument. */
  readonly operandWidth: number;
}

/** Rounding modes by their 3-bit codes (operator.ts); the codes above mean the last one. */
const MODES: readonly ieee.RoundingMode[] = [
  "nearest-even",
  "nearest-away",
  "toward-positive",
  "toward-negative",
  "toward-zero",
];

/**
 * The unsigned value of an operator applied to unsigned values, the rounding
 * mode first where there is one. Conversion of a NaN, an infinity or a number
 * out of range to an integer gives the pattern with only the top bit set
 * (the "integer indefinite" of x86), for signed and unsigned results alike.
 */
export function foldFloat(operation: FloatOperation, values: readonly bigint[]): bigint {
  const { op, format, resultFormat, width, operandWidth } = operation;
  const [first = 0n, second = 0n, third = 0n, fourth = 0n] = values;
  const mode = MODES[Number(first)] ?? "toward-zero";
  switch (op) {
    case "fpAdd":
      return ieee.floatAdd(format, mode, second, third);
    case "fpMul":
      return ieee.floatMul(format, mode, second, third);
    case "fpDiv":
      return ieee.floatDiv(format, mode, second, third);
    case "fpRem":
      return ieee.floatRemainder(format, first, second);
    case "fpSqrt":
      return ieee.floatSqrt(format, mode, second);
    case "fpFma":
      return ieee.floatFma(format, mode, second, third, fourth);
    case "fpRoundToIntegral":
      return ieee.floatRoundToIntegral(format, mode, second);
    case "fpEq":
      return ieee.floatEqual(format, first, second) ? 1n : 0n;
    case "fpLt":
      return ieee.floatLessThan(format, first, second) ? 1n : 0n;
    case "fpLe":
      return ieee.floatLessOrEqual(format, first, second) ? 1n : 0n;
    case "fpToFp":
      return ieee.convertFloat(format, resultFormat, mode, second);
    case "fpToSigned":
    case "fpToUnsigned": {
      const signed = op === "fpToSigned";
      const value = ieee.floatToInteger(format, mode, second, { width, signed });
      return value === undefined ? 1n << BigInt(width - 1) : BigInt.asUintN(width, value);
    }
    case "signedToFp":
      return ieee.integerToFloat(format, mode, BigInt.asIntN(operandWidth, second));
    case "unsignedToFp":
      return ieee.integerToFloat(format, mode, second);
    default:
      return unreachable(op);
  }
}

/** {@link foldFloat} of a term's operator on the values of its arguments. */
export function foldFloatTerm(term: Term, values: readonly bigint[]): bigint {
  const { format, resultFormat, width, args } = term;
  const operandWidth = (args[args.length - 1] as Term).width;
  return foldFloat(
    { op: term.op as FloatOperator, format, resultFormat, width, operandWidth },
    values,
  );
}
