/**
 * Validation of a witness that claims only the property: the verifier proves it again, with its
 * plan for the structure of the program, so that a quick proof is confirmed quickly. Techniques are
 * left out if the proof must not use their ground, or they do not belong to the requested engine.
 */

import { invariant } from "../../ground/util/errors.ts";
import { type Configuration, decision, findConfiguration, withSolver } from "../plan/index.ts";
import { type LoadedProgram, leanProgram } from "../program/index.ts";
import type { Specification } from "../specification/index.ts";
import { type Technique, techniqueOf } from "../techniques/index.ts";
import type { CorrectnessResult } from "./claim-report.ts";
import type { Engine, ValidationOptions } from "./options.ts";

export function proveProperty(
  loaded: LoadedProgram,
  specification: Specification,
  options: ValidationOptions,
): CorrectnessResult {
  const { budget, createSatSolver, onProgress, seed } = options;
  const { program } = leanProgram(loaded, specification);
  const configuration = configurationFor(options);
  const steps = decision(
    { program, specification },
    { configuration, budget, createSatSolver, seed, ...(onProgress && { onProgress }) },
  );
  const result = withSolver(steps);
  switch (result.verdict) {
    case "true":
      return { verdict: "confirmed", claims: [] };
    case "false":
      return { verdict: "refuted", reason: "the property is violated", claims: [] };
    case "unknown":
      return { verdict: "unknown", reason: result.reason, claims: [] };
  }
}

/** The verifier's own configuration, restricted to the techniques that may answer. */
export function configurationFor(options: ValidationOptions): Configuration {
  const usual = findConfiguration("default");
  invariant(usual !== undefined, "no configuration 'default'");
  const techniques = usual.techniques.filter(({ technique }) =>
    mayAnswer(techniqueOf(technique), options),
  );
  return { ...usual, techniques };
}

function mayAnswer({ direction, provesBy }: Technique, options: ValidationOptions): boolean {
  const { without } = options;
  const engine: Engine = options.engine ?? "all";
  if (provesBy !== undefined && provesBy === without) return false;
  switch (engine) {
    case "all":
      return true;
    case "execution":
      return provesBy === undefined || provesBy === "execution";
    case "symbolic":
      return direction !== "falsification" && provesBy !== "execution";
  }
}
