import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

test.each([
  ["spol", "spool"],
  ["job", "jobs"],
  ["require-sandbx", "require-sandbox"],
  ["upadte", "update"],
  ["xyz", undefined],
  ["", undefined],
])("%s: %s", (word, expected) => {
  expect(nearest(word, ["spool", "jobs", "require-sandbox", "update"])).toBe(expected);
});
