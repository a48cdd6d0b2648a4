import { beforeAll, describe, expect, test } from "vitest";
import { parseProperty } from "../../ground/properties/index.ts";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import type { SatSolverFactory } from "../smt/sat-solver.ts";
import { type CadicalFactory, createCadical } from "../solver/cadical-wasm.ts";
import { type TechniqueReport, type VerificationResult, verify } from "./verify.ts";

const PROGRAM = `extern void abort(void); void reach_error(void) { abort(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { int x = __VERIFIER_nondet_uchar(); if (x > 255) reach_error(); }`;

let cadical: CadicalFactory;
beforeAll(async () => {
  cadical = await createCadical();
});

function decide(
  createSatSolver: SatSolverFactory,
  ...techniques: string[]
): { result: VerificationResult; reports: TechniqueReport[] } {
  const reports: TechniqueReport[] = [];
  const property = parseProperty("CHECK( init(main()), LTL(G ! call(reach_error())) )", "p.prp");
  const result = verify(loadProgram("p.c", PROGRAM, "ILP32").program, property, {
    configuration: {
      name: "test",
      description: "",
      techniques: techniques.map((technique) => ({ technique, share: 0.5 })),
    },
    budget: new Budget(10),
    createSatSolver,
    seed: 1,
    onTechnique: (report) => reports.push(report),
  });
  return { result, reports };
}

const broken: SatSolverFactory = () => {
  throw new TypeError("no solver today");
};
const endless: SatSolverFactory = (use) => endless(use);

describe("a technique that throws", () => {
  test("answers unknown, and its fault is reported", () => {
    const { result, reports } = decide(broken, "bounded-model-checking");
    const reason = "internal error in bounded-model-checking: no solver today";
    expect(result).toEqual({ verdict: "unknown", reason });
    expect(reports).toMatchObject([{ technique: "bounded-model-checking", reason }]);
    expect(reports[0]?.fault).toMatch(
      /^TypeError: no solver today\n +at .*technique-failure\.test/,
    );
  });

  test("leaves the answer to the next one", () => {
    const { result, reports } = decide(broken, "bounded-model-checking", "abstract-interpretation");
    expect(result.verdict).toBe("true");
    expect(reports.map(({ verdict, fault }) => [verdict, fault !== undefined])).toEqual([
      ["unknown", true],
      ["true", false],
    ]);
  });

  test("is not asked again when time is left", () => {
    const { reports } = decide(broken, "bounded-model-checking", "k-induction");
    expect(reports.map(({ technique }) => technique)).toEqual([
      "bounded-model-checking",
      "k-induction",
    ]);
  });
});

test("the end of the stack is a reason, not a fault", () => {
  const { result, reports } = decide(endless, "bounded-model-checking");
  expect(result).toMatchObject({ reason: expect.stringContaining("the stack of the analysis is") });
  expect(reports[0]?.fault).toBeUndefined();
});

test("a RangeError of another kind is a fault", () => {
  const { result, reports } = decide(() => {
    throw new RangeError("Invalid array length");
  }, "bounded-model-checking");
  expect(result).toMatchObject({ reason: expect.stringContaining("internal error in bounded") });
  expect(reports[0]?.fault).toContain("RangeError");
});

test("a solver that works proves it", () => {
  const { result } = decide(() => cadical.create(), "bounded-model-checking");
  expect(result.verdict).toBe("true");
});
