import { describe, expect, test } from "vitest";
import { askConfiguration, type Question } from "../../../../test/support/ask-configuration.ts";
import type { VerificationResult } from "../../plan/verify.ts";

const ORDERS = ["", "-depth-first", "-breadth-first"] as const;

function ask(body: string, question: Question = { seconds: 12 }, order = ""): VerificationResult {
  return askConfiguration(`symbolic-execution${order}`, body, question);
}

function answerOf(result: VerificationResult): string {
  return result.verdict === "unknown" ? `unknown: ${result.reason}` : result.verdict;
}

const PROGRAMS: readonly (readonly [string, "true" | "false", string])[] = [
  [
    "all paths of a loop that inputs end",
    "true",
    `int main(void) { int n = __VERIFIER_nondet_int(), s = 0; if (n < 0 || n > 6) return 0;
     for (int i = 0; i < n; i++) s += i; check(s <= 15); return 0; }`,
  ],
  [
    "a reactive program that comes back to its states",
    "true",
    `int next(int s, int x) { if (x == 1 && s < 3) return s + 1; if (x == 2) return 0; return s; }
     int main(void) { int s = 0; while (1) { int x = __VERIFIER_nondet_int(); s = next(s, x); check(s <= 3); } }`,
  ],
  [
    "the one state in which a reactive program fails",
    "false",
    `int next(int s, int x) { if (x == 1 && s < 5) return s + 1; if (x == 2) return 0; return s; }
     int main(void) { int s = 0; while (1) { int x = __VERIFIER_nondet_int(); s = next(s, x); check(s != 5 || x != 7); } }`,
  ],
  [
    "the value of an input is kept by values that depend on it",
    "false",
    `int main(void) { int a = 0, x; for (int i = 0; i < 4; i++) { x = __VERIFIER_nondet_int();
       if (x > 5 && x < 100) { check(a != x || a == 0); a = x + 1; } } }`,
  ],
  [
    "an endless loop in which nothing changes",
    "true",
    "int main(void) { int n = __VERIFIER_nondet_int(); if (n > 3) while (1) n = n; check(n <= 3); return 0; }",
  ],
  [
    "pointers to locals that live, on several paths",
    "true",
    `int f(int *p) { int y = *p; int *q = &y; if (__VERIFIER_nondet_int()) *q += 1; return *q; }
     int main(void) { int s = 0; for (int i = 0; i < 3; i++) { int x = i; int *p = &x; s += f(p); if (__VERIFIER_nondet_int()) s++; }
       check(s >= 3 && s <= 9); return 0; }`,
  ],
  [
    "arms that are merged",
    "false",
    `int main(void) { unsigned x = __VERIFIER_nondet_uint(), y; if (x & 1) y = x + 3; else y = x / 2;
     if (y > 10) y -= x; check(y != 3); return 0; }`,
  ],
  [
    "recursion",
    "true",
    `int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }
     int main(void) { int n = __VERIFIER_nondet_int(); if (n > 8) return 0; check(f(n) <= 8); return 0; }`,
  ],
  [
    "memory of the heap",
    "false",
    `struct node { int value; struct node *next; };
     int main(void) { struct node *list = 0; for (int i = 0; i < 3; i++) { struct node *n = malloc(sizeof *n); if (!n) return 0;
       n->value = __VERIFIER_nondet_int(); n->next = list; list = n; }
       int s = 0; for (; list; list = list->next) if (list->value == 42) s++; check(s < 3); return 0; }`,
  ],
];

describe.each(ORDERS)("symbolic-execution%s", (order) => {
  test.each(PROGRAMS)("%s: %s", (_, verdict, body) => {
    expect(answerOf(ask(body, { seconds: 12 }, order))).toBe(verdict);
  });
});

test("no overflow: what overflows is found, what does not is proved", () => {
  const body = (limit: number): string =>
    `int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > ${limit}) return 0; int y = x * 4; return y > 3; }`;
  const question = { seconds: 12, property: "no-overflow" } as const;
  expect(answerOf(ask(body(500_000_000), question))).toBe("true");
  expect(answerOf(ask(body(600_000_000), question))).toBe("false");
});

describe("does not prove", () => {
  test.each([
    [
      "a violation after many iterations",
      "int main(void) { unsigned n = 0; while (__VERIFIER_nondet_int()) n++; check(n != 100000); return 0; }",
    ],
    [
      "values that depend on a pointer to memory that has ended",
      "int *f(void) { int x = 3; int *p = &x; return p; } int main(void) { int *p = f(); if (__VERIFIER_nondet_int()) check(*p == 3); return 0; }",
    ],
    [
      "values that depend on an index outside of its array",
      "int main(void) { int a[2] = {1, 1}; unsigned i = __VERIFIER_nondet_uint(); if (i > 2) return 0; check(a[i] == 1); return 0; }",
    ],
    [
      "states that look alike but for an earlier choice that still matters",
      `int main(void) { int x = __VERIFIER_nondet_int(), n = 0; while (n < 3) { int y = __VERIFIER_nondet_int(); if (y) { if (x != 5) return 0; } n++; }
       check(n != 3); return 0; }`,
    ],
  ])("%s", (_, body) => {
    expect(ask(body, { seconds: 1 }).verdict).not.toBe("true");
  });
});
