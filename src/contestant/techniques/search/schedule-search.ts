/**
 * Search for a violation of a program with threads by execution under random schedules with random
 * inputs. Returns FALSE or UNKNOWN, never TRUE.
 */

import type { CfaProgram } from "../../cfa/index.ts";
import {
  type CompiledProgram,
  compileProgram,
  RandomScheduler,
  ReplayScheduler,
  type Turn,
} from "../../interpreter/index.ts";
import type { Specification, Violation } from "../../specification/index.ts";
import type { InputChoice } from "../../symbolic/index.ts";
import type { TimeBudget } from "../technique.ts";
import { RecordingInputs, ReplayInputs } from "./inputs.ts";
import { isViolatedElsewhere } from "./other-implementation.ts";
import { constantsOf, PROFILES, RandomInputs } from "./random-inputs.ts";

/** A violation of a concurrent program, as an execution of the interpreter. */
export interface ConcurrentViolation {
  readonly choices: readonly InputChoice[];
  readonly turns: readonly Turn[];
  /** The formula that is violated. */
  readonly subproperty: Violation["subproperty"];
}

/** Steps of a run at first, and the maximum: threads often wait for each other in endless loops. */
const FIRST_STEPS = 50_000;
const MAX_STEPS = 20_000_000;
/**
 * Violations that do not replay, or that no other implementation shows, before the search ends:
 * later ones would not either.
 */
const MAX_DOUBTFUL = 20;

export function searchSchedules(
  program: CfaProgram,
  specification: Specification,
  budget: TimeBudget,
  seed: number,
): ConcurrentViolation | { readonly runs: number } {
  const constants = constantsOf(program);
  let maxSteps = FIRST_STEPS;
  let compiled = compileProgram(program, { ...specification.execution, maxSteps });
  let limited = 0;
  let sinceChange = 0;
  let doubtful = 0;
  for (let runs = 0; ; runs++) {
    if (budget.isExhausted) return { runs };
    const profile = PROFILES[runs % PROFILES.length] as (typeof PROFILES)[number];
    const inputs = new RecordingInputs(new RandomInputs(seed + runs, constants, profile));
    const outcome = compiled.run(inputs, new RandomScheduler(seed + runs));
    const violation = specification.observe(compiled, outcome);
    if (violation !== undefined) {
      const { subproperty } = violation;
      const found = { choices: inputs.choices, turns: compiled.turns, subproperty };
      const { choices, turns } = found;
      const isReal =
        replays(compiled, specification, found) &&
        isViolatedElsewhere(program, specification, choices, 4 * maxSteps, turns);
      if (isReal) return found;
      if (++doubtful === MAX_DOUBTFUL) return { runs: runs + 1 };
    }
    sinceChange++;
    if (outcome.kind === "limit") limited++;
    if (sinceChange >= 50 && limited * 2 > sinceChange && maxSteps < MAX_STEPS) {
      maxSteps *= 4;
      compiled = compileProgram(program, { ...specification.execution, maxSteps });
      limited = 0;
      sinceChange = 0;
    }
  }
}

/** FALSE is reported only when the recorded schedule shows the violation again. */
function replays(
  compiled: CompiledProgram,
  specification: Specification,
  { choices, turns }: ConcurrentViolation,
): boolean {
  const outcome = compiled.run(new ReplayInputs(choices), new ReplayScheduler(turns));
  return specification.observe(compiled, outcome) !== undefined;
}
