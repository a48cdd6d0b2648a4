import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { participantsText, withNames } from "./configuration-lists.ts";
import { CONFIGURATIONS } from "./configurations.ts";

// If this test fails, run `npx tsx scripts/technique-lists.ts`.

test("the competition among techniques has every configuration as a contestant, once", () => {
  const definition = readFileSync("examples/techniques/competition.yml", "utf8");
  expect(definition).toContain(`\n${participantsText()}\n`);
  const chosen = [...definition.matchAll(/options: \[--config, ([\w-]+)\]/g)];
  expect(chosen).toHaveLength(CONFIGURATIONS.length);
});

test("the names that commands know without the techniques are those of the list", () => {
  const text = readFileSync("src/contestant/plan/configuration-names.ts", "utf8");
  expect(withNames(text)).toBe(text);
  for (const { name } of CONFIGURATIONS) expect(text).toContain(name);
});
