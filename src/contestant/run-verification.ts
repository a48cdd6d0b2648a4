import { defined } from "../util/defined.ts";
import { LimitReached, runInWorker } from "./run-in-worker.ts";
import type { VerificationReport } from "./verification-report.ts";
import type { PartnerJob } from "./worker.ts";

/**
 * Runs a verification in a thread. When the thread is ended at a
 * limit, the report holds what it had told before.
 * @throws InputError when program or property are faulty; any other error is a fault of Agon.
 */
export async function runVerification(
  job: PartnerJob,
  options: Parameters<typeof runInWorker<VerificationReport>>[2],
): Promise<VerificationReport> {
  let known: Partial<VerificationReport> = {};
  try {
    return await runInWorker<VerificationReport>(new URL("./worker.js", import.meta.url), job, {
      ...options,
      onPartial: (partial) => {
        known = { ...known, ...partial };
        options.onPartial?.(partial);
      },
    });
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return reportSoFar(job, known, error.message);
  }
}

/** What is known when a thread is ended. */
export function reportSoFar(
  { explains }: PartnerJob,
  known: Partial<VerificationReport>,
  reason: string,
): VerificationReport {
  const { techniques = [], strategy, questions } = known;
  if (known.verdict === "true") {
    return { ...(known as Extract<VerificationReport, { verdict: "true" }>), techniques };
  }
  // The first violation is certain; the search for others has come to its end.
  if (known.verdict === "false") {
    const violated = known as Extract<VerificationReport, { verdict: "false" }>;
    if (explains !== true) return { ...violated, techniques };
    const { violations = [] } = violated.further ?? {};
    return { ...violated, techniques, further: { violations, mayBeMore: reason } };
  }
  return { verdict: "unknown", reason, techniques, ...defined({ strategy, questions }) };
}
