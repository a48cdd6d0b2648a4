/**
 * Programs that create threads: search for a violation by execution under
 * random schedules with random inputs. Says FALSE or UNKNOWN, never TRUE.
 */
import type { InputChoice } from "../analysis/algorithms/bounded-model-checker.ts";
import type { CfaProgram } from "../cfa/index.ts";
import {
  type CompiledProgram,
  compileProgram,
  type InterpreterOptions,
  type Outcome,
  RandomScheduler,
  ReplayScheduler,
  type Turn,
} from "../interpreter/index.ts";
import type { Property } from "../model/index.ts";
import type { Budget } from "./budget.ts";
import { RecordingInputs, ReplayInputs } from "./inputs.ts";
import { constantsOf, PROFILES, RandomInputs } from "./random-inputs.ts";
import { interpreterOptions, safetyPropertyOf, violatingEdge } from "./safety-property.ts";

/** A violation of a concurrent program, as an execution of the interpreter. */
export interface ConcurrentViolation {
  readonly choices: readonly InputChoice[];
  readonly turns: readonly Turn[];
}

/** What is looked for, and how the interpreter has to run. */
export interface ConcurrentProperty {
  /** As in the answer `FALSE(…)`. */
  readonly name: string;
  readonly options: Pick<InterpreterOptions, "errorFunctions" | "overflow" | "detectsRaces">;
  readonly isViolated: (outcome: Outcome) => boolean;
}

/** Undefined when violations of the property are not recognised. */
export function concurrentPropertyOf(property: Property): ConcurrentProperty | undefined {
  if (isNoDataRace(property)) {
    return {
      name: "no-data-race",
      options: { errorFunctions: new Set(), overflow: "wrap", detectsRaces: true },
      isViolated: ({ kind }) => kind === "data-race",
    };
  }
  const safety = safetyPropertyOf(property);
  if (safety === undefined) return undefined;
  return {
    name: safety.name,
    options: interpreterOptions(safety),
    isViolated: (outcome) => violatingEdge(safety, outcome) !== undefined,
  };
}

export function isNoDataRace({ formulas }: Property): boolean {
  return formulas.length === 1 && formulas[0]?.kind === "no-data-race";
}

/** Steps of a run at first, and the most: threads often wait for each other in endless loops. */
const FIRST_STEPS = 50_000;
const MAX_STEPS = 20_000_000;

export function searchSchedules(
  program: CfaProgram,
  property: ConcurrentProperty,
  budget: Budget,
  seed: number,
): ConcurrentViolation | { readonly runs: number } {
  const constants = constantsOf(program);
  let maxSteps = FIRST_STEPS;
  let compiled = compileProgram(program, { ...property.options, maxSteps });
  let limited = 0;
  let sinceChange = 0;
  for (let runs = 0; ; runs++) {
    if (budget.isExhausted) return { runs };
    const profile = PROFILES[runs % PROFILES.length] as (typeof PROFILES)[number];
    const inputs = new RecordingInputs(new RandomInputs(seed + runs, constants, profile));
    const outcome = compiled.run(inputs, new RandomScheduler(seed + runs));
    if (property.isViolated(outcome)) {
      const found = { choices: inputs.choices, turns: compiled.turns };
      if (replays(compiled, property, found)) return found;
    }
    sinceChange++;
    if (outcome.kind === "limit") limited++;
    if (sinceChange >= 50 && limited * 2 > sinceChange && maxSteps < MAX_STEPS) {
      maxSteps *= 4;
      compiled = compileProgram(program, { ...property.options, maxSteps });
      limited = 0;
      sinceChange = 0;
    }
  }
}

/** FALSE is said only when the recorded schedule shows the violation again. */
function replays(
  compiled: CompiledProgram,
  property: ConcurrentProperty,
  { choices, turns }: ConcurrentViolation,
): boolean {
  const outcome = compiled.run(new ReplayInputs(choices), new ReplayScheduler(turns));
  return property.isViolated(outcome);
}
