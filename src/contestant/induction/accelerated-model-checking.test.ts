import { expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";

const ask = (body: string, property?: "no-overflow"): string =>
  askConfiguration("accelerated-bmc", body, {
    seconds: 20,
    dataModel: "LP64",
    ...(property && { property }),
  }).verdict;

test.each([
  [
    "one number of iterations violates",
    `int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
     while (i < n) { i++; s += 2; } check(s != 3000000002u); return 0; }`,
  ],
  [
    "the loop has two phases",
    `int main(void) { int n = __VERIFIER_nondet_int(), x = 0, y = 0;
     assume(n > 0); while (x < n) { if (x < 1000000) x++; else { x += 2; y++; } }
     check(y != 123456); return 0; }`,
  ],
  [
    "several loops follow each other",
    `int main(void) { int n = __VERIFIER_nondet_int(), a = 0, b = 0;
     for (int i = 0; i < n; i++) a++; for (int i = a; i > 0; i--) b += 2;
     check(b != 1357924680); return 0; }`,
  ],
])("a violation is found where %s", (_, body) => {
  expect(ask(body)).toBe("false");
});

test("an overflow is found that few inputs lead to", () => {
  const body = `int main(void) { int n = __VERIFIER_nondet_int(), s = 0;
    assume(n < 306783379); for (int i = 0; i < n; i++) s += 7; return s + 5; }`;
  expect(ask(body, "no-overflow")).toBe("false");
});

test.each([
  [
    "there is no violation",
    `int main(void) { unsigned n = __VERIFIER_nondet_uint(), s = 0;
     for (unsigned i = 0; i < n; i++) s += 2; check(s % 2 == 0); return 0; }`,
  ],
  [
    "the program has no loop that only counts",
    `int main(void) { int s = 0; while (s >= 0) s = __VERIFIER_nondet_int(); check(s < 0); return 0; }`,
  ],
])("nothing is said where %s", (_, body) => {
  expect(ask(body)).toBe("unknown");
});
