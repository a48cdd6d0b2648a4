import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as pairs from "./pairs.ts";

const wide = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -(2n ** 53n), max: 2n ** 53n }),
  fc.bigInt({ min: -5n, max: 5n }),
  fc.constantFrom(2n ** 32n, -(2n ** 32n), 2n ** 31n, 2n ** 52n, -(2n ** 63n), 2n ** 63n - 1n),
);

function words(value: bigint): [low: number, high: number] {
  return [Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n))];
}
function signed(low: number): bigint {
  return pairs.signedBig(low, pairs.HIGH[0] as number);
}
const u = (value: bigint): bigint => BigInt.asUintN(64, value);
const s = (value: bigint): bigint => BigInt.asIntN(64, value);

describe("64-bit arithmetic on pairs of words agrees with bigint", () => {
  const operations: readonly [
    string,
    (a: bigint, b: bigint) => number,
    (a: bigint, b: bigint) => bigint,
  ][] = [
    ["mul64", (a, b) => pairs.mul64(...words(a), ...words(b)), (a, b) => s(a * b)],
    ["divS64", (a, b) => pairs.divS64(...words(a), ...words(b || 1n)), (a, b) => s(a / (b || 1n))],
    ["remS64", (a, b) => pairs.remS64(...words(a), ...words(b || 1n)), (a, b) => s(a % (b || 1n))],
    [
      "divU64",
      (a, b) => pairs.divU64(...words(a), ...words(b || 1n)),
      (a, b) => s(u(a) / u(b || 1n)),
    ],
    [
      "remU64",
      (a, b) => pairs.remU64(...words(a), ...words(b || 1n)),
      (a, b) => s(u(a) % u(b || 1n)),
    ],
    ["shl64", (a, b) => pairs.shl64(...words(a), Number(b & 63n)), (a, b) => s(a << (b & 63n))],
    ["shrS64", (a, b) => pairs.shrS64(...words(a), Number(b & 63n)), (a, b) => a >> (b & 63n)],
    [
      "shrU64",
      (a, b) => pairs.shrU64(...words(a), Number(b & 63n)),
      (a, b) => s(u(a) >> (b & 63n)),
    ],
  ];
  test.each(operations)("%s", (_name, actual, expected) => {
    fc.assert(
      fc.property(wide, wide, (a, b) => {
        expect(signed(actual(a, b))).toBe(expected(a, b));
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  test("overflow of products and left shifts", () => {
    fc.assert(
      fc.property(wide, wide, (a, b) => {
        expect(pairs.mulOverflows(...words(a), ...words(b))).toBe(s(a * b) !== a * b);
        const shifted = a << (b & 63n);
        expect(pairs.shlOverflows(...words(a), Number(b & 63n))).toBe(
          a < 0n || s(shifted) !== shifted,
        );
      }),
      { seed: 2, numRuns: 2000 },
    );
  });
});
