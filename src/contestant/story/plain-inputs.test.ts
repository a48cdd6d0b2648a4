import { expect, test } from "vitest";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import { formulasOfChecks, specificationOf } from "../specification/index.ts";
import { searchViolation } from "../techniques/index.ts";
import { plainInputs } from "./plain-inputs.ts";
import { createTrace } from "./trace.ts";

/** Returns the inputs of a violation that a search has found, simplified. */
function inputsOf(text: string): readonly string[] {
  const { program } = loadProgram("p.c", text, "LP64");
  const specification = specificationOf({ formulas: formulasOfChecks(["overflow"]) });
  const found = searchViolation(program, specification, new Budget(30), 1);
  if (found.kind !== "violation") throw new Error(found.kind);
  const plain = plainInputs(program, specification, found.choices);
  return createTrace(program, specification, plain)?.inputs.map(({ value }) => value) ?? [];
}

test.each([
  [
    "what a function returns",
    "int __VERIFIER_nondet_int(void);\nint main(void) { int n = __VERIFIER_nondet_int(); return n > 0 ? n * 10 : 0; }",
    ["214748365"],
  ],
  [
    "an uninitialised variable",
    "int main(void) { int n; return n < 0 ? n * 10 : 0; }",
    ["-214748365"],
  ],
  ["two of them", "int main(void) { int n, m; return m > 2 ? n * 10 : 0; }", ["214748365", "3"]],
])("%s is as small as the violation allows", (_, text, inputs) => {
  expect(inputsOf(text)).toEqual(inputs);
});
