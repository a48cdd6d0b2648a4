/**
 * Programs with GNU extensions and the C library compute the results of C; the exit code names the
 * failing part.
 */
import { describe, expect, test } from "vitest";
import { buildProgram, describeOutcome, runC, ZEROS } from "../../../test/support/run-c.ts";
import { compileProgram } from "./index.ts";

/** A number for the type of an expression; 7 for any other. */
function kindOf(expression: string): string {
  return `_Generic(${expression}, int: 1, unsigned: 2, _Bool: 5, unsigned char: 6, default: 7)`;
}

const PROGRAMS: Readonly<Record<string, string>> = {
  "variable arguments": `
    #include <stdarg.h>
    struct P { int a; long long b; };
    static long long sum(int k, ...) {
      va_list ap, bp; va_start(ap, k); va_copy(bp, ap);
      long long s = 0;
      for (int i = 0; i < k; i++) {
        if (i == 1) { struct P q = va_arg(ap, struct P); s += q.a * 100 + q.b; }
        else s = s * 7 + va_arg(ap, int);
      }
      s += va_arg(bp, int); va_end(ap); va_end(bp); return s;
    }
    static int list(int k, va_list ap) { int s = 0; while (k--) s += va_arg(ap, int); return s; }
    static int pass(int k, ...) { va_list ap; va_start(ap, k); int r = list(k, ap); va_end(ap); return r; }
    static double mixed(char c, ...) {
      va_list ap; va_start(ap, c);
      long double l = va_arg(ap, long double); char *s = va_arg(ap, char *); unsigned u = va_arg(ap, unsigned);
      va_end(ap); return l + s[1] + u; }
    int main(void) {
      if (sum(3, 5, (struct P){ 2, 11 }, 6) != (5 + 211) * 7 + 6 + 5) return 1;
      if (pass(3, 1, 2, 3) != 6 || pass(0) != 0) return 2;
      int (*f)(int, ...) = pass;
      if (f(2, 40, 2) != 42) return 3;
      return mixed('x', 0.5L, "abc", 7) != 0.5 + 'b' + 7;
    }`,
  "the type of a bit-field that is narrower than declared is none that _Generic may name": `
    struct S { int z : 4; unsigned w : 32; long long l : 40; unsigned u : 31; _Bool b : 1; int f : 32; const int c : 5; unsigned char k : 8; } s;
    int x; volatile struct S vs;
    int main(void) {
      int none[] = { ${["s.z", "s.u", "s.c", "s.z = 1", "s.z++", "--s.z", "s.z += 1", "(x, s.z)", "({ s.z; })", "vs.z", "s.l", "+s.l"].map(kindOf).join(", ")} };
      for (int i = 0; i < (int)(sizeof none / sizeof *none); i++) if (none[i] != 7) return i + 1;
      return ${kindOf("s.w")} != 2 || ${kindOf("s.f")} != 1 || ${kindOf("s.k")} != 6 || ${kindOf("s.b")} != 5
        || ${kindOf("+s.z")} != 1 || ${kindOf("1 ? s.z : s.z")} != 1;
    }`,
  "values of ranges of elements are evaluated once": `
    int n; int g(void) { return ++n; }
    struct S { int a, b; double d; }; struct S h(void) { n += 10; return (struct S){ n, n + 1, 2.5 }; }
    int main(void) {
      int a[5] = { [1 ... 3] = g(), g() };
      if (a[0] != 0 || a[1] != 1 || a[2] != 1 || a[3] != 1 || a[4] != 2 || n != 2) return 1;
      struct S s[3] = { [0 ... 2] = h() };
      if (n != 12 || s[0].a != 12 || s[1].b != 13 || s[2].b != 13 || s[2].d != 2.5) return 2;
      int *p = (int[]){ [0 ... 2] = g() };
      if (p[0] != 13 || p[2] != 13) return 3;
      struct S t[2] = { [0 ... 1] = { g(), 7, g() } };
      if (t[0].a != t[1].a || t[0].d != t[1].d || t[1].b != 7 || n != 15) return 4;
      int k = 0;
      struct { unsigned b : 3; int c; } f[2] = { [0 ... 1].b = k++ + 9 };
      if (f[0].b != 1 || f[1].b != 1 || k != 1) return 5;
      double _Complex z[2] = { [0 ... 1] = g() + 1i };
      if (__real__ z[0] != 16 || __real__ z[1] != 16 || __imag__ z[1] != 1) return 6;
      int o[4] = { [0 ... 3] = 17, [0] = 5, [2] = 6 };
      return o[1] != 17 || o[3] != 17 || o[0] != 5 || o[2] != 6;
    }`,
  "ranges inside of ranges, and values behind them, which go on in the last element": `
    struct S { int a, b; }; struct T { int x[3]; struct S s; int z; };
    struct S s[5] = { [1 ... 2].a = 7, 8, 9, 10 };
    int e[4][3] = { [0 ... 2][0 ... 1] = 5, 6, 7, 8 };
    struct T t[4] = { [0 ... 1].x[1 ... 2] = 1, 2, 3, 4, 5 };
    struct T u[3] = { [0 ... 1] = 1, 2, 3, 4 };
    struct { union { int i; char c[4]; } v; int w; } g[3] = { [0 ... 1].v.c[1 ... 2] = 3, 4, 5 };
    int n;
    int main(void) {
      if (s[1].a != 7 || s[1].b != 0 || s[2].a != 7 || s[2].b != 8 || s[3].a != 9 || s[3].b != 10) return 1;
      if (e[0][1] != 5 || e[0][2] != 0 || e[1][0] != 5 || e[2][1] != 5 || e[2][2] != 6 || e[3][0] != 7 || e[3][1] != 8) return 2;
      if (t[0].x[1] != 1 || t[0].x[2] != 1 || t[0].s.a != 0 || t[1].x[2] != 1 || t[1].s.a != 2 || t[1].s.b != 3) return 3;
      if (t[1].z != 4 || t[2].x[0] != 5) return 4;
      if (u[0].x[0] != 1 || u[0].x[1] != 0 || u[1].x[0] != 1 || u[1].x[1] != 2 || u[1].s.a != 4) return 5;
      if (g[0].v.c[2] != 3 || g[0].v.c[3] != 0 || g[1].v.c[1] != 3 || g[1].v.c[3] != 4 || g[1].w != 5) return 6;
      int m[2][4] = { [0 ... 1][1 ... 2] = ++n, n + 10 };
      return n != 1 || m[0][2] != 1 || m[0][3] != 0 || m[1][1] != 1 || m[1][3] != 11;
    }`,
  "objects have the alignment that they were given": `
    #include <stdint.h>
    int al __attribute__((aligned(64))); int arr[3] __attribute__((aligned(32))); _Alignas(16) char ac; extern int ex; int ex __attribute__((aligned(128))); int lo __attribute__((aligned(2)));
    int f(int n){ int loc __attribute__((aligned(128))); char c; static char st __attribute__((aligned(64))); _Alignas(64) char l2[3]; if((uintptr_t)&loc%128||(uintptr_t)&st%64||(uintptr_t)l2%64) return 9; if(__alignof__(loc)!=128||__alignof__(l2)!=64) return 8; return n?f(n-1):0; }
    int main(void){ if((uintptr_t)&al%64||(uintptr_t)arr%32||(uintptr_t)&ac%16||(uintptr_t)&ex%128) return 1; if(__alignof__(al)!=64||__alignof__((al))!=64||__alignof__(arr)!=32||__alignof__(arr[0])!=4||__alignof__(ex)!=128||_Alignof(ac)!=16||__alignof__(al+0)!=4) return 77; if (__alignof__(lo) != 2) return 78; return f(3); }`,
  "members have the alignment that they were given": `
    struct S { char a; int b __attribute__((aligned(16))); _Alignas(8) char c; double d; short f __attribute__((packed)); char g[3]; };
    struct __attribute__((packed)) P { char a; int b; double d; };
    struct Q { struct S s; struct P p; };
    struct S s, *sp = &s; struct Q q;
    int main(void) {
      if (__alignof__(s.a) != 1 || __alignof__(s.b) != 16 || __alignof__(sp->c) != 8) return 1;
      if (__alignof__(s.d) != _Alignof(double) || __alignof__(s.f) != 1) return 2;
      if (__alignof__(q.p.b) != 1 || __alignof__(q.p.d) != 1 || __alignof__(q.s.b) != 16) return 3;
      return __alignof__(*sp) != 16 || __alignof__(sp->g[1]) != 1;
    }`,
  "arguments of builtins are converted to the parameters of the functions": `
    int main(void) {
      char text[16] = "abcdefgh"; long long big = 0x100000041LL; double d = 4.9; char out[8];
      __builtin_memset(text, big, 2);
      if (text[0] != 'A' || text[1] != 'A' || text[2] != 'c') return 1;
      if (__builtin_abs(-big) != 0x41 || __builtin_strlen(text) != 8 || __builtin_ffs(big << 32) != 0) return 2;
      __builtin_memcpy(text, "xyz", d);
      if (text[3] != 0 || __builtin_strcmp(text, "xyz") != 0) return 3;
      __builtin___memcpy_chk(text, "12", 2.5, __builtin_object_size(text, 0));
      if (text[0] != '1' || text[2] != 'z') return 4;
      if (__builtin___snprintf_chk(out, 8LL, 0, __builtin_object_size(out, 0), "%d-%s", 42, text) != 6) return 5;
      return __builtin_strcmp(out, "42-12z") != 0 || __builtin_sqrt(16) != 4;
    }`,
  "nested functions": `
    int outer(int x) {
      int total = x; int list[x + 1];
      auto int factorial(int k);
      void add(int y) { total += y; list[x] = total; }
      int factorial(int k) { if (k <= 1) { add(1); return 1; } return k * factorial(k - 1); }
      add(5); int f = factorial(4);
      int deep(int k) { int deeper(int m) { return m + total + k; } return deeper(k) + list[x]; }
      return total * 1000 + f + deep(2);
    }
    int apply(int (*f)(int), int x) { return f(x); }
    int plain(void) { int twice(int x) { return 2 * x; } return apply(twice, 21); }
    int main(void) { return outer(3) != 9000 + 24 + 2 + 9 + 2 + 9 ? 1 : plain() != 42; }`,
  "cleanup, constructors, destructors": `
    int trace[20]; int n;
    static void put(int x) { trace[n++] = x; }
    static void undo(int *p) { put(*p); }
    __attribute__((constructor(200))) static void second(void) { put(2); }
    __attribute__((constructor(101))) static void first(void) { put(1); }
    __attribute__((destructor)) static void last(void) { if (n != 7) __builtin_abort(); }
    int use(void) {
      int a __attribute__((cleanup(undo))) = 3;
      for (int i = 0; i < 3; i++) { int b __attribute__((cleanup(undo))) = 10 + i; if (i == 1) continue; if (i == 2) goto out; }
    out: ;
      { int c __attribute__((cleanup(undo))) = 20; if (a == 3) { a = 4; return a * 2; } }
      return 1;
    }
    int main(void) {
      if (n != 2 || trace[0] != 1 || trace[1] != 2) return 1;
      if (use() != 8 || n != 7) return 2;
      return trace[2] != 10 || trace[3] != 11 || trace[4] != 12 || trace[5] != 20 || trace[6] != 4; }`,
  "vectors are declared and copied": `
    typedef float v4 __attribute__((vector_size(16))); struct S { char c; v4 v; };
    v4 a, b; int main(void) { a = b; return sizeof(v4) + _Alignof(v4) + sizeof(struct S) != 64; }`,
  conversions: `
    #include <stdlib.h>
    #include <errno.h>
    int main(void) {
      char *end; const char *s = "  -0x1fz";
      if (strtol(s, &end, 0) != -31 || end != s + 7) return 1;
      if (strtoul("777", 0, 8) != 511 || errno != 0) return 2;
      if (strtoll("9223372036854775808", 0, 10) != 9223372036854775807LL || errno != ERANGE) return 3;
      if (strtol("zz", &end, 36) != 35 * 36 + 35 || *end != 0) return 4;
      div_t d = div(-7, 2);
      return d.quot != -3 || d.rem != -1; }`,
  "formatted output": `
    #include <stdio.h>
    #include <string.h>
    int main(void) {
      char b[64];
      if (sprintf(b, "<%5d|%-5d|%05d|%+d|%x|%#X|%c|%.2s|%%>", 42, 42, -42, 7, 255, 255, 'q', "xyz") != 37) return 1;
      if (strcmp(b, "<   42|42   |-0042|+7|ff|0XFF|q|xy|%>") != 0) return strlen(b);
      if (snprintf(b, 4, "%lld", 123456LL) != 6 || strcmp(b, "123") != 0) return 3;
      return 0; }`,
  "sorting and searching": `
    #include <stdlib.h>
    int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
    int main(void) {
      int t[] = { 5, 3, 9, 1, 3 }, key = 9;
      qsort(t, 5, sizeof t[0], order);
      for (int i = 1; i < 5; i++) if (t[i - 1] > t[i]) return 1;
      return *(int *)bsearch(&key, t, 5, sizeof t[0], order) != 9; }`,
  "wide characters and tokens": `
    #include <wchar.h>
    #include <string.h>
    int main(void) {
      wchar_t w[8]; wcscpy(w, L"abc"); wcsncat(w, L"defgh", 2);
      if (wcslen(w) != 5 || wcscmp(w, L"abcde") != 0 || wcschr(w, L'd') != w + 3) return 1;
      char s[] = ",a,,bc"; char *t = strtok(s, ",");
      if (strcmp(t, "a") || strcmp(strtok(0, ","), "bc") || strtok(0, ",")) return 2;
      return 0; }`,
};

describe.each(["ILP32", "LP64"] as const)("on %s", (model) => {
  test.each(Object.entries(PROGRAMS))("%s", (_, text) => {
    expect(describeOutcome(runC(text, { model }))).toBe("exit 0");
  });
});

describe("what is refused", () => {
  test.each([
    [
      "va_arg of another type",
      `#include <stdarg.h>
      int f(int k, ...) { va_list l; va_start(l, k); return va_arg(l, long long) != 0; }
      int main(void) { return f(1, 2); }`,
      /^unsupported: va_arg/,
    ],
    [
      "va_arg behind the last argument",
      `#include <stdarg.h>
      int f(int k, ...) { va_list l; va_start(l, k); va_arg(l, int); return va_arg(l, int); }
      int main(void) { return f(1, 2); }`,
      /^unsupported: va_arg/,
    ],
    [
      "a nested function whose address needs the enclosing one",
      `
      int apply(int (*f)(int)) { return f(1); }
      int main(void) { int y = 2; int g(int x) { return x + y; } return apply(g); }`,
      /^unsupported: address of a nested/,
    ],
    [
      "strings that overlap",
      `#include <string.h>
      int main(void) { char s[9] = "abc"; strcpy(s + 1, s + 2); strcpy(s, s + 1); return 0; }`,
      /^library-argument/,
    ],
    [
      "the order of equal elements",
      `#include <stdlib.h>
      int o(const void *a, const void *b) { return 0; }
      int main(void) { int t[] = { 1, 2 }; qsort(t, 2, 4, o); return 0; }`,
      /^exit 0/,
    ],
    [
      "unsequenced side effects",
      "int main(void) { int i = 0; i = i++; return i; }",
      /^unsupported: unsequenced/,
    ],
  ])("%s", (_, text, expected) => {
    expect(describeOutcome(runC(text))).toMatch(expected);
  });
});

test.each(["ILP32", "LP64"] as const)("blocks that no pointer reaches, on %s", (model) => {
  const text = `#include <stdlib.h>
    struct L { int v; struct L *next; } *list; static char *middle;
    int main(void) {
      for (int i = 0; i < 3; i++) { struct L *l = malloc(sizeof *l); l->next = list; list = l; }
      middle = (char *)malloc(10) + 4;
      int *lost = malloc(7); lost = malloc(8); free(malloc(3));
      return 0; }`;
  const options = {
    errorFunctions: new Set<string>(),
    overflow: "wrap",
    tracksBlocks: true,
  } as const;
  const compiled = compileProgram(buildProgram(text, model), options);
  compiled.run(ZEROS);
  expect(compiled.unfreed()).toHaveLength(6);
  expect(compiled.untracked().map(({ size }) => size)).toEqual([7, 8]);
});

test("argv has argc strings of any contents", () => {
  const text = `int main(int argc, char **argv) {
    if (argv[argc] != 0) return 9;
    for (int i = 0; i < argc; i++) if (argv[i][0] == 'x') { argv[i][0] = 'y'; return 40 + argc; }
    return argc; }`;
  const values = [2n, 3n, 0n];
  let index = 0;
  const inputs = {
    nondet: () => values[index++] ?? 0n,
    fill: () => new Uint8Array([0x61, 0x78, 0x78, 0x78]),
  };
  expect(describeOutcome(runC(text, { inputs }))).toBe("exit 2");
});
