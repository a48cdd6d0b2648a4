import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type DeclaredRecord, declaredRecords } from "./declared-records.ts";
import { ILP32, LP64, type MachineModel } from "./machine-model.ts";
import { type ParsedUnit, parseTranslationUnit } from "./parser/translation-unit.ts";
import { alignOf, sizeOf } from "./type-layout.ts";
import type { RecordType } from "./types.ts";

function spellings(text: string): string[] {
  const { unit, diagnostics } = parseTranslationUnit("records.c", text, LP64);
  expect(diagnostics).toEqual([]);
  return declaredRecords(unit.scopes).map(({ spelling }) => spelling);
}

test.each([
  ["struct S { int x; }; struct S s; typedef struct S T;", ["struct S"]],
  ["struct S; struct S *p; union U { int x; } u;", ["union U"]],
  ["typedef struct { int x; } T, *P;", ["T"]],
  ["typedef union { int x; } *P;", ["__typeof__(**(P *)0)"]],
  ["struct { int x; } v;", ["__typeof__(v)"]],
  ["struct { int x; } v[2][3];", ["__typeof__(***(__typeof__(v) *)0)"]],
  [
    "struct S { struct { int x; } m; struct { int y; }; struct T { int z; } t; };",
    ["struct S", "__typeof__(((struct S *)0)->m)", "struct T"],
  ],
  ["void f(void) { struct S { int x; } s; }", ["struct S"]],
])("%s", (text, expected) => {
  expect(spellings(text)).toEqual(expected);
});

// ------------------------------------------------------- real programs against gcc

const CORPUS = "../shared/corpus/c";
/** gcc reports faults in our questions, not in the program, under this file's name. */
const QUESTIONS = "layout-questions";

/** The layout of a record as static assertions, on a line with a name of its own. */
function question({ type, spelling }: DeclaredRecord): string {
  const checks = [
    `sizeof(${spelling}) == ${sizeOf(type)}`,
    `_Alignof(${spelling}) == ${alignOf(type)}`,
  ];
  for (const [name, offset] of memberOffsets(type)) {
    checks.push(`__builtin_offsetof(${spelling}, ${name}) == ${offset}`);
  }
  const asserts = checks.map((check) => `_Static_assert(${check}, ${JSON.stringify(check)});`);
  return `\n# 1 "${QUESTIONS}"\n__extension__ ${asserts.join(" ")}\n# 1 "program"\n`;
}

/** The members with an offset of their own, including those of unnamed members. */
function memberOffsets({ definition }: RecordType, base = 0): [string, number][] {
  return (definition.fields ?? []).flatMap(({ name, type, offset, bitWidth }) => {
    if (bitWidth !== undefined) return [];
    if (name !== undefined) return [[name, base + offset] as [string, number]];
    const isRecord = type.kind === "struct" || type.kind === "union";
    return isRecord ? memberOffsets(type, base + offset) : [];
  });
}

/** The program with a question about each of its records where the record is visible. */
function withQuestions({ text, scopes }: ParsedUnit): { text: string; count: number } {
  const insertions: { readonly at: number; readonly text: string }[] = [];
  for (const record of declaredRecords(scopes)) {
    const { visibleFrom, visibleTo } = record.visible;
    // Our headers are compared in headers/headers.test.ts.
    const lineStart = text.lastIndexOf("\n", visibleFrom - 1) + 1;
    if (text.startsWith("#", lineStart)) continue;
    const isGlobal = visibleTo === Number.POSITIVE_INFINITY;
    const at = isGlobal ? text.length : visibleTo - 1;
    if (isGlobal || text[at] === "}") insertions.push({ at, text: question(record) });
  }
  insertions.sort((one, other) => other.at - one.at);
  const questioned = insertions.reduce(
    (result, { at, text: inserted }) => result.slice(0, at) + inserted + result.slice(at),
    text,
  );
  return { text: questioned, count: insertions.length };
}

describe.each([
  ["-m32", ILP32],
  ["-m64", LP64],
] as const)("records of %s", (flag: string, machine: MachineModel) => {
  const input = "#include <stdio.h>\nint main(void) { return 0; }";
  const hasCompiler =
    spawnSync("gcc", [flag, "-fsyntax-only", "-x", "c", "-"], { input }).status === 0;
  const canRun = hasCompiler && existsSync(CORPUS);

  test.skipIf(!canRun)(`as gcc ${flag} (needs ${CORPUS})`, { timeout: 300_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), "agon-records-"));
    try {
      const files: string[] = [];
      let records = 0;
      const names = readdirSync(CORPUS, { recursive: true, encoding: "utf8" });
      for (const name of names.filter((one) => /\.[ci]$/.test(one))) {
        const text = readFileSync(join(CORPUS, name), "latin1");
        const { unit, diagnostics } = parseTranslationUnit(name, text, machine);
        // Some programs are only for the other data model.
        if (diagnostics.some(({ severity }) => severity === "error")) continue;
        const { text: questioned, count } = withQuestions(unit);
        if (count === 0) continue;
        records += count;
        const file = join(folder, `${files.length}${name.slice(-2)}`);
        writeFileSync(file, questioned, "latin1");
        files.push(file);
      }
      expect(records).toBeGreaterThan(1000);
      const options = ["-std=gnu11", "-w", "-fsyntax-only", flag];
      const { stderr } = spawnSync("gcc", [...options, ...files], {
        encoding: "utf8",
        maxBuffer: 2 ** 28,
      });
      const faults = stderr.split("\n").filter((line) => line.startsWith(`${QUESTIONS}:`));
      expect(faults).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
