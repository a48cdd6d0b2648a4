/**
 * Finds violations at other places than the known one: each place once, until none is left or time
 * runs out.
 */
import type { Property } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { type VerificationOptions, verify } from "../plan/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import {
  type KnownViolation,
  type Specification,
  specificationOf,
  withinMemory,
} from "../specification/index.ts";
import {
  createThreadTrace,
  createTrace,
  explainViolation,
  plainInputs,
  type RecordedExecution,
} from "../story/index.ts";
import type { FurtherViolation, FurtherViolations } from "./verification-report.ts";

/** Maximal number of violations; longer lists are not read. */
const MAX_VIOLATIONS = 100;

export interface TellingOptions {
  readonly wantsTrace: boolean;
  /** Whether steps contain the values of all variables. */
  readonly wantsValues?: boolean;
}

export function furtherViolations(
  loaded: LoadedProgram,
  property: Pick<Property, "formulas">,
  first: KnownViolation,
  options: VerificationOptions & TellingOptions,
): FurtherViolations {
  const { memoryBytes = Number.POSITIVE_INFINITY } = options;
  const known: KnownViolation[] = [first];
  const violations: FurtherViolation[] = [];
  while (violations.length < MAX_VIOLATIONS) {
    const result = verify(loaded.program, property, options, known);
    if (result.verdict === "true") return { violations };
    if (result.verdict === "unknown") return { violations, mayBeMore: result.reason };
    const specification = withinMemory(specificationOf(property, known), memoryBytes);
    const told = violationInWords(loaded, specification, result, options);
    if (told === undefined) {
      return { violations, mayBeMore: "a further violation could not be explained" };
    }
    violations.push(told);
    known.push(told.explanation.known);
  }
  return { violations, mayBeMore: `only ${MAX_VIOLATIONS} are shown` };
}

/** Returns undefined when the execution shows no violation. */
export function violationInWords(
  loaded: LoadedProgram,
  specification: Specification,
  { choices: found, turns }: RecordedExecution,
  { wantsTrace, wantsValues = false }: TellingOptions,
): FurtherViolation | undefined {
  const { program } = loaded;
  if (turns !== undefined) {
    const execution = { choices: found, turns };
    const explanation = explainViolation(loaded, specification, execution);
    if (explanation === undefined) return undefined;
    const trace = wantsTrace
      ? createThreadTrace(program, specification, execution, wantsValues)
      : undefined;
    return { explanation, ...defined({ trace }) };
  }
  const choices = plainInputs(program, specification, found);
  const explanation = explainViolation(loaded, specification, { choices });
  if (explanation === undefined) return undefined;
  const trace = wantsTrace
    ? createTrace(program, specification, choices, { withValues: wantsValues })
    : undefined;
  return { explanation, ...defined({ trace }) };
}
