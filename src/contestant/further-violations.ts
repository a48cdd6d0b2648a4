/** Violations at other places than one that is known: each place once, until none is left or time runs out. */
import type { Property } from "../model/index.ts";
import { type KnownViolation, specificationOf, withinMemory } from "../specification/index.ts";
import { defined } from "../util/defined.ts";
import {
  createTrace,
  explainViolation,
  type LoadedProgram,
  plainInputs,
  type VerificationOptions,
  verify,
} from "../verifier/index.ts";
import type { FurtherViolation, FurtherViolations } from "./verification-report.ts";

/** Nobody reads more. */
const MAX_VIOLATIONS = 100;

export function furtherViolations(
  loaded: LoadedProgram,
  property: Pick<Property, "formulas">,
  first: KnownViolation,
  options: VerificationOptions & { readonly wantsTrace: boolean },
): FurtherViolations {
  const { memoryBytes = Number.POSITIVE_INFINITY } = options;
  const known: KnownViolation[] = [first];
  const violations: FurtherViolation[] = [];
  while (violations.length < MAX_VIOLATIONS) {
    const result = verify(loaded.program, property, options, known);
    if (result.verdict === "true") return { violations };
    if (result.verdict === "unknown") return { violations, mayBeMore: result.reason };
    const specification = withinMemory(specificationOf(property, known), memoryBytes);
    const choices = plainInputs(loaded.program, specification, result.choices);
    const explanation = explainViolation(loaded, specification, choices);
    if (explanation === undefined) {
      return { violations, mayBeMore: "a further violation could not be explained" };
    }
    const trace = options.wantsTrace
      ? createTrace(loaded.program, specification, choices)
      : undefined;
    violations.push({ explanation, ...defined({ trace }) });
    known.push(explanation.known);
  }
  return { violations, mayBeMore: `only ${MAX_VIOLATIONS} are told` };
}
