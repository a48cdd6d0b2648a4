/**
 * The verifier's pipeline: techniques in the order of the plan (strategy.ts), each
 * within its budget. FALSE is said only after the interpreter has replayed the
 * counterexample, and TRUE only by a technique with a complete argument. A technique
 * that throws knows nothing, and the next one runs.
 */

import { interpretAbstractly } from "../analysis/algorithms/abstract-interpretation.ts";
import {
  type BmcAnswer,
  type BmcOptions,
  checkBounded,
  checkByKInduction,
  type InputChoice,
  proveInductively,
} from "../analysis/algorithms/bounded-model-checker.ts";
import type { ExplorationAnswer, ExplorationOptions } from "../analysis/algorithms/exploration.ts";
import { proveBySplitting } from "../analysis/algorithms/input-splitting.ts";
import { explorePaths } from "../analysis/algorithms/symbolic-execution/path-execution.ts";
import { analyseValues } from "../analysis/algorithms/value-analysis.ts";
import type { LoopInvariants } from "../analysis/core/loop-invariants.ts";
import { tabulatedContracts } from "../analysis/invariants/function-tables.ts";
import type { CfaProgram } from "../cfa/model/cfa.ts";
import { type CompiledProgram, compileProgram, type Turn } from "../interpreter/index.ts";
import type { Property } from "../model/index.ts";
import type { HornSolver } from "../smt/horn-solver.ts";
import type { SatSolverFactory } from "../smt/sat-solver.ts";
import type { ProofChecks } from "../solver/proof-checks.ts";
import {
  asksOnlyFor,
  isReachSafety,
  type Specification,
  specificationOf,
  specificationText,
  type Violation,
  withinMemory,
} from "../specification/index.ts";
import { defined } from "../util/defined.ts";
import type { Witness } from "../witness/format.ts";
import type { Budget } from "./budget.ts";
import { createConcurrentWitness } from "./concurrent-witness.ts";
import type { Configuration, Technique } from "./configurations.ts";
import { createCorrectnessWitness } from "./correctness-witness.ts";
import { followSingleExecution, type SearchResult, searchViolation } from "./falsifier.ts";
import {
  type Attempt as HornAttempt,
  INTERPOLANTS,
  INVARIANTS,
  proveByHornClauses,
} from "./horn-proof.ts";
import { ReplayInputs } from "./inputs.ts";
import type { Lemmas } from "./lemmas.ts";
import { isViolatedElsewhere } from "./other-implementation.ts";
import { featuresOf, type ProgramFeatures } from "./program-features.ts";
import { proveByReachability } from "./property-directed-proof.ts";
import { searchSchedules } from "./schedule-search.ts";
import { BRIEF_SHARE, type Lane, type Plan, type PlannedTechnique, planFor } from "./strategy.ts";
import { failureOf, failureOfProofs, type TechniqueFailure } from "./technique-failure.ts";
import { createsThreads, hasOneThread } from "./thread-creation.ts";
import { createViolationWitness } from "./violation-witness.ts";

export interface VerificationOptions {
  readonly configuration: Configuration;
  readonly budget: Budget;
  readonly createSatSolver: SatSolverFactory;
  /** What the solvers of `createSatSolver` tell of their proofs, if they have to have any. */
  readonly proofs?: ProofChecks;
  /** Without it, techniques that need it know nothing. */
  readonly solveHorn?: HornSolver;
  /** What the process may use; default: no limit. */
  readonly memoryBytes?: number;
  /** Seed of the random search. */
  readonly seed: number;
  /** Told what the verifier does, for people. */
  readonly onProgress?: (message: string) => void;
  /** Only techniques of this lane; the others run elsewhere. */
  readonly lane?: Lane;
  /** What techniques tell each other. */
  readonly lemmas?: Lemmas;
  /** Told what is going to happen and why. */
  readonly onPlan?: (features: ProgramFeatures, plan: Plan) => void;
  /** Told when a technique has ended. */
  readonly onTechnique?: (report: TechniqueReport) => void;
}

export type VerificationResult =
  | { readonly verdict: "true"; readonly witness: Witness; readonly reason: string }
  | {
      readonly verdict: "false";
      readonly witness: Witness;
      readonly subproperty: string;
      /** What the environment chose. */
      readonly choices: readonly InputChoice[];
      /** Of a program with threads: which of them ran when. */
      readonly turns?: readonly Turn[];
    }
  | { readonly verdict: "unknown"; readonly reason: string };

/** How a technique fared. */
export interface TechniqueReport {
  readonly technique: Technique;
  readonly verdict: VerificationResult["verdict"];
  readonly reason: string;
  /** Of a technique that a fault of Agon has ended: what a report of it needs. */
  readonly fault?: string;
  /** Proofs of the SAT solver that were checked, where they are. */
  readonly checkedProofs?: number;
  /** CPU seconds that it took, and those that it was given. */
  readonly cpuSeconds: number;
  readonly budgetSeconds: number;
}

/** Steps of a replay; a counterexample is never longer than what found it could afford. */
const REPLAY_STEPS = 2_000_000_000;

export function verify(
  program: CfaProgram,
  property: Property,
  options: VerificationOptions,
): VerificationResult {
  const { memoryBytes = Number.POSITIVE_INFINITY } = options;
  const specification = withinMemory(specificationOf(property), memoryBytes);
  if (createsThreads(program)) return verifyConcurrent(program, specification, options);
  if (asksOnlyFor(specification, "race") && hasOneThread(program)) {
    return proved("no execution creates a thread: nothing can race");
  }
  if (!isReachSafety(specification)) {
    return { verdict: "unknown", reason: `property ${property.kind} is not supported` };
  }
  const features = featuresOf(program, specification.execution.errorFunctions);
  const plan = planFor(options.configuration, features);
  options.onPlan?.(features, plan);
  const isMine = ({ lane }: PlannedTechnique): boolean => (options.lane ?? lane) === lane;
  const run = new PlanRun(program, specification, options);
  return run.follow(plan.techniques.filter(isMine));
}

/** The other techniques know of one thread only: they are not asked. */
function verifyConcurrent(
  program: CfaProgram,
  specification: Specification,
  { budget, lane, seed, onProgress }: VerificationOptions,
): VerificationResult {
  if (!asksOnlyFor(specification, "call", "overflow", "race")) {
    const reason = `property ${specificationText(specification)} of programs with threads`;
    return { verdict: "unknown", reason };
  }
  if (lane === "proof") {
    return { verdict: "unknown", reason: "programs with threads are searched for violations only" };
  }
  onProgress?.("random schedules");
  const found = searchSchedules(program, specification, budget, seed);
  if ("runs" in found) {
    return { verdict: "unknown", reason: `${found.runs} random schedules without a violation` };
  }
  const witness = createConcurrentWitness(program, specification, found);
  if (witness === undefined) return { verdict: "unknown", reason: "the violation has no witness" };
  const { choices, turns, subproperty } = found;
  return { verdict: "false", witness, subproperty, choices, turns };
}

/** Techniques one after the other, first briefly, and again those whose time was too short. */
class PlanRun {
  readonly #program: CfaProgram;
  readonly #specification: Specification;
  readonly #options: VerificationOptions;
  readonly #reasons = new Map<Technique, string>();
  /** Techniques that more time might help, with the CPU seconds that they were last given. */
  readonly #open = new Map<PlannedTechnique, number>();
  #attempts = 0;

  constructor(program: CfaProgram, specification: Specification, options: VerificationOptions) {
    this.#program = program;
    this.#specification = specification;
    this.#options = options;
  }

  follow(techniques: readonly PlannedTechnique[]): VerificationResult {
    const { budget } = this.#options;
    const share = (planned: PlannedTechnique): number => budget.remainingSeconds() * planned.share;
    for (const planned of techniques) {
      const { firstSeconds, capSeconds } = planned;
      this.#open.set(planned, 0);
      if (firstSeconds === 0) continue;
      const isBrief = firstSeconds < capSeconds;
      const most = isBrief ? budget.remainingSeconds() * BRIEF_SHARE : Number.POSITIVE_INFINITY;
      const found = this.#attempt(planned, Math.min(share(planned), firstSeconds, most));
      if (found !== undefined) return found;
    }
    const isGreedy = ({ share }: PlannedTechnique): number => Number(share >= 1);
    const greedyLast = [...this.#open].toSorted(([a], [b]) => isGreedy(a) - isGreedy(b));
    for (const [planned, given] of greedyLast) {
      const seconds = Math.min(share(planned), planned.capSeconds);
      if (seconds < MIN_GROWTH * given) continue;
      const found = this.#attempt(planned, seconds);
      if (found !== undefined) return found;
    }
    // The rest of the time goes to what did not come to its end.
    while (this.#open.size > 0 && budget.remainingSeconds() > MIN_ATTEMPT_SECONDS) {
      const open = [...this.#open.keys()];
      for (const [index, planned] of open.entries()) {
        const found = this.#attempt(planned, budget.remainingSeconds() / (open.length - index));
        if (found !== undefined) return found;
      }
    }
    const reasons = [...this.#reasons.values()];
    return { verdict: "unknown", reason: reasons.join("; ") || "time limit" };
  }

  /** The answer, if there is one. */
  #attempt(planned: PlannedTechnique, seconds: number): VerificationResult | undefined {
    const { budget, onTechnique, seed } = this.#options;
    if (seconds <= 0) return undefined;
    const { technique, capSeconds } = planned;
    const start = budget.usedSeconds();
    // Another seed each time: the same random inputs would find the same nothing.
    const options = { ...this.#options, seed: seed + ATTEMPT_SEED_STEP * this.#attempts++ };
    let failure: TechniqueFailure | undefined;
    let result: VerificationResult;
    try {
      result = TECHNIQUES[technique](
        this.#program,
        this.#specification,
        budget.part(seconds),
        options,
      );
    } catch (error) {
      failure = failureOf(technique, error);
      result = failure;
    }
    const proofs = this.#options.proofs?.take();
    const unproved =
      result.verdict === "unknown" && failure === undefined && proofs !== undefined
        ? failureOfProofs(technique, result.reason, proofs)
        : undefined;
    if (unproved !== undefined) result = unproved;
    const cpuSeconds = budget.usedSeconds() - start;
    const { verdict } = result;
    const reason = result.verdict === "false" ? "a replayed counterexample" : result.reason;
    const fault = failure?.fault ?? unproved?.fault;
    onTechnique?.({
      ...{ technique, verdict, reason, cpuSeconds, budgetSeconds: seconds },
      ...defined({ fault, checkedProofs: proofs?.accepted }),
    });
    if (result.verdict !== "unknown") return result;
    // The reason of a fault names its technique.
    this.#reasons.set(technique, fault === undefined ? `${technique}: ${reason}` : reason);
    const share = seconds < capSeconds ? BRIEF_CUT_SHORT_SHARE : CUT_SHORT_SHARE;
    const isBroken = failure !== undefined || fault !== undefined;
    const wasCutShort = !isBroken && cpuSeconds > seconds * share;
    if (wasCutShort) this.#open.set(planned, seconds);
    else this.#open.delete(planned);
    return undefined;
  }
}

/** Techniques keep some of their time in reserve: who used more than this was ended by it. */
const CUT_SHORT_SHARE = 0.6;
/** The same for brief attempts, of which single steps may have had too little. */
const BRIEF_CUT_SHORT_SHARE = 0.35;
/** Who gets not so many times what was not enough waits for the rest of the time. */
const MIN_GROWTH = 1.5;
/** What is not worth another attempt. */
const MIN_ATTEMPT_SECONDS = 0.5;
const ATTEMPT_SEED_STEP = 1_000_003;

type TechniqueRun = (
  program: CfaProgram,
  specification: Specification,
  budget: Budget,
  options: VerificationOptions,
) => VerificationResult;

const TECHNIQUES: Readonly<Record<Technique, TechniqueRun>> = {
  "single-execution": (program, specification, budget, { onProgress }) => {
    onProgress?.("the single execution");
    return searched(program, specification, followSingleExecution(program, specification, budget));
  },
  "random-search": (program, specification, budget, { seed, onProgress }) => {
    onProgress?.("random search");
    return searched(program, specification, searchViolation(program, specification, budget, seed));
  },
  "value-analysis": (program, specification, budget, options) => {
    let result: VerificationResult = { verdict: "unknown", reason: "time limit" };
    for (const maxValues of VALUE_PRECISIONS) {
      // The first one decides most of what is decided at all.
      const share = Number.isFinite(maxValues) ? 0.5 : 1;
      const part = budget.part(budget.remainingSeconds() * share);
      options.onProgress?.(`value analysis, ${maxValues} values a cell`);
      result = explored(program, specification, part, (exploration) =>
        analyseValues(program, { ...exploration, maxValues }),
      );
      if (result.verdict !== "unknown") break;
    }
    return result;
  },
  "abstract-interpretation": (program, specification, budget, options) => {
    options.onProgress?.("abstract interpretation");
    const onInvariants = (found: readonly LoopInvariants[]): void => tell(program, options, found);
    return explored(program, specification, budget, (exploration) =>
      interpretAbstractly(program, {
        ...exploration,
        ...(options.lemmas === undefined ? {} : { onInvariants }),
      }),
    );
  },
  "input-splitting": (program, specification, budget, options) => {
    options.onProgress?.("splitting the ranges of inputs");
    const answer = proveBySplitting(program, {
      specification,
      remainingSeconds: () => budget.remainingSeconds(),
    });
    if (answer.kind === "true") return proved(`proved in ${answer.states} parts of the inputs`);
    return { verdict: "unknown", reason: answer.kind === "unknown" ? answer.reason : "no proof" };
  },
  induction: (program, specification, budget, options) => {
    options.onProgress?.("induction");
    const claim = claimOf(specification, budget, options);
    const contracts = tabulatedContracts(program);
    const answer = proveInductively(program, { ...claim, contracts, confirm: () => false });
    if (answer.kind === "true") {
      return provedBy(program, answer, "every loop has an inductive invariant that suffices");
    }
    if (answer.kind === "false") return { verdict: "unknown", reason: "no proof" };
    tell(program, options, answer.invariants ?? []);
    return { verdict: "unknown", reason: answer.reason };
  },
  "horn-clauses": (program, specification, budget, options) =>
    provedByHornClauses(program, specification, budget, options, INVARIANTS),
  interpolation: (program, specification, budget, options) =>
    provedByHornClauses(program, specification, budget, options, INTERPOLANTS),
  "property-directed-reachability": (program, specification, budget, options) => {
    const candidates = new Candidates(program, specification, replaySteps(budget));
    const { remainingSeconds: _, lemmas: __, ...claim } = claimOf(specification, budget, options);
    const answer = proveByReachability(program, {
      claim: { ...claim, confirm: candidates.confirm },
      budget,
      onProgress: (message) => options.onProgress?.(message),
    });
    return answer.kind === "true"
      ? provedBy(program, answer, "loops have inductive invariants that suffice")
      : candidates.answer(answer);
  },
  "k-induction": (program, specification, budget, options) => {
    const candidates = new Candidates(program, specification, () => REPLAY_STEPS);
    const answer = checkByKInduction(program, {
      ...claimOf(specification, budget, options),
      onPhase: (k) => options.onProgress?.(`k-induction, k = ${k}`),
      confirm: candidates.confirm,
    });
    return answer.kind === "true"
      ? provedBy(program, answer, "base case, and inductive step or forward condition")
      : candidates.answer(answer);
  },
  "symbolic-execution": (program, specification, budget, options) => {
    const candidates = new Candidates(program, specification, replaySteps(budget));
    return candidates.answer(
      explorePaths(program, {
        ...claimOf(specification, budget, options),
        order: options.configuration.order ?? "coverage",
        onProgress: (ended, waiting) =>
          options.onProgress?.(`symbolic execution, ${ended} paths ended, ${waiting} wait`),
        confirm: candidates.confirm,
      }),
    );
  },
  "bounded-model-checking": (program, specification, budget, options) => {
    const candidates = new Candidates(program, specification, () => REPLAY_STEPS);
    return candidates.answer(
      checkBounded(program, {
        ...claimOf(specification, budget, options),
        onPhase: (bound) => options.onProgress?.(`bounded model checking, bound ${bound}`),
        confirm: candidates.confirm,
      }),
    );
  },
};

function searched(
  program: CfaProgram,
  specification: Specification,
  found: SearchResult,
): VerificationResult {
  switch (found.kind) {
    case "violation":
      return confirmed(program, specification, found.choices, found);
    case "exhausted":
      return proved("the program has a single execution, which was followed to its end");
    case "nothing":
      return { verdict: "unknown", reason: `${found.runs} runs without a violation` };
  }
}

function provedByHornClauses(
  program: CfaProgram,
  specification: Specification,
  budget: Budget,
  options: VerificationOptions,
  attempts: readonly HornAttempt[],
): VerificationResult {
  const { solveHorn, onProgress } = options;
  if (solveHorn === undefined) {
    return { verdict: "unknown", reason: "there is no solver of Horn clauses" };
  }
  const { remainingSeconds: _, lemmas: __, ...claim } = claimOf(specification, budget, options);
  const { answer, program: checked } = proveByHornClauses(program, attempts, {
    claim,
    budget,
    solve: solveHorn,
    onProgress: (message) => onProgress?.(message),
  });
  return answer.kind === "true"
    ? provedBy(checked, answer, "loops and functions have inductive invariants that suffice")
    : { verdict: "unknown", reason: answer.kind === "unknown" ? answer.reason : "no proof" };
}

/** Tells other techniques what is known of loops. */
function tell(
  program: CfaProgram,
  { lemmas }: VerificationOptions,
  invariants: readonly LoopInvariants[],
): void {
  if (lemmas === undefined || invariants.length === 0) return;
  lemmas.add(createCorrectnessWitness(program, invariants).invariants);
}

function claimOf(
  specification: Specification,
  budget: Budget,
  { createSatSolver, lemmas }: VerificationOptions,
): Omit<BmcOptions, "confirm"> {
  const remainingSeconds = (): number => budget.remainingSeconds();
  const claim = { specification, createSatSolver, remainingSeconds };
  return lemmas === undefined ? claim : { ...claim, lemmas: () => lemmas.candidates() };
}

/** Values of a cell at a node before it is known up to the program's constants only. */
const VALUE_PRECISIONS = [8, 100, Number.POSITIVE_INFINITY] as const;

/** Edges that a replay takes in a second on a slow day, for candidates that are often spurious. */
const REPLAYED_EDGES_PER_SECOND = 20_000_000;

/** A spurious candidate may lead into an endless loop: its replay must not use up the time of others. */
function replaySteps(budget: Budget): () => number {
  return () => Math.max(budget.remainingSeconds(), 0.1) * REPLAYED_EDGES_PER_SECOND;
}

function explored(
  program: CfaProgram,
  specification: Specification,
  budget: Budget,
  explore: (options: ExplorationOptions) => ExplorationAnswer,
): VerificationResult {
  const candidates = new Candidates(program, specification, replaySteps(budget));
  return candidates.answer(
    explore({
      specification,
      remainingSeconds: () => budget.remainingSeconds(),
      confirm: candidates.confirm,
    }),
  );
}

/** Replays the counterexamples of an analysis, and keeps the one that really happens. */
class Candidates {
  readonly #program: CfaProgram;
  readonly #specification: Specification;
  readonly #maxSteps: () => number;
  #found: VerificationResult | undefined;
  #compiled: { readonly exponent: number; readonly program: CompiledProgram } | undefined;

  constructor(program: CfaProgram, specification: Specification, maxSteps: () => number) {
    this.#program = program;
    this.#specification = specification;
    this.#maxSteps = maxSteps;
  }

  readonly confirm = (choices: readonly InputChoice[]): boolean => {
    // The memory of a compiled program is large: one serves for all candidates with like limits.
    const exponent = Math.floor(Math.log2(this.#maxSteps()));
    if (this.#compiled?.exponent !== exponent) {
      const options = { ...this.#specification.execution, maxSteps: 2 ** exponent };
      this.#compiled = { exponent, program: compileProgram(this.#program, options) };
    }
    const compiled = this.#compiled.program;
    const violation = this.#specification.observe(
      compiled,
      compiled.run(new ReplayInputs(choices)),
    );
    if (violation === undefined) return false;
    if (!isViolatedElsewhere(this.#program, this.#specification, choices, REPLAY_STEPS)) {
      return false;
    }
    this.#found = confirmed(this.#program, this.#specification, choices, violation);
    return this.#found.verdict === "false";
  };

  /** What the verifier says when the analysis has ended so. */
  answer(end: BmcAnswer | ExplorationAnswer): VerificationResult {
    if (end.kind === "true") return proved("every execution was explored");
    if (end.kind === "false" && this.#found !== undefined) return this.#found;
    return { verdict: "unknown", reason: end.kind === "unknown" ? end.reason : "no replay" };
  }
}

function confirmed(
  program: CfaProgram,
  specification: Specification,
  choices: readonly InputChoice[],
  { subproperty }: Pick<Violation, "subproperty">,
): VerificationResult {
  const witness = createViolationWitness(program, specification, choices);
  if (witness === undefined)
    return { verdict: "unknown", reason: "the counterexample does not replay" };
  return { verdict: "false", witness, subproperty, choices };
}

function provedBy(
  program: CfaProgram,
  { invariants }: Extract<BmcAnswer, { kind: "true" }>,
  reason: string,
): VerificationResult {
  return { verdict: "true", witness: createCorrectnessWitness(program, invariants), reason };
}

/** A proof by exhaustion needs no invariant: the validator repeats it. */
function proved(reason: string): VerificationResult {
  return { verdict: "true", witness: { kind: "correctness", invariants: [] }, reason };
}
