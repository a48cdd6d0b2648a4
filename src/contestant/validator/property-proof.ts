/**
 * Validation of a witness that claims nothing but the property: the verifier proves it once more, with the plan that the
 * structure of the program calls for, so that what it has proved in a moment is confirmed in a moment. Techniques take no
 * part whose ground the proof must not rest on, or that are not of the engine that was asked for.
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

/** The verifier's own, of techniques that may answer. */
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
