import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OpenFiles } from "./open-files.ts";

test("reads from any number of files with few of them open", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-open-files-"));
  try {
    const paths = Array.from({ length: 9 }, (_, number) => join(folder, String(number)));
    for (const [number, path] of paths.entries()) writeFileSync(path, `file ${number}`);
    const files = new OpenFiles(3);
    const bytes = Buffer.alloc(3);
    for (const number of [0, 1, 2, 3, 0, 8, 7, 8, 8, 4, 0]) {
      expect(files.read(paths[number] as string, bytes, 3)).toBe(true);
      expect(bytes.toString()).toBe(`e ${number}`);
    }
    expect(files.read(paths[5] as string, bytes, 4)).toBe(false);
    expect(openIn(folder)).toBe(3);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Descriptors of this process that lead into the folder. */
function openIn(folder: string): number {
  return readdirSync("/proc/self/fd").filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}
