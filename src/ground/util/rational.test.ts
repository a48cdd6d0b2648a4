import fc from "fast-check";
import { expect, test } from "vitest";
import { Rational } from "./rational.ts";

test.each([
  [6, -4, "-3/2"],
  [0, -5, "0"],
  [8, 4, "2"],
])("%d/%d is %s", (numerator, denominator, text) => {
  expect(String(Rational.of(numerator, denominator))).toBe(text);
});

test.each([
  [1, 2, 0, "0"],
  [3, 2, 0, "2"],
  [5, 2, 0, "2"],
  [-5, 2, 0, "-2"],
  [-1, 3, 0, "0"],
  [-2, 3, 0, "-1"],
  [1, 8, 2, "0.12"],
  [3, 8, 2, "0.38"],
  [-1, 200, 2, "0.00"],
  [1005, 100, 1, "10.0"],
  [7, 1, 3, "7.000"],
])("%d/%d with %d digits is %s", (numerator, denominator, digits, text) => {
  expect(Rational.of(numerator, denominator).toFixed(digits)).toBe(text);
});

test("zero denominators are refused", () => {
  expect(() => Rational.of(1, 0)).toThrow(RangeError);
  expect(() => Rational.of(1).dividedBy(Rational.zero)).toThrow(RangeError);
});

const rational = fc
  .tuple(fc.integer(), fc.integer({ min: 1 }))
  .map(([numerator, denominator]) => Rational.of(numerator, denominator));

test("field laws and order", () => {
  fc.assert(
    fc.property(rational, rational, rational, (a, b, c) => {
      expect(
        a
          .plus(b)
          .times(c)
          .equals(a.times(c).plus(b.times(c))),
      ).toBe(true);
      expect(Math.sign(a.compare(b))).toBe(-Math.sign(b.compare(a)) + 0);
      if (!b.equals(Rational.zero)) expect(a.dividedBy(b).times(b).equals(a)).toBe(true);
    }),
    { seed: 2026, numRuns: 200 },
  );
});
