/**
 * Meaning of the floating-point operators on bit patterns, through the
 * reference arithmetic of src/ground/util/ieee-float.ts.
 */
import { unreachable } from "../../ground/util/errors.ts";
import {
  convertFloat,
  type FloatFormat,
  floatAdd,
  floatDiv,
  floatEqual,
  floatFma,
  floatFmod,
  floatLessOrEqual,
  floatLessThan,
  floatMul,
  floatRemainder,
  floatRoundToIntegral,
  floatSqrt,
  floatToInteger,
  integerToFloat,
  ROUNDING_MODES,
  type RoundingMode,
} from "../../ground/util/ieee-float.ts";
import type { FloatOperator } from "./operator.ts";

/** Rounding mode of a 3-bit code; see ROUNDING_MODE_WIDTH. */
function roundingModeOf(code: bigint): RoundingMode {
  return ROUNDING_MODES[Number(code)] ?? "toward-zero";
}

/** The parameters of the operator besides its arguments. */
export interface FloatSignature {
  readonly op: FloatOperator;
  /** Width of the result. */
  readonly width: number;
  readonly format: FloatFormat;
  readonly resultFormat: FloatFormat;
}

/**
 * Applies an operator to the values of its arguments (rounding mode first,
 * where there is one); `integerWidth` is the width of the last argument.
 */
export function applyFloat(
  signature: FloatSignature,
  values: readonly bigint[],
  integerWidth: number,
): bigint {
  const { op, width, format } = signature;
  const [x, y, z, w] = values as [bigint, bigint, bigint, bigint];
  switch (op) {
    case "fpAdd":
      return floatAdd(format, roundingModeOf(x), y, z);
    case "fpMul":
      return floatMul(format, roundingModeOf(x), y, z);
    case "fpDiv":
      return floatDiv(format, roundingModeOf(x), y, z);
    case "fpFma":
      return floatFma(format, roundingModeOf(x), y, z, w);
    case "fpSqrt":
      return floatSqrt(format, roundingModeOf(x), y);
    case "fpRoundToIntegral":
      return floatRoundToIntegral(format, roundingModeOf(x), y);
    case "fpRem":
      return floatRemainder(format, x, y);
    case "fpFmod":
      return floatFmod(format, x, y);
    case "fpEq":
      return floatEqual(format, x, y) ? 1n : 0n;
    case "fpLt":
      return floatLessThan(format, x, y) ? 1n : 0n;
    case "fpLe":
      return floatLessOrEqual(format, x, y) ? 1n : 0n;
    case "fpToFp":
      return convertFloat(format, signature.resultFormat, roundingModeOf(x), y);
    case "fpToSigned": {
      const integer = floatToInteger(format, roundingModeOf(x), y, { signed: true, width });
      return BigInt.asUintN(width, integer ?? 1n << BigInt(width - 1));
    }
    case "fpToUnsigned": {
      const integer = floatToInteger(format, roundingModeOf(x), y, { signed: false, width });
      return BigInt.asUintN(width, integer ?? -1n);
    }
    case "signedToFp":
      return integerToFloat(format, roundingModeOf(x), BigInt.asIntN(integerWidth, y));
    case "unsignedToFp":
      return integerToFloat(format, roundingModeOf(x), y);
    default:
      return unreachable(op);
  }
}
