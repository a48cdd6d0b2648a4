import { isMemoryExhaustion, isStackExhaustion } from "../../ground/util/exhaustion.ts";
import type { TakenChecks } from "../solver/index.ts";

/** Why a technique that threw knows nothing. */
export interface TechniqueFailure {
  readonly verdict: "unknown";
  readonly reason: string;
  /** Of a fault of Agon: what a report of it needs. */
  readonly fault?: string;
}

/**
 * What is said of a technique that threw. Only the ends of stack and memory are reasons
 * to know nothing; whatever else is thrown is a fault of Agon.
 */
export function failureOf(technique: string, error: unknown): TechniqueFailure {
  if (isStackExhaustion(error)) {
    return { verdict: "unknown", reason: "the stack of the analysis is exhausted" };
  }
  if (isMemoryExhaustion(error)) return { verdict: "unknown", reason: "out of memory" };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  // Errors of Agon say so themselves.
  const what = message.replace(/^internal error: /, "");
  const reason = `internal error in ${technique}: ${what}`;
  return { verdict: "unknown", reason, fault: stack ?? message };
}

/**
 * What is said of a technique that might have known more, had the SAT solver proved what it
 * said; undefined when it did.
 * @param reason - why the technique knows nothing
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
