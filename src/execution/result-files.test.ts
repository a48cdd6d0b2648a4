import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { readResultFile } from "./result-files.ts";

let work: string;

beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), "agon-work-"));
});

function read(...patterns: string[]): string | undefined {
  const found = readResultFile(work, patterns, 100);
  return found === undefined
    ? undefined
    : `${found.name}: ${Buffer.from(found.content).toString()}`;
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

test("pipes, folders and too large files do not count", () => {
  execFileSync("mkfifo", [join(work, "a.yml")]);
  mkdirSync(join(work, "b.yml"));
  writeFileSync(join(work, "c.yml"), "x".repeat(101));
  expect(read("*.yml")).toBeUndefined();
});
