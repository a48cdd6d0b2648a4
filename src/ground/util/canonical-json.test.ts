import { expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

test.each([
  [{ b: 1, a: [true, null, "x"], c: undefined }, '{"a":[true,null,"x"],"b":1}'],
  [{ z: { y: 0.5, B: 1e21 } }, '{"z":{"B":1e+21,"y":0.5}}'],
  ['"\n', '"\\"\\n"'],
])("%j", (value, expected) => {
  expect(canonicalJson(value)).toBe(expected);
});

test("numbers outside JSON are refused", () => {
  expect(() => canonicalJson([Number.NaN])).toThrow(RangeError);
});
