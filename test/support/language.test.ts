import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

interface Phrase {
  readonly example: string;
  readonly instead: string;
}

const PHRASES: readonly Phrase[] = JSON.parse(readFileSync("scripts/language.json", "utf8"));

const PLAIN = `
/** Size of an array element, in bytes. Whether it is checked is known at the call. */
// The name tells nothing about the property; a caller asks what holds and is what follows.
const text = "the loop has a ranking function that decreases";
const told = new Map<string, number>();
`;

const folder = mkdtempSync(join(tmpdir(), "language-"));

/** The output of the check for a file with the given text, and its exit code. */
function check(text: string): { status: number | null; lines: string[]; file: string } {
  const file = join(folder, "text.ts");
  writeFileSync(file, text);
  const { status, stdout } = spawnSync("node", ["scripts/check-language.mjs", file], {
    encoding: "utf8",
  });
  return { status, lines: stdout.trimEnd().split("\n"), file };
}

describe("check-language", () => {
  test.each(PHRASES)("finds: $example", ({ example, instead }) => {
    const { status, lines, file } = check(`const before = 1;\n${example}\n`);
    expect(status).toBe(1);
    expect(lines[0]).toMatch(new RegExp(`^${file}:[23]: `));
    expect(lines[0]?.endsWith(` → ${instead}`)).toBe(true);
  });

  test("a phrase may go on in the next line of a comment", () => {
    expect(check("/**\n * Facts that are said\n * of a loop.\n */\n").lines[0]).toContain(":2: ");
  });

  test("prints nothing for a plain text", () => {
    expect(check(PLAIN)).toMatchObject({ status: 0, lines: [""] });
  });
});
