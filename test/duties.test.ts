/** docs/duties.md names only existing tests and commands. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COMMANDS } from "../src/faces/cli/command-table.ts";

const rows = readFileSync("docs/duties.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| statement"))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test.each(rows.map((cells) => [cells[1] as string, cells] as const))("%s", (_name, cells) => {
  const [, , , command = "", tests = ""] = cells;
  const names = new Set(COMMANDS.map(({ name }) => name));
  for (const [, name = ""] of command.matchAll(/`agon ([a-z]+)/g)) expect(names).toContain(name);
  const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
  for (const file of files) expect(existsSync(file), file).toBe(true);
  // Duties of people are marked; all others have a test.
  expect(files.length > 0 || command.includes("*people*")).toBe(true);
});
