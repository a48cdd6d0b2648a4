import { describe, expect, test } from "vitest";
import {
  type BaseCategory,
  parseVerdict,
  type RunPhase,
  witnessRequirement,
} from "../../ground/model/index.ts";
import { findEdition } from "./editions/index.ts";
import { type FinalStatusInput, finalStatus } from "./final-status.ts";
import type { WitnessFacts } from "./validation/input.ts";

const edition = findEdition(2026);

function base(name: string): BaseCategory {
  return { kind: "base", name, property: name.split(".")[1] as string };
}

const LOOPS = base("C.unreach-call.Loops");
const ARRAYS = base("C.unreach-call.Arrays");
const MEMSAFETY = base("C.valid-memsafety.Heap");
const OVERFLOW = base("C.no-overflow.Main");
const TERMINATION = base("C.termination.Other");

/** `true`, `false(p)` or undefined as an expected verdict. */
function expected(text: string | undefined): FinalStatusInput["expectedVerdict"] {
  const verdict = text === undefined ? undefined : parseVerdict(text);
  return verdict === undefined || verdict.kind === "unknown" ? undefined : verdict;
}

/** `V2.0`, `C2.1`, `-` or a reason why the witness is invalid. */
function witness(text: string): WitnessFacts {
  if (text === "-") return { state: "missing" };
  const version = text.slice(1);
  if (text.startsWith("V")) return { state: "present", kind: "violation", version };
  if (text.startsWith("C")) return { state: "present", kind: "correctness", version };
  return { state: "invalid", reason: text };
}

type Case = [
  category: BaseCategory,
  expected: string | undefined,
  status: string,
  witness: string,
  validators: string[],
  outcome: string,
];

const VIOLATION: Case[] = [
  [
    LOOPS,
    "false",
    "false(unreach-call)",
    "V2.0",
    ["false(unreach-call)"],
    "false(unreach-call) correct 1",
  ],
  [
    LOOPS,
    "false",
    "false(unreach-call)",
    "V1.0",
    ["unknown", "false"],
    "false(unreach-call) correct 1",
  ],
  [
    LOOPS,
    "false",
    "false(unreach-call)",
    "V2.0",
    ["true"],
    "false(unreach-call) correct-unconfirmed 0",
  ],
  [
    LOOPS,
    "false",
    "false(unreach-call)",
    "V2.0",
    ["TIMEOUT (false)"],
    "false(unreach-call) correct-unconfirmed 0",
  ],
  [LOOPS, "false", "false(unreach-call)", "V2.0", [], "false(unreach-call) correct-unconfirmed 0"],
  [
    LOOPS,
    "false",
    "false(unreach-call)",
    "-",
    ["false"],
    "witness missing (false(unreach-call)) error 0",
  ],
  [
    LOOPS,
    "false",
    "false(unreach-call)",
    "V2.2",
    ["false"],
    "witness missing (false(unreach-call)) error 0",
  ],
  [
    LOOPS,
    "false",
    "false(unreach-call)",
    "C2.0",
    ["false"],
    "witness-type mismatch (false(unreach-call)) error 0",
  ],
  [
    LOOPS,
    "false",
    "false(unreach-call)",
    "line 3: no target",
    ["false"],
    "witness invalid (false(unreach-call)) error 0",
  ],
  [
    LOOPS,
    "true",
    "false(unreach-call)",
    "V2.0",
    ["false(unreach-call)"],
    "false(unreach-call) wrong -16",
  ],
  [LOOPS, "true", "false(unreach-call)", "-", [], "false(unreach-call) wrong -16"],
  [
    MEMSAFETY,
    "false(valid-deref)",
    "false(valid-deref)",
    "V2.0",
    ["false(valid-deref)"],
    "false(valid-deref) correct 1",
  ],
  [
    MEMSAFETY,
    "false(valid-deref)",
    "false(valid-deref)",
    "V2.0",
    ["false(valid-free)"],
    "false(valid-deref) correct-unconfirmed 0",
  ],
  [
    MEMSAFETY,
    "false(valid-deref)",
    "false(valid-deref)",
    "V2.0",
    ["false"],
    "false(valid-deref) correct-unconfirmed 0",
  ],
  [
    MEMSAFETY,
    "false(valid-deref)",
    "false(valid-free)",
    "V2.0",
    ["false"],
    "false(valid-free) unknown 0",
  ],
  [
    MEMSAFETY,
    "false(valid-memtrack)",
    "false(valid-memtrack)",
    "V2.0",
    ["false(valid-memtrack)"],
    "witness missing (false(valid-memtrack)) error 0",
  ],
  [
    MEMSAFETY,
    "false(valid-memtrack)",
    "false(valid-memtrack)",
    "V1.0",
    ["false(valid-memtrack)"],
    "false(valid-memtrack) correct 1",
  ],
];

const CORRECTNESS: Case[] = [
  [LOOPS, "true", "true", "C2.0", ["true"], "true correct 2"],
  [LOOPS, "true", "true", "C2.0", ["false(unreach-call)"], "true correct-unconfirmed 0"],
  [LOOPS, "true", "true", "C1.0", ["true"], "witness missing (true) error 0"],
  [LOOPS, "false", "true", "C2.0", ["true"], "true wrong -32"],
  [ARRAYS, "true", "true", "-", [], "true correct 2"],
  [MEMSAFETY, "true", "true", "-", [], "true correct 2"],
  [TERMINATION, "true", "true", "C2.1", ["unknown"], "true correct 2"],
  [OVERFLOW, "true", "unknown", "-", [], "unknown unknown 0"],
  [OVERFLOW, "true", "TIMEOUT (true)", "C2.0", ["true"], "TIMEOUT (true) error 0"],
  [OVERFLOW, undefined, "true", "C2.0", ["true"], "true missing 0"],
];

function inputOf(
  [category, verdict, status, witnessText, validators]: Case,
  phase: RunPhase,
): FinalStatusInput {
  return {
    edition,
    category,
    expectedVerdict: expected(verdict),
    isVoid: false,
    verification: { status },
    witness: witness(witnessText),
    validations: validators.map((answer, index) => ({ tool: `v${index}`, phase, status: answer })),
  };
}

describe.each([
  ["violation-validation", VIOLATION],
  ["correctness-validation", CORRECTNESS],
] as const)("%s", (phase, cases) => {
  test.each(cases.map((row): [string, Case] => [row.map(String).join(" | "), row]))(
    "%s",
    (_name, row) => {
      const { status, category, points } = finalStatus(inputOf(row, phase));
      expect(`${status} ${category} ${points}`).toBe(row[5]);
    },
  );

  test.each(cases.map((row): [string, Case] => [row.map(String).join(" | "), row]))(
    "void: %s",
    (_name, row) => {
      const result = finalStatus({ ...inputOf(row, phase), isVoid: true });
      expect(result).toMatchObject({
        status: `invalid task (${row[2]})`,
        category: "missing",
        points: 0,
      });
    },
  );
});

test("validators of the other kind of witness do not count", () => {
  const row: Case = [LOOPS, "true", "true", "C2.0", ["true"], ""];
  expect(finalStatus(inputOf(row, "violation-validation")).category).toBe("correct-unconfirmed");
});

test("the trace names every rule with its source", () => {
  const row: Case = [LOOPS, "false", "false(unreach-call)", "V2.0", ["unknown", "false"], ""];
  const { trace } = finalStatus(inputOf(row, "violation-validation"));
  expect(trace.map(({ source, text }) => `${source}: ${text}`)).toEqual([
    "BenchExec, result categories: answer 'false(unreach-call)', expected verdict 'false': correct",
    "SV-COMP 2026 rules, table of witness formats: violation witness for C.unreach-call.Loops: required in format 1.0 or 2.0 or 2.1",
    "SV-COMP 2026 rules, validation: v0 answers 'unknown': does not confirm the result",
    "SV-COMP 2026 rules, validation: v1 answers 'false': confirms the result",
    "SV-COMP 2026 rules, validation: one confirmation is required and suffices",
    "SV-COMP 2026 rules, scoring schema: 'false(unreach-call)' in category correct: +1 points",
  ]);
});

test.each([
  ["C.unreach-call.Arrays", "true", "none"],
  ["C.unreach-call.SoftwareSystems-Other", "true", "required 2.0 2.1"],
  ["C.unreach-call.Concurrency", "true", "demonstration 2.1"],
  ["C.unreach-call.Concurrency", "false", "required 1.0"],
  ["C.no-overflow.Concurrency", "false", "required 1.0"],
  ["C.no-overflow.Main", "true", "required 2.0 2.1"],
  ["C.valid-memsafety.Concurrency", "false(valid-memtrack)", "required 1.0"],
  ["C.valid-memsafety.Arrays", "false(valid-free)", "required 1.0 2.0 2.1"],
  ["C.valid-memsafety.Arrays", "false(valid-memtrack)", "required 1.0"],
  ["C.valid-memcleanup.Main", "false", "required 1.0"],
  ["C.no-data-race.Concurrency", "true", "none"],
  ["C.termination.Other", "false", "required 1.0 2.1"],
  ["Java.valid-assert.Main", "true", "demonstration 1.0"],
])("witness table: %s, answer %s: %s", (name, answer, text) => {
  const verdict = expected(answer);
  const requirement = witnessRequirement(edition, base(name), verdict ?? { kind: "true" });
  const versions = requirement.kind === "none" ? [] : requirement.versions;
  expect([requirement.kind, ...versions].join(" ")).toBe(text);
});

test("the rules of unknown years are refused", () => {
  expect(() => findEdition(1999)).toThrow("edition 1999");
});
