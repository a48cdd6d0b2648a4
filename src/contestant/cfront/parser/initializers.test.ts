import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Variable } from "../ast.ts";
import { variableToString } from "../ast-printer.ts";
import { foldInteger } from "../constant-folding.ts";
import { ILP32, LP64, type MachineModel } from "../machine-model.ts";
import { sizeOf } from "../type-layout.ts";
import { parseC } from "./translation-unit.ts";

const TYPES = `
typedef struct { int x, y; } P; typedef struct { P p; int z[3]; char c; } Q;
typedef struct { char tag; union { int i; char s[4]; P p; }; short end; } V;
typedef union { char c; int i; P p; } U;
typedef struct { unsigned a : 3; int b : 5; int : 0; unsigned long long c : 40; int d; } B;
typedef struct { int n; struct { int k; struct { int l, m; }; }; } N;
typedef struct { int n; short data[]; } F; typedef struct { U u; int after; } W;
typedef struct {} Empty; typedef __WCHAR_TYPE__ wide_t; enum E { ONE = 1, MINUS = -1 };
`;

/** Definitions of objects with integer contents; the tests compare their bytes with gcc's. */
const DEFINITIONS = `
int a1 = 5, a2 = { 6 }, a3 = { 0 }; long a4 = -1; char a5 = 300; _Bool a6 = 7; enum E a7 = MINUS;
int b1[] = {1, 2, 3}; int b2[5] = {1, 2}; int b3[2][3] = {{1}, {2, 3}}; int b4[2][3] = {1, 2, 3, 4};
int b5[] = {[3] = 1, 2, [1] = 9}; int b6[6] = {[1 ... 3] = 4, 5}; int b7[] = {[2] 7}; int b8[3] = {1, 2, 3, 4};
char c1[] = "abc"; char c2[2] = "xyz"; char c3[6] = {"hi"}; char c4[2][4] = {"ab", "cde"}; char c5[] = {'a', 0};
wide_t c6[] = L"wx"; unsigned short c7[] = u"\\u00e9"; char c8[] = ("par"); char c9[3][2] = {[1] = "q", {'r'}};
P d1 = {1, 2}; P d2 = {.y = 3}; P d3 = {y: 4, x: 5}; P d4[] = {1, 2, 3}; P d5[2] = {[1].x = 6, [0].y = 7};
Q e1 = {1, 2, 3, 4, 5, 6}; Q e2 = {{1}, {2}, 3}; Q e3 = {.z[1] = 4, 5, .p = {1}}; Q e4 = {.p.y = 2, 3, 4};
Q e5[2] = {{.c = 'x'}, {{1, 2}, {3}}}; Q e6 = {.p = {1, 2}, .p = {3}}; Q e7 = {.p = {1, 2}, .p.x = 3};
V f1 = {'t', {5}, 6}; V f2 = {'t', 5, 6}; V f3 = {.s = "ab", 9}; V f4 = {.p = {1, 2}, .end = 3}; V f5 = {.i = 1, .s = {2}};
V f6 = {1, {.p = {2, 3}}, 4}; U g1 = {'c'}; U g2 = {.p = {1, 2}}; U g3 = {.p.x = 1, .p.y = 2}; U g4 = {.i = -1, .c = 1};
W g5 = {1, 2}; W g6 = {{.i = 3}, 4}; W g7 = {.u.p.y = 5, 6}; U g8[2] = {{1}, {.i = 2}};
B h1 = {1, -2, 3, 4}; B h2 = {.c = 0xffffffffff, .a = 7}; B h3[2] = {1, 2, 3, 4, 5, 6};
N i1 = {1, {2, {3, 4}}}; N i2 = {1, 2, 3, 4}; N i3 = {.m = 4, .k = 2}; N i4 = {.l = 3, 4};
F j1 = {2, {1, 2, 3}}; F j2 = {1, {[2] = 5}}; struct { int n; char s[]; } j3 = {3, "text"};
struct { P p; int rest; } k1 = {(P){1, 2}, 3}; P k2 = (P){.y = 4}; int k3[] = (int[]){1, 2, 3};
struct { Empty e; int x; } k4 = {{}, 5}; struct { int a, b; } k5[3] = {[0 ... 1] = {1, 2}, {3}};
struct { int a[2]; int b; } k6[4] = {[1 ... 2].a[1] = 7, [3].b = 8}; int k7[2][2] = {[0 ... 1][1] = 3};
P k8 = {1, 2, 3}; struct { char c; long long v; } k9 = {1, -2}; int k10[2] = {{1}, {{2}}};
struct { struct { int x[2]; } in[2]; int y; } k11 = {1, 2, 3, 4, 5}; unsigned char k12 = -1; int k13 = sizeof(Q);
int k14[] = {[ONE] = ONE, MINUS}; struct { int : 5; int x; } k15 = {3}; union { int : 4; int y; } k16 = {9};
int k17[3] = {[0 ... 2] = 1, [1] = 2}; struct { int a; P b[2]; } k18 = {1, .b[1] = {2, 3}, .b[0].y = 4};
P k19[2][2] = {{{1, 2}, {3, 4}}, {{5, 6}}}; P k20[2][2] = {[1] = {1, 2, 3}, [0][1].y = 4};
`;

function names(): string[] {
  return [...DEFINITIONS.matchAll(/\b([a-k]\d+)\b(?=\[|\s*=)/g)].map((match) => match[1] as string);
}

/** The contents of a variable before the program starts, as far as they are integers. */
function bytesOf({ type, initializer }: Variable, machine: MachineModel): string {
  const bytes = new Uint8Array(sizeOf(type) ?? 0);
  for (const { offset, type: itemType, bitField, value } of initializer?.items ?? []) {
    if (value.kind === "string") {
      bytes.set(value.bytes, offset);
      continue;
    }
    const folded = foldInteger(value, machine);
    if (folded === undefined) throw new Error("not an integer constant");
    const first = bitField?.bitOffset ?? 0;
    const width = bitField?.bitWidth ?? (sizeOf(itemType) ?? 0) * 8;
    for (let bit = 0; bit < width; bit++) {
      const position = first + bit;
      const index = offset + (position >> 3);
      const mask = 1 << (position & 7);
      const isSet = ((folded >> BigInt(bit)) & 1n) === 1n;
      bytes[index] = isSet ? (bytes[index] ?? 0) | mask : (bytes[index] ?? 0) & ~mask;
    }
  }
  return Buffer.from(bytes).toString("hex");
}

describe.each([
  ["-m32", ILP32],
  ["-m64", LP64],
] as const)("initialised bytes against gcc %s", (flag, machine) => {
  const works =
    spawnSync("gcc", [flag, "-x", "c", "-", "-o", "/dev/null"], {
      input: "#include <stdio.h>\nint main(void) { return 0; }",
    }).status === 0;

  test.skipIf(!works)(`every object (needs gcc ${flag})`, () => {
    const text = `${TYPES}${DEFINITIONS}`;
    const dumps = names().map((name) => `show("${name}", &${name}, SIZE(${name}));`);
    const program = `#include <stdio.h>
${text}
#define SIZE(o) (__builtin_object_size(&o, 0))
static void show(const char *name, const void *o, unsigned long n) {
  printf("%s ", name);
  for (unsigned long i = 0; i < n; i++) printf("%02x", ((const unsigned char *)o)[i]);
  printf("\\n");
}
int main(void) { ${dumps.join("\n")} }`;
    const folder = mkdtempSync(join(tmpdir(), "agon-initializers-"));
    try {
      const source = join(folder, "objects.c");
      const binary = join(folder, "objects");
      writeFileSync(source, program);
      execFileSync("gcc", [flag, "-std=gnu11", "-w", "-O1", "-o", binary, source], {
        stdio: "pipe",
      });
      const expected = execFileSync(binary, { encoding: "utf8" }).trim().split("\n");
      const { globals } = parseC("objects.c", text, machine);
      const variables = new Map(globals.map((variable) => [variable.name, variable]));
      const actual = names().map(
        (name) => `${name} ${bytesOf(variables.get(name) as Variable, machine)}`,
      );
      expect(actual).toEqual(expected);
      expect(actual.length).toBeGreaterThanOrEqual(80);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("items of initialisers", () => {
  test.each([
    ["struct S { int a; float b; } x = { 1, 2 };", "(x struct S {0:int=1 4:float=(to float 2)})"],
    [
      'char *x[] = { "a", 0 };',
      '(x char *[2] {0:char *=(decay "a\\u0000") 8:char *=(to char * 0)})',
    ],
    ["int y; int *x = &y;", "(x int * {0:int *=(& y)})"],
    ["int f(void); int (*x)(void) = f;", "(x int (*)(void) {0:int (*)(void)=(decay f)})"],
    [
      "struct S { int a; } y; struct T { struct S s; int b; } x = { { 1 }, 2 };",
      "(x struct T {0:int=1 4:int=2})",
    ],
    ['char x[3] = "abcdef";', '(x char [3] {0:char [3]="abc"})'],
    ["struct B { int a : 4; int b : 6; } x = { 1, 2 };", "(x struct B {0.0/4:int=1 0.4/6:int=2})"],
    ["int x[];", "(x int [1])"],
    ["extern int x[]; int x[3];", "(x int [3])"],
    [
      'struct F { int n; char d[]; } x = { 1, "ab" };',
      '(x struct F {0:int=1 4:char [3]="ab\\u0000"})',
    ],
    ["union U { float f; int i; } x = { 1 };", "(x union U {0:float=(to float 1)})"],
    [
      "_Complex double x = 1.0;",
      "(x _Complex double {0:_Complex double=(to _Complex double 1.0)})",
    ],
  ])("%s", (text, expected) => {
    const { globals } = parseC("x.c", text, LP64);
    expect(variableToString(globals.find(({ name }) => name === "x") as Variable)).toBe(expected);
  });

  test("a record value in a local initialiser is one item", () => {
    const text =
      "struct S { int a, b; } f(void); void g(void) { struct { struct S s; int c; } x = { f(), 3 }; }";
    const { functions } = parseC("x.c", text, LP64);
    const [statement] = functions.get("g")?.definition?.body.items ?? [];
    const variable = statement?.kind === "declaration" ? statement.variables[0] : undefined;
    expect(variableToString(variable as Variable)).toBe(
      "(x struct <anonymous> {0:struct S=(call (decay f)) 8:int=3})",
    );
  });
});
