/**
 * Follows a plan: techniques one after the other, each within its budget. One
 * that throws knows nothing, and the next one runs.
 */

import { defined } from "../../ground/util/defined.ts";
import type { ReachabilityPicture } from "../analysis-core/index.ts";
import type { Budget } from "../call/index.ts";
import type { CfaProgram } from "../cfa/index.ts";
import type { HornSolver, SatSolverFactory } from "../smt/index.ts";
import type { ProofChecks } from "../solver/index.ts";
import {
  type Ground,
  type TechniqueContext,
  type TechniqueStatistics,
  type TechniqueTask,
  techniqueOf,
} from "../techniques/index.ts";
import { createCorrectnessWitness } from "../witness-out/index.ts";
import type { Configuration } from "./configurations.ts";
import {
  firstAttempts,
  firstSeconds,
  helperSeconds,
  isDecidedByOne,
  MAIN_SHARE,
  mainOf,
  withMoment,
} from "./first-attempts.ts";
import type { Lemmas } from "./lemmas.ts";
import type { AttemptNews, Partner } from "./partner.ts";
import type { ProgramFeatures } from "./program-features.ts";
import { type VerificationResult, withWitness } from "./result.ts";
import { roundOf } from "./rounds.ts";
import { type SecondOpinion, secondOpinion } from "./second-opinion.ts";
import type { SolverNeed } from "./solver-need.ts";
import type { Plan, PlannedTechnique } from "./strategy.ts";
import { failureOf, failureOfProofs, type TechniqueFailure } from "./technique-failure.ts";

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
  /** Another thread that follows the same plan. */
  readonly partner?: Partner;
  /** What techniques tell each other. */
  readonly lemmas?: Lemmas;
  /** Told what is going to happen and why. */
  readonly onPlan?: (features: ProgramFeatures, plan: Plan) => void;
  /** Told when a technique has ended. */
  readonly onTechnique?: (report: TechniqueReport) => void;
}

/** How a technique fared. */
export interface TechniqueReport {
  readonly technique: string;
  /** Which of two threads has tried it. */
  readonly role?: Partner["role"];
  /** What it was asked for, where there are several questions. */
  readonly question?: string;
  /** Of a proof: by what code it covers all executions. */
  readonly provesBy?: Ground;
  readonly verdict: VerificationResult["verdict"];
  readonly reason: string;
  /** Of a technique that a fault of Agon has ended: what a report of it needs. */
  readonly fault?: string;
  /** Proofs of the SAT solver that were checked, where they are. */
  readonly checkedProofs?: number;
  /** CPU seconds that it took, and those that it was given. */
  readonly cpuSeconds: number;
  readonly budgetSeconds: number;
  /** What it has counted, where it counts. */
  readonly statistics?: TechniqueStatistics;
  /** Of lazy abstraction: what was explored. */
  readonly reached?: ReachabilityPicture;
  /** Of an answer TRUE of a configuration that adapts: whether other code says the same. */
  readonly secondOpinion?: SecondOpinion;
}

/** Techniques one after the other, first for a moment, then briefly, and again those whose time was too short. */
export class PlanRun {
  readonly #task: TechniqueTask;
  /** What techniques that do not execute the program look at in its place. */
  readonly #analysed: TechniqueTask;
  readonly #options: VerificationOptions;
  readonly #reasons = new Map<string, string>();
  /** Techniques that more time might help, with the CPU seconds that they were last given. */
  readonly #open = new Map<PlannedTechnique, number>();
  /** How far techniques have come that go on from there. */
  readonly #progress = new Map<string, number>();
  #attempts = 0;

  constructor(task: TechniqueTask, analysed: CfaProgram, options: VerificationOptions) {
    this.#task = task;
    this.#analysed = { ...task, program: analysed };
    this.#options = options;
  }

  /** Stops before an attempt that may ask a SAT solver, so that one is loaded for those only. */
  *follow(techniques: readonly PlannedTechnique[]): Generator<SolverNeed, VerificationResult> {
    const { budget, partner } = this.#options;
    for (const planned of techniques) this.#open.set(planned, 0);
    const quick = withMoment(techniques);
    for (const planned of this.#isHelper ? [] : quick) {
      const { momentSeconds, firstShare } = planned;
      const given = this.#given(planned);
      if (given === undefined || momentSeconds < MIN_GROWTH * given) continue;
      const most = budget.remainingSeconds() * firstShare;
      const found = yield* this.#attempt(planned, Math.min(momentSeconds, most), "moment");
      if (found !== undefined) return found;
    }
    const others = techniques.filter((planned) => !quick.includes(planned));
    const left = (partner ?? budget).remainingSeconds();
    const order = firstAttempts(quick, others, left, partner?.role);
    const taken = this.#takenOver(others);
    for (const planned of taken === undefined ? order : [taken, ...order]) {
      const given = this.#given(planned);
      if (given === undefined || planned.firstSeconds < MIN_GROWTH * given) continue;
      const seconds = this.#firstSeconds(planned);
      if (seconds === undefined) continue;
      const found = yield* this.#attempt(planned, seconds);
      if (found !== undefined) return found;
    }
    if (this.#isHelper && isDecidedByOne(techniques, left)) {
      return { verdict: "unknown", reason: "left to the leader" };
    }
    for (let index = 0; ; index++) {
      const { seconds, isLast } = roundOf(index, budget.remainingSeconds());
      const found = yield* this.#round(budget.part(seconds), isLast);
      if (found !== undefined) return found;
      if (isLast) break;
    }
    // The rest of the time goes to what did not come to its end.
    while (budget.remainingSeconds() > MIN_ATTEMPT_SECONDS) {
      const open = this.#worthAnother(budget.remainingSeconds());
      if (open.length === 0) break;
      for (const [index, planned] of open.entries()) {
        if (!this.#isLeft(planned)) continue;
        const part = budget.remainingSeconds() / (open.length - index);
        const found = yield* this.#attempt(planned, part);
        if (found !== undefined) return found;
      }
    }
    const reasons = [...this.#reasons.values()];
    return { verdict: "unknown", reason: reasons.join("; ") || "time limit" };
  }

  get #isHelper(): boolean {
    return this.#options.partner?.role === "helper";
  }

  /** What the leader, which is warm by now, begins at once, although a helper has just begun it. */
  #takenOver(others: readonly PlannedTechnique[]): PlannedTechnique | undefined {
    const { partner } = this.#options;
    const main = partner?.role === "leader" ? mainOf(others) : undefined;
    const seconds = main && this.#firstSeconds(main);
    if (main === undefined || seconds === undefined) return undefined;
    this.#listen();
    // What is claimed here must be begun.
    const given = this.#open.get(main);
    if (given === undefined || main.firstSeconds < MIN_GROWTH * given) return undefined;
    return partner?.takesOver(main.technique, seconds, MAX_TAKEN_OVER_SECONDS) ? main : undefined;
  }

  /** Of the first attempt that is no moment; undefined where a helper leaves it to the leader. */
  #firstSeconds(planned: PlannedTechnique): number | undefined {
    const { budget, partner } = this.#options;
    const left = budget.remainingSeconds();
    // What is claimed gets no less than it would alone.
    const seconds = this.#isHelper
      ? helperSeconds(planned, (partner ?? budget).remainingSeconds())
      : firstSeconds(planned, left);
    return seconds > left ? undefined : seconds;
  }

  /** CPU seconds that a technique was last given, here or elsewhere; undefined when it has come to its end, or runs elsewhere. */
  #given(planned: PlannedTechnique): number | undefined {
    // Who has ended an attempt has told it before it is free again.
    if (this.#options.partner?.isElsewhere(planned.technique) === true) return undefined;
    this.#listen();
    return this.#open.get(planned);
  }

  /** Whether it may be tried when nothing else is left. */
  #isLeft(planned: PlannedTechnique): boolean {
    return this.#given(planned) !== undefined;
  }

  #listen(): void {
    for (const news of this.#options.partner?.received() ?? []) this.#hear(news);
  }

  #hear({ technique, seconds, isOpen, progress, reason }: AttemptNews): void {
    if (progress !== undefined) {
      this.#progress.set(technique, Math.max(progress, this.#progress.get(technique) ?? 0));
    }
    const found = [...this.#open].find(([planned]) => planned.technique === technique);
    if (found === undefined) return;
    const [planned, given] = found;
    if (isOpen) {
      this.#open.set(planned, Math.max(given, seconds));
    } else {
      this.#open.delete(planned);
      this.#reasons.set(technique, reason);
    }
  }

  /** Whom so much time may bring further than it has come. */
  #worthAnother(seconds: number): readonly PlannedTechnique[] {
    return [...this.#open].flatMap(([planned, given]) => {
      const isAgain = techniqueOf(planned.technique).beginsAnew === true && seconds <= given;
      return isAgain || !this.#isLeft(planned) ? [] : planned;
    });
  }

  /** Longer attempts with shares of one part of the time: most of what is decided at all is decided soon. */
  *#round(part: Budget, isLast: boolean): Generator<SolverNeed, VerificationResult | undefined> {
    const isGreedy = ({ share }: PlannedTechnique): boolean => share >= 1;
    const goesOn = ({ technique }: PlannedTechnique): boolean => this.#progress.has(technique);
    const resumed = [...this.#open.keys()].filter((one) => isGreedy(one) && goesOn(one));
    // A helper begins with them anyway.
    for (const planned of this.#isHelper ? [] : resumed) {
      const given = this.#given(planned);
      const left = part.remainingSeconds();
      const seconds = Math.max(left * RESUMED_SHARE, MIN_GROWTH * (given ?? 0));
      if (given === undefined || seconds > left / 2) continue;
      const found = yield* this.#attempt(planned, seconds);
      if (found !== undefined) return found;
    }
    const open = [...this.#open.keys()];
    const greedyLast = open.toSorted((a, b) => Number(isGreedy(a)) - Number(isGreedy(b)));
    const longest = open.toSorted((a, b) => b.share - a.share);
    for (const planned of this.#isHelper ? longest : greedyLast) {
      const given = this.#given(planned);
      if (given === undefined) continue;
      const left = part.remainingSeconds();
      const share = Math.min(planned.share, this.#isHelper ? HELPER_SHARE : 1);
      // Who was cut short soon does not wait for another round because its share is small; in the last one, this holds for what decides most.
      const least = isLast && planned.share < MAIN_SHARE ? 0 : MIN_GROWTH * given;
      const seconds = Math.min(Math.max(left * share, least), planned.capSeconds, left);
      if (seconds < MIN_GROWTH * given) continue;
      const found = yield* this.#attempt(planned, seconds);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The answer, if there is one. */
  *#attempt(
    planned: PlannedTechnique,
    seconds: number,
    length: "moment" | "longer" = "longer",
  ): Generator<SolverNeed, VerificationResult | undefined> {
    const { budget, onTechnique, partner } = this.#options;
    if (seconds <= 0) return undefined;
    const { technique, capSeconds } = planned;
    // A moment claims nothing: who would give it longer need not wait for its end.
    const isWhole = length !== "moment" || planned.firstSeconds < MIN_GROWTH * seconds;
    if (isWhole && partner?.claims(technique, seconds) === false) return undefined;
    if (techniqueOf(technique).needsNoSolver !== true) yield { needs: "solver" };
    const start = budget.usedSeconds();
    let failure: TechniqueFailure | undefined;
    let result: VerificationResult;
    let statistics: TechniqueStatistics | undefined;
    let reached: ReachabilityPicture | undefined;
    let isLasting = false;
    let isPartial = false;
    let toldBefore = Number.POSITIVE_INFINITY;
    try {
      const progress = this.#progress.get(technique);
      const context = this.#contextOf(budget.part(seconds));
      const lemmas = context.lemmas && {
        lemmas: () => {
          toldBefore = this.#lemmasOfOthers;
          return context.lemmas?.() ?? new Map();
        },
      };
      const attempt = { ...context, ...lemmas, ...defined({ progress }) };
      const task = this.#taskOf(technique);
      const found = techniqueOf(technique).run(task, attempt);
      statistics = found.statistics;
      reached = found.reached;
      isLasting = found.kind === "unknown" && found.isLasting === true;
      isPartial = found.kind === "unknown" && found.isPartial === true;
      const come = found.kind === "unknown" ? found.progress : undefined;
      if (come !== undefined) this.#progress.set(technique, come);
      const own = found.kind === "true" ? { program: task.program, ...found } : found;
      result = withWitness(this.#task.program, this.#task.specification, own);
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
    const provesBy = result.verdict === "true" ? techniqueOf(technique).provesBy : undefined;
    const opinion = yield* this.#opinionOn(technique, provesBy);
    let fault = failure?.fault ?? unproved?.fault;
    if (opinion?.kind === "contradicted") {
      const reason = `${technique} proves what ${opinion.by} refutes by an execution`;
      result = { verdict: "unknown", reason };
      fault = reason;
    }
    const { verdict } = result;
    const reason = result.verdict === "false" ? "a replayed counterexample" : result.reason;
    onTechnique?.({
      technique,
      verdict,
      reason,
      cpuSeconds,
      budgetSeconds: seconds,
      ...defined({
        role: partner?.role,
        fault,
        provesBy,
        checkedProofs: proofs?.accepted,
        secondOpinion: opinion,
      }),
      ...defined({ statistics, reached }),
    });
    // After a contradiction nothing that Agon says of the program counts.
    if (result.verdict !== "unknown" || opinion?.kind === "contradicted") return result;
    // It was taken over: what becomes of it, the other one tells.
    if (isWhole && partner?.isTakenOver(technique) === true) return undefined;
    // The reason of a fault names its technique.
    const told = fault === undefined ? `${technique}: ${reason}` : reason;
    this.#reasons.set(technique, told);
    const share = seconds < capSeconds ? BRIEF_CUT_SHORT_SHARE : CUT_SHORT_SHARE;
    const isSettled = isLasting || failure !== undefined || fault !== undefined;
    // In a moment hardly anything is tried out; and alone, it would have known what was told while it ran.
    const wasEarly = length === "moment" || isPartial || this.#lemmasOfOthers > toldBefore;
    const wasCutShort = !isSettled && (wasEarly || cpuSeconds > seconds * share);
    if (wasCutShort) this.#open.set(planned, seconds);
    else this.#open.delete(planned);
    // What a fault or the memory of this thread has ended may succeed in the other.
    const isOpen = wasCutShort || failure !== undefined || fault !== undefined;
    const progress = this.#progress.get(technique);
    partner?.tell({ technique, seconds, isOpen, reason: told, ...defined({ progress }) });
    return undefined;
  }

  get #lemmasOfOthers(): number {
    return this.#options.lemmas?.receivedCount() ?? 0;
  }

  /** What other code says of a proof; undefined where there is none, or none is asked for. */
  *#opinionOn(
    technique: string,
    ground: Ground | undefined,
  ): Generator<SolverNeed, SecondOpinion | undefined> {
    const { budget, configuration } = this.#options;
    if (configuration.adapts !== true || ground === undefined) return undefined;
    const takesPart = new Set(configuration.techniques.map((planned) => planned.technique));
    return yield* secondOpinion({
      technique,
      ground,
      // Who has said why it knows nothing, and was not cut short before that time, says the same again.
      mayKnow: (other, seconds) =>
        takesPart.has(other) &&
        (!this.#reasons.has(other) ||
          [...this.#open].some(
            ([{ technique: open }, given]) => open === other && given < seconds,
          )),
      usedSeconds: () => budget.usedSeconds(),
      remainingSeconds: () => budget.remainingSeconds(),
      attempt: (other, seconds) => {
        try {
          // An opinion is asked for, no invariants.
          const { onInvariants: _, ...context } = this.#contextOf(budget.part(seconds));
          const found = techniqueOf(other).run(this.#taskOf(other), context);
          this.#options.proofs?.take();
          return found.kind === "unknown"
            ? { verdict: found.kind, reason: found.reason }
            : { verdict: found.kind };
        } catch (error) {
          return failureOf(other, error);
        }
      },
    });
  }

  #taskOf(technique: string): TechniqueTask {
    const ground = techniqueOf(technique).provesBy;
    return ground === undefined || ground === "execution" ? this.#task : this.#analysed;
  }

  #contextOf(budget: Budget): TechniqueContext {
    const { configuration, createSatSolver, solveHorn, seed, lemmas, onProgress } = this.#options;
    const { program } = this.#task;
    return {
      budget,
      createSatSolver,
      // Another seed each time: the same random inputs would find the same nothing.
      seed: seed + ATTEMPT_SEED_STEP * this.#attempts++,
      order: configuration.order ?? "coverage",
      ...defined({ solveHorn, ...(lemmas && exchangeOf(lemmas, program)) }),
      onProgress: (message) => onProgress?.(message),
    };
  }
}

/** How a technique hears of what others have told, and tells what it knows. */
function exchangeOf(
  lemmas: Lemmas,
  program: CfaProgram,
): Pick<TechniqueContext, "lemmas" | "onInvariants"> {
  // Invariants of the loops of models are told to nobody.
  const hasLoops = [...program.functions.values()].some(
    ({ isLibrary, nodes }) => !isLibrary && nodes.some(({ loop }) => loop !== undefined),
  );
  if (!hasLoops) return { lemmas: () => lemmas.candidates() };
  return {
    lemmas: () => lemmas.candidates(),
    onInvariants: (invariants) => {
      if (invariants.length === 0) return;
      lemmas.add(createCorrectnessWitness(program, invariants).invariants);
    },
  };
}

/** Techniques keep some of their time in reserve: who used more than this was ended by it. */
const CUT_SHORT_SHARE = 0.6;
/** The same for brief attempts, of which single steps may have had too little. */
const BRIEF_CUT_SHORT_SHARE = 0.35;
/** Who gets not so many times what was not enough waits for the rest of the time. */
const MIN_GROWTH = 1.5;
/** Of a round, what the helper, who begins with the greedy, gives to one technique. */
const HELPER_SHARE = 0.5;
/**
 * Of the time of a round, for what comes last in it and goes on from where it was ended: that may have been in the middle of the
 * question that decides.
 */
const RESUMED_SHARE = 0.2;
/** Of CPU seconds that a helper has been at what the leader would be at now: what the leader has run before is compiled there. */
const MAX_TAKEN_OVER_SECONDS = 0.45;
/** What is not worth another attempt. */
const MIN_ATTEMPT_SECONDS = 0.5;
const ATTEMPT_SEED_STEP = 1_000_003;
