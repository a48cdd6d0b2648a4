import { expect, test } from "vitest";
import { printable } from "./printable.ts";

test.each([
  ["plain text, ümläuts, 漢字\n\tand blanks\r\n", "plain text, ümläuts, 漢字\n\tand blanks\r\n"],
  ["\u001b[2Jgone", "\\x1b[2Jgone"],
  ["\u001b]0;title\u0007", "\\x1b]0;title\\x07"],
  ["\u009b31m", "\\x9b31m"],
  ["a\u0000\u0008\u007f", "a\\x00\\x08\\x7f"],
  ["access \u202eeslaf\u2066", "access \\u202eeslaf\\u2066"],
  ["hidden\rshown\nnext", "hidden\\x0dshown\nnext"],
  // Progress rewrites its line in this way.
  ["\r12 of 13 runs", "\r12 of 13 runs"],
])("%j", (text, expected) => {
  expect(printable(text)).toBe(expected);
});
