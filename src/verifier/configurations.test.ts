import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { techniqueOf } from "../techniques/index.ts";
import { CONFIGURATION_LANES } from "./configuration-lanes.ts";
import { CONFIGURATIONS } from "./configurations.ts";

test("the competition among techniques has every configuration as a contestant, once", () => {
  const definition = readFileSync("examples/techniques/competition.yml", "utf8");
  const chosen = [...definition.matchAll(/options: \[--config, ([\w-]+)\]/g)].map(
    ([, name]) => name,
  );
  expect(chosen.toSorted()).toEqual(CONFIGURATIONS.map(({ name }) => name).toSorted());
});

test("the names and lanes that commands know without the techniques are those of the list", () => {
  const lanesOf = ({ techniques }: (typeof CONFIGURATIONS)[number]) => [
    ...new Set(techniques.map(({ technique }) => techniqueOf(technique).lane).toSorted()),
  ];
  const expected = CONFIGURATIONS.map((each) => [each.name, lanesOf(each)]);
  expect(Object.entries(CONFIGURATION_LANES)).toEqual(expected);
});
