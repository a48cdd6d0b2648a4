import { describe, expect, test } from "vitest";
import { interestingPatterns, randomPatterns } from "../../../../test/support/float-patterns.ts";
import * as arithmetic from "./arithmetic.ts";
import * as exact from "./exact-arithmetic.ts";
import {
  classifyFloat,
  FLOAT32,
  FLOAT64,
  type FloatFormat,
  floatInfinity,
  floatMaxFinite,
  floatNaN,
  floatSign,
  floatWidth,
  floatZero,
  ROUNDING_MODES,
  type RoundingMode,
} from "./format.ts";
import { decodeFinite } from "./rounding.ts";

const SEED = 20_261_121;

describe("integer arithmetic agrees with the engine on float and double", () => {
  const cases: [string, FloatFormat][] = [
    ["float", FLOAT32],
    ["double", FLOAT64],
  ];
  test.each(cases)(`%s, seed ${SEED}`, (_name, format) => {
    const special = interestingPatterns(format);
    const pairs = special.flatMap((a) => special.map((b): [bigint, bigint] => [a, b]));
    const random = randomPatterns(format, SEED, 8000);
    for (let i = 0; i + 1 < random.length; i += 2) {
      pairs.push([random[i] as bigint, random[i + 1] as bigint]);
    }
    for (const [a, b] of pairs) {
      const context = `${a.toString(16)} ${b.toString(16)}`;
      const mode = "nearest-even";
      const one = format === FLOAT32 ? 0x3f800000n : 0x3ff0000000000000n;
      const sum = arithmetic.floatAdd(format, mode, a, b);
      expect(exact.exactAdd(format, mode, a, b), `add ${context}`).toBe(sum);
      expect(exact.exactFma(format, mode, a, one, b), `fma add ${context}`).toBe(sum);
      const product = arithmetic.floatMul(format, mode, a, b);
      expect(exact.exactMul(format, mode, a, b), `mul ${context}`).toBe(product);
      expect(exact.exactFma(format, mode, a, b, floatZero(format, 1)), `fma ${context}`).toBe(
        product,
      );
      expect(exact.exactDiv(format, mode, a, b), `div ${context}`).toBe(
        arithmetic.floatDiv(format, mode, a, b),
      );
      expect(exact.exactSqrt(format, mode, a), `sqrt ${context}`).toBe(
        arithmetic.floatSqrt(format, mode, a),
      );
    }
  });
});

/** Numerator and positive denominator. */
type Rational = [bigint, bigint];

/** Rounds by looking at all values of a tiny format: slow, and nothing like the code under test. */
function roundByEnumeration(format: FloatFormat, mode: RoundingMode, [n, d]: Rational): bigint {
  const sign = n < 0n ? 1 : 0;
  const magnitude: Rational = [n < 0n ? -n : n, d];
  const below = (x: Rational, y: Rational): boolean => x[0] * y[1] < y[0] * x[1];
  const value = (bits: bigint): Rational => {
    if (bits === 0n) return [0n, 1n];
    const { significand, exponent } = decodeFinite(format, bits);
    return exponent >= 0
      ? [significand << BigInt(exponent), 1n]
      : [significand, 1n << BigInt(-exponent)];
  };
  let low = 0n;
  while (low < floatMaxFinite(format) && !below(magnitude, value(low + 1n))) low += 1n;
  const lowest = value(low);
  const isExact = lowest[0] * magnitude[1] === magnitude[0] * lowest[1];
  // Beyond the greatest finite value, the next value is the one that the format would have with a
  // larger exponent range.
  const top = value(floatMaxFinite(format));
  const beforeTop = value(floatMaxFinite(format) - 1n);
  const beyond: Rational = [
    2n * top[0] * beforeTop[1] - beforeTop[0] * top[1],
    top[1] * beforeTop[1],
  ];
  const upper = low === floatMaxFinite(format) ? beyond : value(low + 1n);
  const middle: Rational = [lowest[0] * upper[1] + upper[0] * lowest[1], 2n * lowest[1] * upper[1]];
  const up = ((): boolean => {
    if (isExact) return false;
    if (mode === "toward-zero") return false;
    if (mode === "toward-positive") return sign === 0;
    if (mode === "toward-negative") return sign === 1;
    if (below(magnitude, middle)) return false;
    if (below(middle, magnitude)) return true;
    return mode === "nearest-away" || (low & 1n) === 1n;
  })();
  const result = up ? low + 1n : low;
  return sign === 1 ? result | (1n << BigInt(floatWidth(format) - 1)) : result;
}

describe("every pair of operands of tiny formats, by enumeration", () => {
  const formats: FloatFormat[] = [
    { exponentBits: 3, significandBits: 3 },
    { exponentBits: 2, significandBits: 4 },
    { exponentBits: 4, significandBits: 2 },
  ];
  const cases = formats.flatMap((format) =>
    ROUNDING_MODES.map((mode) => ({
      format,
      mode,
      name: `${format.exponentBits}/${format.significandBits} ${mode}`,
    })),
  );
  test.each(cases)("$name", ({ format, mode }) => {
    const count = 1n << BigInt(floatWidth(format));
    const finite: { bits: bigint; value: Rational }[] = [];
    for (let bits = 0n; bits < count; bits += 1n) {
      const kind = classifyFloat(format, bits);
      if (kind === "zero") finite.push({ bits, value: [0n, 1n] });
      if (kind !== "normal" && kind !== "subnormal") continue;
      const { sign, significand, exponent } = decodeFinite(format, bits);
      const n = sign === 1 ? -significand : significand;
      const scale = 1n << BigInt(Math.abs(exponent));
      finite.push({ bits, value: exponent >= 0 ? [n * scale, 1n] : [n, scale] });
    }
    for (const a of finite) {
      for (const b of finite) {
        const context = `${a.bits.toString(2)} ${b.bits.toString(2)}`;
        const sum: Rational = [
          a.value[0] * b.value[1] + b.value[0] * a.value[1],
          a.value[1] * b.value[1],
        ];
        if (sum[0] !== 0n) {
          expect(exact.exactAdd(format, mode, a.bits, b.bits), `add ${context}`).toBe(
            roundByEnumeration(format, mode, sum),
          );
        }
        if (a.value[0] === 0n || b.value[0] === 0n) continue;
        const product: Rational = [a.value[0] * b.value[0], a.value[1] * b.value[1]];
        expect(exact.exactMul(format, mode, a.bits, b.bits), `mul ${context}`).toBe(
          roundByEnumeration(format, mode, product),
        );
        const flip = b.value[0] < 0n ? -1n : 1n;
        const quotient: Rational = [a.value[0] * b.value[1] * flip, a.value[1] * b.value[0] * flip];
        expect(exact.exactDiv(format, mode, a.bits, b.bits), `div ${context}`).toBe(
          roundByEnumeration(format, mode, quotient),
        );
      }
    }
  });
});

describe("special operands", () => {
  const infinity = floatInfinity(FLOAT32);
  const nan = floatNaN(FLOAT32);
  const minusZero = floatZero(FLOAT32, 1);
  test.each(ROUNDING_MODES)("%s", (mode) => {
    const zeroSum = exact.exactAdd(FLOAT32, mode, 0x3f800000n, 0xbf800000n);
    expect(zeroSum).toBe(mode === "toward-negative" ? minusZero : 0n);
    expect(exact.exactAdd(FLOAT32, mode, 0n, minusZero)).toBe(zeroSum);
    expect(exact.exactAdd(FLOAT32, mode, minusZero, minusZero)).toBe(minusZero);
    expect(exact.exactAdd(FLOAT32, mode, infinity, floatInfinity(FLOAT32, 1))).toBe(nan);
    expect(exact.exactFma(FLOAT32, mode, infinity, 0n, nan)).toBe(nan);
    expect(exact.exactFma(FLOAT32, mode, infinity, infinity, infinity)).toBe(infinity);
    expect(floatSign(FLOAT32, exact.exactSqrt(FLOAT32, mode, minusZero))).toBe(1);
    // Any NaN pattern comes back as the canonical one.
    expect(exact.exactMul(FLOAT32, mode, 0xffffffffn, infinity)).toBe(nan);
  });
});
