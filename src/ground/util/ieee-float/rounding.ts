import { invariant, unreachable } from "../errors.ts";
import {
  bitLength,
  bitMask,
  type FloatFormat,
  floatInfinity,
  floatMaxFinite,
  floatSign,
  floatWidth,
  maxExponent,
  minExponent,
  type RoundingMode,
  type Sign,
} from "./format.ts";

/** A non-zero finite number `(-1)^sign · significand · 2^exponent`; the significand is positive. */
export interface FiniteNumber {
  readonly sign: Sign;
  readonly significand: bigint;
  readonly exponent: number;
}

/** The number that a pattern of class subnormal or normal stands for. */
export function decodeFinite(format: FloatFormat, bits: bigint): FiniteNumber {
  const fractionBits = format.significandBits - 1;
  const fraction = bits & bitMask(fractionBits);
  const biased = Number((bits >> BigInt(fractionBits)) & bitMask(format.exponentBits));
  const sign = floatSign(format, bits);
  const least = minExponent(format) - fractionBits;
  return biased === 0
    ? { sign, significand: fraction, exponent: least }
    : { sign, significand: fraction | (1n << BigInt(fractionBits)), exponent: least + biased - 1 };
}

/** Whether a magnitude between two neighbours goes to the greater one. */
export function roundsUp(
  mode: RoundingMode,
  place: { sign: Sign; odd: boolean; half: boolean; sticky: boolean },
): boolean {
  const { sign, odd, half, sticky } = place;
  switch (mode) {
    case "nearest-even":
      return half && (sticky || odd);
    case "nearest-away":
      return half;
    case "toward-positive":
      return sign === 0 && (half || sticky);
    case "toward-negative":
      return sign === 1 && (half || sticky);
    case "toward-zero":
      return false;
    default:
      return unreachable(mode);
  }
}

function overflow(format: FloatFormat, mode: RoundingMode, sign: Sign): bigint {
  const toInfinity = roundsUp(mode, { sign, odd: true, half: true, sticky: true });
  return toInfinity ? floatInfinity(format, sign) : floatMaxFinite(format, sign);
}

/**
 * Rounds `(-1)^sign · (significand + ε) · 2^exponent`, where `0 < ε < 1` when
 * `sticky` is set and `ε = 0` otherwise, to the format. With `sticky`, the
 * significand must have at least one bit below the result's last place.
 */
export function roundToFloat(
  format: FloatFormat,
  mode: RoundingMode,
  number: FiniteNumber,
  sticky = false,
): bigint {
  const { sign, significand, exponent } = number;
  const precision = format.significandBits;
  const length = bitLength(significand);
  const leading = exponent + length - 1;
  if (leading > maxExponent(format)) return overflow(format, mode, sign);
  const least = minExponent(format) - (precision - 1);
  let lastPlace = Math.max(exponent + length - precision, least);
  const drop = lastPlace - exponent;
  let rounded: bigint;
  if (drop <= 0) {
    invariant(!sticky, "rounding needs a bit below the last place");
    rounded = significand << BigInt(-drop);
  } else if (drop > length + 1) {
    rounded = roundsUp(mode, { sign, odd: false, half: false, sticky: true }) ? 1n : 0n;
  } else {
    rounded = significand >> BigInt(drop);
    const dropped = significand - (rounded << BigInt(drop));
    const halfway = 1n << BigInt(drop - 1);
    const place = {
      sign,
      odd: (rounded & 1n) === 1n,
      half: dropped >= halfway,
      sticky: sticky || (dropped !== 0n && dropped !== halfway),
    };
    if (roundsUp(mode, place)) rounded += 1n;
    if (bitLength(rounded) > precision) {
      rounded >>= 1n;
      lastPlace += 1;
    }
  }
  if (lastPlace + precision - 1 > maxExponent(format)) return overflow(format, mode, sign);
  // A carry from the subnormals into the hidden bit makes the exponent field 1 by itself.
  const magnitude = (BigInt(lastPlace - least) << BigInt(precision - 1)) + rounded;
  return sign === 1 ? magnitude | (1n << BigInt(floatWidth(format) - 1)) : magnitude;
}
