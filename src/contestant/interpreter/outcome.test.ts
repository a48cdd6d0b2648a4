import { describe, expect, test } from "vitest";
import { type DataModel, describeOutcome, runC } from "../../../test/support/run-c.ts";

const MODELS: readonly DataModel[] = ["ILP32", "LP64"];
const HEADER = `
extern void reach_error(void);
extern void abort(void);
extern void exit(int);
extern void *malloc(__SIZE_TYPE__);
extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
extern void free(void *);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
extern void *memset(void *, int, __SIZE_TYPE__);
extern int printf(const char *, ...);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
`;

interface Case {
  readonly name: string;
  readonly body: string;
  /** As describeOutcome writes it. */
  readonly outcome: string;
  readonly overflow?: "wrap" | "stop";
}

function check(cases: readonly Case[]): void {
  for (const { name, body, outcome, overflow = "wrap" } of cases) {
    test.each(MODELS)(`${name} (%s)`, (model) => {
      const text = body.includes("main") ? HEADER + body : `${HEADER}int main(void) { ${body} }`;
      expect(describeOutcome(runC(text, { model, overflow }))).toBe(outcome);
    });
  }
}

describe("how runs end", () => {
  check([
    { name: "return", body: "return 300;", outcome: "exit 44" },
    { name: "falling off main", body: "int x = 3; x++;", outcome: "exit 0" },
    { name: "exit", body: "exit(-1); return 0;", outcome: "exit 255" },
    { name: "abort", body: "abort(); return 0;", outcome: "aborted" },
    { name: "assume", body: "__VERIFIER_assume(0); return 0;", outcome: "blocked" },
    { name: "error", body: "reach_error(); return 0;", outcome: "error-reached" },
    {
      name: "error function with a body, through a pointer",
      body: "void reach_error(void) { exit(7); } int main(void) { void (*f)(void) = reach_error; f(); return 0; }",
      outcome: "error-reached",
    },
    { name: "endless loop", body: "while (1) ; return 0;", outcome: "limit steps" },
    {
      name: "endless recursion",
      body: "int f(int n) { return f(n + 1) + 1; } int main(void) { return f(0); }",
      outcome: "limit depth",
    },
    {
      name: "endless allocation",
      body: "while (1) { void *p = malloc(100000); } return 0;",
      outcome: "limit memory",
    },
    {
      name: "no definition",
      body: "struct S { int x; }; extern struct S f(void); int main(void) { return f().x; }",
      outcome: "unsupported: the function f has no definition",
    },
  ]);
});

describe("arithmetic that is undefined", () => {
  const zero = "int z = __VERIFIER_nondet_int();";
  check([
    { name: "x / 0", body: `${zero} return 1 / z;`, outcome: "division-by-zero 6.5.5p5" },
    {
      name: "x % 0L",
      body: `${zero} return 1 % (long long)z;`,
      outcome: "division-by-zero 6.5.5p5",
    },
    {
      name: "unsigned x / 0",
      body: `${zero} return 1u / (unsigned)z;`,
      outcome: "division-by-zero 6.5.5p5",
    },
    {
      name: "INT_MIN / -1 even when overflow wraps",
      body: `${zero} int m = -2147483647 - 1; return m / (z - 1);`,
      outcome: "signed-overflow 6.5.5p6",
    },
    {
      name: "LLONG_MIN % -1",
      body: `${zero} long long m = -9223372036854775807LL - 1; return m % (z - 1LL);`,
      outcome: "signed-overflow 6.5.5p6",
    },
    { name: "shift by 32", body: `${zero} return 1 << (z + 32);`, outcome: "shift 6.5.7p3" },
    { name: "shift by -1", body: `${zero} return 1u >> (z - 1);`, outcome: "shift 6.5.7p3" },
    { name: "shift by 64", body: `${zero} return 1LL << (z + 64LL);`, outcome: "shift 6.5.7p3" },
    {
      name: "shift by 63 is defined",
      body: `${zero} return 1ULL << (z + 63) == 1ULL << 63;`,
      outcome: "exit 1",
    },
    {
      name: "float too large for int",
      body: `${zero} double d = 3e9 + z; return (int)d;`,
      outcome: "float-to-integer 6.3.1.4p1",
    },
    {
      name: "NaN to int",
      body: `${zero} float f = 0.0f; f = f / (float)z; return (int)f;`,
      outcome: "float-to-integer 6.3.1.4p1",
    },
    {
      name: "-0.5 to unsigned",
      body: `${zero} double d = z - 0.5; return (unsigned)d;`,
      outcome: "exit 0",
    },
    {
      name: "double below 2^63 to long long",
      body: `${zero} double d = 9223372036854774784.0 + z; return (long long)d == 9223372036854774784LL;`,
      outcome: "exit 1",
    },
  ]);
});

describe("signed overflow", () => {
  const max = "int m = 2147483647 + __VERIFIER_nondet_int();";
  const longMax = "long long m = 9223372036854775807LL + __VERIFIER_nondet_int();";
  const cases = [
    ["int addition", `${max} m = m + 1; return m == -2147483647 - 1;`, "6.5p5"],
    ["int subtraction", `${max} m = -m - 2; return m == 2147483647;`, "6.5p5"],
    ["int multiplication", `${max} m = m * 3; return m == 2147483645;`, "6.5p5"],
    ["int product of 62 bits", `${max} m = m * m; return m == 1;`, "6.5p5"],
    ["int negation", `${max} m = -m - 1; m = -m; return m == -2147483647 - 1;`, "6.5p5"],
    ["int increment", `${max} m++; return m == -2147483647 - 1;`, "6.5p5"],
    ["left shift into the sign", `${max} m = m << 1; return m == -2;`, "6.5.7p4"],
    ["long long addition", `${longMax} m = m + 1; return m < 0;`, "6.5p5"],
    ["long long subtraction", `${longMax} m = -m - 2; return m > 0;`, "6.5p5"],
    ["long long multiplication", `${longMax} m = m * 2; return m == -2;`, "6.5p5"],
    ["long long negation", `${longMax} m = -m - 1; m = -m; return m < 0;`, "6.5p5"],
    ["long long left shift", `${longMax} m = m << 1; return m == -2;`, "6.5.7p4"],
  ] as const;
  check(
    cases.flatMap(([name, body, paragraph]) => [
      { name: `${name} wraps`, body, outcome: "exit 1" },
      { name: `${name} stops`, body, outcome: `signed-overflow ${paragraph}`, overflow: "stop" },
    ]),
  );
  check([
    {
      name: "conversions, unsigned and pointer arithmetic do not overflow",
      overflow: "stop",
      body: `unsigned u = 4294967295u; u = u + 1; u = u - 1; u = u * u; char c = (char)200; c += 100;
             int a[4] = { 1, 2, 3, 4 }; int *p = a + 3; p = p - 2; return u == 1 && c == 44 && *p == 2 && p - a == 1;`,
      outcome: "exit 1",
    },
    {
      name: "a left shift of a negative value is undefined, but no overflow",
      overflow: "stop",
      body: `${max} m = -m; m = m << 1; return m == 2;`,
      outcome: "shift 6.5.7p4",
    },
    {
      name: "a left shift of a negative long long is undefined, but no overflow",
      overflow: "stop",
      body: `${longMax} m = -m; m = m << 1; return m == 2;`,
      outcome: "shift 6.5.7p4",
    },
    {
      name: "a left shift of a negative value wraps where overflows do",
      body: `${max} m = -m; m = m << 1; return m == 2;`,
      outcome: "exit 1",
    },
    {
      name: "the largest results that fit",
      overflow: "stop",
      body: `${max} int k = m / 2; long long l = 3037000499LL + k - k; return k * 2 == m - 1 && l * l > 0 && -m - 1 < 0 && (1 << 30) > 0;`,
      outcome: "exit 1",
    },
  ]);
});

const INVALID = "invalid-dereference 6.5.3.2p4";
describe("memory", () => {
  const one = "int k = __VERIFIER_nondet_int() + 1;";
  check([
    { name: "null", body: "int *p = 0; return *p;", outcome: INVALID },
    {
      name: "far null",
      body: "struct { char a[4000]; int b; } *p = 0; return p->b;",
      outcome: INVALID,
    },
    {
      name: "index past an array",
      body: `${one} int a[4] = { 0 }; return a[k + 3];`,
      outcome: INVALID,
    },
    {
      name: "far index",
      body: `${one} int a[4] = { 0 }; return a[k * 1000000];`,
      outcome: INVALID,
    },
    { name: "negative index", body: `${one} int a[4] = { 0 }; return a[k - 2];`, outcome: INVALID },
    {
      name: "index of type size_t",
      body: `${one} int a[4] = { 0 }; __SIZE_TYPE__ i = k - 2; return a[i];`,
      outcome: INVALID,
    },
    {
      name: "index of type long long",
      body: `${one} int a[4] = { 0 }; long long i = k + 3; return a[i];`,
      outcome: INVALID,
    },
    {
      name: "last element",
      body: `${one} int a[4] = { 0, 0, 0, 9 }; return a[k + 2];`,
      outcome: "exit 9",
    },
    {
      name: "past a struct's end through a pointer",
      body: "struct { int a, b; } s; int *p = &s.b; return p[1];",
      outcome: INVALID,
    },
    {
      name: "half of a word past the end",
      body: "char a[5] = { 0 }; int *p = (int *)(a + 2); return *p;",
      outcome: INVALID,
    },
    {
      name: "unaligned inside",
      body: "char a[5] = { 0, 1, 0, 0, 0 }; int *p = (int *)(a + 1); return *p;",
      outcome: "exit 1",
    },
    {
      name: "write past malloc",
      body: "char *p = malloc(3); p[3] = 1; return 0;",
      outcome: INVALID,
    },
    { name: "malloc(0)", body: "char *p = malloc(0); free(p); return p != 0;", outcome: "exit 1" },
    { name: "access to malloc(0)", body: "char *p = malloc(0); return *p;", outcome: INVALID },
    { name: "use after free", body: "int *p = malloc(4); free(p); return *p;", outcome: INVALID },
    {
      name: "double free",
      body: "int *p = malloc(4); free(p); free(p); return 0;",
      outcome: "invalid-free 7.22.3.3p2",
    },
    {
      name: "free inside a block",
      body: "char *p = malloc(4); free(p + 1); return 0;",
      outcome: "invalid-free 7.22.3.3p2",
    },
    {
      name: "free of a local",
      body: "int x; free(&x); return 0;",
      outcome: "invalid-free 7.22.3.3p2",
    },
    { name: "free of null", body: "free(0); return 0;", outcome: "exit 0" },
    {
      name: "realloc of a freed block",
      body: "int *p = malloc(4); free(p); p = realloc(p, 8); return 0;",
      outcome: "invalid-free 7.22.3.5p3",
    },
    {
      name: "realloc keeps, moves and frees",
      body: "int *p = malloc(4), *q = p; *p = 5; p = realloc(p, 80); int r = p[0] + (p != q); p = realloc(p, 0); return r + (p == 0);",
      outcome: "exit 7",
    },
    {
      name: "old block after realloc",
      body: "int *p = malloc(4), *q = p; p = realloc(p, 80); return *q;",
      outcome: INVALID,
    },
    {
      name: "calloc",
      body: "int *p = calloc(4, 4); return p[3] + (calloc((__SIZE_TYPE__)-1, 3) == 0);",
      outcome: "exit 1",
    },
    {
      name: "dead local",
      body: "int *f(void) { int x = 1; int *p = &x; return p; } int main(void) { return *f(); }",
      outcome: INVALID,
    },
    { name: "dead block", body: "int *p; { int x = 1; p = &x; } return *p;", outcome: INVALID },
    {
      name: "local of the previous iteration",
      body: "int *p = 0; for (int i = 0; i < 2; i++) { int x = i; if (p) return *p; p = &x; } return 0;",
      outcome: INVALID,
    },
    {
      name: "jump past a declaration",
      body: "int r = 0; for (int i = 0; i < 3; i++) { switch (i) { int x; default: x = i; int *p = &x; r += *p; } } return r;",
      outcome: "exit 3",
    },
    {
      name: "goto back keeps the object",
      body: "int n = 0; int *p = 0; { int x; again: x = n; if (p == 0) p = &x; n++; if (n < 3) goto again; return *p; }",
      outcome: "exit 2",
    },
    {
      name: "string literal",
      body: 'char *s = "abc"; s[0] = 1; return 0;',
      outcome: "read-only-write 6.4.5p7",
    },
    {
      name: "const global",
      body: "const int c = 1; int main(void) { *(int *)&c = 2; return c; }",
      outcome: "read-only-write 6.7.3p6",
    },
    {
      name: "memcpy past the end",
      body: "char a[4], b[8] = { 0 }; memcpy(a, b, 5); return 0;",
      outcome: "invalid-dereference 7.1.4p1",
    },
    {
      name: "memcpy with overlap",
      body: "char a[8] = { 0 }; memcpy(a, a + 1, 4); return 0;",
      outcome: "library-argument 7.24.2.1p2",
    },
    {
      name: "memset of a literal",
      body: 'memset("abc", 0, 1); return 0;',
      outcome: "read-only-write 6.4.5p7",
    },
    {
      name: "memcpy over the pointer itself",
      body: "char *p = (char *)&p, *z = 0; char *q = memcpy(p, &z, sizeof p); return q == (char *)&p && p == 0;",
      outcome: "exit 1",
    },
    {
      name: "function as data",
      body: "int main(void) { return *(char *)main; }",
      outcome: INVALID,
    },
    {
      name: "call of data",
      body: "int x; int (*f)(void) = (int (*)(void))&x; return f();",
      outcome: "invalid-call 6.5.2.2p9",
    },
    {
      name: "call of null",
      body: "int (*f)(void) = 0; return f();",
      outcome: "invalid-call 6.5.2.2p9",
    },
    {
      name: "call with a wrong type",
      body: "int f(int a) { return a; } int main(void) { int (*g)(void) = (int (*)(void))f; return g(); }",
      outcome: "invalid-call 6.5.2.2p9",
    },
    {
      name: "variable-length array",
      body: `${one} int a[k + 2]; a[2] = 4; return a[2] + sizeof a / sizeof *a;`,
      outcome: "exit 7",
    },
    {
      name: "past a variable-length array",
      body: `${one} int a[k + 2]; a[3] = 4; return 0;`,
      outcome: INVALID,
    },
    {
      name: "variable-length array in a loop",
      body: "int r = 0; for (int i = 1; i < 100; i++) { int a[i]; a[i - 1] = i; r += a[i - 1]; } return r == 4950;",
      outcome: "exit 1",
    },
    {
      name: "stack of many calls",
      body: "int f(int *p) { int x = *p; return x + 1; } int main(void) { int y = 0; for (int i = 0; i < 1000000; i++) y = f(&y); return y == 1000000; }",
      outcome: "exit 1",
    },
    {
      name: "many mallocs and frees",
      body: "for (int i = 0; i < 600000; i++) { int *p = malloc(64); if (p[3] != 0) return 1; p[3] = i; free(p); } return 7;",
      outcome: "exit 7",
    },
    {
      name: "used result of a function without one",
      body: "int f(int x) { if (x) return 1; } int main(void) { f(0); return f(0); }",
      outcome: "missing-result 6.9.1p12",
    },
  ]);
});

describe("floats", () => {
  const zero = "volatile int z = 0;";
  check([
    {
      name: "the sign of a NaN",
      body: `${zero} double n = 0.0 / z; return __builtin_signbit(n) != 0;`,
      outcome: "unsupported: the sign of a NaN",
    },
    {
      name: "the bits of a NaN",
      body: `${zero} union { float f; unsigned u; } v; v.f = 0.0f / z; return v.u >> 31;`,
      outcome: "unsupported: the sign and payload of a NaN",
    },
    {
      name: "the bits of a copied NaN",
      body: `${zero} struct { float f; } a, b; unsigned u; a.f = 0.0f / z; b = a; memcpy(&u, &b, 4); return u >> 31;`,
      outcome: "unsupported: the sign and payload of a NaN",
    },
    {
      name: "overwritten NaN",
      body: `${zero} union { float f; unsigned u; } v; v.f = 0.0f / z; v.f = 1.0f; return v.u == 0x3f800000;`,
      outcome: "exit 1",
    },
    {
      name: "NaN stays NaN in memory",
      body: `${zero} double a[2]; a[z] = 0.0 / z; return a[z] != a[z];`,
      outcome: "exit 1",
    },
    {
      name: "signed zeros and infinities",
      body: `${zero} double m = -0.0, i = 1.0 / z; return (1.0 / m == -i) + (m == 0.0) * 2 + (i > 1e308) * 4;`,
      outcome: "exit 7",
    },
    {
      name: "float rounds at every step",
      body: `${zero} float a = 16777216.0f; a = a + 1.0f; a = a + 1.0f; return a == 16777216.0f;`,
      outcome: "exit 1",
    },
    {
      name: "long to float rounds once",
      body: `${zero} long long l = 9007199791611905LL + z; return (float)l == 9007200328482816.0f;`,
      outcome: "exit 1",
    },
    {
      name: "rounding modes",
      body: `extern int fesetround(int); extern int fegetround(void); int main(void) { volatile double a = 1.0, b = 3.0; double n = a / b;
             fesetround(0x800); double u = a / b; float fu = (float)u; fesetround(0x400); double d = a / b; float fd = (float)d; int m = fegetround();
             fesetround(0); return (u > d) + (n == d) * 2 + (fu > fd) * 4 + (m == 0x400) * 8 + (fesetround(5) != 0) * 16; }`,
      outcome: "exit 31",
    },
    {
      name: "long double",
      body: `${zero} long double a = 1.0L + z, b = 3.0L; long double c = a / b; return (c * b == a) + (c != (long double)(double)c) * 2 + ((int)(c * 100) == 33) * 4;`,
      outcome: "exit 7",
    },
    {
      name: "library functions",
      body: `extern double floor(double), ceil(double), round(double), rint(double), fmod(double, double), sqrt(double), fabs(double), copysign(double, double), fmin(double, double);
             extern float sqrtf(float); extern long lrint(double);
             int main(void) { volatile double x = -2.5; return (floor(x) == -3) + (ceil(x) == -2) * 2 + (round(x) == -3) * 4 + (rint(x) == -2) * 8 + (fmod(x, 2) == -0.5) * 16
             + (sqrtf(2.0f) == 1.41421353816986083984375f) * 32 + (copysign(1, x) == -fabs(x) / 2.5 && lrint(x) == -2 && fmin(x, 1) == x) * 64; }`,
      outcome: "exit 127",
    },
  ]);
});

describe("bit counting", () => {
  check([
    {
      name: "32 bits",
      body: `unsigned x = 0x00f00100u + __VERIFIER_nondet_int(); return __builtin_clz(x) == 8 && __builtin_ctz(x) == 8 && __builtin_popcount(x) == 5 && __builtin_ffs(x) == 9
             && __builtin_parity(x) == 1 && __builtin_bswap32(x) == 0x0001f000u && __builtin_bswap16((unsigned short)0x1234) == 0x3412 && __builtin_clrsb(-1) == 31;`,
      outcome: "exit 1",
    },
    {
      name: "64 bits",
      body: `unsigned long long x = 0x0000100000000000ULL + __VERIFIER_nondet_int(); return __builtin_clzll(x) == 19 && __builtin_ctzll(x) == 44 && __builtin_popcountll(x - 1) == 44
             && __builtin_ffsll(x) == 45 && __builtin_bswap64(x + 5) == 0x0500000000100000ULL && __builtin_clrsbll(0) == 63;`,
      outcome: "exit 1",
    },
    {
      name: "clz of 0",
      body: "return __builtin_clz(__VERIFIER_nondet_int());",
      outcome: "library-argument gcc: __builtin_clz",
    },
  ]);
});

describe("control flow", () => {
  check([
    {
      name: "jumps into loops (an irreducible graph)",
      body: `int i = 0, n = 0, k = __VERIFIER_nondet_int(); if (k == 0) goto inside;
             while (i < 10) { n += 100; inside: n++; i++; if (i == 5) goto other; continue; other: n += 2; } return n;`,
      outcome: `exit ${(900 + 10 + 2) & 255}`,
    },
    {
      name: "two loop heads that enter each other",
      body: "int n = __VERIFIER_nondet_int(); if (n) goto b; a: n++; if (n > 20) return n; b: n += 2; if (n < 30) goto a; return n + 1;",
      outcome: "exit 22",
    },
    {
      name: "a switch into a loop",
      body: "int n = 5, c = 0; switch (n % 4) { case 0: do { c++; case 3: c++; case 2: c++; case 1: c++; } while ((n -= 4) > 0); } return c;",
      outcome: "exit 5",
    },
    {
      name: "loops after each other and in each other",
      body: "int s = 0; for (int i = 0; i < 3; i++) { for (int j = 0; j < 3; j++) { if (j == 2) break; s++; } while (s % 4) s++; } do s += 2; while (s < 20); for (;;) { if (++s > 30) break; } return s;",
      outcome: "exit 31",
    },
    {
      name: "a long chain of tests",
      body: `int x = 777 + __VERIFIER_nondet_int(); ${Array.from({ length: 1000 }, (_, i) => `if (x == ${i}) return ${i % 200}; else`).join(" ")} return 3;`,
      outcome: "exit 177",
    },
    {
      name: "many cases that fall through",
      body: `int x = 990 + __VERIFIER_nondet_int(), n = 0; switch (x) { ${Array.from({ length: 1000 }, (_, i) => `case ${i}: n++;`).join(" ")} } return n;`,
      outcome: "exit 10",
    },
    {
      name: "deeply nested blocks",
      body: `int n = 0, x = 1 + __VERIFIER_nondet_int(); ${"if (x) { n++; while (x > 0) { x--; x++; ".repeat(120)} x = 0; ${"} }".repeat(120)} return n;`,
      outcome: "exit 120",
    },
  ]);
});
