import { expect, test } from "vitest";
import { indent } from "./indent.ts";

const LONG = "word ".repeat(10).trim();

test.each([
  ['(a (b c) ")")', '(a (b c) ")")'],
  [
    `{(${LONG}) (${LONG}) ${LONG}}`,
    `{\n  (${LONG})\n  (${LONG})\n${LONG.replace(/word ?/g, "  word\n").trimEnd()}}`,
  ],
  [`(if ${LONG} {(${LONG}) (${LONG})})`, `(if ${LONG}\n  {\n    (${LONG})\n    (${LONG})})`],
  [`x "( ${LONG} ${LONG} ${LONG}" y`, `x "( ${LONG} ${LONG} ${LONG}" y`],
  ["(unbalanced", "(unbalanced"],
])("%s", (text, expected) => {
  expect(indent(text)).toBe(expected);
});

test("long chains take linear space", () => {
  const depth = 2000;
  const text = "(if x y ".repeat(depth) + ")".repeat(depth);
  expect(indent(text).length).toBeLessThan(100 * depth);
});
