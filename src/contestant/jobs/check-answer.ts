/**
 * A second opinion on an answer. A proof goes to the validator, which uses only the invariants of
 * the verifier, and must not use the ground of the technique that answered
 * (contestant/techniques/technique.ts): proofs by the domains of values are confirmed symbolically,
 * and vice versa. Invariants are the exception: only induction, by symbolic execution, can check
 * them. A counterexample becomes a test that the system's C compiler builds, or else goes to the
 * validator, too.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defined } from "../../ground/util/defined.ts";
import { CpuClock, lastSeconds } from "../call/index.ts";
import type { Ground } from "../techniques/index.ts";
import {
  buildAndRunTest,
  type TestificationJob,
  type TestificationResult,
  writeTest,
} from "../testification/index.ts";
import type { ValidationAnswer, ValidationJob } from "../validator/index.ts";
import { LimitReached, runInWorker } from "./run-in-worker.ts";
import type { VerificationJob } from "./verification-job.ts";
import type { VerificationReport } from "./verification-report.ts";

export interface CheckOptions {
  /** The witness as a file (2.x or 1.0). */
  readonly witnessText: string;
  readonly programHash: string;
  readonly memoryBytes: number;
  /** CPU seconds for the check. */
  readonly timeLimitSeconds: number;
  readonly onProgress: (message: string) => void;
}

export type CheckOutcome =
  | { readonly isConfirmed: true; readonly by: string }
  | { readonly isConfirmed: false; readonly reason: string };

type Violated = Extract<VerificationReport, { readonly verdict: "false" }>;
type Answered = Exclude<VerificationReport, { readonly verdict: "unknown" }>;

const TEST_SECONDS = 20;
/** Share of the time for a proof by other code, where the same code may have to follow. */
const INDEPENDENT_SHARE = 0.4;

export async function checkAnswer(
  job: VerificationJob,
  report: Answered,
  options: CheckOptions,
): Promise<CheckOutcome> {
  const call: CheckCall = {
    ...options,
    clock: CpuClock.fromNow(),
    endSeconds: lastSeconds(options.timeLimitSeconds),
  };
  try {
    if (report.verdict === "false") {
      options.onProgress("building and running the counterexample as a C program");
      const outcome = await runAsTest(job, report, call);
      if (outcome !== undefined) return outcome;
    }
    return await checkByValidator(job, report, call);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return { isConfirmed: false, reason: `the check came to its end: ${error.message}` };
  }
}

/** A check that has begun. */
interface CheckCall extends CheckOptions {
  readonly clock: CpuClock;
  readonly endSeconds: number;
}

/**
 * Returns undefined when the test is inconclusive: no compiler, or inputs that no test can give.
 */
async function runAsTest(
  job: VerificationJob,
  report: Violated,
  options: CheckCall,
): Promise<CheckOutcome | undefined> {
  const { witness } = report;
  if (witness.kind !== "violation") return undefined;
  const { programFile, programText, propertyFile, propertyText, dataModel, seed } = job;
  const task: TestificationJob = {
    task: "test",
    witness,
    programFile,
    programText,
    propertyFile,
    propertyText,
    dataModel,
    seed,
    timeLimitSeconds: options.timeLimitSeconds,
  };
  const script = new URL("../testification/testification-worker.js", import.meta.url);
  const result = await runInWorker<TestificationResult>(script, task, options);
  if (result.task !== "test" || result.inputsFrom !== "execution") return undefined;
  const folder = mkdtempSync(join(tmpdir(), "agon-check-"));
  try {
    writeTest(folder, result.suite);
    const { verdict, problem } = buildAndRunTest(folder, result.suite, 1, TEST_SECONDS);
    if (verdict === "always") return { isConfirmed: true, by: "a compiled test" };
    // Uninitialised memory is arbitrary, and a program may be too slow or not for this machine.
    if (verdict === "not run" || result.suite.remarks.length > 0) return undefined;
    // Sanitizers do not see reachable blocks that are never freed, blocks that stale copies on the
    // stack hide, blocks left at an abort, and accesses that hit a neighbour: they confirm memory
    // errors, but refute none.
    if (report.subproperty.startsWith("valid-")) return undefined;
    const ending = problem === undefined ? "" : ` (${problem})`;
    return {
      isConfirmed: false,
      reason: `the compiled test does not violate the property${ending}`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function checkByValidator(
  job: VerificationJob,
  report: Answered,
  call: CheckCall,
): Promise<CheckOutcome> {
  call.onProgress("validating the witness");
  const ground = report.techniques.findLast(({ verdict }) => verdict === "true")?.provesBy;
  const { witness } = report;
  const hasClaims = witness.kind === "correctness" && witness.invariants.length > 0;
  if (report.verdict === "false" || ground === undefined || (ground === "symbolic" && hasClaims))
    return validate(job, report, call);
  const timeLimitSeconds =
    ground === "symbolic" ? call.timeLimitSeconds * INDEPENDENT_SHARE : call.timeLimitSeconds;
  const outcome = await validate(job, report, { ...call, timeLimitSeconds }, ground);
  if (outcome.isConfirmed) return { ...outcome, by: `${outcome.by}, by other code than the proof` };
  // Only symbolic execution handles loops over any number of inputs.
  return ground === "symbolic" ? validate(job, report, call) : outcome;
}

async function validate(
  job: VerificationJob,
  { verdict }: Answered,
  { witnessText, programHash, ...options }: CheckCall,
  without?: Ground,
): Promise<CheckOutcome> {
  const { programFile, programText, propertyFile, propertyText, dataModel, seed } = job;
  const task: ValidationJob = {
    witnessFile: "witness",
    witnessText,
    programFile,
    programText,
    programHash,
    propertyFile,
    propertyText,
    dataModel,
    seed,
    acceptsAnyHash: false,
    engine: "all",
    ...defined({ without }),
    timeLimitSeconds: options.timeLimitSeconds,
  };
  const script = new URL("../validator/validation-worker.js", import.meta.url);
  const answer = await runInWorker<ValidationAnswer>(script, task, options);
  if (answer.verdict === verdict) return { isConfirmed: true, by: "the validator" };
  const reason = answer.verdict === "unknown" ? answer.reason : `it says ${answer.verdict}`;
  return { isConfirmed: false, reason: `the validator does not confirm the witness: ${reason}` };
}
