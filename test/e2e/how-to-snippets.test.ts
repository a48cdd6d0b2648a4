/** The TypeScript in the how-tos compiles against the sources, with the imports that a reader would write. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const ABSTRACT = "src/contestant/abstract-interpretation";

/** Code before the snippets of a page: imports, and the values that its text introduces. */
const BEFORE: Readonly<Record<string, string>> = {
  "add-a-domain.md": `
import type { Step } from "#/src/contestant/analysis-core/index.ts";
import type { Component } from "#/${ABSTRACT}/framework/component.ts";
import type { Lattice } from "#/${ABSTRACT}/framework/lattice.ts";
import { ProductAnalysis, ProductOperators } from "#/${ABSTRACT}/framework/product.ts";
import type { Transfer } from "#/${ABSTRACT}/domains/value/transfer.ts";
import { ValueEdges } from "#/${ABSTRACT}/domains/value/value-edges.ts";
import type { ValueOperators } from "#/${ABSTRACT}/domains/value/value-operators.ts";
declare const transfer: Transfer;
declare const values: ValueOperators;`,
  "add-a-tool.md": `
import type { ToolInfo } from "#/src/organiser/tools/tool-info.ts";
import { WITNESS_FILES } from "#/src/organiser/tools/output.ts";
import { dataModelParameter, requireInputFiles } from "#/src/organiser/tools/task-options.ts";`,
  "add-a-command.md": `
import { describeProgress, isComplete, openSpool, surveyProgress } from "#/src/organiser/competition/index.ts";
import { parseWords } from "#/src/faces/cli/arguments.ts";
import type { Command } from "#/src/faces/cli/command.ts";
import { EXIT_CODES } from "#/src/faces/cli/exit-codes.ts";`,
};

const folder = mkdtempSync(resolve("test/.snippets-"));
afterAll(() => rmSync(folder, { recursive: true }));

function snippetsOf(page: string): string[] {
  const text = readFileSync(join("docs/how-to", page), "utf8");
  return [...text.matchAll(/^ *```ts\n([\s\S]*?)^ *```$/gm)].map(
    ([, snippet]) => snippet as string,
  );
}

const pages = readdirSync("docs/how-to").filter((page) => snippetsOf(page).length > 0);

test("every page with snippets is compiled", () => {
  expect(pages).toEqual(Object.keys(BEFORE).sort());
});

test.each(pages)("the snippets of %s compile", (page) => {
  const file = join(folder, page.replace(/\.md$/, ".ts"));
  const before = (BEFORE[page] ?? "").replaceAll("#/", "../../");
  writeFileSync(file, `${before}\n${snippetsOf(page).join("\n")}`);
  const configuration = join(folder, "tsconfig.json");
  writeFileSync(
    configuration,
    JSON.stringify({ extends: "../../tsconfig.test.json", include: [file], references: [] }),
  );
  const { stdout, status } = spawnSync("npx", ["tsc", "-p", configuration], { encoding: "utf8" });
  expect(stdout, page).toBe("");
  expect(status).toBe(0);
});
