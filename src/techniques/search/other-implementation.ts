/**
 * Violations that only Agon's layout of memory shows, or its library, are none: a counterexample
 * counts when another implementation of C comes to a violation with the same inputs, too.
 */
import type { InputChoice } from "../../analysis/index.ts";
import type { CfaProgram } from "../../cfa/index.ts";
import { compileProgram } from "../../interpreter/index.ts";
import type { Specification } from "../../specification/index.ts";
import { ReplayInputs } from "./inputs.ts";

export function isViolatedElsewhere(
  program: CfaProgram,
  specification: Specification,
  choices: readonly InputChoice[],
  maxSteps: number,
): boolean {
  const options = { ...specification.execution, implementation: "other", maxSteps } as const;
  const compiled = compileProgram(program, options);
  return specification.observe(compiled, compiled.run(new ReplayInputs(choices))) !== undefined;
}
