import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { lintFile } from "../../contestant/jobs/lint-file.ts";
import { NO_TASK } from "../../contestant/lint/index.ts";
import { readTaskFile } from "../../ground/files/index.ts";
import { readInput } from "../../organiser/competition/index.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-unreadable-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each<readonly [string, () => unknown]>([
  ["a witness", () => lintFile(folder, NO_TASK)],
  ["a program", () => readTaskFile(folder, "the program")],
  ["a definition", () => readInput(folder, folder)],
])("a folder in place of %s is reported as a folder", async (_name, read) => {
  await expect(async () => await read()).rejects.toThrow("this is a folder, expected a file");
});
