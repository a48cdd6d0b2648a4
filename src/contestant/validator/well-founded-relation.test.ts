import { expect, test } from "vitest";
import { isDisjunctivelyWellFounded, isLimited, orderParts } from "./well-founded-relation.ts";

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

test.each([
  ["x < \\at(x, AnyPrev)", [{ text: "x", grows: false }]],
  ["\\at(x, AnyPrev) < x", [{ text: "x", grows: true }]],
  [
    "n - i < \\at(n - i, AnyPrev) && \\at(n - i, AnyPrev) >= -3",
    [{ text: "n - i", grows: false, limit: -3n }],
  ],
  [
    "(x > \\at(x, AnyPrev)) || (x == \\at(x, AnyPrev) && p->n < \\at(p->n, AnyPrev))",
    [
      { text: "x", grows: true },
      { text: "p->n", grows: false },
    ],
  ],
  ["x < \\at(x, AnyPrev) || y < \\at(y, AnyPrev)", undefined],
  ["x < \\at(x, AnyPrev) || (y == \\at(y, AnyPrev) && z < \\at(z, AnyPrev))", undefined],
  ["x < \\at(x, AnyPrev) && y > 0", undefined],
  ["x <= \\at(x, AnyPrev)", undefined],
])("the order '%s'", (relation, parts) => {
  expect(orderParts(relation)).toEqual(parts);
});

test.each([
  ["x < \\at(x, AnyPrev) && \\at(x, AnyPrev) >= 0", true],
  ["x > \\at(x, AnyPrev) && \\at(x, AnyPrev) <= 9", true],
  ["x > \\at(x, AnyPrev) && \\at(x, AnyPrev) >= 0", false],
  ["x < \\at(x, AnyPrev) && \\at(y, AnyPrev) >= 0", false],
  ["x < \\at(x, AnyPrev) && x >= 0", false],
  ["x < \\at(x, AnyPrev)", false],
])("'%s' has a limit: %s", (relation, expected) => {
  expect(isLimited(relation)).toBe(expected);
});
