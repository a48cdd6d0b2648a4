import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { verificationDocument } from "../../../contestant/jobs/verification-document.ts";
import type { VerificationJob } from "../../../contestant/jobs/verification-job.ts";
import type { VerificationReport } from "../../../contestant/jobs/verification-report.ts";
import { faultsOf, verificationExitCode } from "../contestant.ts";
import { renderStrategy } from "./strategy-text.ts";

const TECHNIQUES = [
  {
    technique: "induction",
    verdict: "unknown",
    reason: "internal error in induction: widths differ",
    fault: "InvariantError: internal error: widths differ\n    at somewhere.js:1:1",
    cpuSeconds: 1,
    budgetSeconds: 2,
  },
  {
    technique: "bounded-model-checking",
    verdict: "unknown",
    reason: "a loop",
    cpuSeconds: 1,
    budgetSeconds: 2,
  },
] as const;
const UNKNOWN: VerificationReport = {
  verdict: "unknown",
  reason: "internal error in induction: widths differ; bounded-model-checking: a loop",
  techniques: TECHNIQUES,
};
const PROVED: VerificationReport = {
  verdict: "true",
  reason: "every execution was explored",
  witness: { kind: "correctness", invariants: [] },
  techniques: TECHNIQUES,
};

test("the exit code shows a fault when there is no answer", () => {
  const [, harmless] = TECHNIQUES;
  const unknown = { ...UNKNOWN, techniques: [harmless] };
  expect([UNKNOWN, PROVED, unknown].map((report) => verificationExitCode(report, false))).toEqual([
    70, 0, 0,
  ]);
  expect([UNKNOWN, PROVED, unknown].map((report) => verificationExitCode(report, true))).toEqual([
    70, 0, 20,
  ]);
});

test("the faults are reported with their stack traces", () => {
  expect(faultsOf(PROVED)).toEqual([`internal error in induction: ${TECHNIQUES[0].fault}`]);
  expect(renderStrategy(UNKNOWN)).toContain(
    "unknown: internal error in induction: widths differ (a fault of Agon: please report it)\n",
  );
});

test("the JSON document contains the fault", () => {
  const schema = JSON.parse(readFileSync("schema/verification.schema.json", "utf8")) as object;
  const isDocument = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  const job: VerificationJob = {
    programFile: "p.c",
    programText: "",
    propertyFile: "p.prp",
    propertyText: "",
    configuration: "default",
    timeLimitSeconds: 1,
    seed: 1,
    dataModel: "ILP32",
    wantsTrace: false,
    wantsWitness: false,
    checksProofs: false,
  };
  const facts = { cpuSeconds: 1, wallSeconds: 1, witness: undefined };
  const document = verificationDocument(job, UNKNOWN, facts);
  expect(isDocument(document), JSON.stringify(isDocument.errors)).toBe(true);
  expect(document.techniques[0]?.fault).toBe(TECHNIQUES[0].fault);
});
