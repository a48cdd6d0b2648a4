/**
 * Agon as a library: the functions of the command line, for programs. The modules of both wings are
 * loaded lazily.
 *
 * ```ts
 * import { check } from "agon";
 *
 * const answer = await check(["main.c", "queue.c"], { signal: AbortSignal.timeout(60_000) });
 * for (const { place, headline } of answer.findings) console.log(place.line, headline);
 * ```
 */
export {
  CONFIGURATIONS,
  type Configuration,
  type CorrectnessWitness,
  type Finding,
  type Invariant,
  type Plan,
  type PlannedTechnique,
  type ProgramAnswer,
  type ProgramFeatures,
  type ProgramSource,
  type ProgramStart,
  type TechniqueReport,
  type Trace,
  type TraceInput,
  type TracePlace,
  type TraceStep,
  type Verification,
  type VerificationReport,
  type VerifyOptions,
  type ViolationWitness,
  verify,
  WITNESS_FORMATS,
  type Witness,
  type WitnessFormat,
  witnessDocument,
} from "../../contestant/jobs/index.ts";
export type { ProgramCheckId } from "../../contestant/specification/index.ts";
export type { Diagnostic } from "../../ground/util/diagnostic.ts";
export { InputError, InvariantError, PlatformError } from "../../ground/util/errors.ts";
export { type CheckOptions, check } from "./check.ts";
export { type LintOptions, type LintResult, lint } from "./lint.ts";
export { type ReadOptions, readResults, type ScoredResults, score } from "./results.ts";
export { type ValidateOptions, type Validation, validate } from "./validate.ts";
