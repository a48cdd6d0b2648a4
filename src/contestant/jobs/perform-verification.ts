/** Performs a verification, from the text of a program to the witness of an answer. */

import type { MessagePort } from "node:worker_threads";
import { parseProperty } from "../../ground/properties/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { invariant } from "../../ground/util/errors.ts";
import { Budget, CpuClock, type Host, type PausingWork, reserveSeconds } from "../call/index.ts";
import type { DataModel } from "../cfront/index.ts";
import {
  findConfiguration,
  type Partner,
  type TechniqueReport,
  type VerificationOptions,
  type VerificationResult,
  verification,
} from "../plan/index.ts";
import { leanProgram, loadProgram } from "../program/index.ts";
import type { SatSolverFactory } from "../smt/index.ts";
import {
  CheckedSolver,
  HornProcess,
  hasNativeCadical,
  LazyCadical,
  NativeCadical,
  ProofChecks,
} from "../solver/index.ts";
import {
  errorLabels,
  isSafetyOfExecutions,
  specificationOf,
  withinMemory,
  withoutVacuous,
} from "../specification/index.ts";
import { createThreadTrace, createTrace, explainViolation, plainInputs } from "../story/index.ts";
import { createsThreads, TECHNIQUES } from "../techniques/index.ts";

import { askQuestions } from "./ask-questions.ts";
import { furtherViolations } from "./further-violations.ts";
import { LemmaExchange } from "./lemma-exchange.ts";
import { Mailbox } from "./news.ts";
import { ownThread } from "./process-tree.ts";
import { loadBuild, type ProgramBuild } from "./program-build.ts";
import { SharedWork } from "./shared-work.ts";
import { isLong, shortWitness } from "./short-witness.ts";
import { simplifyProof } from "./simplify-proof.ts";
import { lowerPriority } from "./thread-priority.ts";
import type { VerificationReport } from "./verification-report.ts";
import { asReadFrom, usualFormat, type WitnessFormat } from "./witness-document.ts";
import { zeroedInputs } from "./zeroed-inputs.ts";

/** The task and options of a verification. */
export interface VerificationJob {
  readonly programFile: string;
  readonly programText: string;
  /**
   * A program of several files, or one that does not start in `main`; then the text is not used.
   */
  readonly build?: ProgramBuild;
  readonly propertyFile: string;
  readonly propertyText: string;
  readonly dataModel: DataModel;
  readonly configuration: string;
  /** CPU seconds of all processes together. */
  readonly timeLimitSeconds: number;
  readonly seed: number;
  /** Whether a counterexample is reported step by step. */
  readonly wantsTrace: boolean;
  /** Whether its steps contain the values of all variables. */
  readonly wantsValues?: boolean;
  /** Whether some time is spent on removing unnecessary parts of the witness. */
  readonly wantsWitness: boolean;
  /** The format in which it will be written; default: the usual one for the violated property. */
  readonly witnessFormat?: WitnessFormat;
  /**
   * Whether a violation is explained in words; checks that no operation of the program can fail are
   * left out.
   */
  readonly explains?: boolean;
  /** Whether further violations are searched for when one is found; needs `explains`. */
  readonly findsAll?: boolean;
  /** Whether answers "unsat" of the SAT solver count only with a checked proof. */
  readonly checksProofs: boolean;
}

/** The job, and the role in it when two threads do it. */
export interface PartnerJob extends VerificationJob {
  readonly part?: Part;
}

interface Part {
  readonly role: Partner["role"];
  /** See {@link SharedWork}. */
  readonly memory: SharedArrayBuffer;
  /** Connects to the other thread. */
  readonly port: MessagePort;
}

type Decided = Exclude<VerificationResult, { readonly verdict: "unknown" }>;

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

type VerificationHost = Host<VerificationReport>;

function* verifying(
  job: PartnerJob,
  host: VerificationHost,
  hornProcess: HornProcess,
): PausingWork<VerificationReport> {
  const { memoryBytes } = host;
  const tell = (message: string): void => host.tell({ kind: "progress", message });
  const tellPartial = (partial: Partial<VerificationReport>): void =>
    host.tell({ kind: "partial", partial });
  const thread = job.part === undefined ? undefined : ownThread();
  if (thread !== undefined) host.tell({ kind: "thread", thread });
  const configuration = findConfiguration(job.configuration);
  invariant(configuration !== undefined, `unknown configuration ${job.configuration}`);
  const { formulas } = parseProperty(job.propertyText, job.propertyFile);
  const building = { errorLabels: errorLabels({ formulas }) };
  const loaded = leanProgram(
    job.build === undefined
      ? loadProgram(job.programFile, job.programText, job.dataModel, building)
      : loadBuild(job.build, job.dataModel, building),
    specificationOf({ formulas }),
  );
  const explains = job.explains === true;
  const hasThreads = createsThreads(loaded.program);
  const property = {
    formulas: explains ? withoutVacuous(formulas, loaded.program, hasThreads) : formulas,
  };
  const { part, timeLimitSeconds } = job;
  if (part?.role === "helper") lowerPriority(thread);
  const limitSeconds = timeLimitSeconds - reserveSeconds(timeLimitSeconds);
  const { clock, limit, partner, mailbox, hasSpareCore } =
    part === undefined ? alone(host, limitSeconds) : inPairs(host, part, limitSeconds);
  const budget = new Budget(limit, clock);
  const solvers = new LazyCadical();
  // The other thread counts the time of child processes, too.
  const charge = (seconds: number): void => {
    budget.charge(seconds);
    host.tell({ kind: "charge", seconds });
  };
  const proofs = job.checksProofs ? new ProofChecks() : undefined;
  const createSatSolver: SatSolverFactory = (use) => {
    if (use === "hard-question" && hasNativeCadical()) {
      return new NativeCadical(charge, proofs, hasSpareCore);
    }
    const solver = solvers.create();
    if (proofs === undefined) return solver;
    return new CheckedSolver(solver, proofs, charge, () => budget.remainingSeconds());
  };
  const techniques: TechniqueReport[] = [];
  let question: string | undefined;
  let strategy: VerificationReport["strategy"];
  const options: VerificationOptions = {
    configuration,
    budget,
    createSatSolver,
    solveHorn: (script, seconds) => {
      const answer = hornProcess.solve(script, seconds);
      host.tell({ kind: "charge", seconds: answer.cpuSeconds });
      return answer;
    },
    ...defined({ proofs }),
    memoryBytes,
    seed: job.seed,
    lemmas: new LemmaExchange(
      loaded,
      (invariants) => mailbox.tell({ kind: "lemmas", invariants }),
      () => mailbox.invariants(),
    ),
    onProgress: tell,
    onPlan: (features, plan) => {
      strategy = { features, plan };
      tellPartial({ strategy });
    },
    onTechnique: (report) => {
      techniques.push({ ...report, ...defined({ question }) });
      tellPartial({ techniques });
    },
  };
  if (explains && hasThreads) {
    // Questions run one after the other.
    if (part?.role === "helper") return { verdict: "unknown", reason: "no part", techniques };
    const { wantsTrace, wantsValues = false, findsAll = false } = job;
    yield solvers.load();
    const answer = askQuestions(loaded, property.formulas, {
      ...options,
      wantsTrace,
      wantsValues,
      findsAll,
      onAnswer: tellPartial,
      onQuestion: (text) => {
        question = text;
      },
    });
    return { ...answer, techniques, ...defined({ strategy }) };
  }
  const steps = verification(loaded.program, property, { ...options, ...defined({ partner }) });
  let step = steps.next();
  while (!step.done) {
    yield solvers.load();
    step = steps.next();
  }
  const result = step.value;
  const facts = { techniques, ...defined({ strategy }) };
  if (result.verdict === "unknown") return { ...result, ...facts };
  host.tell({ kind: "decided" });
  // The following steps only simplify the answer, and may be stopped by a limit.
  if (!explains) tellPartial(answerOf(result));
  const specification = withinMemory(specificationOf(property), memoryBytes);
  if (result.verdict === "false" && result.turns !== undefined) {
    // The choices refer to edges, which exist only in this thread.
    const { choices, turns, ...answer } = result;
    const trace = job.wantsTrace
      ? createThreadTrace(loaded.program, specification, { choices, turns }, job.wantsValues)
      : undefined;
    return { ...answer, ...facts, ...defined({ trace }) };
  }
  const isSupported = isSafetyOfExecutions(specification);
  // For a reader it is worth more time to reduce the proof to necessary parts.
  const isRead = result.verdict === "true" && (explains || job.wantsTrace);
  const { ofUsed, leastSeconds } = POLISHING[isRead ? "read" : result.verdict];
  // A user who gives two cores wants the answer soon.
  const threads = part === undefined ? 1 : 2;
  const worthwhile = Math.max(ofUsed * budget.usedSeconds(), leastSeconds) / threads;
  const most = Math.min(worthwhile, MAX_POLISHING_SECONDS);
  const seconds = Math.min(budget.remainingSeconds() * POLISHING_SHARE, most);
  const polishing = budget.part(seconds);
  if (result.verdict === "true") {
    const { witness } = result;
    const hasInvariants = witness.kind === "correctness" && witness.invariants.length > 0;
    // Proofs of programs with threads are not simplified in this way.
    const hasGhosts = witness.kind === "correctness" && witness.ghosts !== undefined;
    if (!hasInvariants || hasGhosts || !isSupported || !job.wantsWitness)
      return { ...result, ...facts };
    tell("leaving out invariants that the proof does not need");
    yield solvers.load();
    const options = { budget: polishing, createSatSolver };
    return {
      ...result,
      ...facts,
      witness: simplifyProof(loaded, specification, witness, options).witness,
    };
  }
  const { choices: found, ...answer } = result;
  if (!isSupported) return { ...answer, ...facts };
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
          ...([loaded, specification, long, choices, polishing, job.seed, tell] as const),
          explains || job.wantsTrace,
          (witness) => asReadFrom(job.witnessFormat ?? usualFormat(answer.subproperty), witness),
        )
      : long;
  const told = { ...answer, ...facts, witness, ...defined({ trace }) };
  if (!explains && !(job.wantsTrace && isOfMemory(answer.subproperty))) return told;
  const explanation = explainViolation(loaded, specification, { choices });
  if (explanation === undefined) return told;
  tellPartial({ ...told, explanation });
  if (job.findsAll === true) yield solvers.load();
  const further =
    job.findsAll === true
      ? furtherViolations(loaded, property, explanation.known, {
          ...options,
          wantsTrace: job.wantsTrace,
        })
      : undefined;
  return { ...told, explanation, ...defined({ further }) };
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

/** The clock of a thread, and the receivers of its messages. */
interface Situation {
  readonly clock: CpuClock;
  readonly limit: number | (() => number);
  readonly partner?: Partner;
  readonly mailbox: Mailbox;
  /** Whether nothing else of the call needs one of its cores. */
  readonly hasSpareCore: () => boolean;
}

function alone({ clock }: VerificationHost, limit: number): Situation {
  return {
    clock,
    limit,
    mailbox: new Mailbox(undefined),
    hasSpareCore: () => false,
  };
}

function inPairs(
  host: VerificationHost,
  { role, memory, port }: Part,
  limitSeconds: number,
): Situation {
  const work = new SharedWork(limitSeconds, memory);
  const mailbox = new Mailbox(port);
  const other = role === "leader" ? "helper" : "leader";
  const share = (): number => work.share();
  // Earlier use by the process is charged to the leader.
  const clock =
    role === "leader" ? new CpuClock(host.clock.originSeconds, share) : CpuClock.fromNow(share);
  let at: number | undefined;
  const limit = (): number => {
    work.use(role, clock.usedSeconds());
    // A thread whose attempt was taken over stops working on it.
    return at === undefined || work.isAt(role, at) ? work.limitOf(role) : 0;
  };
  const numberOf = (technique: string): number =>
    TECHNIQUES.findIndex(({ id }) => id === technique);
  const partner: Partner = {
    role,
    remainingSeconds: () => work.remainingSeconds(),
    isElsewhere: (technique) => work.isAt(other, numberOf(technique)),
    claims: (technique, seconds) => {
      const number = numberOf(technique);
      const isOwn = work.claims(role, number, seconds);
      if (isOwn) at = number;
      return isOwn;
    },
    takesOver: (technique, seconds, most) =>
      work.takesOver(role, numberOf(technique), seconds, most),
    isTakenOver: (technique) => {
      if (!work.isAt(other, numberOf(technique))) return false;
      at = undefined;
      return true;
    },
    // A thread that finds the technique free has received its result.
    tell: (attempt) => {
      at = undefined;
      mailbox.tell({ kind: "attempt", attempt });
      work.release(role, numberOf(attempt.technique));
    },
    received: () => mailbox.attempts(),
  };
  return { clock, limit, partner, mailbox, hasSpareCore: () => !work.works(other) };
}
