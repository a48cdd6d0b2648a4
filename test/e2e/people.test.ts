/** The programs of examples/people: Agon's output is the one in their README. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { agon } from "./cli.ts";

const FOLDER = "examples/people/";
const rows = readFileSync(`${FOLDER}README.md`, "utf8")
  .split("\n")
  .flatMap((line) => {
    const match = /^\| `([^`]+\.c)` \| (.*) \|$/.exec(line);
    return match === null ? [] : [[match[1] as string, match[2] as string] as const];
  });

test("there are thirty-two of them", () => {
  expect(rows).toHaveLength(32);
});

describe.each(rows)("%s", (programs, expected) => {
  const files = programs.split(" ").map((name) => FOLDER + name);
  test(expected, async () => {
    const { stdout, code } = await agon("verify", ...files, "--quiet");
    if (expected === "no problem") {
      expect(stdout).toMatch(/^No problem found/);
      expect(stdout).toMatch(/checked: .*no invalid memory access/);
      expect(code).toBe(0);
      return;
    }
    const place = /^(?:(\S+\.c):)?(\S+): (.*)$/.exec(expected);
    const file = FOLDER + (place?.[1] ?? programs);
    const start = `${file}:${place?.[2]}:…: error: ${place?.[3]}`;
    expect(stdout.split("\n")[0]).toMatch(pattern(start));
    expect(code).toBe(10);
  });
});

/** A pattern for texts with this beginning, with anything for `…`. */
function pattern(text: string): RegExp {
  const parts = text.split("…").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*?")}`);
}
