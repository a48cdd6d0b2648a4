/** Every command of docs/tutorial.md is executed: what it prints begins as the page says. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { agon } from "./cli.ts";

const page = readFileSync("docs/tutorial.md", "utf8");
const blocks = [...page.matchAll(/```console\n\$ agon (.*)\n([\s\S]*?)```/g)].map(
  ([, words = "", output = ""]) => [words, output] as const,
);

test("the page has commands", () => {
  expect(blocks.length).toBeGreaterThan(4);
});

test.each(blocks)("agon %s", async (words, output) => {
  const { stdout } = await agon(...words.split(" "));
  expect(stdout.slice(0, output.length)).toBe(output);
});
