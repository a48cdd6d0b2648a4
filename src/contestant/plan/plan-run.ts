/**
 * Follows a plan: techniques one after the other, each within its budget. A technique that throws
 * counts as unknown, and the next one runs.
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

/** The options of a verification, its solvers, and the functions that are notified. */
export interface VerificationOptions {
  readonly configuration: Configuration;
  readonly budget: Budget;
  readonly createSatSolver: SatSolverFactory;
  /** The proof checks of the solvers of `createSatSolver`, if proofs are required. */
  readonly proofs?: ProofChecks;
  /** Without it, techniques that need it answer UNKNOWN. */
  readonly solveHorn?: HornSolver;
  /** Memory limit of the process; default: none. */
  readonly memoryBytes?: number;
  /** Seed of the random search. */
  readonly seed: number;
  /** Called with progress messages for readers. */
  readonly onProgress?: (message: string) => void;
  /** Another thread that follows the same plan. */
  readonly partner?: Partner;
  /** The exchange of invariants among techniques. */
  readonly lemmas?: Lemmas;
  /** Called with the features of the program and the plan before the first attempt. */
  readonly onPlan?: (features: ProgramFeatures, plan: Plan) => void;
  /** Called when a technique has ended. */
  readonly onTechnique?: (report: TechniqueReport) => void;
}

/** The result of an attempt of a technique. */
export interface TechniqueReport {
  readonly technique: string;
  /** Which of two threads ran it. */
  readonly role?: Partner["role"];
  /** The question that it worked on, where there are several. */
  readonly question?: string;
  /** For a proof: the code on which it relies. */
  readonly provesBy?: Ground;
  readonly verdict: VerificationResult["verdict"];
  readonly reason: string;
  /** For a technique that ended with an internal error: the contents of an error report. */
  readonly fault?: string;
  /** Number of checked proofs of the SAT solver, where they are checked. */
  readonly checkedProofs?: number;
  /** CPU seconds that it used, and those that it was given. */
  readonly cpuSeconds: number;
  readonly budgetSeconds: number;
  /** Its counters, where it has some. */
  readonly statistics?: TechniqueStatistics;
  /** The explored states of lazy abstraction. */
  readonly reached?: ReachabilityPicture;
  /** For an answer TRUE of a configuration that adapts: the second opinion. */
  readonly secondOpinion?: SecondOpinion;
}

/**
 * Runs techniques one after the other, first for a moment, then briefly, and again those whose time
 * was too short.
 */
export class PlanRun {
  readonly #task: TechniqueTask;
  /** The form of the task for techniques that do not execute the program. */
  readonly #analysed: TechniqueTask;
  readonly #options: VerificationOptions;
  readonly #reasons = new Map<string, string>();
  /** Techniques that may succeed with more time, with the CPU seconds of their last attempt. */
  readonly #open = new Map<PlannedTechnique, number>();
  /** Progress of techniques that continue their last attempt. */
  readonly #progress = new Map<string, number>();
  #attempts = 0;

  constructor(task: TechniqueTask, analysed: CfaProgram, options: VerificationOptions) {
    this.#task = task;
    this.#analysed = { ...task, program: analysed };
    this.#options = options;
  }

  /** Stops before an attempt that may ask a SAT solver, so that one is loaded only for those. */
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
    // The remaining time goes to techniques that did not finish.
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

  /**
   * Returns the technique that the leader, whose code is compiled by now, starts at once, although
   * a helper has just begun it.
   */
  #takenOver(others: readonly PlannedTechnique[]): PlannedTechnique | undefined {
    const { partner } = this.#options;
    const main = partner?.role === "leader" ? mainOf(others) : undefined;
    const seconds = main && this.#firstSeconds(main);
    if (main === undefined || seconds === undefined) return undefined;
    this.#listen();
    // A claimed technique must be started.
    const given = this.#open.get(main);
    if (given === undefined || main.firstSeconds < MIN_GROWTH * given) return undefined;
    return partner?.takesOver(main.technique, seconds, MAX_TAKEN_OVER_SECONDS) ? main : undefined;
  }

  /**
   * Returns the seconds of the first attempt after the moments; undefined where a helper leaves it
   * to the leader.
   */
  #firstSeconds(planned: PlannedTechnique): number | undefined {
    const { budget, partner } = this.#options;
    const left = budget.remainingSeconds();
    // A claimed technique gets no less than it would in a single thread.
    const seconds = this.#isHelper
      ? helperSeconds(planned, (partner ?? budget).remainingSeconds())
      : firstSeconds(planned, left);
    return seconds > left ? undefined : seconds;
  }

  /**
   * Returns the CPU seconds of the last attempt of a technique, here or elsewhere; undefined when
   * it has finished, or runs elsewhere.
   */
  #given(planned: PlannedTechnique): number | undefined {
    // The other thread reports the result of an attempt before it releases it.
    if (this.#options.partner?.isElsewhere(planned.technique) === true) return undefined;
    this.#listen();
    return this.#open.get(planned);
  }

  /** Whether a technique has not finished, and does not run elsewhere. */
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

  /** Returns the techniques for which so much time may give more than their last attempt. */
  #worthAnother(seconds: number): readonly PlannedTechnique[] {
    return [...this.#open].flatMap(([planned, given]) => {
      const isAgain = techniqueOf(planned.technique).beginsAnew === true && seconds <= given;
      return isAgain || !this.#isLeft(planned) ? [] : planned;
    });
  }

  /**
   * Longer attempts with shares of one part of the time: most decidable programs are decided soon.
   */
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
      // A technique that was cut short soon does not wait for another round because of its small
      // share; in the last round, this applies only to main techniques.
      const least = isLast && planned.share < MAIN_SHARE ? 0 : MIN_GROWTH * given;
      const seconds = Math.min(Math.max(left * share, least), planned.capSeconds, left);
      if (seconds < MIN_GROWTH * given) continue;
      const found = yield* this.#attempt(planned, seconds);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Runs one attempt; returns its answer, if there is one. */
  *#attempt(
    planned: PlannedTechnique,
    seconds: number,
    length: "moment" | "longer" = "longer",
  ): Generator<SolverNeed, VerificationResult | undefined> {
    const { budget, onTechnique, partner } = this.#options;
    if (seconds <= 0) return undefined;
    const { technique, capSeconds } = planned;
    // A moment claims nothing: a thread with a longer attempt need not wait for its end.
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
    /** Number of received lemmas when the technique last asked for them. */
    let lemmasAsked = Number.POSITIVE_INFINITY;
    try {
      const progress = this.#progress.get(technique);
      const context = this.#contextOf(budget.part(seconds));
      const lemmas = context.lemmas && {
        lemmas: () => {
          lemmasAsked = this.#lemmasOfOthers;
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
      const newProgress = found.kind === "unknown" ? found.progress : undefined;
      if (newProgress !== undefined) this.#progress.set(technique, newProgress);
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
        statistics,
        reached,
      }),
    });
    // After a contradiction no verdict of Agon about the program counts.
    if (result.verdict !== "unknown" || opinion?.kind === "contradicted") return result;
    // It was taken over: the other thread reports its result.
    if (isWhole && partner?.isTakenOver(technique) === true) return undefined;
    // The reason of a fault already names its technique.
    const reported = fault === undefined ? `${technique}: ${reason}` : reason;
    this.#reasons.set(technique, reported);
    const share = seconds < capSeconds ? BRIEF_CUT_SHORT_SHARE : CUT_SHORT_SHARE;
    const isSettled = isLasting || failure !== undefined || fault !== undefined;
    // A moment tries only a few cases; and a later attempt may use the lemmas that arrived during
    // this one.
    const wasEarly = length === "moment" || isPartial || this.#lemmasOfOthers > lemmasAsked;
    const wasCutShort = !isSettled && (wasEarly || cpuSeconds > seconds * share);
    if (wasCutShort) this.#open.set(planned, seconds);
    else this.#open.delete(planned);
    // After an internal error or exhausted memory in this thread, the other thread may succeed.
    const isOpen = wasCutShort || failure !== undefined || fault !== undefined;
    const progress = this.#progress.get(technique);
    partner?.tell({ technique, seconds, isOpen, reason: reported, ...defined({ progress }) });
    return undefined;
  }

  get #lemmasOfOthers(): number {
    return this.#options.lemmas?.receivedCount() ?? 0;
  }

  /** The second opinion on a proof; undefined where there is none, or none is required. */
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
      // A technique that gave a reason for UNKNOWN, and was not cut short before that time, would
      // give the same answer again.
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
          // A second opinion publishes no invariants.
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
      // Another seed each time: the same random inputs would fail again.
      seed: seed + ATTEMPT_SEED_STEP * this.#attempts++,
      order: configuration.order ?? "coverage",
      ...defined({ solveHorn, ...(lemmas && exchangeOf(lemmas, program)) }),
      onProgress: (message) => onProgress?.(message),
    };
  }
}

/**
 * Returns the functions with which techniques receive the candidates of others and publish their
 * own.
 */
function exchangeOf(
  lemmas: Lemmas,
  program: CfaProgram,
): Pick<TechniqueContext, "lemmas" | "onInvariants"> {
  // Invariants of loops in library models are not published.
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

/**
 * Techniques keep some of their time in reserve: an attempt that used more than this share was
 * ended by its limit.
 */
const CUT_SHORT_SHARE = 0.6;
/** The same share for brief attempts: one of their steps may have needed all of the rest. */
const BRIEF_CUT_SHORT_SHARE = 0.35;
/**
 * A technique whose next attempt would get less than this factor of its last time waits for the
 * rest of the time.
 */
const MIN_GROWTH = 1.5;
/**
 * Share of a round that the helper, which begins with the main technique, gives to one technique.
 */
const HELPER_SHARE = 0.5;
/**
 * Share of the time of a round for the techniques that come last and continue where they were
 * ended: that may have been in the middle of the deciding query.
 */
const RESUMED_SHARE = 0.2;
/**
 * The leader takes over an attempt of the helper until so many CPU seconds after its start: the
 * code is already compiled in the leader.
 */
const MAX_TAKEN_OVER_SECONDS = 0.45;
/** Less time is not worth another attempt. */
const MIN_ATTEMPT_SECONDS = 0.5;
const ATTEMPT_SEED_STEP = 1_000_003;
