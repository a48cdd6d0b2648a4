import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundledModule } from "./bundled.ts";

let folder: string;
const root = (): URL => pathToFileURL(`${folder}/`);
const module = (): URL => new URL("part/worker.js", root());

/** Writes a file that changed at the given second of 2001. */
function write(path: string, second: number): void {
  const file = join(folder, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, "");
  utimesSync(file, 1e9 + second, 1e9 + second);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agon-bundled-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("without a bundle: the module itself", () => {
  expect(bundledModule(module(), root()).href).toBe(module().href);
});

test("the bundle, also where the compiler's build information was not packed", () => {
  write("bundled/part/worker.js", 1);
  expect(bundledModule(module(), root()).pathname).toMatch(/\/bundled\/part\/worker\.js$/);
});

test.each(["core", "node"])("no bundle of modules that were compiled again (%s)", (project) => {
  write("core.tsbuildinfo", 1);
  write("node.tsbuildinfo", 1);
  write("bundled/part/worker.js", 2);
  expect(bundledModule(module(), root()).pathname).toMatch(/\/bundled\//);
  write(`${project}.tsbuildinfo`, 3);
  expect(bundledModule(module(), root()).href).toBe(module().href);
});
