import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../../../ground/util/diagnostic.ts";
import { ILP32, LP64 } from "../machine-model.ts";
import { parseTranslationUnit } from "./translation-unit.ts";

const FOLDERS = ["../shared/corpus/c", "../shared/witnesses"];

function programs(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.[ci]$/.test(name))
    .map((name) => join(folder, name));
}

/** Task definitions contain the data model of a program. */
function isLp64(program: string): boolean {
  const task = program.replace(/\.[ci]$/, ".yml");
  return existsSync(task) && /data_model: *LP64/.test(readFileSync(task, "utf8"));
}

describe.each(FOLDERS)("real programs in %s", (folder) => {
  test.skipIf(!existsSync(folder))(`all are parsed (needs ${folder})`, { timeout: 120_000 }, () => {
    const faults: string[] = [];
    for (const program of programs(folder)) {
      const text = readFileSync(program, "utf8");
      const { diagnostics } = parseTranslationUnit(program, text, isLp64(program) ? LP64 : ILP32);
      faults.push(...diagnostics.slice(0, 1).map(formatDiagnostic));
    }
    expect(faults).toEqual([]);
  });
});
