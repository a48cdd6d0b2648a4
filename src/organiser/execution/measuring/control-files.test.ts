import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ControlFiles } from "./control-files.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-control-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a file is read as it is now, and let go at the end", () => {
  const files = new ControlFiles();
  const [short, long] = [join(folder, "short"), join(folder, "long")];
  writeFileSync(short, "1\n");
  writeFileSync(long, "x".repeat(20_000));
  expect(files.read(short)).toBe("1");
  expect(files.read(long)).toHaveLength(20_000);
  writeFileSync(short, " 22 33\n");
  expect(files.read(short)).toBe("22 33");
  expect(files.read(join(folder, "missing"))).toBeUndefined();
  expect(files.read(folder)).toBeUndefined();
  const open = (): number => readdirSync("/proc/self/fd").length;
  const before = open();
  files.close();
  expect(open()).toBe(before - 3);
});
