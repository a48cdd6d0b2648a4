import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CONFIGURATIONS } from "./configurations.ts";

test("the competition among techniques has every configuration as a contestant, once", () => {
  const definition = readFileSync("examples/techniques/competition.yml", "utf8");
  const chosen = [...definition.matchAll(/options: \[--config, ([\w-]+)\]/g)].map(
    ([, name]) => name,
  );
  expect(chosen.toSorted()).toEqual(CONFIGURATIONS.map(({ name }) => name).toSorted());
});
