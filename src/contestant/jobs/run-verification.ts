import { defined } from "../../ground/util/defined.ts";
import { LimitReached, runInWorker, type ThreadOptions } from "./run-in-worker.ts";
import { runWherePossible } from "./run-where-possible.ts";
import type { PartnerJob } from "./verification-job.ts";
import type { VerificationReport } from "./verification-report.ts";

export interface VerificationRunOptions extends ThreadOptions<VerificationReport> {
  /**
   * Whether the caller only waits, and never stops the work: then a thread of its own is not always
   * needed.
   */
  readonly waits?: boolean;
}

/**
 * Runs a verification, in a thread where it needs one. When it is stopped at a limit, the report
 * contains its last partial result.
 * @throws InputError when program or property are faulty; any other error is an internal error of
 * Agon.
 */
export async function runVerification(
  job: PartnerJob,
  options: VerificationRunOptions,
): Promise<VerificationReport> {
  let known: Partial<VerificationReport> = {};
  const run = options.waits === true ? runWherePossible : runInWorker;
  try {
    return await run<VerificationReport>(
      new URL("./verification-worker.js", import.meta.url),
      job,
      {
        ...options,
        onPartial: (partial) => {
          known = { ...known, ...partial };
          options.onPartial?.(partial);
        },
      },
    );
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return reportSoFar(job, known, error.message);
  }
}

/** Returns the report of stopped work from its partial result. */
export function reportSoFar(
  { explains }: PartnerJob,
  known: Partial<VerificationReport>,
  reason: string,
): VerificationReport {
  const { techniques = [], strategy, questions } = known;
  if (known.verdict === "true") {
    return { ...(known as Extract<VerificationReport, { verdict: "true" }>), techniques };
  }
  // The first violation is certain; the search for others has ended.
  if (known.verdict === "false") {
    const violated = known as Extract<VerificationReport, { verdict: "false" }>;
    if (explains !== true) return { ...violated, techniques };
    const { violations = [] } = violated.further ?? {};
    return { ...violated, techniques, further: { violations, mayBeMore: reason } };
  }
  return { verdict: "unknown", reason, techniques, ...defined({ strategy, questions }) };
}
