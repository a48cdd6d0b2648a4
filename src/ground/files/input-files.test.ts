import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { filesOfInput } from "./input-files.ts";

const root = mkdtempSync(join(tmpdir(), "agon-inputs-test-"));
const folder = join(root, "given");
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "inner"), { recursive: true });
});

const put = (path: string): void => writeFileSync(join(folder, path), path);

test("a folder is all its files, hidden ones too, sorted", () => {
  for (const path of ["b.java", "inner/C.java", "a.java", ".hidden"]) put(path);
  expect(filesOfInput(folder, "x/given")).toEqual([
    "x/given/.hidden",
    "x/given/a.java",
    "x/given/b.java",
    "x/given/inner/C.java",
  ]);
});

test("a file is itself, also behind a link", () => {
  put("a.java");
  symlinkSync("a.java", join(folder, "link"));
  expect(filesOfInput(join(folder, "link"), "link")).toEqual(["link"]);
  expect(filesOfInput(folder, "f")).toEqual(["f/a.java", "f/link"]);
});

test("the folder of another program is followed, a circle of links is refused", () => {
  put("inner/C.java");
  symlinkSync("inner", join(folder, "other"));
  expect(filesOfInput(folder, "f")).toEqual(["f/inner/C.java", "f/other/C.java"]);
  symlinkSync("..", join(folder, "inner/up"));
  expect(() => filesOfInput(folder, "f")).toThrow("f/inner/up: error: a link leads back");
});

test("what is no program is refused by name", () => {
  expect(() => filesOfInput(folder, "f")).toThrow("f: error: the folder holds no file");
  expect(() => filesOfInput(join(folder, "none"), "none")).toThrow("none: error: there is no such");
  symlinkSync("nowhere", join(folder, "dangling"));
  expect(() => filesOfInput(folder, "f")).toThrow("f/dangling: error: there is no such file, or");
  rmSync(join(folder, "dangling"));
  expect(spawnSync("mkfifo", [join(folder, "pipe")]).status).toBe(0);
  expect(() => filesOfInput(folder, "f")).toThrow("f/pipe: error: this is neither a file nor a");
});

test("a name that is not UTF-8 is refused, not left out", () => {
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/l`), Buffer.from([0xe4])]), "");
  expect(() => filesOfInput(folder, "f")).toThrow("the name is not UTF-8");
});
