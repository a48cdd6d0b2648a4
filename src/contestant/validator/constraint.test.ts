import { describe, expect, test } from "vitest";
import type { ValueType } from "../cfa/model/cfa.ts";
import { parseResultConstraint, satisfies, satisfyingValue } from "./constraint.ts";

const INT: ValueType = { kind: "int", bits: 32, signed: true };
const UCHAR: ValueType = { kind: "int", bits: 8, signed: false };
const LLONG: ValueType = { kind: "int", bits: 64, signed: true };
const FLOAT: ValueType = { kind: "float", format: "float" };
const DOUBLE: ValueType = { kind: "float", format: "double" };

describe("a satisfying value", () => {
  test.each([
    ["\\result == 5", INT, 5n],
    ["\\result == -5", INT, 0xfffffffbn],
    ["\\result==(-5)", INT, 0xfffffffbn],
    ["\\result == 0x1FU", INT, 31n],
    ["\\result == 017", INT, 15n],
    ["\\result != 5", INT, 6n],
    ["\\result > 5", INT, 6n],
    ["\\result >= 5", INT, 5n],
    ["\\result < 5", INT, 4n],
    ["\\result < 0", INT, 0xffffffffn],
    ["\\result == (-9223372036854775807LL - 1)", LLONG, 1n << 63n],
    ["\\result == 200", UCHAR, 200n],
    ["\\result == 1.5f", FLOAT, 0x3fc00000n],
    ["\\result == -2.0", DOUBLE, 0xc000000000000000n],
    ["\\result == 0x1.8p+1", DOUBLE, 0x4008000000000000n],
  ] as const)("%s", (text, type, bits) => {
    const constraint = parseResultConstraint(text);
    expect(constraint && satisfyingValue(constraint, type)).toBe(bits);
  });
});

test.each(["x == 5", "\\result", "\\result = 5", "\\result == ", ""])(
  "'%s' is no constraint on a result",
  (text) => {
    expect(parseResultConstraint(text)).toBeUndefined();
  },
);

test.each(["\\result == x", "\\result == 1 + 1", "\\result == 'a'"])(
  "'%s' has a constant that is not understood",
  (text) => {
    const constraint = parseResultConstraint(text);
    expect(constraint && satisfies(constraint, 0n, INT)).toBeUndefined();
  },
);

test("no result equals a number that its type does not have", () => {
  const negative = parseResultConstraint("\\result == -5");
  expect(negative && satisfyingValue(negative, UCHAR)).toBeUndefined();
  expect(negative && satisfies(negative, 0xfbn, UCHAR)).toBeUndefined();
  const large = parseResultConstraint("\\result == 4294967295");
  expect(large && satisfyingValue(large, INT)).toBeUndefined();
  const pattern = parseResultConstraint("\\result == 0xffffffff");
  expect(pattern && satisfyingValue(pattern, INT)).toBe(0xffffffffn);
});

test("signedness decides comparisons", () => {
  const constraint = parseResultConstraint("\\result < 5");
  expect(constraint && satisfies(constraint, 0xffffffffn, INT)).toBe(true);
  expect(constraint && satisfies(constraint, 0xffn, UCHAR)).toBe(false);
});

test("a NaN satisfies only !=", () => {
  const nan = 0x7ff8000000000000n;
  for (const [operator, holds] of [
    ["==", false],
    ["!=", true],
    ["<", false],
    [">=", false],
  ] as const) {
    expect(satisfies({ operator, constant: "0.0" }, nan, DOUBLE)).toBe(holds);
  }
});
