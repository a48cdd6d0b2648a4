import { expect, test } from "vitest";
import { nearest, suggestion } from "./nearest.ts";

test.each([
  ["spol", "spool"],
  ["job", "jobs"],
  ["require-sandbx", "require-sandbox"],
  ["upadte", "update"],
  ["jbos", "jobs"],
  ["xyz", undefined],
  ["", undefined],
])("%s: %s", (word, expected) => {
  expect(nearest(word, ["spool", "jobs", "require-sandbox", "update"])).toBe(expected);
});

test("a suggestion is part of a sentence, or nothing", () => {
  expect(suggestion("timelimt", ["timelimit", "memlimit"])).toBe("; did you mean 'timelimit'?");
  expect(suggestion("colour", ["timelimit", "memlimit"])).toBe("");
});
