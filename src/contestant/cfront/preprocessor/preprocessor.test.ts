import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../ground/util/diagnostic.ts";
import { randomIntegers } from "../../../ground/util/pseudo-random.ts";
import { ILP32, LP64, type MachineModel } from "../machine-model.ts";
import { preprocess } from "./index.ts";
import { predefinedMacros } from "./predefined.ts";

function run(text: string, machine: MachineModel = LP64, name = "test.c") {
  const log: Diagnostic[] = [];
  const tokens = preprocess(name, text, machine, log);
  return { tokens, log };
}
/** The spelling of all tokens, or the diagnostics when there are any. */
function expand(text: string, machine: MachineModel = LP64, name = "test.c"): string {
  const { tokens, log } = run(text, machine, name);
  if (log.length > 0) {
    return log.map((d) => `${d.line}:${d.column}: ${d.code}: ${d.message}`).join("\n");
  }
  return tokens
    .slice(0, -1)
    .map((token) => token.text)
    .join(" ");
}

describe("#elifdef and #elifndef", () => {
  const text = "#if 0\n#elifndef FOO\na\n#endif\n#if 1\nb\n#elifdef FOO\nc\n#endif";

  test("belong to GNU C", () => expect(expand(text)).toBe("a b"));

  test("are unknown in strict standards before C23, and skipped in a skipped group", () => {
    const log: Diagnostic[] = [];
    const definitions = "#define __STRICT_ANSI__ 1\n";
    const tokens = preprocess("test.c", text, LP64, log, { definitions });
    expect(
      tokens
        .map((token) => token.text)
        .join(" ")
        .trim(),
    ).toBe("b c");
    expect(log.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      "7: unknown preprocessing directive '#elifdef'",
    ]);
  });
});

describe("macro expansion", () => {
  test.each([
    ["object-like", "#define N 10\nint a[N];", "int a [ 10 ] ;"],
    ["function-like", "#define F(x, y) x + y\nF(1, (2, 3))", "1 + ( 2 , 3 )"],
    ["name without arguments stays", "#define F(x) x\nF F (1)", "F 1"],
    ["call over lines", "#define F(x, y) x y\nF(1,\n 2)", "1 2"],
    ["no arguments", "#define F() 7\nF() F( )", "7 7"],
    ["empty argument", "#define F(x) [x]\nF()", "[ ]"],
    ["space decides the kind", "#define F (x)\nF", "( x )"],
    ["self reference", "#define f f + 1\nf", "f + 1"],
    ["mutual reference", "#define a b\n#define b a\na b", "a b"],
    ["indirect call", "#define g f\n#define f(x) <x>\ng(1)", "< 1 >"],
    ["stringize", '#define S(x) #x\nS( a  +  "b\\n" \'"\' )', '"a + \\"b\\\\n\\" \'\\"\'"'],
    ["stringize does not expand", "#define N 1\n#define S(x) #x\nS(N)", '"N"'],
    ["paste", "#define P(a, b) a ## b\nP(x, 1) P(1, u) P(<, <=) P(, y) P(,)", "x1 1u <<= y"],
    ["paste does not expand", "#define N 1\n#define P(a) a ## N\nP(N)", "NN"],
    ["variadic", "#define P(f, ...) p(f, __VA_ARGS__)\nP(1, 2, 3)", "p ( 1 , 2 , 3 )"],
    ["GNU comma", "#define P(f, ...) p(f, ## __VA_ARGS__)\nP(1) P(1, 2)", "p ( 1 ) p ( 1 , 2 )"],
    ["GNU named rest", "#define P(f, r...) p(f, ## r)\nP(1) P(1, 2, 3)", "p ( 1 ) p ( 1 , 2 , 3 )"],
    ["undef", "#define N 1\n#undef N\nN", "N"],
    ["keyword as macro", "#define inline\ninline int f();", "int f ( ) ;"],
    ["directive among the arguments", "#define F(x) x\nF(1\n#undef Q\n+ 2)", "1 + 2"],
    ["spliced definition", "#define F(x) \\\n  (x \\\n  + 1)\nF(2)", "( 2 + 1 )"],
    ["line", "\n#define L __LINE__\nL __LINE__", "3 3"],
    ["line directive", "#line 100\n__LINE__ \n__LINE__", "100 101"],
    ["file", '#line 7 "x.c"\n__FILE__', '"x.c"'],
    ["counter", "__COUNTER__ __COUNTER__", "0 1"],
    ["no macros in .i", "linux __LINE__ __x86_64__", "linux __LINE__ __x86_64__", "test.i"],
  ])("%s", (_, text, expected, name = "test.c") => {
    expect(expand(text, LP64, name)).toBe(expected);
  });

  test("C11 6.10.3.5, example 3", () => {
    const text = `
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };`;
    expect(expand(text)).toBe(
      "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ; " +
        "f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ; " +
        "int i [ ] = { 1 , 23 , 4 , 5 , } ; " +
        'char c [ 2 ] [ 6 ] = { "hello" , "" } ;',
    );
  });

  test("C11 6.10.3.5, examples 4 and 7", () => {
    const text = `
#define str(s) # s
#define xstr(s) str(s)
#define debug(s, t) printf("x" # s "= %d, x" # t "= %s", x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
debug(1, 2); xstr(INCFILE(2).h) glue(HIGH, LOW); xglue(HIGH, LOW)
#define showlist(...) puts(#__VA_ARGS__)
#define report(test, ...) ((test)?puts(#test): printf(__VA_ARGS__))
showlist(The first, second, and third items.);
report(x>y, "x is %d but y is %d", x, y);`;
    expect(expand(text)).toBe(
      'printf ( "x" "1" "= %d, x" "2" "= %s" , x1 , x2 ) ; "vers2.h" "hello" ; "hello" ", world" ' +
        'puts ( "The first, second, and third items." ) ; ' +
        '( ( x > y ) ? puts ( "x>y" ) : printf ( "x is %d but y is %d" , x , y ) ) ;',
    );
  });
});

describe("conditionals", () => {
  test.each([
    ["1", true],
    ["0", false],
    ["UNKNOWN", false],
    ["defined X", true],
    ["defined(X) && !defined Y", true],
    ["X == 3", true],
    ["1 + 2 * 3 == 7 && (1 + 2) * 3 == 9", true],
    ["1 ? 0 : 1", false],
    ["0 ? 1 / 0 : 1", true],
    ["1 || 1 / 0", true],
    ["-1 < 0u", false],
    ["-1 < 0", true],
    ["(2 - 3) >> 1 == -1", true],
    ["'a' == 97 && '\\377' < 0", true],
    ["0xffffffff > 0", true],
    ["0xffffffffffffffff == -1", true],
    ["1 << 62 > 0", true],
    ["7 % 4 == 3 && (6 & 3) == 2 && (6 | 1) == 7 && (6 ^ 3) == 5", true],
    ["~0 == -1", true],
    ["__has_include(<stdio.h>) && !__has_include(<nosuch.h>)", true],
    ["__GNUC__ >= 4 && __STDC_VERSION__ >= 201112L", true],
    ["true", false],
  ])("#if %s", (condition, expected) => {
    const text = `#define X 3\n#if ${condition}\nyes\n#else\nno\n#endif`;
    expect(expand(text)).toBe(expected ? "yes" : "no");
  });

  test("nested groups, elif chains, and wrong tokens in skipped groups", () => {
    const text = `
#ifdef NOT
 don't look "here
 #if 1
 a
 #else
 b
 #endif
 #nonsense
#elif 1
 c
#elif 1 / 0
 d
#else
 e
#endif
#ifndef NOT
f
#endif
#if 0
g
#if 1
#elif
#endif
#else
h
#endif`;
    expect(expand(text)).toBe("c f h");
  });
});

describe("faults", () => {
  test.each([
    ["#include <nosuch.h>\nint x;", "1:1: missing-header: there is no built-in header <nosuch.h>"],
    [
      '\n #include "my.h"',
      '2:2: missing-header: cannot include "my.h": a verification task is a single file',
    ],
    ["#if 1\nx", "1:2: unterminated-conditional: conditional without '#endif'"],
    ["#endif", "1:2: directive: '#endif' without '#if'"],
    ["#else", "1:2: directive: '#else' without '#if'"],
    ["#if 1\n#else\n#else\n#endif", "3:2: directive: '#else' after '#else'"],
    ["#nonsense", "1:2: directive: unknown preprocessing directive '#nonsense'"],
    ["#error out of luck", "1:1: error-directive: #error out of luck"],
    ["#warning careful", "1:1: warning-directive: careful"],
    [
      "#define F(x x\n",
      "1:13: macro-definition: expected ',' or ')' in the macro's parameter list",
    ],
    ["#define F(x, x) x\n", "1:14: macro-definition: macro parameter 'x' occurs twice"],
    ["#define F(x) #y\n", "1:14: macro-definition: '#' is not followed by a macro parameter"],
    ["#define F ## a\n", "1:11: macro-definition: '##' cannot stand at either end of a macro"],
    ["#define F(x) x\nF(1, 2)", "2:1: macro-use: macro 'F' takes 1 argument, found 2"],
    ["#define F(x) x\nF(1", "2:1: macro-use: use of macro 'F' lacks its closing ')'"],
    [
      "#define P(a, b) a ## b\nP(+, x)",
      "2:1: macro-use: pasting '+' and 'x' does not give a valid token",
    ],
    ["#define A 1\n#define A 2", "2:2: macro-redefined: 'A' redefined"],
    ["#if 1 +\n#endif", "1:2: if-expression: expected a value in the #if expression"],
    ["#if 1 / 0\n#endif", "1:7: if-expression: division by zero in the #if expression"],
    ["#if 1 2\n#endif", "1:7: if-expression: unexpected '2' in the #if expression"],
    ["#if F(1)\n#endif", "1:5: if-expression: 'F' is not a macro with parameters"],
    ["int x = 0x;", "1:9: invalid-number: invalid suffix 'x' on integer constant '0x'"],
    ["int x = 08;", "1:9: invalid-number: invalid digit in octal constant '08'"],
    ["int x = 1ulu;", "1:9: invalid-number: invalid suffix 'ulu' on integer constant '1ulu'"],
    [
      "double x = 1.5g;",
      "1:12: invalid-number: unsupported suffix 'g' on floating constant '1.5g'",
    ],
    ["double x = 1e;", "1:12: invalid-number: unsupported suffix 'e' on floating constant '1e'"],
    ["a # b", "1:3: stray-character: stray '#' in program"],
    [
      '#pragma push_macro("x")',
      "1:1: unsupported-pragma: '#pragma push_macro(\"x\")' is not supported",
    ],
    ["#pragma pack(3)", "1:1: unsupported-pragma: '#pragma pack(3)' is not understood"],
  ])("%j", (text, expected) => {
    expect(expand(text)).toBe(expected);
  });
});

describe("positions", () => {
  test("a macro's tokens carry the range of its use", () => {
    const text = "#define F(x) (x + 1)\nint y = F(\n  2);";
    const { tokens } = run(text);
    const use = { start: text.indexOf("F(\n"), end: text.indexOf(";") };
    for (const token of tokens.slice(3, 8)) expect(token).toMatchObject(use);
    expect(tokens[8]).toMatchObject({ text: ";", start: use.end, end: use.end + 1 });
  });

  test("a header's tokens carry the range of the directive and are marked", () => {
    const text = "int a;\n#include <stdbool.h> \n#include <stddef.h> // types\nsize_t n;";
    const { tokens, log } = run(text);
    expect(log).toEqual([]);
    const inHeader = tokens.filter((token) => token.system);
    expect(inHeader.length).toBeGreaterThan(10);
    const start = text.indexOf("#include <stddef");
    for (const token of inHeader) expect(token.start).toBe(start);
    expect(tokens.at(-4)).toMatchObject({ text: "size_t", system: false });
  });

  test("splices are counted", () => {
    const text = "int ab\\\ncd = 1; x";
    const { tokens } = run(text);
    expect(tokens[1]).toMatchObject({ text: "abcd", start: 4, end: 10 });
    expect(tokens[5]).toMatchObject({ text: "x", start: 16, end: 17 });
  });
});

describe("pragmas", () => {
  test("pack reaches struct and union", () => {
    const text = `struct a;
#pragma pack(push, 1)
struct b; union c;
#pragma pack(2)
struct d;
#pragma pack(pop)
struct e;
_Pragma("pack(4)") struct f;
#pragma pack()
struct g;
#pragma omp parallel`;
    const { tokens, log } = run(text);
    expect(log).toEqual([]);
    expect(tokens.filter(({ kind }) => kind === "keyword").map(({ pack }) => pack ?? 0)).toEqual([
      0, 1, 1, 2, 0, 4, 0,
    ]);
  });
});

describe.each([
  ["-m32", ILP32],
  ["-m64", LP64],
] as const)("against gcc %s", (flag, machine) => {
  const gcc = (input: string, ...options: readonly string[]) =>
    spawnSync("gcc", [flag, ...options, "-E", "-x", "c", "-"], { input, encoding: "utf8" });
  const version = gcc("__GNUC__\n", "-P").stdout?.trim();

  test.skipIf(version !== "12")("predefined macros (needs gcc 12)", () => {
    // Types may be spelled in another order: compare the words of each line.
    const words = (line: string): string => line.trim().split(/\s+/).sort().join(" ");
    const theirs = new Set(gcc("", "-dM").stdout.split("\n").map(words));
    const ours = predefinedMacros(machine).split("\n").map(words);
    expect(ours.filter((line) => !theirs.has(line))).toEqual([]);
    expect(ours.length).toBeGreaterThan(300);
  });

  test.skipIf(!version)(`random macros, seed ${SEED} (needs gcc)`, { timeout: 60_000 }, () => {
    const random = randomIntegers(SEED);
    const programs = Array.from({ length: PROGRAMS }, () => randomProgram(random));
    const input = programs.map((program, index) => `MARK ${index}\n${program}`).join("\n");
    const { stdout, stderr } = gcc(
      input,
      "-P",
      "-w",
      "-fno-diagnostics-show-caret",
      "-ftrack-macro-expansion=0",
    );
    const faulty = new Set<number>();
    const lineOf = programs.map(() => 0);
    let line = 1;
    programs.forEach((program, index) => {
      lineOf[index] = line;
      line += program.split("\n").length + 1;
    });
    for (const [, at] of stderr.matchAll(/^<stdin>:(\d+):\d+: error/gm)) {
      faulty.add(lineOf.findLastIndex((start) => start <= Number(at)));
    }
    const theirs = new Map(
      stdout
        .split("MARK ")
        .slice(1)
        .map((part): [number, string] => {
          const [, index, rest = ""] = /^(\d+)\n?([\s\S]*)$/.exec(part) ?? [];
          return [Number(index), tokensOf(rest)];
        }),
    );
    let compared = 0;
    programs.forEach((program, index) => {
      const { tokens, log } = run(program, machine);
      const hasFault = log.some(({ code }) => code === "macro-use");
      expect([hasFault, program]).toEqual([faulty.has(index), program]);
      if (hasFault) return;
      compared++;
      const ours = tokens.slice(0, -1).map(({ text }) => text);
      expect([ours.join(" "), program]).toEqual([theirs.get(index), program]);
    });
    expect(compared).toBeGreaterThan(PROGRAMS / 4);
  });
});

const SEED = Number(process.env.AGON_SEED ?? 20_260_102);
const PROGRAMS = 400;

/** A few macros that use each other, and a few uses; all macros undefined again at the end. */
function randomProgram(random: (limit: number) => number): string {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const names = ["A", "B", "C", "D", "E"];
  const lines: string[] = [];
  const words = (list: readonly string[], length: number): string[] =>
    Array.from({ length }, () => pick(list));
  const plain = ["x", "y", "1", "2", "+", "(", ")", "(", ")", ",", "-", ...names, ...names];
  for (const name of names) {
    const parameters = pick([undefined, [], ["p"], ["p", "q"], ["p", "..."], ["..."]]);
    if (parameters === undefined) {
      lines.push(`#define ${name} ${words(plain, random(6)).join(" ")}`);
      continue;
    }
    const usable = parameters.map((parameter) => (parameter === "..." ? "__VA_ARGS__" : parameter));
    const body = Array.from({ length: random(6) }, () => {
      const word = usable.length > 0 && random(2) === 0 ? pick(usable) : pick(plain);
      if (usable.includes(word) && random(4) === 0) return `#${word}`;
      if (random(6) === 0) return `${word} ## ${pick([...usable, "x", "1", ...names])}`;
      if (usable.includes("__VA_ARGS__") && random(5) === 0) return ", ## __VA_ARGS__";
      return word;
    });
    lines.push(`#define ${name}(${parameters.join(", ")}) ${body.join(" ")}`);
  }
  for (let use = 0; use < 3; use++) {
    const argument = (): string => words(["x", "1", "(", ")", ...names], random(4)).join(" ");
    lines.push(
      random(3) === 0
        ? words(plain, 6).join(" ")
        : `${pick(names)}(${Array.from({ length: 1 + random(2) }, argument).join(", ")}) ;`,
    );
  }
  // Uses that are still open would swallow the directives that follow.
  lines.push(")".repeat(40), ...names.map((name) => `#undef ${name}`));
  return lines.join("\n");
}

function tokensOf(text: string): string {
  const { tokens } = run(text, LP64, "expanded.i");
  return tokens
    .slice(0, -1)
    .map((token) => token.text)
    .join(" ");
}

test("every built-in header is accepted in both data models, twice", () => {
  for (const machine of [ILP32, LP64]) {
    const text =
      "#include <stdlib.h>\n#include <math.h>\n#include <assert.h>\n#include <pthread.h>\n";
    expect(run(text + text, machine).log).toEqual([]);
  }
});
