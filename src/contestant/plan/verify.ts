/**
 * The verifier: from a property to a specification, from a configuration to a plan (strategy.ts) of
 * the techniques that apply, and from their results to an answer with a witness. FALSE requires
 * that the interpreter replayed the counterexample, and TRUE that a technique has a complete
 * argument.
 */

import type { Property } from "../../ground/model/index.ts";
import type { CfaProgram } from "../cfa/index.ts";
import { type KnownViolation, specificationOf, withinMemory } from "../specification/index.ts";
import type { TechniqueTask } from "../techniques/index.ts";
import { applicable } from "./applicable.ts";
import { loopForm } from "./loop-form.ts";
import { PlanRun, type VerificationOptions } from "./plan-run.ts";
import { featuresOf } from "./program-features.ts";
import type { VerificationResult } from "./result.ts";
import { type SolverNeed, withSolver } from "./solver-need.ts";
import { planFor } from "./strategy.ts";

export type { TechniqueReport, VerificationOptions } from "./plan-run.ts";
export type { VerificationResult } from "./result.ts";

/**
 * Verifies with a SAT solver that is loaded from the beginning.
 * @param known - violations that were found before: the search is for others
 */
export function verify(
  program: CfaProgram,
  property: Pick<Property, "formulas">,
  options: VerificationOptions,
  known: readonly KnownViolation[] = [],
): VerificationResult {
  return withSolver(verification(program, property, options, known));
}

/** The same in steps, between which a SAT solver is loaded when one is needed. */
export function* verification(
  program: CfaProgram,
  property: Pick<Property, "formulas">,
  options: VerificationOptions,
  known: readonly KnownViolation[] = [],
): Generator<SolverNeed, VerificationResult> {
  const { memoryBytes = Number.POSITIVE_INFINITY } = options;
  const specification = withinMemory(specificationOf(property, known), memoryBytes);
  return yield* decision({ program, specification }, options);
}

/**
 * The same for a parsed property; also for the validator, where a witness makes no further claim.
 */
export function* decision(
  { program, specification }: TechniqueTask,
  options: VerificationOptions,
): Generator<SolverNeed, VerificationResult> {
  const { configuration, reason } = applicable(options.configuration, program, specification);
  if (configuration.techniques.length === 0) return { verdict: "unknown", reason };
  const analysed = loopForm(program, specification);
  const features = featuresOf(analysed, specification.execution.errorFunctions);
  const plan = planFor(configuration, features);
  options.onPlan?.(features, plan);
  return yield* new PlanRun({ program, specification }, analysed, options).follow(plan.techniques);
}
