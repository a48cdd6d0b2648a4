import { expect, test } from "vitest";
import type { ValueType } from "../cfa/index.ts";
import { valueForPeople } from "./value-text.ts";

const INT: ValueType = { kind: "int", bits: 32, signed: true };
const POINTER: ValueType = { kind: "pointer", bits: 64 };
const LONG_DOUBLE: ValueType = { kind: "float", format: "ldouble" };

test.each<[string, bigint, ValueType, string]>([
  ["a negative integer", 0xffff_ffffn, INT, "-1"],
  ["a null pointer", 0n, POINTER, "NULL"],
  ["a double", 0x3ff8_0000_0000_0000n, { kind: "float", format: "double" }, "1.5"],
  ["a long double, as it lies in memory", 0x3fff_c000_0000_0000_0000n, LONG_DOUBLE, "1.5"],
  ["the same with padding", (0xabcdn << 80n) | 0x3fff_c000_0000_0000_0000n, LONG_DOUBLE, "1.5"],
  ["an infinite long double", 0xffff_8000_0000_0000_0000n, LONG_DOUBLE, "-inf"],
])("%s", (_, bits, type, text) => {
  expect(valueForPeople(bits, type)).toBe(text);
});
