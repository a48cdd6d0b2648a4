import { describe, expect, test } from "vitest";
import type { Statement } from "../ast.ts";
import { statementToString } from "../ast-printer.ts";
import { LP64 } from "../machine-model.ts";
import { typeToString } from "../type-printer.ts";
import { type ParsedUnit, parseC } from "./translation-unit.ts";

function bodyOf(unit: ParsedUnit, name = "f"): Statement {
  return unit.functions.get(name)?.definition?.body as Statement;
}

describe("statements", () => {
  const globals = "int x, y; char c; int *p; void g(int); int a[3];";
  test.each([
    ["if (x) y = 1; else y = 2;", "(if x (= y 1) (= y 2))"],
    ["if (x) if (y) x = 1; else x = 2;", "(if x (if y (= x 1) (= x 2)))"],
    ["while (c) x++;", "(while c (_++ x))"],
    ["do x--; while (x > 0);", "(do (_-- x) (> x 0))"],
    ["for (;;) break;", "(for - - - (break))"],
    ["for (x = 0; x < 3; x++) continue;", "(for (= x 0) (< x 3) (_++ x) (continue))"],
    [
      "for (int i = 0, j = 1; i < j;) ;",
      "(for (declare (i int {0:int=0}) (j int {0:int=1})) (< i j) - ;)",
    ],
    [
      "switch (c) { case 1: x = 1; break; default: x = 2; }",
      "(switch (to int c) {(case 1 (= x 1)) (break) (default (= x 2))})",
    ],
    [
      "switch (x) { case 1 ... 3: case -1: case 'a': ; }",
      "(switch x {(case 1...3 (case -1 (case 97 ;)))})",
    ],
    [
      "switch ((unsigned char)x) case 300: ;",
      "(switch (to int (cast unsigned char x)) (case 300 ;))",
    ],
    ["switch (1u) case -1: ;", "(switch 1:unsigned int (case 4294967295 ;))"],
    ["l: x = 1; goto l;", "(label l (= x 1)) (goto l)"],
    ["goto l; l: ;", "(goto l) (label l ;)"],
    ["l: m: goto *&&m;", "(label l (label m (goto* (&& m))))"],
    ["{ __label__ l; l: goto l; } l: ;", "{(label l.1 (goto l.1))} (label l ;)"],
    ["l: int z = 1; x = z;", "(label l ;) (declare (z int {0:int=1})) (= x z)"],
    ["return x;", "(return x)"],
    ["return p;", "(return (to int p))"],
    ["return;", "(return -)"],
    ['asm("nop" : "=r"(x) : "r"(y) : "memory");', '(asm "nop" x y)'],
    ["typedef int T; T t; extern int y; int h(int);", "(declare (t int))"],
    ["static int s = 3;", "(declare (s int {0:int=3}))"],
    [
      "int v[x], *q = v;",
      "(declare (length.1 int {0:int=x}) (v int [*]) (q int * {0:int *=(decay v)}))",
    ],
    [
      "struct S { int a; } s = {1}; struct { int b; } t;",
      "(declare (s struct S {0:int=1})) (declare (t struct <anonymous>))",
    ],
    ["x = ({ int z = 1; z; });", "(= x (statements (declare (z int {0:int=1})) z))"],
    ["({ a; })[1] = 2;", "(= (* (+ (statements (decay a)) 1)) 2)"],
    ["({ x = 1; });", "(statements (= x 1))"],
    ["x = ({ l: y; });", "(= x (statements (label l ;) y))"],
    ["({ if (x) y; });", "(statements (if x y))"],
    ["const char *n = __func__;", "(declare (n const char * {0:const char *=(decay __func__)}))"],
    ["undeclared(1);", "(call (decay undeclared) 1)"],
    ["p = malloc(3);", "(= p (to int * (call (decay malloc) (to unsigned long 3))))"],
  ])("%s", (text, tree) => {
    const unit = parseC("x.c", `${globals} int f(void) { ${text} }`, LP64);
    expect(statementToString(bodyOf(unit))).toBe(`{${tree}}`);
  });
});

describe("ranges", () => {
  const text = `int f(int x) {
  l: while (x) { x--; }
  for (int i = 0; i < 3; i++) g(i, (x));
  do x++; while (x < 5);
  switch (x) { case 1: x = 2; default: ; }
  if (x) return 1; else if (x + 1) return 2;
  return x ? 1 : 2;
}`;
  const unit = parseC("x.c", text, LP64);
  const { items } = bodyOf(unit) as Extract<Statement, { kind: "compound" }>;
  const source = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);

  test("statements reach from their first token behind labels to their last", () => {
    expect(items.map(({ range }) => source(range))).toEqual([
      "while (x) { x--; }",
      "for (int i = 0; i < 3; i++) g(i, (x));",
      "do x++; while (x < 5);",
      "switch (x) { case 1: x = 2; default: ; }",
      "if (x) return 1; else if (x + 1) return 2;",
      "return x ? 1 : 2;",
    ]);
    expect(source(unit.functions.get("f")?.definition?.range as never)).toBe(text);
  });

  test("operators, question marks and closing parentheses", () => {
    const [, loop, , , , last] = items;
    if (loop?.kind !== "for" || loop.body.kind !== "expression") throw new Error("not a for");
    const call = loop.body.expression;
    if (call?.kind !== "call") throw new Error("not a call");
    expect(source(call.range)).toBe("g(i, (x))");
    expect(call.closeParenRange).toEqual({ start: call.range.end - 1, end: call.range.end });
    if (loop.condition?.kind !== "binary") throw new Error("not a comparison");
    expect(source(loop.condition.operatorRange)).toBe("<");
    expect(source(loop.condition.range)).toBe("i < 3");
    if (last?.kind !== "return" || last.value?.kind !== "conditional") throw new Error("not ?:");
    expect(source(last.value.questionRange)).toBe("?");
    expect(source(last.value.range)).toBe("x ? 1 : 2");
  });
});

describe("declarations", () => {
  test("static locals and hidden names are global objects", () => {
    const unit = parseC(
      "x.c",
      "int a; int f(void) { static int b; extern int c; { static int a; } return c; }",
      LP64,
    );
    expect(
      unit.globals.map(({ name, storage, isExternOnly }) => [name, storage, isExternOnly]),
    ).toEqual([
      ["a", "global", false],
      ["b", "static-local", false],
      ["c", "global", true],
      ["a", "static-local", false],
    ]);
  });

  test("tentative definitions and extern declarations make one object", () => {
    const unit = parseC(
      "x.c",
      "extern int a[]; int f(void) { extern int a[]; return a[0]; } int a[3]; int a[3] = {1};",
      LP64,
    );
    expect(unit.globals).toHaveLength(1);
    expect(unit.globals[0]).toMatchObject({ isExternOnly: false, linkage: "external" });
    expect(typeToString(unit.globals[0]?.type as never)).toBe("int [3]");
  });

  test.each([
    ["int (*f(int a))(char) { return 0; }", "f", "int (*(int))(char)"],
    ["char *(*x[3])(int, ...);", "x", "char *(*[3])(int, ...)"],
    ["typedef int F(int); F f;", "f", "int (int)"],
    ["int f(int a[3], int g(int), const int b[]);", "f", "int (int *, int (*)(int), const int *)"],
    ["int f(); int f(int);", "f", "int (int)"],
    ["f(a, b) char a; { return 0; }", "f", "int (char, int)"],
    ["int g(void) { return f(1); } double f(int x) { return x; }", "f", "double (int)"],
    ["typedef int T; int f(T (T)); ", "f", "int (int (*)(int))"],
    ["typedef const int T[2]; T x;", "x", "const int [2]"],
    ["int const *volatile x;", "x", "const int *volatile"],
    ["unsigned x;", "x", "unsigned int"],
    ["long unsigned int long x;", "x", "unsigned long long"],
    ["double long x;", "x", "long double"],
    ["typedef int T; void f(void) { int T = 1; T * 2; }", "f", "void (void)"],
    ["__typeof__(1 + 1l) x;", "x", "long"],
    ["int x __attribute__((mode(DI)));", "x", "long"],
    ["enum { A = 1, B = A + sizeof(int) } y; int x[B];", "x", "int [5]"],
    ["int x[(int)3.9];", "x", "int [3]"],
    ["__builtin_va_list x;", "x", "struct __va_list_tag [1]"],
  ])("%s", (text, name, type) => {
    const unit = parseC("x.c", text, LP64);
    const found =
      unit.functions.get(name) ?? unit.globals.find((variable) => variable.name === name);
    expect(typeToString(found?.type as never)).toBe(type);
  });

  test("functions that do not return", () => {
    const text =
      "void a(void) __attribute__((noreturn)); _Noreturn void b(void); void exit(int); void abort(void) { } void c(void);";
    const { functions } = parseC("x.c", text, LP64);
    const flags = [...functions.values()].map(({ name, isNoReturn }) => `${name} ${isNoReturn}`);
    expect(flags).toEqual(["a true", "b true", "exit true", "abort false", "c false"]);
  });

  test("lengths of parameters are evaluated when the function is entered", () => {
    const unit = parseC("x.c", "int f(int n, int a[n][n + 1]) { return sizeof(a[0]); }", LP64);
    expect(statementToString(bodyOf(unit))).toBe(
      "{(declare (length.1 int {0:int=n}) (length.2 int {0:int=(+ n 1)})) (return (to int (, (* (+ a 0)) (sizeof int [*]))))}",
    );
  });
});
