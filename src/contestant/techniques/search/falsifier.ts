/**
 * Search for a violation by concrete execution with random inputs. It is cheap and sound for FALSE
 * (every hit *is* an execution), and it never proves, with one exception: the single execution of a
 * program without inputs is its whole state space.
 */

import { defined } from "../../../ground/util/defined.ts";
import { type CfaProgram, callGraph } from "../../cfa/index.ts";

import { compileProgram, type InputSource } from "../../interpreter/index.ts";
import type { Specification, Violation } from "../../specification/index.ts";
import type { InputChoice } from "../../symbolic/index.ts";
import type { TimeBudget } from "../technique.ts";
import { RecordingInputs } from "./inputs.ts";
import { isViolatedElsewhere } from "./other-implementation.ts";
import { constantsOf, PROFILES, RandomInputs } from "./random-inputs.ts";
import { hasSingleExecution } from "./single-execution.ts";

export type SearchResult =
  | {
      readonly kind: "violation";
      readonly choices: readonly InputChoice[];
      /** The formula that is violated. */
      readonly subproperty: Violation["subproperty"];
    }
  /** The program has one execution; it ends without a violation. */
  | { readonly kind: "exhausted" }
  /** @see SearchOptions.firstSteps for the possible length of the last run */
  | {
      readonly kind: "nothing";
      readonly runs: number;
      readonly steps: number;
      /** Whether another attempt would give the same result. */
      readonly isLasting?: true;
    };

/** Inputs that are all zero. */
const ZERO_INPUTS: InputSource = { nondet: () => 0n };

/**
 * Steps of a single run at first, and the maximum; long runs follow when short ones find no
 * violation.
 */
const FIRST_STEPS = 20_000;
const MAX_STEPS = 500_000_000;
/**
 * Assumed speed before a run was long enough to measure it. A run that may never end gets a longer
 * one.
 */
const STEPS_PER_SECOND = 20_000_000;
const TELLING_SECONDS = 0.01;
const TELLING_SECONDS_OF_SINGLE = 0.05;
/** Number of runs of one length, before longer ones follow. */
const RUNS_OF_A_LENGTH = 4;
/** Violations that depend on what C leaves open, before the search gives up. */
const MAX_DOUBTFUL = 20;
/** Slowdown factor of an execution that also follows choices of the implementation. */
const OPENNESS_FACTOR = 12;
/**
 * The same for recursive programs: the garbage collector scans all stack frames again and again.
 */
const FIRST_RECURSIVE_STEPS = 5_000;
const MAX_RECURSIVE_STEPS = 320_000;

/**
 * Steps per second that the next run may rely on, after a run with the given steps: half of the
 * observed speed. A run that was too short to measure counts as if it had taken the shortest
 * measurable time.
 */
function speedAfter(steps: number, elapsedSeconds: number, tellingSeconds: number): number {
  const seen = steps / Math.max(elapsedSeconds, tellingSeconds) / 2;
  return Math.max(STEPS_PER_SECOND, seen);
}

/**
 * Executes with random inputs until the time is over.
 * @param firstSteps - first bound of an earlier search, which this one continues
 */
export function searchViolation(
  program: CfaProgram,
  specification: Specification,
  budget: TimeBudget,
  seed: number,
  firstSteps?: number,
): SearchResult {
  return search(program, specification, budget, {
    seed,
    endsAtInputs: false,
    ...defined({ firstSteps }),
  });
}

/** Executes a program without inputs; the answer is UNKNOWN when it asks for one. */
export function followSingleExecution(
  program: CfaProgram,
  specification: Specification,
  budget: TimeBudget,
): SearchResult {
  return search(program, specification, budget, { seed: 0, endsAtInputs: true });
}

interface SearchOptions {
  readonly seed: number;
  /** Whether the search ends when a run has asked for an input. */
  readonly endsAtInputs: boolean;
  /** Steps of the first runs. */
  readonly firstSteps?: number;
}

function search(
  program: CfaProgram,
  specification: Specification,
  budget: TimeBudget,
  { seed, endsAtInputs, firstSteps }: SearchOptions,
): SearchResult {
  const constants = constantsOf(program);
  const isRecursive = callGraph(program, "direct").recursive.size > 0;
  let maxSteps = firstSteps ?? (isRecursive ? FIRST_RECURSIVE_STEPS : FIRST_STEPS);
  let compiled = compileProgram(program, { ...specification.execution, maxSteps });
  let runs = 0;
  /** Number of runs of this length, and of those that reached their limit. */
  let tried = 0;
  let limited = 0;
  let doubtful = 0;
  while (!budget.isExhausted) {
    const profile = PROFILES[runs % PROFILES.length] as (typeof PROFILES)[number];
    const source = runs === 0 ? ZERO_INPUTS : new RandomInputs(seed + runs, constants, profile);
    const inputs = new RecordingInputs(source);
    const startSeconds = budget.usedSeconds();
    const outcome = compiled.run(inputs);
    const elapsedSeconds = budget.usedSeconds() - startSeconds;
    runs++;
    tried++;
    const violation = specification.observe(compiled, outcome);
    if (violation !== undefined) {
      const { choices } = inputs;
      if (isViolatedElsewhere(program, specification, choices, 4 * maxSteps)) {
        return { kind: "violation", choices, subproperty: violation.subproperty };
      }
      if (++doubtful === MAX_DOUBTFUL) return { kind: "nothing", runs, steps: maxSteps };
    }
    const isLimited = outcome.kind === "limit" && outcome.what === "steps";
    // The contents of uninitialised memory matter only if they are read.
    const isDeterministic = endsAtInputs
      ? inputs.choices.every(({ value }) => typeof value !== "bigint")
      : inputs.choices.length === 0;
    if (isDeterministic && !isLimited) {
      const ended = outcome.kind === "terminated" || outcome.kind === "aborted";
      const isAffordable = elapsedSeconds * OPENNESS_FACTOR < budget.remainingSeconds();
      // Where the result depends on choices of the implementation, loops are executed completely.
      const walked = (budget.remainingSeconds() * STEPS_PER_SECOND) / OPENNESS_FACTOR;
      const steps = Math.max(4 * maxSteps, Math.floor(walked));
      return ended && isAffordable && hasSingleExecution(program, specification, steps)
        ? { kind: "exhausted" }
        : { kind: "nothing", runs, steps: maxSteps };
    }
    if (endsAtInputs && !isDeterministic) return { kind: "nothing", runs, steps: maxSteps };
    if (isLimited) limited++;
    // The only execution may take all the time.
    const longestOfMany = isRecursive ? MAX_RECURSIVE_STEPS : MAX_STEPS;
    const longest = isDeterministic ? Number.POSITIVE_INFINITY : longestOfMany;
    // A run does not check the clock: it does not start when it may take much longer than the
    // remaining time.
    const telling = isDeterministic ? TELLING_SECONDS_OF_SINGLE : TELLING_SECONDS;
    const affordable = budget.remainingSeconds() * speedAfter(maxSteps, elapsedSeconds, telling);
    const next = isDeterministic ? Math.min(20 * maxSteps, Math.floor(affordable)) : maxSteps * 4;
    const isAffordable = maxSteps < longest && next <= affordable && next >= 2 * maxSteps;
    const areTooShort = tried >= RUNS_OF_A_LENGTH && limited * 2 > tried;
    if (isLimited && (isDeterministic || areTooShort) && isAffordable) {
      maxSteps = next;
      tried = 0;
      limited = 0;
      compiled = compileProgram(program, { ...specification.execution, maxSteps });
      // A deterministic run is only worth repeating with more steps.
      if (isDeterministic) runs = 0;
    } else if (isLimited && isDeterministic) {
      return { kind: "nothing", runs, steps: maxSteps };
    }
  }
  return { kind: "nothing", runs, steps: maxSteps };
}
