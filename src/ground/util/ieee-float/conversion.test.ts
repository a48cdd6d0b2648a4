import { describe, expect, test } from "vitest";
import { interestingPatterns, randomPatterns } from "../../../../test/support/float-patterns.ts";
import * as ieee from "../ieee-float.ts";

const ONE_AND_HALF = 0x3ff8000000000000n;

describe("double to integer", () => {
  const cases: [number, ieee.RoundingMode, ieee.IntegerRange, bigint | undefined][] = [
    [1.5, "nearest-even", { width: 8, signed: true }, 2n],
    [2.5, "nearest-even", { width: 8, signed: true }, 2n],
    [2.5, "nearest-away", { width: 8, signed: true }, 3n],
    [-0.5, "toward-zero", { width: 8, signed: false }, 0n],
    [-0.5, "toward-negative", { width: 8, signed: false }, undefined],
    [-1, "toward-zero", { width: 8, signed: false }, undefined],
    [255.9, "toward-zero", { width: 8, signed: false }, 255n],
    [255.9, "toward-positive", { width: 8, signed: false }, undefined],
    [-128.9, "toward-zero", { width: 8, signed: true }, -128n],
    [-129, "toward-zero", { width: 8, signed: true }, undefined],
    [2 ** 63, "toward-zero", { width: 64, signed: true }, undefined],
    [-(2 ** 63), "toward-zero", { width: 64, signed: true }, -(2n ** 63n)],
    [1e300, "toward-zero", { width: 2000, signed: true }, BigInt(1e300)],
    [5e-324, "toward-positive", { width: 1, signed: false }, 1n],
    [Number.NaN, "toward-zero", { width: 64, signed: true }, undefined],
    [Number.POSITIVE_INFINITY, "toward-zero", { width: 2000, signed: true }, undefined],
  ];
  test.each(cases)("%d %s %o is %s", (value, mode, range, expected) => {
    const bits = ieee.numberToFloat(ieee.FLOAT64, value);
    expect(ieee.floatToInteger(ieee.FLOAT64, mode, bits, range)).toBe(expected);
  });
});

describe("rounding to integral keeps the sign of zero", () => {
  test.each([
    [-0.25, "nearest-even", "-0.0"],
    [-0.25, "toward-negative", "-1.0"],
    [0.5, "nearest-even", "0.0"],
    [0.5, "nearest-away", "1.0"],
    [1.5, "nearest-even", "2.0"],
    [4503599627370495.5, "nearest-even", "4503599627370496.0"],
  ] as const)("%d %s", (value, mode, expected) => {
    const bits = ieee.numberToFloat(ieee.FLOAT64, value);
    const rounded = ieee.floatRoundToIntegral(ieee.FLOAT64, mode, bits);
    expect(ieee.formatFloatDecimal(ieee.FLOAT64, rounded)).toBe(expected);
  });
});

describe("x87 encoding", () => {
  test("round trip", () => {
    const format = ieee.X87_EXTENDED;
    for (const bits of [...interestingPatterns(format), ...randomPatterns(format, 3, 500)]) {
      expect(ieee.decodeX87(ieee.encodeX87(bits))).toBe(bits);
    }
  });
  test.each([
    ["pseudo-denormal", 0x0000_8000000000000001n, (1n << 63n) | 1n],
    ["unnormal", 0x3fff_0000000000000001n, ieee.floatNaN(ieee.X87_EXTENDED)],
    ["pseudo-infinity", 0x7fff_0000000000000000n, ieee.floatNaN(ieee.X87_EXTENDED)],
    ["one", 0x3fff_8000000000000000n, 0x3fffn << 63n],
    ["minus infinity", 0xffff_8000000000000000n, ieee.floatInfinity(ieee.X87_EXTENDED, 1)],
  ])("%s", (_name, encoded, bits) => {
    expect(ieee.decodeX87(encoded)).toBe(bits);
  });
});

test("fmin and fmax ignore a NaN and order the zeros", () => {
  const f = ieee.FLOAT64;
  const nan = ieee.floatNegate(f, ieee.floatNaN(f));
  const minusZero = ieee.floatZero(f, 1);
  expect(ieee.floatMin(f, nan, ONE_AND_HALF)).toBe(ONE_AND_HALF);
  expect(ieee.floatMax(f, ONE_AND_HALF, nan)).toBe(ONE_AND_HALF);
  expect(ieee.floatMax(f, nan, nan)).toBe(ieee.floatNaN(f));
  for (const [a, b] of [
    [0n, minusZero],
    [minusZero, 0n],
  ] as const) {
    expect(ieee.floatMin(f, a, b)).toBe(minusZero);
    expect(ieee.floatMax(f, a, b)).toBe(0n);
  }
});

test("sign operations only touch the sign bit", () => {
  const f = ieee.FLOAT32;
  expect(ieee.floatNegate(f, 0x7fc00001n)).toBe(0xffc00001n);
  expect(ieee.floatAbs(f, 0xffc00001n)).toBe(0x7fc00001n);
  expect(ieee.floatCopySign(f, 0x3f800000n, 0xff800001n)).toBe(0xbf800000n);
});
