import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileProgram } from "../interpreter/index.ts";
import { definitionsOf } from "./compiler-options.ts";
import { loadBuild, type ProgramBuild } from "./program-build.ts";
import type { ProgramStart } from "./program-start.ts";

/** Returns the exit code of the execution whose inputs are all zero. */
function exitCode(build: ProgramBuild): number | string {
  const { program } = loadBuild(build, "LP64");
  const run = compileProgram(program, { errorFunctions: new Set(), overflow: "stop" });
  const outcome = run.run({ nondet: () => 0n });
  return outcome.kind === "terminated" ? outcome.exitCode : outcome.kind;
}

function build(text: string, start: ProgramStart, definitions = ""): ProgramBuild {
  const file = { file: "main.c", text, includeFolders: [], definitions };
  return { files: [file], start };
}

const MAIN: ProgramStart = { kind: "main" };

test("headers are found beside the file, then in the folders; once is once", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-build-"));
  mkdirSync(join(folder, "include"));
  writeFileSync(join(folder, "own.h"), "#pragma once\n#include <far.h>\nstatic int own = FAR;");
  writeFileSync(join(folder, "include", "far.h"), "#ifndef FAR\n#define FAR 3\n#endif\n");
  writeFileSync(join(folder, "include", "own.h"), "#error not this one");
  const text = '#include "own.h"\n#include "own.h"\nint main(void) { return own + __LINE__; }';
  const file = join(folder, "main.c");
  const includeFolders = [join(folder, "include")];
  const files = [{ file, text, includeFolders, definitions: "" }];
  expect(exitCode({ files, start: MAIN })).toBe(6);
  rmSync(folder, { recursive: true });
});

test("a missing header is reported with a remedy", () => {
  expect(() => exitCode(build('#include "gone.h"\nint main(void) {}', MAIN))).toThrow(
    /main\.c:1:1: error: cannot find "gone\.h"[\s\S]*-I FOLDER/,
  );
});

test("an error in a header is reported there", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-build-"));
  writeFileSync(join(folder, "bad.h"), "int x;\nint y");
  const file = join(folder, "main.c");
  const text = '#include "bad.h"\nint main(void) { return 0; }';
  const files = [{ file, text, includeFolders: [], definitions: "" }];
  expect(() => exitCode({ files, start: MAIN })).toThrow(/main\.c:2:1: error/);
  writeFileSync(join(folder, "bad.h"), "int x;\nint y = z;\n");
  expect(() => exitCode({ files, start: MAIN })).toThrow(/bad\.h:2:9: error/);
  rmSync(folder, { recursive: true });
});

test("definitions in the order of the command line, and the standard", () => {
  const text = `int main(void) {
#if defined A && A == 2 && !defined B && __STDC_VERSION__ == 199901L && defined __STRICT_ANSI__
  return 1;
#else
  return 0;
#endif
}`;
  const definitions = definitionsOf(
    [
      { kind: "define", text: "A" },
      { kind: "define", text: "B=1" },
      { kind: "undefine", text: "A" },
      { kind: "define", text: "A=2" },
      { kind: "undefine", text: "B" },
    ],
    "c99",
  );
  expect(exitCode(build(text, MAIN, definitions))).toBe(1);
});

test("main with given arguments", () => {
  const text =
    "int main(int argc, char **argv) { return argc * 100 + argv[1][0] + (argv[2] == 0); }";
  const start: ProgramStart = { kind: "arguments", words: ["p", "a\n"] };
  expect(exitCode(build(text, start))).toBe((200 + 97 + 1) % 256);
});

test("a function with any arguments, pointers to one object each", () => {
  const text = `struct s { int a, b; };
int f(int n, struct s *p, const char *t) { if (p->a != n || *t) return 1; _Exit(42); }
void _Exit(int);`;
  expect(exitCode(build(text, { kind: "function", name: "f" }))).toBe(42);
  expect(() => exitCode(build(text, { kind: "function", name: "g" }))).toThrow(
    /no file defines the function 'g'[\s\S]*it has: f/,
  );
});

test.each([
  ["two definitions", "int f(void) { return 1; }", "int f(void) { return 2; }"],
  ["two objects", "int f; int g(void) { return f; }", "int f = 1;"],
  ["another type", "long f(int); int g(void) { return f(1); }", "int f(int x) { return x; }"],
  [
    "an object and a function",
    "extern int f; int g(void) { return f; }",
    "int f(void) { return 0; }",
  ],
])("what linkers refuse: %s", (_name, a, b) => {
  const file = (name: string, text: string) => ({
    file: name,
    text,
    includeFolders: [],
    definitions: "",
  });
  const files = [file("m.c", "int main(void) { return 0; }"), file("a.c", a), file("b.c", b)];
  expect(() => exitCode({ files, start: MAIN })).toThrow(/b\.c:1:\d+: error|a\.c:1:\d+: error/);
});
