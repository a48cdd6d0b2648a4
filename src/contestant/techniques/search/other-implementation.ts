/**
 * Rejects violations that only Agon's memory layout or library shows: a counterexample counts when
 * another implementation of C also reaches a violation with the same inputs.
 */

import type { CfaProgram } from "../../cfa/index.ts";
import { compileProgram, ReplayScheduler, type Turn } from "../../interpreter/index.ts";
import type { Specification } from "../../specification/index.ts";
import type { InputChoice } from "../../symbolic/index.ts";
import { ReplayInputs } from "./inputs.ts";

/**
 * @param turns - the schedule of a program with threads, which is the same in both implementations
 */
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
