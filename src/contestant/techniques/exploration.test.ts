import { expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";

const THREADS = (body: string, end: string): string => `
  typedef unsigned long pthread_t;
  int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
  int pthread_join(pthread_t, void **);
  int x; _Atomic int a;
  void *f(void *p) { ${body} return 0; }
  int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);
    pthread_join(t, 0); pthread_join(u, 0); ${end} return 0; }`;
const question = { seconds: 20, dataModel: "LP64" } as const;

test("a program with threads is proved, and refuted by a schedule", () => {
  const atomic = askConfiguration("explore", THREADS("a++;", "check(a == 2);"), question);
  expect(atomic.verdict).toBe("true");
  const plain = askConfiguration("explore", THREADS("x++;", "check(x == 2);"), question);
  expect(plain).toMatchObject({ verdict: "false" });
});

test("overflows in one order", () => {
  const overflow = { ...question, property: "no-overflow" } as const;
  const body = "if (x == 0) x = 2147483600; else x = x + 100;";
  expect(askConfiguration("explore", THREADS(body, ""), overflow).verdict).toBe("false");
  expect(askConfiguration("explore", THREADS("a++; a++;", ""), overflow).verdict).toBe("true");
});

test.each([
  ["an input with too many values", "x = __VERIFIER_nondet_int() + 1;"],
  ["a loop without an end", "for (;;) a++;"],
  ["undefined behaviour", "x = 1 / x;"],
])("unknown: %s", (_, body) => {
  const { verdict } = askConfiguration("explore", THREADS(body, ""), { ...question, seconds: 3 });
  expect(verdict).toBe("unknown");
});
