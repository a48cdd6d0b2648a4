import { expect, test } from "vitest";
import { type LimitKind, parseLimit } from "./limit-text.ts";

test.each([
  ["20 s", "time", 20],
  ["20s", "time", 20],
  ["1.5 min", "time", 90],
  ["2 h", "time", 7200],
  ["500 ms", "time", 0.5],
  ["4 GB", "memory", 4e9],
  ["500MB", "memory", 5e8],
  ["15 GiB", "memory", undefined],
  ["4", "memory", undefined],
  ["-1 s", "time", undefined],
  ["0 s", "time", undefined],
  ["4 GB", "time", undefined],
  ["s", "time", undefined],
  ["20  s", "time", undefined],
] satisfies [string, LimitKind, number | undefined][])("%s as %s: %s", (text, kind, value) => {
  expect(parseLimit(text, kind)).toBe(value);
});
