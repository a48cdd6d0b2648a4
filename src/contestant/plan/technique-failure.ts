import { isMemoryExhaustion, isStackExhaustion } from "../../ground/util/exhaustion.ts";
import type { TakenChecks } from "../solver/index.ts";

/** Why a technique that threw has no answer. */
export interface TechniqueFailure {
  readonly verdict: "unknown";
  readonly reason: string;
  /** For an internal error: the contents of an error report. */
  readonly fault?: string;
}

/**
 * Explains the exception of a technique. Only exhausted stack and memory are reasons for UNKNOWN;
 * any other exception is an internal error of Agon.
 */
export function failureOf(technique: string, error: unknown): TechniqueFailure {
  if (isStackExhaustion(error)) {
    return { verdict: "unknown", reason: "the stack of the analysis is exhausted" };
  }
  if (isMemoryExhaustion(error)) return { verdict: "unknown", reason: "out of memory" };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  // Errors of Agon already have this prefix.
  const what = message.replace(/^internal error: /, "");
  const reason = `internal error in ${technique}: ${what}`;
  return { verdict: "unknown", reason, fault: stack ?? message };
}

/**
 * Returns the reason of a technique that might have answered, had the SAT solver proved its
 * results; undefined when it did.
 * @param reason - why the technique has no answer
 */
export function failureOfProofs(
  technique: string,
  reason: string,
  { rejected, missing }: TakenChecks,
): TechniqueFailure | undefined {
  if (rejected !== undefined) {
    const fault = `internal error in ${technique}: ${rejected}`;
    return { verdict: "unknown", reason: fault, fault: rejected };
  }
  if (missing === undefined) return undefined;
  return { verdict: "unknown", reason: `${reason} (without a proof: ${missing})` };
}
