/** k-induction: base case, forward condition and inductive step for growing k. */
import type { CfaProgram } from "../cfa/index.ts";
import { type EngineAnswer, type Phased, within } from "../symbolic/index.ts";
import { FIRST_CONCRETE_BOUND, Phase, runPhase } from "./exploration-phase.ts";
import type { InductionOptions } from "./induction-options.ts";
import { INDUCTION_RECURSION, PEELS } from "./inductive-proof.ts";
import type { PhaseAnswer } from "./phase-answer.ts";

/** Values of k, with growing steps: every one starts afresh. */
const WINDOWS = [1, 2, 3, 4, 6, 8, 11, 15, 20, 28, 40, 60, 90, 130, 200, 400, 1000, 10000];
/** Share of the remaining time for the base case; the rest is for the proof attempts with one k. */
const BASE_SHARE = 0.3;
const STEP_SHARE = 0.7;
/** Share of the time of a step. */
const FIRST_ATTEMPT_SHARE = 0.75;

/**
 * k-induction for k = 1, 2, 3, … (Sheeran, Singh, Stålmarck, FMCAD 2000; strengthened with invariants as in Beyer,
 * Dangl, Wendler, CAV 2015): the base case and the forward condition are bounded model checking with bound k, the
 * step is a proof in which a violation may only come after k - 1 iterations of its loop without one.
 */
export function checkByKInduction(
  program: CfaProgram,
  options: InductionOptions & Phased,
): EngineAnswer {
  let concreteBound = FIRST_CONCRETE_BOUND;
  const reasons = { base: "no bound was tried", step: "no step was tried" };
  let isStepOpen = true;
  let isBaseOpen = true;
  for (const k of WINDOWS) {
    if (!isStepOpen && !isBaseOpen) break;
    if (options.remainingSeconds() <= 0) {
      reasons.base = `time limit; ${reasons.base}`;
      break;
    }
    options.onPhase?.(k);
    if (isBaseOpen) {
      const share = isStepOpen ? BASE_SHARE : 1;
      const base = within(options, options.remainingSeconds() * share);
      const answer = runPhase(new Phase(program, base, k, concreteBound));
      if (answer.kind !== "unknown") return answer;
      reasons.base = answer.reason;
      isBaseOpen = answer.retry;
      concreteBound *= 2;
    }
    if (isStepOpen) {
      const answer = stepOf(program, options, k);
      if (answer.kind === "true") return answer;
      if (answer.kind === "unknown") {
        reasons.step = answer.reason;
        isStepOpen = answer.retry;
      }
    }
  }
  return { kind: "unknown", reason: `base: ${reasons.base}; step: ${reasons.step}` };
}

/** The step for one k; `retry` when a larger k may help. */
function stepOf(program: CfaProgram, options: InductionOptions, window: number): PhaseAnswer {
  const end = options.remainingSeconds() * (1 - STEP_SHARE);
  let retry = false;
  let reason = "no attempt was made";
  for (const [index, peel] of PEELS.entries()) {
    // The first attempt gets the larger part.
    const share = index === PEELS.length - 1 ? 1 : FIRST_ATTEMPT_SHARE;
    const seconds = (options.remainingSeconds() - end) * share;
    const answer = runPhase(
      new Phase(
        program,
        within(options, seconds),
        INDUCTION_RECURSION,
        FIRST_CONCRETE_BOUND,
        { peel, window },
        options.lemmas?.(),
      ),
    );
    if (answer.kind !== "unknown") return answer;
    reason = answer.reason;
    if (answer.retry) retry = true;
  }
  return { kind: "unknown", reason, retry };
}
