/** Results of executions that track choices of the implementation. */
import { describe, expect, test } from "vitest";
import { describeOutcome, runC } from "../../../test/support/run-c.ts";

const DECLARATIONS = `
  typedef __SIZE_TYPE__ size_t;
  void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
  void *memcpy(void *, const void *, size_t); int strcmp(const char *, const char *);
  struct S { char c; int i; }; union U { int *p; long l; }; struct B { unsigned a : 3, b : 5; };
  int g, h; int *gp = &g; struct S zero;
  static int sign(int x) { return (x > 0) - (x < 0); }
  static struct S give(void) { struct S s = { 1, 2 }; return s; }
  static int second(int a, int b) { return b; }
  static int *pass(int *p) { return p; }
`;

/** Bodies of `main` that every implementation executes in the same way; they return 0. */
const KNOWN: readonly string[] = [
  "int x; x = 3; return x - 3;",
  "int *p = malloc(8); p[1] = 4; int r = p[1]; free(p); return r - 4;",
  "int *p = calloc(2, 4); p = realloc(p, 16); return p[1];",
  "int *p = pass(&h); return p != &h || *p || p == gp;",
  "struct S s = { 1, 2 }, t; t = s; return t.c + t.i - 3;",
  "struct S s = give(); return s.c + s.i - 3;",
  "struct B b; b.a = 5; b.b = 1; return b.a + b.b - 6;",
  "return ((char *)&zero)[1];",
  "char c[8]; memcpy(c, &gp, sizeof gp); int *p; memcpy(&p, c, sizeof p); return *p;",
  "union U u; u.p = &g; return *u.p;",
  "int a[4] = { 0 }; int *e = a + 4, n = 0; for (int *p = a; p < e; p++) n++; return n - 4;",
  'return -sign(strcmp("a", "c")) - 1;',
  'int r = strcmp("b", "a"), a[2]; a[0] = r; return !(a[0] > 0 && r != 0 && -r < 0);',
  "int x; return second(x, 0);",
  "long n = (long)(int *)0; return n != 0;",
  "int (*f)(int) = sign; return f(7) - 1 || f != sign;",
];

/** Bodies of `main` whose course another implementation may change. */
const OPEN: readonly string[] = [
  "int x; if (x) return 1; return 0;",
  "int *p = malloc(8); if (p[0]) return 1; return 0;",
  "int a[2]; a[0] = 1; if (a[1]) return 1; return 0;",
  "if ((long)gp & 64) return 1; return 0;",
  "if (((char *)&gp)[1]) return 1; return 0;",
  "union U u; u.p = &g; if (u.l & 64) return 1; return 0;",
  "if (&g < &h) return 1; return 0;",
  "if (&g - &h > 0) return 1; return 0;",
  "int *p = malloc(4), *q = malloc(4); free(p); if (p == q) return 1; return 0;",
  "int *p = (int *)((long)gp ^ 64); if (p == gp) return 1; return 0;",
  'int a[2] = { 0 }; return a[strcmp("b", "a") & 1];',
  'if (strcmp("a", "c") < -1) return 1; return 0;',
  'if (strcmp("a", "c") + 1 > 0) return 1; return 0;',
  "struct S s = { 1, 2 }; if (((char *)&s)[1]) return 1; return 0;",
  "struct S s = zero; if (((char *)&s)[1]) return 1; return 0;",
  "struct S s = give(); if (((char *)&s)[1]) return 1; return 0;",
  "struct B b; b.a = 5; if (b.b) return 1; return 0;",
  "int x; return 7 / x;",
  "int x; return 1 << x;",
  "long double x = 1; if (((char *)&x)[10]) return 1; return 0;",
  "short s[2]; s[0] = 1; int x; memcpy(&x, s, 4); if (x) return 1; return 0;",
];

const model = ["ILP32", "LP64"] as const;

describe.each(model)("on %s", (model) => {
  test.each(KNOWN)("known: %s", (body) => {
    const text = `${DECLARATIONS} int main(void) { ${body} }`;
    expect(describeOutcome(runC(text, { model, tracksOpenness: true }))).toBe("exit 0");
    expect(describeOutcome(runC(text, { model, implementation: "other" }))).toBe("exit 0");
  });

  test.each(OPEN)("open: %s", (body) => {
    const text = `${DECLARATIONS} int main(void) { ${body} }`;
    expect(describeOutcome(runC(text, { model, tracksOpenness: true }))).toMatch(
      /depends on choices of the implementation/,
    );
  });
});

test("overflow that the magnitude decides on is open, negation is none", () => {
  const run = (body: string): string =>
    describeOutcome(
      runC(`${DECLARATIONS} int main(void) { ${body} }`, {
        overflow: "stop",
        tracksOpenness: true,
      }),
    );
  expect(run('return -strcmp("a", "c") > 0 ? 0 : 1;')).toBe("exit 0");
  expect(run('return strcmp("a", "c") + 1 > 0;')).toMatch(/an operand depends/);
});
