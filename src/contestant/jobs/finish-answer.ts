/**
 * The stage behind a verdict: simplifies the witness, and tells a violation step by step and in words. It may be
 * stopped by a limit.
 */

import { defined } from "../../ground/util/defined.ts";
import type { Budget, Host, PausingWork } from "../call/index.ts";
import type { VerificationOptions, VerificationResult } from "../plan/index.ts";
import type { LazyCadical } from "../solver/index.ts";
import {
  isSafetyOfExecutions,
  type Specification,
  specificationOf,
  withinMemory,
} from "../specification/index.ts";
import { createThreadTrace, createTrace, explainViolation, plainInputs } from "../story/index.ts";
import { furtherViolations } from "./further-violations.ts";
import { isLong, shortWitness } from "./short-witness.ts";
import { simplifyProof } from "./simplify-proof.ts";
import type { TechniqueFacts } from "./technique-log.ts";
import type { PartnerJob } from "./verification-job.ts";
import type { VerificationReport } from "./verification-report.ts";
import type { VerificationTask } from "./verification-task.ts";
import { asReadFrom, usualFormat } from "./witness-document.ts";
import { zeroedInputs } from "./zeroed-inputs.ts";

/** Share of the remaining time for a simpler witness. */
const POLISHING_SHARE = 0.2;
/**
 * Share of the time of the answer, and the minimum in seconds: one execution takes less than one
 * proof.
 */
const POLISHING = {
  false: { ofUsed: 0.15, leastSeconds: 0.1 },
  true: { ofUsed: 0.2, leastSeconds: 0.2 },
  read: { ofUsed: 0.3, leastSeconds: 1 },
} as const;
const MAX_POLISHING_SECONDS = 5;

type Decided = Exclude<VerificationResult, { readonly verdict: "unknown" }>;
type Proved = Extract<Decided, { readonly verdict: "true" }>;
type Violated = Extract<Decided, { readonly verdict: "false" }>;

/** The means of the stage. */
export interface Finishing {
  readonly job: PartnerJob;
  readonly host: Host<VerificationReport>;
  readonly task: VerificationTask;
  readonly options: VerificationOptions;
  readonly solvers: LazyCadical;
}

/** The report of a verdict, in its simplest form. */
export function* finishAnswer(
  result: Decided,
  facts: TechniqueFacts,
  means: Finishing,
): PausingWork<VerificationReport> {
  const { job, host, task } = means;
  // The following steps only simplify the answer, and may be stopped by a limit.
  if (!task.explains) host.tell({ kind: "partial", partial: answerOf(result) });
  const specification = withinMemory(specificationOf(task.property), host.memoryBytes);
  if (result.verdict === "false" && result.turns !== undefined) {
    // The choices refer to edges, which exist only in this thread.
    const { choices, turns, ...answer } = result;
    const trace = job.wantsTrace
      ? createThreadTrace(task.loaded.program, specification, { choices, turns }, job.wantsValues)
      : undefined;
    return { ...answer, ...facts, ...defined({ trace }) };
  }
  const polishing = polishingBudget(result, means);
  return result.verdict === "true"
    ? yield* finishProof(result, facts, specification, polishing, means)
    : yield* finishViolation(result, facts, specification, polishing, means);
}

/** The time for a simpler witness. */
function polishingBudget(
  { verdict }: Decided,
  { job, task: { explains }, options: { budget } }: Finishing,
): Budget {
  // For a reader it is worth more time to reduce the proof to necessary parts.
  const isRead = verdict === "true" && (explains || job.wantsTrace);
  const { ofUsed, leastSeconds } = POLISHING[isRead ? "read" : verdict];
  // A user who gives two cores wants the answer soon.
  const threads = job.part === undefined ? 1 : 2;
  const worthwhile = Math.max(ofUsed * budget.usedSeconds(), leastSeconds) / threads;
  const most = Math.min(worthwhile, MAX_POLISHING_SECONDS);
  const seconds = Math.min(budget.remainingSeconds() * POLISHING_SHARE, most);
  return budget.part(seconds);
}

function* finishProof(
  result: Proved,
  facts: TechniqueFacts,
  specification: Specification,
  polishing: Budget,
  { job, host, task, options: { createSatSolver }, solvers }: Finishing,
): PausingWork<VerificationReport> {
  const { witness } = result;
  const hasInvariants = witness.kind === "correctness" && witness.invariants.length > 0;
  // Proofs of programs with threads are not simplified in this way.
  const hasGhosts = witness.kind === "correctness" && witness.ghosts !== undefined;
  const isSupported = isSafetyOfExecutions(specification);
  if (!hasInvariants || hasGhosts || !isSupported || !job.wantsWitness) {
    return { ...result, ...facts };
  }
  host.tell({ kind: "progress", message: "leaving out invariants that the proof does not need" });
  yield solvers.load();
  const means = { budget: polishing, createSatSolver };
  const simplified = simplifyProof(task.loaded, specification, witness, means);
  return { ...result, ...facts, witness: simplified.witness };
}

function* finishViolation(
  { choices: found, ...answer }: Violated,
  facts: TechniqueFacts,
  specification: Specification,
  polishing: Budget,
  { job, host, task, options, solvers }: Finishing,
): PausingWork<VerificationReport> {
  if (!isSafetyOfExecutions(specification)) return { ...answer, ...facts };
  const { loaded, property, explains } = task;
  const { witness: long } = answer;
  const fewer =
    long.kind === "violation" && isLong(long) ? zeroedInputs(loaded, specification, found) : found;
  const choices = explains ? plainInputs(loaded.program, specification, fewer) : fewer;
  const trace = job.wantsTrace
    ? createTrace(loaded.program, specification, choices, {
        withValues: job.wantsValues === true,
      })
    : undefined;
  const witness =
    job.wantsWitness && long.kind === "violation"
      ? shortWitness(
          loaded,
          specification,
          long,
          choices,
          polishing,
          job.seed,
          (message) => host.tell({ kind: "progress", message }),
          explains || job.wantsTrace,
          (short) => asReadFrom(job.witnessFormat ?? usualFormat(answer.subproperty), short),
        )
      : long;
  const told = { ...answer, ...facts, witness, ...defined({ trace }) };
  if (!explains && !(job.wantsTrace && isOfMemory(answer.subproperty))) return told;
  const explanation = explainViolation(loaded, specification, { choices });
  if (explanation === undefined) return told;
  host.tell({ kind: "partial", partial: { ...told, explanation } });
  if (job.findsAll !== true) return { ...told, explanation };
  yield solvers.load();
  const further = furtherViolations(loaded, property, explanation.known, {
    ...options,
    wantsTrace: job.wantsTrace,
  });
  return { ...told, explanation, further };
}

/**
 * The parts of an answer that can leave this thread: without choices, whose edges exist only here.
 */
function answerOf(result: Decided): Partial<VerificationReport> {
  if (result.verdict === "true") return result;
  const { verdict, witness, subproperty } = result;
  return { verdict, witness, subproperty };
}

/**
 * Whether a violation is explained also for a task: the steps of a trace do not show what was wrong
 * with the memory.
 */
function isOfMemory(subproperty: string): boolean {
  return /^valid-(deref|free|memtrack|memcleanup)$/.test(subproperty);
}
