import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../../../ground/util/diagnostic.ts";
import { InputError } from "../../../ground/util/errors.ts";
import { LP64 } from "../machine-model.ts";
import { parseC, parseTranslationUnit } from "./translation-unit.ts";

interface WrongProgram {
  readonly program: string;
  /** Column of the first error; all programs have one line. */
  readonly column: number;
  readonly code: string;
  readonly message: string;
}

/** Pairs of lines: a program, and below the wrong place `^ code: message`. */
function readWrongPrograms(path: string): WrongProgram[] {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.flatMap((program, index) => {
    if (index % 2 === 1) return [];
    const match = /^( *)\^ ([a-z-]+): (.*)$/.exec(lines[index + 1] ?? "");
    if (match === null) throw new Error(`${path}:${index + 2}: expected '^ code: message'`);
    const [, indent, code, message] = match as unknown as [string, string, string, string];
    return [{ program, column: indent.length + 1, code, message }];
  });
}

const WRONG = readWrongPrograms(join(import.meta.dirname, "testdata/wrong-programs.txt"));

/** Programs that gcc accepts and Agon refuses, with a clear message. */
const UNSUPPORTED: readonly (readonly [string, string])[] = [
  ['int x __attribute__((ifunc("f")));', "attribute 'ifunc' is not supported"],
  ["struct __attribute__((ms_struct)) S { int x; };", "attribute 'ms_struct' is not supported"],
  [
    'struct __attribute__((scalar_storage_order("big-endian"))) S { int x; };',
    "attribute 'scalar_storage_order' is not supported",
  ],
  [
    "struct { unsigned long b : 40; } s; long x(void) { return s.b + 1; }",
    "a bit-field of 40 bits",
  ],
  [
    "int f(void) { __label__ out; void g(void) { goto out; } g(); out: return 1; }",
    "a jump out of a nested function, to the label 'out', is not supported",
  ],
  ["double f(double x) { return __builtin_powi(x, 2); }", "'__builtin_powi' is not supported"],
];

function gccAccepts(program: string): boolean | undefined {
  const options = ["-std=gnu11", "-w", "-m64", "-fsyntax-only", "-x", "c", "-"];
  const { status } = spawnSync("gcc", options, { input: program });
  return status === null ? undefined : status === 0;
}

describe("wrong programs", () => {
  test.each(WRONG)("$program", ({ program, ...expected }) => {
    const { diagnostics } = parseTranslationUnit("wrong.c", program, LP64);
    expect(diagnostics[0]).toMatchObject({ ...expected, line: 1, sourceLine: program });
  });

  test("they are many", () => {
    expect(WRONG.length).toBeGreaterThanOrEqual(200);
  });

  test.skipIf(gccAccepts("int x;") !== true)("gcc refuses them, too", { timeout: 120_000 }, () => {
    expect(WRONG.map(({ program }) => program).filter(gccAccepts)).toEqual([]);
  });

  test("the end of the file is the place when something is missing there", () => {
    const { diagnostics } = parseTranslationUnit("wrong.c", "int f(void) {\n  return 0;\n", LP64);
    expect(diagnostics).toMatchObject([
      { line: 3, column: 1, message: "expected '}' before end of file" },
    ]);
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
