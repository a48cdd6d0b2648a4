import { describe, expect, test } from "vitest";
import { settled } from "../../../test/support/settled.ts";
import { parseProperty } from "../../ground/properties/index.ts";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { errorLabels } from "../specification/index.ts";
import { findConfiguration } from "./configurations.ts";
import { type VerificationResult, verify } from "./verify.ts";

const HEAD = "extern int __VERIFIER_nondet_int(void); int x;";

/** Decides a program with the property of the competitions of 2012 to 2016. */
async function decide(text: string, name: string, label = "ERROR"): Promise<string> {
  const solvers = await createCadical();
  const configuration = findConfiguration(name);
  if (configuration === undefined) throw new Error(name);
  const property = parseProperty(`CHECK( init(main()), LTL(G ! label(${label})) )`, "label.prp");
  const { program } = loadProgram("label.c", text, "ILP32", { errorLabels: errorLabels(property) });
  const ask = (seconds: number): VerificationResult =>
    verify(program, property, {
      configuration,
      seed: 1,
      budget: new Budget(seconds),
      createSatSolver: () => solvers.create(),
    });
  const result = name === "default" ? settled(10, ask) : ask(10);
  return result.verdict === "false" ? `false(${result.subproperty})` : result.verdict;
}

describe("labels that must not be reached", () => {
  test.each([
    [
      "reached by a jump",
      "x = __VERIFIER_nondet_int(); if (x == 12) goto ERROR; return 0; ERROR: return 1;",
      false,
    ],
    ["reached by falling through", "x = 1; ERROR: return x;", false],
    [
      "before an empty statement",
      "if (__VERIFIER_nondet_int() == 7) { ERROR: ; } return 0;",
      false,
    ],
    [
      "alone in a branch",
      "if (__VERIFIER_nondet_int() > 3) ERROR: x = 1; else x = 2; return 0;",
      false,
    ],
    [
      "an endless loop",
      "if (__VERIFIER_nondet_int() == 5) goto ERROR; return 0; ERROR: goto ERROR;",
      false,
    ],
    [
      "never reached",
      "x = __VERIFIER_nondet_int(); if (x != x) goto ERROR; return 0; ERROR: return 1;",
      true,
    ],
    ["another label", "goto OTHER; ERROR: return 1; OTHER: return 0;", true],
    [
      "behind a loop",
      "for (int i = 0; i < 5; i++) x++; if (x != 5) goto ERROR; return 0; ERROR: return 1;",
      true,
    ],
    [
      "a call is none",
      "extern void reach_error(void); reach_error(); return 0; ERROR: return 1;",
      true,
    ],
  ] as const)("%s", async (_name, body, holds) => {
    const text = `${HEAD} int main(void) { ${body} }`;
    const expected = holds ? "true" : "false(unreach-call)";
    expect(await decide(text, "default")).toBe(expected);
    // A single technique may answer UNKNOWN, but must not contradict the expected verdict.
    for (const name of ["bmc", "predicate-abstraction", "symbolic-execution"])
      expect([expected, "unknown"], name).toContain(await decide(text, name));
  });

  test("functions that are named like the label are none", async () => {
    for (const name of ["ERROR", "label_ERROR", "__agon_label_ERROR", "__agon_error"]) {
      const text = `${HEAD} void ${name}(void) {} int main(void) { ${name}(); goto OTHER; ERROR: return 1; OTHER: return 0; }`;
      expect(await decide(text, "default"), name).toBe("true");
    }
  });

  test("in any function of the program", async () => {
    const text = `${HEAD} int f(int a) { if (a == 3) { ERROR: return 1; } return 0; }
      int main(void) { return f(__VERIFIER_nondet_int()); }`;
    expect(await decide(text, "default")).toBe("false(unreach-call)");
    expect(await decide(text, "default", "OTHER")).toBe("true");
  });
});
