import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../../util/diagnostic.ts";
import { InputError } from "../../util/errors.ts";
import { LP64 } from "../machine-model.ts";
import { parseC, parseTranslationUnit } from "./translation-unit.ts";

/** Program, place of the first error, code, and what the message says. */
const WRONG: readonly (readonly [string, string, string, string])[] = [
  ["int f(void) { return 1 }", "1:24", "syntax-error", "expected ';' after 'return', found '}'"],
  ["int f(void) { int x = 1; x + ; }", "1:30", "syntax-error", "expected an expression, found ';'"],
  ["int f(void) { if x; }", "1:18", "syntax-error", "expected '(' after 'if', found 'x'"],
  ["int f(void) { while (1 { } }", "1:24", "syntax-error", "expected ')' after the condition"],
  ["int f(void) {\n  return 0;\n", "3:1", "syntax-error", "expected '}' before end of file"],
  ["int a[3", "1:8", "syntax-error", "expected ']' after the array length, found end of file"],
  [
    "struct S { int x int y; };",
    "1:18",
    "syntax-error",
    "expected ';' after the member declaration",
  ],
  ["int 3x;", "1:5", "", ""],
  ["foo_t x;", "1:1", "undeclared", "'foo_t' is not the name of a type"],
  ["} int x;", "1:1", "syntax-error", "expected a declaration, found '}'"],
  ["int f(void) { return y; }", "1:22", "undeclared", "'y' is not declared"],
  ["int f(void) { int x; int x; return 0; }", "1:26", "redefinition", "declared twice"],
  ["int f(int a, int a) { return a; }", "1:18", "redefinition", "parameter 'a' is declared twice"],
  ["int f(void) { return 0; } int f(void) { return 1; }", "1:31", "redefinition", "defined twice"],
  ["int x = 1; int x = 2;", "1:16", "redefinition", "initialised twice"],
  ["int x; long x;", "1:13", "conflicting-types", "'x' is declared with type 'long'"],
  ["int f(int); int f(char *);", "1:17", "conflicting-types", "'f' is declared with type"],
  ["typedef int T; typedef long T;", "1:29", "conflicting-types", "'T' is declared"],
  ["int x; int x(void);", "1:12", "redefinition", "declared as something else"],
  ["struct S { int a; }; struct S { int b; };", "1:29", "redefinition", "defined twice"],
  ["struct S { int a; int a; };", "1:23", "redefinition", "member 'a' is declared twice"],
  ["struct S; union S { int a; };", "1:17", "redefinition", "'S' is the tag of a struct"],
  ["enum { A, A };", "1:11", "redefinition", "'A' is declared twice"],
  ["struct S x;", "1:10", "type-error", "'x' has the incomplete type 'struct S'"],
  ["struct S { struct S s; };", "1:21", "type-error", "member 's' has the incomplete type"],
  ["int f(void) { struct S s; return 0; }", "1:24", "type-error", "incomplete type 'struct S'"],
  [
    "struct S { int f[]; int x; };",
    "1:28",
    "type-error",
    "flexible array member 'f' is not the last",
  ],
  ["struct S { int b : 40; };", "1:20", "not-constant", "not a constant between 0 and 32"],
  ["struct S { float b : 4; };", "1:22", "type-error", "a bit-field has an integer type"],
  ["int a[-1];", "1:7", "type-error", "length of the array is -1"],
  ["int n; int a[n];", "1:14", "not-constant", "length of an array at file scope is not constant"],
  ["int f(void)[3];", "1:6", "type-error", "a function cannot return an array"],
  ["void a[3];", "1:7", "type-error", "array of elements of the incomplete type 'void'"],
  ["long float x;", "1:1", "type-error", "'long float' is not a type"],
  ["int float x;", "1:1", "type-error", "'int float' is not a type"],
  ["static extern int x;", "1:8", "syntax-error", "both 'static' and 'extern'"],
  ["int x = 08;", "1:9", "", ""],
  ["int x = '';", "1:9", "", ""],
  ["int f(void) { 1 = 2; return 0; }", "1:15", "type-error", "not a modifiable object"],
  ["int a[2]; int f(void) { a = 0; return 0; }", "1:25", "type-error", "not a modifiable object"],
  ["int f(void) { return &1; }", "1:22", "type-error", "cannot take the address of a value"],
  ["struct { int b : 3; } s; int *p = &s.b;", "1:35", "type-error", "address of bit-field 'b'"],
  [
    "int x; int y = *x;",
    "1:16",
    "type-error",
    "operator '*' does not take an operand of type 'int'",
  ],
  [
    "struct S { int a; } s; int x = s.b;",
    "1:34",
    "undeclared",
    "'struct S' has no member named 'b'",
  ],
  ["int x; int y = x.a;", "1:18", "type-error", "member 'a' of a value of type 'int'"],
  ["int x; int y = x->a;", "1:16", "type-error", "'->' needs a pointer"],
  ["struct S *p; int y = p->a;", "1:25", "type-error", "of the incomplete type 'struct S'"],
  ["int x; int y = x[0];", "1:16", "type-error", "subscript of a value of type 'int'"],
  ["int x; int f(void) { return x(); }", "1:29", "type-error", "is not a function"],
  [
    "int g(int); int f(void) { return g(); }",
    "1:36",
    "argument-count",
    "'g' takes 1 arguments, found 0",
  ],
  [
    "int g(int); int f(void) { return g(1, 2); }",
    "1:39",
    "argument-count",
    "takes 1 arguments, found 2",
  ],
  ["struct S { int a; } s; int f(void) { return s + 1; }", "1:47", "type-error", "operator '+'"],
  ["double d; int f(void) { return d % 2; }", "1:34", "type-error", "operator '%'"],
  ["int *p, *q; int f(void) { return p * 2; }", "1:36", "type-error", "operator '*'"],
  [
    "struct S { int a; } s; int f(void) { if (s) return 1; return 0; }",
    "1:42",
    "type-error",
    "scalar",
  ],
  [
    "struct S { int a; } s; int f(void) { int x = s; return x; }",
    "1:46",
    "type-error",
    "'struct S'",
  ],
  ["double d; int *f(void) { return d; }", "1:33", "type-error", "cannot be returned"],
  ["struct S { int a; } s; int f(void) { return (int)s; }", "1:45", "type-error", "cannot be cast"],
  ["void g(void); int f(void) { return g() + 1; }", "1:40", "type-error", "operator '+'"],
  ["int f(void) { break; }", "1:15", "misplaced-statement", "'break' outside"],
  ["int f(void) { continue; }", "1:15", "misplaced-statement", "'continue' outside"],
  ["int f(void) { case 1: return 0; }", "1:15", "misplaced-statement", "'case' label outside"],
  [
    "int f(int x) { switch (x) { case 1: case 1: return 0; } }",
    "1:37",
    "duplicate-case",
    "1 is already",
  ],
  ["int f(int x) { switch (x) { case x: return 0; } }", "1:34", "not-constant", "case value"],
  ["int f(float x) { switch (x) { } }", "1:26", "type-error", "not an integer"],
  ["int f(void) { goto l; }", "1:20", "undeclared", "label 'l' is used but not defined"],
  ["int f(void) { l: l: return 0; }", "1:18", "redefinition", "label 'l' is defined twice"],
  ['_Static_assert(sizeof(int) == 8, "big");', "1:16", "static-assertion", "failed: big"],
  ["int f(int n) { int a[n] = {1}; return 0; }", "1:27", "type-error", "variable length"],
  ["int f(int n) { static int a[n]; return 0; }", "1:27", "type-error", "variable length"],
  ["struct { int a; } s = { .b = 1 };", "1:26", "undeclared", "no member named 'b'"],
  ["int a[2] = { [2] = 1 };", "1:14", "type-error", "index designator outside"],
  ["int a[] = 3;", "1:11", "type-error", "invalid initialiser"],
  ["int x = sizeof(struct S);", "1:9", "type-error", "'sizeof' of the incomplete type"],
  ["int f(a) int b; { return 0; }", "1:14", "undeclared", "'b' is not a parameter"],
  ["int x = _Generic(1, char: 2);", "1:9", "type-error", "no association"],
];

/** What gcc accepts and Agon refuses, with a clear word. */
const UNSUPPORTED: readonly (readonly [string, string])[] = [
  [
    "int g(void); void f(void) { int a[3] = { [0 ... 2] = g() }; }",
    "with side effects for a range",
  ],
  ["int f(void) { int g(void) { return 1; } return g(); }", "a nested function is not supported"],
  ["typedef int v4 __attribute__((vector_size(16)));", "attribute 'vector_size' is not supported"],
  ["__attribute__((constructor)) void f(void) { }", "attribute 'constructor' is not supported"],
  [
    "struct { unsigned long b : 40; } s; long x(void) { return s.b + 1; }",
    "a bit-field of 40 bits",
  ],
  ["double f(double x) { return __builtin_powi(x, 2); }", "'__builtin_powi' is not supported"],
];

function gccAccepts(program: string): boolean | undefined {
  const options = ["-std=gnu11", "-w", "-m64", "-fsyntax-only", "-x", "c", "-"];
  const { status } = spawnSync("gcc", options, { input: program });
  return status === null ? undefined : status === 0;
}

describe("wrong programs", () => {
  test.each(WRONG)("%s", (program, place, code, message) => {
    const { diagnostics } = parseTranslationUnit("wrong.c", program, LP64);
    const [first] = diagnostics;
    expect(first).toBeDefined();
    expect(`${first?.line}:${first?.column}`).toBe(place);
    if (code !== "") expect(first?.code).toBe(code);
    expect(first?.message).toContain(message);
    expect(first?.sourceLine).toBe(program.split("\n")[(first?.line ?? 1) - 1]);
  });

  test.skipIf(gccAccepts("int x;") !== true)("gcc refuses them, too", { timeout: 60_000 }, () => {
    expect(WRONG.map(([program]) => program).filter(gccAccepts)).toEqual([]);
  });

  test.each(UNSUPPORTED)("unsupported: %s", (program, message) => {
    const { diagnostics } = parseTranslationUnit("unsupported.c", program, LP64);
    expect(diagnostics[0]).toMatchObject({ severity: "error", code: "unsupported" });
    expect(diagnostics[0]?.message).toContain(message);
  });
});

describe("recovery", () => {
  test("several errors are found in one run, each with its line", () => {
    const program = [
      "int f(void) {",
      "  int x = ;",
      "  if (x { }",
      "  return z;",
      "}",
      "int g(void) { return 1 + ; }",
      "unknown y;",
      "int h(void) { return f() + g(); }",
    ].join("\n");
    const { unit, diagnostics } = parseTranslationUnit("recovery.c", program, LP64);
    expect(diagnostics.map(({ line, message }) => `${line} ${message}`)).toEqual([
      "2 expected an expression, found ';'",
      "3 expected ')' after the condition of 'if', found '{'",
      "4 'z' is not declared",
      "6 expected an expression, found ';'",
      "7 'unknown' is not the name of a type",
    ]);
    expect(unit.functions.get("h")?.definition).toBeDefined();
  });

  test("a diagnostic shows the place", () => {
    const { diagnostics } = parseTranslationUnit("place.c", "int x;\n\tint y = z;\n", LP64);
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      "place.c:2:10: error: 'z' is not declared\n  \tint y = z;\n  \t        ^",
    ]);
  });

  test("parseC throws what was found", () => {
    expect(() => parseC("x.c", "int x", LP64)).toThrow(InputError);
    expect(parseC("x.c", "int x;", LP64).globals).toHaveLength(1);
  });

  test("endless errors end", () => {
    const { diagnostics } = parseTranslationUnit("x.c", "int x = ?;\n".repeat(1000), LP64);
    expect(diagnostics.length).toBeLessThanOrEqual(50);
  });
});
