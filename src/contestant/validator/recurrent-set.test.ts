/** Claims of recurrent sets in violation witnesses of non-termination: formats 2.1 and 1.0. */
import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { loadProgram, TERMINATION, Verdicts } from "../../../test/regression/verdicts.ts";
import {
  formatAutomaton,
  formatWitness,
  type ViolationWitness,
  type WitnessMetadata,
} from "../../ground/witness/index.ts";
import { Budget } from "../call/budget.ts";
import { isFault, NO_TASK, WitnessLinter } from "../lint/index.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { readWitness } from "./read-witness.ts";
import { validate } from "./validate.ts";

const SECONDS = 20;

/** Returns to a state after 2 to the power of 31 iterations. */
const WRAPS = `int main(void) {
  unsigned i = 9;
  while (i >= 0)
    i -= 2;
  return 0;
}
`;
/** The same from an input. */
const WRAPS_AFTER_INPUT = `extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = 1;
  if (n < 5)
    return 0;
  while (k != 0)
    k += 2 * n;
  return 0;
}
`;

let verdicts: Verdicts;
let solvers: Awaited<ReturnType<typeof createCadical>>;
beforeAll(async () => {
  verdicts = await Verdicts.create();
  solvers = await createCadical();
});

/** An execution enters the set at a statement, and is in it at every visit. */
function inSet(expression: string, line: number, column: number): ViolationWitness {
  const location = { file: "a.c", line, column, function: "main" };
  const follow = { type: "assumption", location, expression } as const;
  return {
    kind: "violation",
    segments: [
      { avoid: [], follow },
      { avoid: [], follow, cycle: true },
    ],
  };
}

function metadataOf(text: string): WitnessMetadata {
  return {
    formatVersion: "2.1",
    uuid: "00000000-0000-4000-8000-000000000000",
    creationTime: "2026-01-01T00:00:00Z",
    producer: { name: "agon", version: "0" },
    task: {
      inputFiles: ["a.c"],
      inputFileHashes: { "a.c": createHash("sha256").update(text).digest("hex") },
      specification: TERMINATION.specification,
      dataModel: "LP64",
      language: "C",
    },
  };
}

function answerTo(text: string, file: string, name: string, seconds: number = SECONDS): string {
  const answer = validate(loadProgram("a.c", text, "LP64"), TERMINATION, readWitness(file, name), {
    programHash: createHash("sha256").update(text).digest("hex"),
    dataModel: "LP64",
    budget: new Budget(seconds),
    createSatSolver: () => solvers.create(),
    seed: 1,
  });
  return answer.verdict;
}

test.each([
  ["a number that is never negative", WRAPS],
  ["a number that is never zero", WRAPS_AFTER_INPUT],
])("%s: the set is found, written, read and confirmed in both formats", async (_, text) => {
  const loaded = loadProgram("a.c", text, "LP64");
  const result = await verdicts.verify(loaded, "non-termination", SECONDS, TERMINATION);
  if (result.verdict !== "false" || result.witness.kind !== "violation")
    throw new Error(JSON.stringify(result));
  expect(result.witness.segments.at(-1)).toMatchObject({
    cycle: true,
    follow: { type: "assumption" },
  });
  const metadata = metadataOf(text);
  const yaml = formatWitness(result.witness, metadata);
  expect(answerTo(text, yaml, "witness.yml")).toBe("false");
  const graphml = formatAutomaton(result.witness, metadata);
  expect(graphml).toContain('<data key="cyclehead">true</data>');
  expect(answerTo(text, graphml, "witness.graphml")).toBe("false");
  for (const [file, name] of [
    [yaml, "witness.yml"],
    [graphml, "witness.graphml"],
  ] as const) {
    const linter = new WitnessLinter(name, NO_TASK);
    linter.write(file);
    expect(linter.finish().findings.filter(isFault)).toEqual([]);
  }
});

test.each([
  ["a set that is left after some turns", WRAPS, inSet("i > 3", 4, 5)],
  ["a state that does not come back at once", WRAPS, inSet("i == 5", 4, 5)],
])("%s is refuted", (_, text, witness) => {
  expect(answerTo(text, formatWitness(witness, metadataOf(text)), "witness.yml")).toBe("true");
});

test("a set that is left after many turns is not confirmed", () => {
  const text =
    "int main(void) {\n  unsigned x = 0;\n  while (x < 3000000000U)\n    x++;\n  return 0;\n}\n";
  const witness = inSet("x < 3000000000U", 4, 5);
  const file = formatWitness(witness, metadataOf(text));
  expect(["true", "unknown"]).toContain(answerTo(text, file, "witness.yml", 1));
});

const SECONDS_OF_CLAIM = 6;

/** The outer loop never ends; the inner one always does. */
const NESTED = `int main(void) {
  unsigned i = 9, j = 0;
  while (i >= 0) {
    i -= 2;
    j = 3;
    while (j > 0)
      j--;
  }
  return 0;
}
`;

/** Assumptions at statements, repeated in this order. */
function turns(
  ...claims: readonly (readonly [expression: string, line: number, column: number])[]
): ViolationWitness {
  const segments = claims.map(([expression, line, column]) => {
    const location = { file: "a.c", line, column, function: "main" };
    return { avoid: [], follow: { type: "assumption", location, expression } as const };
  });
  return {
    kind: "violation",
    segments: [...segments, ...segments.map((segment) => ({ ...segment, cycle: true as const }))],
  };
}

test.each([
  ["two loops have a set each", NESTED, turns(["i >= 0", 4, 5], ["j <= 3 && j > 0", 7, 7])],
  ["a conjunction", WRAPS, turns(["i % 2 == 1 && i != 4", 4, 5])],
  ["two sets of one loop hold together", WRAPS, turns(["i % 2 == 1", 3, 3], ["i != 4", 4, 5])],
])("%s: it is confirmed", (_, text, witness) => {
  const file = formatWitness(witness, metadataOf(text));
  expect(answerTo(text, file, "witness.yml", SECONDS_OF_CLAIM)).toBe("false");
});

test("a witness whose second set is left is not confirmed", () => {
  const witness = turns(["i % 2 == 1", 4, 5], ["j == 3", 7, 7]);
  const file = formatWitness(witness, metadataOf(NESTED));
  expect(answerTo(NESTED, file, "witness.yml", 2)).not.toBe("false");
});
