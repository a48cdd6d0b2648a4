import { describe, expect, test } from "vitest";
import { LP64 } from "../machine-model.ts";
import { parseTranslationUnit } from "./translation-unit.ts";

function list(length: number, item: (index: number) => string, separator = ""): string {
  return Array.from({ length }, (_, index) => item(index)).join(separator);
}

describe("large programs", () => {
  test.each([
    [
      "else-if chain",
      `int f(int x) { ${list(10_000, (i) => `if (x == ${i}) { x = 1; return ${i}; } else `)} return 0; }`,
    ],
    ["initialiser", `int a[] = { ${list(100_000, String, ",")} };`],
    ["sum", `int f(int x) { return ${list(100_000, () => "x", "+")}; }`],
    [
      "conditional chain",
      `int f(int x) { return ${list(10_000, (i) => `x == ${i} ? ${i} : `)} 0; }`,
    ],
    [
      "case labels",
      `int f(int x) { switch (x) { ${list(20_000, (i) => `case ${i}:`)} return 1; } }`,
    ],
    ["assignment chain", `int f(int x) { return ${"x = ".repeat(10_000)} 0; }`],
    [
      "opening parentheses",
      `int f(int x) { return ${"(".repeat(10_000)}x${" + 1)".repeat(10_000)}; }`,
    ],
    ["statements", `void f(int x) { ${"x++; ".repeat(50_000)} }`],
    ["nested blocks", `void f(int x) { ${"if (x) { ".repeat(300)}${"} ".repeat(300)} }`],
  ])("%s", (_, text) => {
    expect(parseTranslationUnit("large.c", text, LP64).diagnostics).toEqual([]);
  });

  test("nesting without end is refused, not fatal", () => {
    const text = `int f(int x) { return ${"~".repeat(200_000)}x; }`;
    const { diagnostics } = parseTranslationUnit("deep.c", text, LP64);
    expect(diagnostics.map(({ code }) => code)).toEqual(["nesting-too-deep"]);
  });
});
