import { expect, test } from "vitest";
import { isDisjunctivelyWellFounded } from "./well-founded-relation.ts";

test.each([
  "x < \\at(x, AnyPrev)",
  "(\\at(x, AnyPrev) > x)",
  "x > \\at(x,AnyPrev) && x <= n",
  "((n - i) < \\at(n - i, AnyPrev)) || (0 <= y && (y) > \\at(y, AnyPrev))",
  "n - i < \\at(n, AnyPrev) - \\at(i, AnyPrev)",
  "2U*x+1 < 2U * \\at(x, AnyPrev) + 1",
  "a[i] < \\at(a[i], AnyPrev)",
  "p->n < \\at(p->n, AnyPrev)",
  "x < \\at(x, LastPrev)",
])("%s cannot go on for ever", (relation) => {
  expect(isDisjunctivelyWellFounded(relation)).toBe(true);
});

test.each([
  "x <= \\at(x, AnyPrev)",
  "x != \\at(x, AnyPrev)",
  "x < \\at(y, AnyPrev)",
  "x < \\at(x, AnyPrev) || y <= \\at(y, AnyPrev)",
  "!(x < \\at(x, AnyPrev))",
  "!(x < \\at(x, AnyPrev)) && x > 0",
  "(x < \\at(x, AnyPrev)) == 0",
  "x - n < \\at(x, AnyPrev) - n",
  "x << 1 < \\at(x << 1, AnyPrev)",
  "x < \\at(x, LastPrev) || y < \\at(y, LastPrev)",
  "x < \\at(x, AnyPrev) || y < \\at(y, LastPrev)",
  "x < \\at(x, Pre)",
  "x < y < \\at(y, AnyPrev)",
  "x < \\at(x, AnyPrev) ? 1 : 2",
  "x < (\\at(x, AnyPrev) && 1)",
  "x > 0",
  "1",
  "",
])("%s may go on for ever, or is not understood", (relation) => {
  expect(isDisjunctivelyWellFounded(relation)).toBe(false);
});
