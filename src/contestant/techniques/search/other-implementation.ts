/**
 * Violations that only Agon's layout of memory shows, or its library, are none: a counterexample
 * counts when another implementation of C comes to a violation with the same inputs, too.
 */

import type { CfaProgram } from "../../cfa/index.ts";
import { compileProgram, ReplayScheduler, type Turn } from "../../interpreter/index.ts";
import type { Specification } from "../../specification/index.ts";
import type { InputChoice } from "../../symbolic/index.ts";
import { ReplayInputs } from "./inputs.ts";

/** @param turns - of a program with threads: which of them runs when, there as here */
export function isViolatedElsewhere(
  program: CfaProgram,
  specification: Specification,
  choices: readonly InputChoice[],
  maxSteps: number,
  turns?: readonly Turn[],
): boolean {
  const options = { ...specification.execution, implementation: "other", maxSteps } as const;
  const compiled = compileProgram(program, options);
  const scheduler = turns === undefined ? undefined : new ReplayScheduler(turns);
  const outcome = compiled.run(new ReplayInputs(choices), scheduler);
  return specification.observe(compiled, outcome) !== undefined;
}
