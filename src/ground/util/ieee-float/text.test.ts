import { describe, expect, test } from "vitest";
import { interestingPatterns, randomPatterns } from "../../../../test/support/float-patterns.ts";
import * as ieee from "../ieee-float.ts";

const SEED = 424_242;
const FORMATS: [string, ieee.FloatFormat][] = [
  ["half", ieee.FLOAT16],
  ["float", ieee.FLOAT32],
  ["double", ieee.FLOAT64],
  ["x87", ieee.X87_EXTENDED],
  ["binary128", ieee.FLOAT128],
];

describe("printed values read back as themselves", () => {
  test.each(FORMATS)(`%s, seed ${SEED}`, (_name, format) => {
    // Shortest decimals of the extreme exponents of wide formats are slow: fewer of them.
    const count = format.exponentBits > 11 ? 20 : 300;
    const patterns = [...interestingPatterns(format), ...randomPatterns(format, SEED, count)];
    for (const bits of patterns) {
      const kind = ieee.classifyFloat(format, bits);
      if (kind === "nan" || kind === "infinite") continue;
      const hex = ieee.formatFloatHex(format, bits);
      for (const mode of ieee.ROUNDING_MODES) {
        expect(ieee.parseFloatLiteral(hex, format, mode), hex).toBe(bits);
      }
      const decimal = ieee.formatFloatDecimal(format, bits);
      expect(ieee.parseFloatLiteral(decimal, format), decimal).toBe(bits);
    }
  });

  test(`double as JavaScript prints it, seed ${SEED}`, () => {
    for (const bits of randomPatterns(ieee.FLOAT64, SEED, 2000)) {
      const value = ieee.floatToNumber(ieee.FLOAT64, bits);
      if (!Number.isFinite(value)) continue;
      expect(Number(ieee.formatFloatDecimal(ieee.FLOAT64, bits))).toBe(value);
      // A nearest decimal may need one digit more than the shortest one below a power of two.
      const digits = (text: string): string =>
        text.replace(/e.*|[-.]/g, "").replace(/^0+|0+$/g, "");
      const ours = digits(ieee.formatFloatDecimal(ieee.FLOAT64, bits));
      expect(ours.length - digits(String(value)).length).toBeLessThanOrEqual(1);
    }
  });
});

test.each([
  ["0x1.8p+3", 12],
  ["12", 12],
  [".5", 0.5],
  ["5.", 5],
  ["1'000.5e1", 10005],
  ["1e3f", 1000],
  ["0x.8p1L", 1],
  ["-1.5e-3", -0.0015],
  ["1.0F128", 1],
  ["0x1p-1074", 5e-324],
])("constant %s", (text, value) => {
  expect(ieee.parseFloatLiteral(text, ieee.FLOAT64)).toBe(ieee.numberToFloat(ieee.FLOAT64, value));
});

test.each(["", ".", "e5", "0x1.8", "0x.p1", "1e", "1.5.2", "1.0x", "nan", "inf", "0xp1", "1 "])(
  "not a constant: %j",
  (text) => {
    expect(ieee.parseFloatLiteral(text, ieee.FLOAT64)).toBeUndefined();
  },
);

test.each([
  [0x3dcccccdn, "0.1", "0x1.99999ap-4"],
  [0x80000000n, "-0.0", "-0x0p+0"],
  [0x7f7fffffn, "3.4028235e+38", "0x1.fffffep+127"],
  [0x00000001n, "1e-45", "0x0.000002p-126"],
  [0x41400000n, "12.0", "0x1.8p+3"],
  [0xff800000n, "-inf", "-inf"],
  [0xffffffffn, "nan", "nan"],
])("float %s is printed as %s", (bits, decimal, hex) => {
  expect(ieee.formatFloatDecimal(ieee.FLOAT32, bits)).toBe(decimal);
  expect(ieee.formatFloatHex(ieee.FLOAT32, bits)).toBe(hex);
});
