import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Edition, WITNESS_VERSIONS } from "../../../ground/model/index.ts";
import { InputError } from "../../../ground/util/errors.ts";
import { EDITIONS, findEdition } from "../editions/index.ts";
import { formatEdition } from "./format-edition.ts";
import { parseEdition } from "./read-edition.ts";
import { formatRequirement } from "./read-witness-rules.ts";

/** `line:column message` of every fault. */
function faults(text: string): readonly string[] {
  try {
    parseEdition(text, "mine.yml");
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`);
  }
  return [];
}

test.each(EDITIONS.map((edition) => [edition.id, edition] as const))(
  "%s survives being written and read",
  (_id, edition) => {
    const own: Edition = { ...edition, id: `own-${edition.year}` };
    expect(parseEdition(formatEdition(own), "own.yml")).toEqual(own);
  },
);

const HEAD = `format: agon-edition/1
id: lab-2026
name: Laboratory Competition 2026
year: 2026
`;

test("missing parts are inherited", () => {
  const base = findEdition(2026);
  const edition = parseEdition(
    `${HEAD}extends: svcomp-2026
scoring:
  unconfirmedTrue: 0.5
validation:
  confirmation: equal-status
meta:
  countVoidTasks: true
categories:
  - name: Loops
    property: unreach-call
  - name: Overall
    children: [Loops]
`,
    "mine.yml",
  );
  expect(edition).toEqual({
    ...base,
    id: "lab-2026",
    name: "Laboratory Competition 2026",
    scoring: { ...base.scoring, unconfirmedTrue: 0.5 },
    validation: { ...base.validation, confirmation: "equal-status" },
    meta: { ...base.meta, countVoidTasks: true },
    categories: [
      { kind: "base", name: "Loops", property: "unreach-call" },
      { kind: "meta", name: "Overall", children: ["Loops"] },
    ],
    doubts: [],
  });
});

test("an edition without a base", () => {
  const edition = parseEdition(
    `${HEAD}scoring: {correctTrue: 3, correctFalse: 1, unconfirmedTrue: 0, unconfirmedFalse: 0, wrongTrue: -9, wrongFalse: -3}
properties:
  - {name: unreach-call, kind: unreach-call}
witnessTable:
  source: our rules
  rules:
    - {correctness: none, violation: required 2.0 2.1}
validation: {procedure: single-witness, confirmation: same-answer}
limits:
  verification: {cpuTimeSeconds: 60, memoryBytes: 4000000000, cores: 2}
meta: {score: normalised, countVoidTasks: false, negativeTotals: kept, missingChildren: no-score}
`,
    "mine.yml",
  );
  expect(edition.limits.violationValidation).toEqual(edition.limits.verification);
  expect(edition.witnessTable.rules).toEqual([
    {
      property: "*",
      categories: ["*"],
      correctness: { kind: "none" },
      violation: { kind: "required", versions: ["2.0", "2.1"] },
    },
  ]);
  expect(edition.validationTrack).toBeUndefined();
  expect(edition.categories).toEqual([]);
});

describe("faults have positions", () => {
  test("all missing parts are reported", () => {
    expect(faults(HEAD)).toEqual(
      ["scoring", "properties", "witnessTable", "validation", "limits", "meta"].map(
        (key) => `1:1 the document has no '${key}'`,
      ),
    );
  });

  test.each([
    ["extends: svcomp-1999\n", "5:10 extends must be one of svcomp-2012"],
    ["extends: svcomp-2026\nscores: {}\n", "6:9 the document has an unknown key 'scores'"],
    [
      "extends: svcomp-2026\nscoring:\n  wrongTrue: .inf\n",
      "7:14 wrongTrue must be a finite number",
    ],
    [
      "extends: svcomp-2026\nwitnessTable:\n  source: x\n  rules:\n    - {correctness: none, violation: required 3.0}\n",
      "9:38 violation must be 'none', or 'required'",
    ],
    [
      "extends: svcomp-2026\nwitnessTable:\n  source: x\n  rules:\n    - {property: reach, correctness: none, violation: none}\n",
      "9:18 there is no property 'reach'",
    ],
    [
      "extends: svcomp-2026\nlimits:\n  verification: {cpuTimeSeconds: 0, memoryBytes: 1, cores: 1}\n",
      "7:34 cpuTimeSeconds must be more than 0",
    ],
    [
      "extends: svcomp-2026\ncategories:\n  - {name: A, children: [B]}\n  - {name: B, children: [A]}\n",
      "7:5 the category 'A' contains itself",
    ],
    [
      "extends: svcomp-2026\ncategories:\n  - {name: A, children: [B]}\n",
      "7:26 there is no category 'B'",
    ],
    [
      "extends: svcomp-2026\ncategories:\n  - {name: A, property: termination}\n  - {name: A, property: termination}\n",
      "8:5 the category 'A' is defined twice",
    ],
    [
      "extends: svcomp-2026\nproperties:\n  - {name: p, kind: reach}\n",
      "7:21 kind must be one of unreach-call",
    ],
  ])("%j", (text, message) => {
    expect(faults(HEAD + text)[0]).toContain(message);
  });

  test("the names of known editions are taken", () => {
    const text =
      "format: agon-edition/1\nid: svcomp-2026\nname: x\nyear: 2026\nextends: svcomp-2026\n";
    expect(faults(text)).toEqual([
      "2:5 the id 'svcomp-2026' is that of a known edition; choose another",
    ]);
  });

  test("another format", () => {
    expect(
      faults("format: agon-edition/2\nextends: svcomp-2026\nid: x\nname: x\nyear: 1\n"),
    ).toEqual(["1:9 format must be one of agon-edition/1, found 'agon-edition/2'"]);
  });
});

describe("the JSON schema", () => {
  interface SchemaObject {
    readonly properties: Readonly<
      Record<string, { readonly enum?: unknown; readonly pattern?: string }>
    >;
  }
  const schema = JSON.parse(readFileSync("schema/edition.schema.json", "utf8")) as SchemaObject & {
    readonly $defs: Readonly<Record<string, SchemaObject & { readonly pattern?: string }>>;
  };
  const documents = EDITIONS.map(
    (edition) => parse(formatEdition(edition)) as Readonly<Record<string, unknown>>,
  );

  test("knows the keys that editions have", () => {
    const keys = new Set(["extends", ...documents.flatMap((document) => Object.keys(document))]);
    expect(Object.keys(schema.properties).sort()).toEqual([...keys].sort());
    expect(schema.properties.extends?.enum).toEqual(EDITIONS.map(({ id }) => id));
  });

  test("knows the cells of the witness tables", () => {
    const pattern = new RegExp(schema.$defs.requirement?.pattern ?? "");
    const cells = EDITIONS.flatMap(({ witnessTable }) =>
      witnessTable.rules.flatMap((rule) => [rule.correctness, rule.violation]),
    );
    for (const cell of cells) expect(formatRequirement(cell)).toMatch(pattern);
    for (const version of WITNESS_VERSIONS) expect(`required ${version}`).toMatch(pattern);
  });
});
