import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { specificationOf } from "../specification/index.ts";
import { TECHNIQUES, techniqueTable } from "./index.ts";

test("the table of techniques in the documentation is that of the list", () => {
  expect(readFileSync("docs/techniques.md", "utf8")).toContain(techniqueTable());
});

describe("every technique", () => {
  const names = TECHNIQUES.map(({ id }) => id);
  test("has a name of its own", () => {
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(TECHNIQUES)("$id says on which ground it says TRUE or FALSE", (technique) => {
    const { direction, grounds } = technique;
    expect(grounds.true !== undefined).toBe(direction !== "falsification");
    expect(grounds.false !== undefined).toBe(direction !== "proof");
  });

  test.each(TECHNIQUES)("$id runs after techniques of the list", ({ configurations }) => {
    for (const { before } of configurations ?? []) {
      for (const { technique } of before ?? []) expect(names).toContain(technique);
    }
  });
});

describe("what no technique has an argument for is supported by none", () => {
  const facts = { createsThreads: false, hasOneThread: true, mayWait: true };
  const reach = { kind: "unreach-call", functionName: "f" } as const;
  test.each([
    [[reach, { kind: "termination" }]],
    [[{ kind: "no-deadlock" }]],
    [[reach, { kind: "valid-assert" }]],
    [[reach, { kind: "no-data-race" }]],
  ] as const)("%j", (formulas) => {
    const specification = specificationOf({ formulas });
    const supporting = TECHNIQUES.filter(({ supports }) => !supports(specification, facts));
    expect(supporting.map(({ id }) => id)).toEqual([]);
  });
});

test("with threads, only what knows of threads is asked", () => {
  const specification = specificationOf({ formulas: [{ kind: "no-overflow" }] });
  const facts = { createsThreads: true, hasOneThread: false, mayWait: true };
  const asked = TECHNIQUES.filter(({ supports }) => supports(specification, facts) === undefined);
  expect(asked.map(({ id }) => id)).toEqual([
    "random-schedules",
    "thread-values",
    "thread-modular-proof",
    "exploration",
    "sequentialisation",
  ]);
});
