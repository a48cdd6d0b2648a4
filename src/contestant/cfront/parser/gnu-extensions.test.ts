import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../../../ground/util/diagnostic.ts";
import { statementToString } from "../ast-printer.ts";
import { ILP32, LP64 } from "../machine-model.ts";
import { parseTranslationUnit } from "./translation-unit.ts";

const file = new URL("./testdata/gnu-extensions.c", import.meta.url);
const text = readFileSync(file, "utf8");

describe.each([
  ["-m32", ILP32],
  ["-m64", LP64],
] as const)("GNU C %s", (flag, machine) => {
  test("every extension is parsed", () => {
    const { unit, diagnostics } = parseTranslationUnit("gnu-extensions.c", text, machine);
    expect(diagnostics.map(formatDiagnostic)).toEqual([]);
    expect(unit.functions.get("builtins")?.definition).toBeDefined();
    const targets = [...unit.linkTargets].map(([{ name }, target]) => [name, target.name]);
    expect(new Map(targets as [string, string][]).get("alias_name")).toBe("implementation");
    for (const symbol of unit.functions.values()) {
      if (symbol.definition !== undefined) statementToString(symbol.definition.body);
    }
  });

  const compile = (input: string): number | null =>
    spawnSync("gcc", ["-std=gnu11", "-w", flag, "-fsyntax-only", "-x", "c", "-"], { input }).status;
  test.skipIf(compile("int x;") !== 0)(`gcc ${flag} accepts the file, too`, () => {
    expect(compile(text)).toBe(0);
  });
});
