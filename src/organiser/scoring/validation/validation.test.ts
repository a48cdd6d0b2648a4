import { describe, expect, test } from "vitest";
import { type BaseCategory, parseVerdict } from "../../../ground/model/index.ts";
import { findEdition } from "../editions/index.ts";
import { finalStatus } from "../final-status.ts";
import type { LinterAnswer, ValidatorAnswer, WitnessFacts, WitnessFormat } from "./input.ts";

const UNEXAMINED: WitnessFacts = { state: "unexamined" };
const INVALID = "ERROR (invalid witness syntax)";
const MISSING = "ERROR (witness does not exist)";
const TYPE = "ERROR (unexpected witness type)";
const VERSION = "ERROR (unexpected witness version)";

interface Case {
  readonly year: number;
  readonly category?: BaseCategory;
  readonly status: string;
  readonly witness?: WitnessFacts;
  /** `status` or `format: status`. */
  readonly lints?: readonly string[];
  readonly validators?: readonly string[];
}

const LOOPS: BaseCategory = {
  kind: "base",
  name: "unreach-call.ReachSafety-Loops",
  property: "unreach-call",
};
const HEAP: BaseCategory = {
  kind: "base",
  name: "valid-memsafety.MemSafety-Heap",
  property: "valid-memsafety",
};

/** Splits `graphml: done`. */
function withFormat(text: string): { readonly format?: WitnessFormat; readonly status: string } {
  const [format, ...rest] = text.split(": ");
  if (format !== "graphml" && format !== "yaml") return { status: text };
  return { format, status: rest.join(": ") };
}

function judge({
  year,
  category = LOOPS,
  status,
  witness = UNEXAMINED,
  lints = [],
  validators = [],
}: Case): string {
  const expected = parseVerdict(status);
  const phase = status === "true" ? "correctness-validation" : "violation-validation";
  const result = finalStatus({
    edition: findEdition(year),
    category,
    expectedVerdict: expected?.kind === "unknown" ? undefined : expected,
    isVoid: false,
    verification: { status },
    witness,
    lints: lints.map((text): LinterAnswer => ({ tool: "lint", ...withFormat(text) })),
    validations: validators.map(
      (text, index): ValidatorAnswer => ({ tool: `v${index}`, phase, ...withFormat(text) }),
    ),
  });
  return `${result.status} ${result.category} ${result.points}`;
}

const present = (kind: "violation" | "correctness", version: string): WitnessFacts => ({
  state: "present",
  kind,
  version,
});

const F = "false(unreach-call)";

describe.each([
  ["before 2015 the verdict counts", 2014, "false", [], [], "false correct 1"],
  ["2015: violation witnesses", 2015, F, [], ["unknown"], `${F} correct-unconfirmed 0`],
  ["2015: no correctness witnesses", 2015, "true", [], [], "true correct 2"],
  ["2016: demonstration", 2016, "true", [], ["false"], "true correct 2"],
  ["merge: confirmed", 2019, "true", [], ["unknown", "true"], "true correct 2"],
  ["merge: one point unconfirmed", 2019, "true", [], ["TIMEOUT"], "true correct-unconfirmed 1"],
  ["merge: no results", 2019, "true", [], [], "true correct 2"],
  [
    "merge: invalid is final",
    2019,
    "true",
    [],
    ["true", INVALID],
    "witness invalid (true) error 0",
  ],
  [
    "merge: another error",
    2019,
    F,
    [],
    ["ERROR (invalid witness file)"],
    `${F} correct-unconfirmed 0`,
  ],
  ["merge: only equal statuses", 2019, F, [], ["false"], `${F} correct-unconfirmed 0`],
  ["2021: zero points unconfirmed", 2021, "true", [], ["unknown"], "true correct-unconfirmed 0"],
  [
    "2021: invalid from a validator is no verdict",
    2021,
    "true",
    [],
    [INVALID, "true"],
    "true correct 2",
  ],
  ["2021: only equal statuses", 2021, F, ["done"], ["false"], `${F} correct-unconfirmed 0`],
  ["2025: same answer", 2025, F, ["done"], ["false"], `${F} correct 1`],
  ["2025: refused", 2025, F, [INVALID], [F], `witness invalid (${F}) error 0`],
  ["2025: one linter clears", 2025, F, [INVALID, "done"], [F], `${F} correct 1`],
  ["2025: crash of a linter is no refusal", 2025, F, ["EXCEPTION"], [F], `${F} correct 1`],
  [
    "2025: missing",
    2025,
    F,
    [`graphml: ${MISSING}`, `yaml: ${MISSING}`],
    [],
    `witness missing (${F}) error 0`,
  ],
  [
    "2025: invalid before missing",
    2025,
    F,
    [`graphml: ${INVALID}`, `yaml: ${MISSING}`],
    [],
    `witness invalid (${F}) error 0`,
  ],
  [
    "2025: type and version",
    2025,
    F,
    [`graphml: ${TYPE}`, `yaml: ${VERSION}`],
    [],
    `witness-version mismatch (${F}) error 0`,
  ],
  [
    "2025: the other format confirms",
    2025,
    F,
    [`graphml: ${INVALID}`, "yaml: done"],
    [`yaml: ${F}`],
    `${F} correct 1`,
  ],
  [
    "2025: a refused format cannot confirm",
    2025,
    F,
    [`graphml: ${INVALID}`, "yaml: done"],
    [`graphml: ${F}`],
    `${F} correct-unconfirmed 0`,
  ],
  ["2026: refused", 2026, F, [TYPE], [F], `witness-type mismatch (${F}) error 0`],
  ["2026: version", 2026, F, [VERSION], [F], `witness missing (${F}) error 0`],
] as const)("%s", (_name, year, status, lints, validators, outcome) => {
  test(`${status} with linters [${lints}] and validators [${validators}]`, () => {
    const category = year < 2026 ? LOOPS : { ...LOOPS, name: "C.unreach-call.Loops" };
    expect(judge({ year, category, status, lints, validators })).toBe(outcome);
  });
});

test("valid-memsafety: the subproperty must agree", () => {
  const base = { year: 2025, category: HEAP, status: "false(valid-deref)", lints: ["done"] };
  expect(judge({ ...base, validators: ["false(valid-free)"] })).toContain("unconfirmed");
  expect(judge({ ...base, validators: ["false"] })).toContain("unconfirmed");
  expect(judge({ ...base, validators: ["false(valid-deref)"] })).toContain("correct 1");
});

test("TRUE in a category without correctness validation stays, regardless of linters", () => {
  expect(judge({ year: 2025, category: HEAP, status: "true", lints: [INVALID] })).toBe(
    "true correct 2",
  );
});

describe("facts of Agon's own reader", () => {
  test.each([
    [2019, { state: "missing" }, ["true"], "true correct-unconfirmed 1"],
    [2019, { state: "invalid", reason: "line 1" }, ["true"], "witness invalid (true) error 0"],
    [2019, present("correctness", "1.0"), [], "true correct-unconfirmed 1"],
    [2019, present("violation", "1.0"), ["true"], "true correct-unconfirmed 1"],
    [2025, { state: "missing" }, ["true"], "witness missing (true) error 0"],
    [2025, present("correctness", "2.0"), ["true"], "true correct 2"],
    [2025, present("correctness", "2.1"), ["true"], "witness-version mismatch (true) error 0"],
    [2025, present("violation", "2.0"), ["true"], "witness-type mismatch (true) error 0"],
  ] satisfies [number, WitnessFacts, string[], string][])(
    "%i %o validators %j: %s",
    (year, witness, validators, outcome) => {
      expect(judge({ year, status: "true", witness, validators })).toBe(outcome);
    },
  );

  test("a linter that accepts overrules the reader's complaint about syntax", () => {
    const witness: WitnessFacts = { state: "invalid", reason: "line 1" };
    const validators = ["true"];
    const category = { ...LOOPS, name: "C.unreach-call.Loops" };
    const outcome = (lints: string[]): string =>
      judge({ year: 2026, category, status: "true", witness, lints, validators });
    expect(outcome([])).toBe("witness invalid (true) error 0");
    expect(outcome(["done"])).toBe("true correct 2");
  });
});
