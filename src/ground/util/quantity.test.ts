import { expect, test } from "vitest";
import { parseQuantity, SIZE_UNITS, TIME_UNITS } from "./quantity.ts";

test.each([
  ["20 s", 20],
  [" 20s ", 20],
  ["1.5  min", 90],
  ["2 h", 7200],
  ["500 ms", 0.5],
  ["1e3s", 1000],
  ["1e400s", undefined],
  ["-1 s", undefined],
  ["4 GB", undefined],
  ["4", undefined],
  ["s", undefined],
  ["4 constructor", undefined],
])("'%s' in seconds: %s", (text, value) => {
  expect(parseQuantity(text, TIME_UNITS)).toBe(value);
});

test("sizes are decimal", () => {
  expect(parseQuantity("4 GB", SIZE_UNITS)).toBe(4e9);
  expect(parseQuantity("4 GiB", SIZE_UNITS)).toBeUndefined();
});

test("a number needs no unit where there is one without name", () => {
  expect(parseQuantity("12", { ...SIZE_UNITS, "": 1 })).toBe(12);
});

test("the digits can be restricted", () => {
  expect(parseQuantity("1.5 s", TIME_UNITS, /^\d+$/)).toBeUndefined();
  expect(parseQuantity("15 s", TIME_UNITS, /^\d+$/)).toBe(15);
});
