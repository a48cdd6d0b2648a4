/** Performs a verification, from the text of a program to the witness of an answer. */

import { defined } from "../../ground/util/defined.ts";
import { Budget, type Host, type PausingWork, reserveSeconds } from "../call/index.ts";
import { type VerificationOptions, verification } from "../plan/index.ts";
import type { SatSolverFactory } from "../smt/index.ts";
import {
  CheckedSolver,
  HornProcess,
  hasNativeCadical,
  LazyCadical,
  NativeCadical,
  ProofChecks,
} from "../solver/index.ts";
import { askQuestions } from "./ask-questions.ts";
import { finishAnswer } from "./finish-answer.ts";
import { LemmaExchange } from "./lemma-exchange.ts";
import { ownThread } from "./process-tree.ts";
import { TechniqueLog } from "./technique-log.ts";
import { lowerPriority } from "./thread-priority.ts";
import { alone, inPairs, type Situation } from "./thread-situation.ts";
import type { PartnerJob, VerificationJob } from "./verification-job.ts";
import type { VerificationReport } from "./verification-report.ts";
import { readTask, type VerificationTask } from "./verification-task.ts";

type VerificationHost = Host<VerificationReport>;

/** @throws InputError when program or property are faulty. */
export function* performVerification(
  job: PartnerJob,
  host: VerificationHost,
): PausingWork<VerificationReport> {
  const hornProcess = new HornProcess();
  try {
    return yield* verifying(job, host, hornProcess);
  } finally {
    yield hornProcess.dispose();
  }
}

/** Verifies in stages: read the task, gather the means, decide, and improve the answer. */
function* verifying(
  job: PartnerJob,
  host: VerificationHost,
  hornProcess: HornProcess,
): PausingWork<VerificationReport> {
  const { part } = job;
  const thread = part === undefined ? undefined : ownThread();
  if (thread !== undefined) host.tell({ kind: "thread", thread });
  const task = readTask(job);
  if (part?.role === "helper") lowerPriority(thread);
  const limitSeconds = job.timeLimitSeconds - reserveSeconds(job.timeLimitSeconds);
  const situation =
    part === undefined ? alone(host, limitSeconds) : inPairs(host, part, limitSeconds);
  const log = new TechniqueLog(host);
  const solvers = new LazyCadical();
  const options = optionsOf(job, host, task, { situation, solvers, hornProcess, log });
  if (task.explains && task.hasThreads) {
    // Questions run one after the other.
    if (part?.role === "helper") {
      return { verdict: "unknown", reason: "no part", techniques: log.techniques };
    }
    yield solvers.load();
    return { ...answerQuestions(job, host, task, options, log), ...log.facts() };
  }
  const { partner } = situation;
  const search = { ...options, ...defined({ partner }) };
  const steps = verification(task.loaded.program, task.property, search);
  let step = steps.next();
  while (!step.done) {
    yield solvers.load();
    step = steps.next();
  }
  const result = step.value;
  const facts = log.facts();
  if (result.verdict === "unknown") return { ...result, ...facts };
  host.tell({ kind: "decided" });
  return yield* finishAnswer(result, facts, { job, host, task, options, solvers });
}

/** The means of a thread. */
interface Means {
  readonly situation: Situation;
  readonly solvers: LazyCadical;
  readonly hornProcess: HornProcess;
  readonly log: TechniqueLog;
}

/** The options of the search for an answer, from the means of the thread. */
function optionsOf(
  job: PartnerJob,
  host: VerificationHost,
  { configuration, loaded }: VerificationTask,
  { situation, solvers, hornProcess, log }: Means,
): VerificationOptions {
  const { clock, limit, mailbox, hasSpareCore } = situation;
  const budget = new Budget(limit, clock);
  const proofs = job.checksProofs ? new ProofChecks() : undefined;
  // The other thread counts the time of child processes, too.
  const charge = (seconds: number): void => {
    budget.charge(seconds);
    host.tell({ kind: "charge", seconds });
  };
  const createSatSolver: SatSolverFactory = (use) => {
    if (use === "hard-question" && hasNativeCadical()) {
      return new NativeCadical(charge, proofs, hasSpareCore);
    }
    const solver = solvers.create();
    if (proofs === undefined) return solver;
    return new CheckedSolver(solver, proofs, charge, () => budget.remainingSeconds());
  };
  return {
    configuration,
    budget,
    createSatSolver,
    solveHorn: (script, seconds) => {
      const answer = hornProcess.solve(script, seconds);
      host.tell({ kind: "charge", seconds: answer.cpuSeconds });
      return answer;
    },
    ...defined({ proofs }),
    memoryBytes: host.memoryBytes,
    seed: job.seed,
    lemmas: new LemmaExchange(
      loaded,
      (invariants) => mailbox.tell({ kind: "lemmas", invariants }),
      () => mailbox.invariants(),
    ),
    onProgress: (message) => host.tell({ kind: "progress", message }),
    onPlan: (features, plan) => log.plan({ features, plan }),
    onTechnique: (report) => log.add(report),
  };
}

/** Answers the questions about a program with threads that is verified for a reader. */
function answerQuestions(
  { wantsTrace, wantsValues = false, findsAll = false }: VerificationJob,
  host: VerificationHost,
  { loaded, property }: VerificationTask,
  options: VerificationOptions,
  log: TechniqueLog,
): ReturnType<typeof askQuestions> {
  return askQuestions(loaded, property.formulas, {
    ...options,
    wantsTrace,
    wantsValues,
    findsAll,
    onAnswer: (partial) => host.tell({ kind: "partial", partial }),
    onQuestion: (question) => log.ask(question),
  });
}
