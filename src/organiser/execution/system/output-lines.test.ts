import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readOutputLines } from "./output-lines.ts";

const file = join(mkdtempSync(join(tmpdir(), "agon-output-")), "output.log");

test.each([
  ["", []],
  ["a\r\nb\n", ["a", "b"]],
])("%j", async (text, lines) => {
  writeFileSync(file, text);
  expect(await readOutputLines(file)).toEqual(lines);
});

test("both ends of a flood are kept, and every line is whole", async () => {
  const middle = Array.from({ length: 400_000 }, (_, index) => `line ${index}`);
  writeFileSync(file, ["first", ...middle, "last"].join("\n"));
  const lines = await readOutputLines(file);
  expect([lines[0], lines.at(-1)]).toEqual(["first", "last"]);
  expect(lines.length).toBeLessThan(200_000);
  const known = new Set(["first", ...middle, "last"]);
  expect(lines.every((line) => known.has(line))).toBe(true);
});

test("ten million lines take little time", async () => {
  writeFileSync(file, "y\n".repeat(10_000_000));
  const before = process.cpuUsage();
  await readOutputLines(file);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(2);
});
