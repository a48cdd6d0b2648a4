import { expect, test } from "vitest";
import type { ResultCategory } from "../../ground/model/index.ts";
import { findEdition } from "../scoring/index.ts";
import { categoryPart, type PartRun } from "./category-part.ts";
import { RunStore } from "./run-store.ts";
import { undefinedBehaviour } from "./undefined-behaviour.ts";

type Answer = readonly [tool: string, status: string, result: ResultCategory];

function part(
  category: string,
  tasks: readonly (readonly [id: string, expected: string, answers: readonly Answer[]])[],
) {
  const runs = tasks.flatMap(([task, , answers]) =>
    answers.map(
      ([tool, status, resultCategory]): PartRun => ({
        tool,
        category,
        task,
        status,
        resultCategory,
        points: 0,
      }),
    ),
  );
  const own = tasks.map(([id, expected]) => ({ id, expected }));
  return categoryPart(category, own, ["x", "y"], runs);
}

const found = undefinedBehaviour(
  new RunStore(
    [
      part("Reach", [
        ["a.yml#unreach-call", "true", [["x", "true", "correct"]]],
        ["b.yml#unreach-call", "true", []],
        ["c.yml#unreach-call", "false", [["y", "ERROR (undefined behavior)", "error"]]],
      ]),
      part("Overflow", [
        ["a.yml#no-overflow", "false(no-overflow)", [["y", "false(no-overflow)", "correct"]]],
        // No verdict presupposes that this program's behaviour is defined.
        ["d.yml#no-overflow", "false(no-overflow)", [["y", "false(no-overflow)", "correct"]]],
      ]),
      part("Memory", [
        [
          "b.yml#valid-memsafety",
          "true",
          [
            ["x", "false(valid-deref)", "wrong"],
            // A leak is not undefined behaviour.
            ["y", "false(valid-memtrack)", "wrong"],
          ],
        ],
      ]),
    ],
    findEdition(2025).scoring,
  ),
);

test("verdicts for other properties, reports against the expected verdict, statuses", () => {
  expect(
    found.map(({ task, what, isExpected, tools, contradicting, presupposing }) =>
      [task, what, isExpected, tools.join(), contradicting.join(), presupposing.join()].join(" | "),
    ),
  ).toEqual([
    "a.yml#no-overflow | no-overflow | true | y |  | a.yml#unreach-call",
    "c.yml#unreach-call | ERROR (undefined behavior) | false | y |  | c.yml#unreach-call",
    "b.yml#valid-memsafety | valid-deref | false | x | x | b.yml#unreach-call",
  ]);
});
