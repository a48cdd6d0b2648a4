/**
 * Floating-point operations that JavaScript numbers do not have: other rounding
 * modes, long double, float128, and conversions with 64 and 128-bit integers.
 */

import * as ieee from "../../../ground/util/ieee-float.ts";
import {
  FLOAT_FORMATS,
  type FloatOperation,
  type FloatValueType,
  FP_CLASSES,
  ROUNDING_MODES,
} from "../../cfa/index.ts";
import { HIGH, signedBig, signedNumber, unsignedBig, unsignedNumber } from "./pairs.ts";

type Format = FloatValueType["format"];
/** A float as a number, or its bit pattern as a bigint: see codegen/representation.ts. */
type FloatValue = number | bigint;

const MODE_NAMES = new Map<number, ieee.RoundingMode>([
  [ROUNDING_MODES.toNearest, "nearest-even"],
  [ROUNDING_MODES.downward, "toward-negative"],
  [ROUNDING_MODES.upward, "toward-positive"],
  [ROUNDING_MODES.towardZero, "toward-zero"],
]);

const scratch = new DataView(new ArrayBuffer(8));

/** The bit pattern of a value; NaN is the canonical one. */
export function floatBits(format: Format, value: FloatValue): bigint {
  if (typeof value === "bigint") return value;
  if (Number.isNaN(value)) return ieee.floatNaN(FLOAT_FORMATS[format]);
  if (format === "float") {
    scratch.setFloat32(0, value);
    return BigInt(scratch.getUint32(0));
  }
  scratch.setFloat64(0, value);
  return scratch.getBigUint64(0);
}

export function floatValue(format: Format, bits: bigint): FloatValue {
  if (format === "float") {
    scratch.setUint32(0, Number(bits));
    return scratch.getFloat32(0);
  }
  if (format === "double") {
    scratch.setBigUint64(0, bits);
    return scratch.getFloat64(0);
  }
  return bits;
}

type Binary = "add" | "sub" | "mul" | "div";
const BINARY = {
  add: ieee.floatAdd,
  sub: ieee.floatSub,
  mul: ieee.floatMul,
  div: ieee.floatDiv,
} as const;
const INTEGRAL: Partial<Record<FloatOperation, ieee.RoundingMode>> = {
  floor: "toward-negative",
  ceil: "toward-positive",
  trunc: "toward-zero",
  round: "nearest-away",
  roundeven: "nearest-even",
};

/** Floating-point environment of a run. */
export class FloatUnit {
  /** `[mode]`, a key of {@link ROUNDING_MODES}; generated code tests it against 0. */
  readonly control: Int32Array = new Int32Array(1);
  #mode: ieee.RoundingMode = "nearest-even";

  get roundingMode(): ieee.RoundingMode {
    return this.#mode;
  }

  /** fesetround: false when there is no such mode. */
  setMode(mode: number): boolean {
    const name = MODE_NAMES.get(mode);
    if (name === undefined) return false;
    this.#mode = name;
    this.control[0] = mode;
    return true;
  }

  arithmetic(operator: Binary, format: Format, a: FloatValue, b: FloatValue): FloatValue {
    const [x, y] = [floatBits(format, a), floatBits(format, b)];
    return floatValue(format, BINARY[operator](FLOAT_FORMATS[format], this.#mode, x, y));
  }

  /** Undefined when the bytes are no floating constant. */
  parse(format: Format, bytes: Uint8Array): FloatValue | undefined {
    const text = String.fromCharCode(...bytes);
    const bits = ieee.parseFloatLiteral(text, FLOAT_FORMATS[format], this.#mode);
    return bits === undefined ? undefined : floatValue(format, bits);
  }

  /** The characters of {@link ieee.printFloat}; `conversion` is a character. */
  print(
    format: Format,
    value: FloatValue,
    conversion: number,
    precision: number,
    alternate: number,
  ): Uint8Array {
    const text = ieee.printFloat(FLOAT_FORMATS[format], floatBits(format, value), {
      conversion: String.fromCharCode(conversion) as ieee.PrintStyle["conversion"],
      precision,
      alternate: alternate !== 0,
      mode: this.#mode,
    });
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  }

  isNaN(format: Format, a: bigint): boolean {
    return ieee.isFloatNaN(FLOAT_FORMATS[format], a);
  }

  negate(format: Format, a: bigint): bigint {
    return ieee.floatNegate(FLOAT_FORMATS[format], a);
  }

  compare(
    operator: "eq" | "ne" | "lt" | "le" | "gt" | "ge",
    format: Format,
    a: bigint,
    b: bigint,
  ): boolean {
    const relation = ieee.compareFloats(FLOAT_FORMATS[format], a, b);
    switch (operator) {
      case "eq":
        return relation === "equal";
      case "ne":
        return relation !== "equal";
      case "lt":
        return relation === "less";
      case "le":
        return relation === "less" || relation === "equal";
      case "gt":
        return relation === "greater";
      case "ge":
        return relation === "greater" || relation === "equal";
    }
  }

  convert(from: Format, to: Format, value: FloatValue): FloatValue {
    const bits = ieee.convertFloat(
      FLOAT_FORMATS[from],
      FLOAT_FORMATS[to],
      this.#mode,
      floatBits(from, value),
    );
    return floatValue(to, bits);
  }

  fromInteger(format: Format, value: bigint): FloatValue {
    return floatValue(format, ieee.integerToFloat(FLOAT_FORMATS[format], this.#mode, value));
  }

  fromWord(format: Format, value: number): FloatValue {
    return this.fromInteger(format, BigInt(value));
  }

  fromPair(format: Format, low: number, high: number, signed: boolean): FloatValue {
    if (this.control[0] === 0) {
      // The conversion to double rounds once; a second rounding to float must not follow.
      const double = signed ? signedNumber(low, high) : unsignedNumber(low, high);
      if (format === "double") return double;
      if (format === "float" && Math.abs(double) <= 2 ** 53) return Math.fround(double);
    }
    return this.fromInteger(format, signed ? signedBig(low, high) : unsignedBig(low, high));
  }

  /** Truncates; undefined when the result does not fit (C11 6.3.1.4p1). */
  toInteger(format: Format, value: FloatValue, width: number, signed: boolean): bigint | undefined {
    return ieee.floatToInteger(FLOAT_FORMATS[format], "toward-zero", floatBits(format, value), {
      width,
      signed,
    });
  }

  /** Operations of {@link FloatOperation} with a result of the same format. */
  operation(
    operation: FloatOperation,
    format: Format,
    a: FloatValue,
    b: FloatValue,
    c: FloatValue,
  ): FloatValue {
    const f = FLOAT_FORMATS[format];
    const mode = this.#mode;
    const x = floatBits(format, a);
    const y = (): bigint => floatBits(format, b);
    const result = (): bigint => {
      switch (operation) {
        case "sqrt":
          return ieee.floatSqrt(f, mode, x);
        case "fabs":
          return ieee.floatAbs(f, x);
        case "rint":
        case "nearbyint":
          return ieee.floatRoundToIntegral(f, mode, x);
        case "fmin":
          return ieee.floatMin(f, x, y());
        case "fmax":
          return ieee.floatMax(f, x, y());
        case "fmod":
          return ieee.floatFmod(f, x, y());
        case "remainder":
          return ieee.floatRemainder(f, x, y());
        case "copysign":
          return ieee.floatCopySign(f, x, y());
        case "fma":
          return ieee.floatFma(f, mode, x, y(), floatBits(format, c));
        case "fdim": {
          if (ieee.isFloatNaN(f, x) || ieee.isFloatNaN(f, y())) return ieee.floatNaN(f);
          return ieee.floatLessThan(f, y(), x) ? ieee.floatSub(f, mode, x, y()) : ieee.floatZero(f);
        }
        case "nan":
          return ieee.floatNaN(f);
        default: {
          const rounding = INTEGRAL[operation];
          if (rounding === undefined) throw new Error(`not a float operation: ${operation}`);
          return ieee.floatRoundToIntegral(f, rounding, x);
        }
      }
    };
    return floatValue(format, result());
  }

  /** lrint, lround: low word, high word in HIGH[0]; HIGH is 0x80000000:0 (x86's "integer indefinite") when unrepresentable. */
  roundToInteger(
    operation: "lrint" | "lround",
    format: Format,
    value: FloatValue,
    width: 32 | 64,
  ): number {
    const mode = operation === "lrint" ? this.#mode : "nearest-away";
    const range = { width, signed: true };
    const integer =
      ieee.floatToInteger(FLOAT_FORMATS[format], mode, floatBits(format, value), range) ??
      -(1n << BigInt(width - 1));
    HIGH[0] = Number(BigInt.asIntN(32, integer >> 32n));
    return Number(BigInt.asIntN(32, integer));
  }

  /** isnan and the like: an int. */
  classify(operation: FloatOperation, format: Format, value: FloatValue): number {
    const f = FLOAT_FORMATS[format];
    const bits = floatBits(format, value);
    const kind = ieee.classifyFloat(f, bits);
    const sign = ieee.floatSign(f, bits);
    switch (operation) {
      case "isnan":
        return kind === "nan" ? 1 : 0;
      case "isinf":
        return kind === "infinite" ? 1 : 0;
      case "isinf-sign":
        return kind === "infinite" ? 1 - 2 * sign : 0;
      case "isfinite":
        return kind === "nan" || kind === "infinite" ? 0 : 1;
      case "isnormal":
        return kind === "normal" ? 1 : 0;
      case "signbit":
        return sign;
      case "fpclassify":
        return FP_CLASSES[kind];
      default:
        throw new Error(`not a classification: ${operation}`);
    }
  }
}
