import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { openResultFile } from "./result-files.ts";

let work: string;

beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), "agon-work-"));
});

function read(...patterns: string[]): string | undefined {
  const found = openResultFile(work, patterns);
  if (found === undefined) return undefined;
  const content = readFileSync(found.descriptor, "utf8");
  closeSync(found.descriptor);
  expect(found.bytes).toBe(content.length);
  return `${found.name}: ${content}`;
}

test("the first pattern that matches a file decides", () => {
  mkdirSync(join(work, "output"));
  writeFileSync(join(work, "output/witness.yml"), "a");
  writeFileSync(join(work, "other.yml"), "b");
  expect(read("witness.yml", "output/witness.*", "*.yml")).toBe("output/witness.yml: a");
});

test("links are not followed, neither files nor folders", () => {
  const outside = mkdtempSync(join(tmpdir(), "agon-outside-"));
  writeFileSync(join(outside, "witness.yml"), "secret");
  symlinkSync(join(outside, "witness.yml"), join(work, "witness.yml"));
  symlinkSync(outside, join(work, "output"));
  writeFileSync(join(work, "real.txt"), "inside");
  symlinkSync("real.txt", join(work, "link.yml"));
  expect(read("witness.yml", "output/witness.yml", "output/*", "link.yml")).toBeUndefined();
});

test("pipes, folders and locked files do not count", () => {
  execFileSync("mkfifo", [join(work, "a.yml")]);
  mkdirSync(join(work, "b.yml"));
  mkdirSync(join(work, "c"));
  writeFileSync(join(work, "c", "c.yml"), "");
  chmodSync(join(work, "c"), 0);
  const isRoot = process.getuid?.() === 0;
  expect(read("*.yml", ...(isRoot ? [] : ["c/c.yml", "c/*"]))).toBeUndefined();
});
