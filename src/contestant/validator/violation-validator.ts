/**
 * Validation of violation witnesses (format 2.0): the program is executed, the witness fixes some
 * inputs, and every waypoint is checked in the execution. The witness is confirmed when one
 * execution passes all segments in order and then violates the property at the target. Open inputs
 * are first guessed, then solved for.
 */

import type { Location, Segment, ViolationWitness, Waypoint } from "../../ground/witness/index.ts";
import type { Budget } from "../call/index.ts";
import { allocatesBlocks, withoutIdleState } from "../cfa/index.ts";
import { checkBounded, proveInductively } from "../induction/index.ts";
import type { Turn } from "../interpreter/index.ts";
import { type LoadedProgram, leanProgram } from "../program/index.ts";
import { isReachSafety, type Specification } from "../specification/index.ts";
import type { Claim, InputChoice, Phased } from "../symbolic/index.ts";
import { createsThreads, hasOneThread, isViolatedElsewhere } from "../techniques/index.ts";
import { cycleHeadOf } from "./automaton-follower.ts";
import type { ValidationOptions } from "./options.ts";
import { executionIntoSet } from "./recurrent-set.ts";
import { type Replay, Replayer } from "./replayer.ts";
import { placeText } from "./waypoint-follower.ts";
import { misplacedWaypoint } from "./waypoint-places.ts";
import { GOAL_FUNCTION, witnessProduct } from "./witness-product.ts";

export type ValidationResult =
  | {
      readonly verdict: "confirmed";
      /** As in the answer `FALSE(…)`. */
      readonly subproperty: string;
      /** The inputs of the confirming execution, in order. */
      readonly inputs: readonly InputChoice[];
      /** The schedule of a program with threads. */
      readonly turns: readonly Turn[];
    }
  | Refutation
  | { readonly verdict: "unknown"; readonly reason: string };

/** No execution that matches the witness violates the property. */
export interface Refutation {
  readonly verdict: "refuted";
  /** The impossible waypoint, with its place. */
  readonly reason: string;
  /** The first waypoint that no execution passes after those before it. */
  readonly waypoint?: FailedWaypoint;
}

export interface FailedWaypoint {
  /** From 1. */
  readonly number: number;
  readonly type: Waypoint["type"];
  readonly location: Location;
}

/** Results that executions alone can give. */
export type SearchResult = Exclude<ValidationResult, { verdict: "refuted" }>;

export function validateViolation(
  loaded: LoadedProgram,
  specification: Specification,
  witness: ViolationWitness,
  options: Omit<ValidationOptions, "programHash" | "dataModel">,
): ValidationResult {
  const lean = leanProgram(loaded, specification, true);
  // Waypoints to avoid must not be lost: loops without effect contain no calls.
  const isOfCall = ({ type }: Waypoint): boolean => type.startsWith("function_");
  const isKept = witness.segments.every(({ avoid }) => avoid.every(isOfCall));
  if (lean !== loaded && witness.automaton === undefined && isKept) {
    const budget = options.budget.part(options.budget.remainingSeconds() * LEAN_SHARE);
    const found = validateExactly(lean, specification, witness, { ...options, budget });
    if (found.verdict === "confirmed") return found;
  }
  return validateExactly(loaded, specification, witness, options);
}

function validateExactly(
  loaded: LoadedProgram,
  specification: Specification,
  witness: ViolationWitness,
  options: Omit<ValidationOptions, "programHash" | "dataModel">,
): ValidationResult {
  const result = follow(loaded, specification, witness, options);
  if (result.verdict === "confirmed") {
    // Repeated states are followed in one implementation only.
    const isFixed = specification.needs.has("cycles");
    const { program } = loaded;
    const { inputs } = result;
    const turns = createsThreads(program) ? result.turns : undefined;
    if (isFixed || isViolatedElsewhere(program, specification, inputs, MAX_STEPS, turns)) {
      return result;
    }
    const reason = "the violation depends on choices of the implementation";
    return { verdict: "unknown", reason };
  }
  const misplaced = misplacedWaypoint(loaded.unit, witness);
  return misplaced === undefined ? result : { ...result, reason: `${result.reason}; ${misplaced}` };
}

function follow(
  loaded: LoadedProgram,
  specification: Specification,
  witness: ViolationWitness,
  options: Omit<ValidationOptions, "programHash" | "dataModel">,
): ValidationResult {
  const unsupported = unsupportedPart(witness, specification);
  if (unsupported !== undefined) return { verdict: "unknown", reason: unsupported };
  const { budget, seed, engine = "all" } = options;
  // No engine covers all schedules, or automata.
  const isPlain = witness.automaton === undefined && !createsThreads(loaded.program);
  const symbolic = isPlain && !specification.needs.has("races") ? specification : undefined;
  if (specification.needs.has("races") && engine !== "execution" && hasOneThread(loaded.program)) {
    return { verdict: "refuted", reason: "the program creates no thread, so that nothing races" };
  }
  if (specification.needs.has("cycles") && engine !== "symbolic") {
    const found = withoutIdleVariables(loaded, specification, witness, budget, seed);
    if (found !== undefined) return found;
  }
  const replayer = new Replayer(loaded, specification, witness, () => budget.isExhausted);
  if (specification.needs.has("cycles") && engine === "all" && !createsThreads(loaded.program)) {
    const found = executionIntoSet(loaded, specification, replayer, options);
    if (found !== undefined) {
      const { inputs, turns } = found;
      return { verdict: "confirmed", subproperty: "termination", inputs, turns };
    }
  }
  if (engine === "symbolic") {
    if (symbolic === undefined) return { verdict: "unknown", reason: NOT_SYMBOLIC };
    return new SymbolicMatch(loaded, symbolic, replayer, options).solve(0);
  }
  const isLast = symbolic === undefined || engine === "execution";
  const search = budget.part(budget.remainingSeconds() * (isLast ? 1 : SEARCH_SHARE));
  const guesses = isLast
    ? search
    : search.part(Math.min(GUESSING_SECONDS, search.remainingSeconds()));
  const { found, furthest } = searchMatch(replayer, search, seed, guesses);
  if (found.verdict === "confirmed" || isLast) return found;
  const match = new SymbolicMatch(loaded, symbolic, replayer, options);
  const answer = match.solve(furthest);
  if (answer.verdict !== "unknown") return answer;
  // Symbolic execution searches neither for repeated states nor for lost blocks.
  const goesOn = !isReachSafety(specification) && !budget.isExhausted;
  const last = goesOn ? searchMatch(replayer, budget, seed + LATER_RUNS).found : found;
  if (last.verdict !== "unknown") return last;
  return { verdict: "unknown", reason: `${last.reason}; ${answer.reason}` };
}

/** Share of the time for executions without irrelevant state and loops. */
const LEAN_SHARE = 0.3;

/**
 * Irrelevant variables may change for ever while the execution repeats (idle-state.ts). Where the
 * witness mentions values, the program is executed unchanged.
 */
function withoutIdleVariables(
  loaded: LoadedProgram,
  specification: Specification,
  witness: ViolationWitness,
  budget: Budget,
  seed: number,
): SearchResult | undefined {
  const { segments, automaton } = witness;
  const readsValues = (waypoint: Waypoint): boolean =>
    waypoint.type === "assumption" && /[A-Za-z_]/.test(waypoint.expression);
  const isAboutValues = segments.some(({ avoid, follow }) => [...avoid, follow].some(readsValues));
  if (automaton !== undefined || isAboutValues) return undefined;
  const lean = { ...loaded, program: withoutIdleState(loaded.program) };
  const part = budget.part(budget.remainingSeconds() * LEAN_SHARE);
  const replayer = new Replayer(lean, specification, witness, () => part.isExhausted);
  const { found } = searchMatch(replayer, part, seed);
  return found.verdict === "confirmed" ? found : undefined;
}

/** Further runs have other inputs than those before symbolic execution. */
const LATER_RUNS = 1 << 20;

const NOT_SYMBOLIC = "single executions alone can show that the property is violated";

/** Share of the time for executions with guessed values for open inputs. */
const SEARCH_SHARE = 0.15;
/** Maximal seconds for guesses when symbolic execution follows. */
const GUESSING_SECONDS = 3;
/**
 * Share of the rest for unrolling; the remainder is for an inductive proof that no execution
 * matches.
 */
const UNROLLING_SHARE = 0.7;

/** Searches for a matching execution by guessing only. */
export function replayViolation(
  loaded: LoadedProgram,
  specification: Specification,
  witness: ViolationWitness,
  budget: Budget,
  seed: number,
): SearchResult {
  const reason = unsupportedPart(witness, specification);
  if (reason !== undefined) return { verdict: "unknown", reason };
  const replayer = new Replayer(loaded, specification, witness, () => budget.isExhausted);
  return searchMatch(replayer, budget, seed).found;
}

/** Steps of a run at first; long runs follow when short ones find no match. */
const FIRST_STEPS = 2_000_000;
const MAX_STEPS = 2_000_000_000;
const MAX_GUESSED_STEPS = 50_000_000;

function searchMatch(
  replayer: Replayer,
  budget: Budget,
  seed: number,
  guesses: Budget = budget,
): { found: SearchResult; furthest: number } {
  let furthest: Replay | undefined;
  let maxSteps = FIRST_STEPS;
  let cut = 0;
  const isOver = ({ hasFreeChoice }: Replay): boolean =>
    (hasFreeChoice ? guesses : budget).isExhausted;
  for (let run = 0; furthest === undefined || !isOver(furthest); ) {
    const replay = replayer.run(seed, run, maxSteps);
    const { confirmed: subproperty, inputs, turns } = replay;
    if (subproperty !== undefined) {
      return {
        found: { verdict: "confirmed", subproperty, inputs, turns },
        furthest: replayer.witness.segments.length,
      };
    }
    if (furthest === undefined || replay.passed >= furthest.passed) furthest = replay;
    if (replay.isCut) cut++;
    const limit = replay.hasFreeChoice ? MAX_GUESSED_STEPS : MAX_STEPS;
    const isLonger = replay.isCut && maxSteps < limit && (!replay.hasFreeChoice || 2 * cut > run);
    if (isLonger) {
      maxSteps = Math.min(maxSteps * 8, limit);
      cut = 0;
      if (!replay.hasFreeChoice) continue;
    } else if (!replay.hasFreeChoice) break;
    run++;
  }
  return {
    found: { verdict: "unknown", reason: furthest?.end ?? "time limit" },
    furthest: furthest?.passed ?? 0,
  };
}

/**
 * Symbolic execution restricted to the witness. A match is executed and followed once more; when
 * nothing is left to explore, the witness is refuted.
 */
class SymbolicMatch {
  readonly #loaded: LoadedProgram;
  readonly #specification: Specification;
  readonly #replayer: Replayer;
  readonly #options: Pick<ValidationOptions, "budget" | "createSatSolver" | "onProgress">;
  /** Why the last query was not decided. */
  #why = "";

  constructor(
    loaded: LoadedProgram,
    specification: Specification,
    replayer: Replayer,
    options: Pick<ValidationOptions, "budget" | "createSatSolver" | "onProgress">,
  ) {
    this.#loaded = loaded;
    this.#specification = specification;
    this.#replayer = replayer;
    this.#options = options;
  }

  /**
   * Unknown when neither a match is found nor its absence proved.
   * @param furthest - number of segments that some execution is known to pass
   */
  solve(furthest: number): ValidationResult {
    const { budget } = this.#options;
    const { segments } = this.#replayer.witness;
    const last = segments.length - 1;
    let found: Replay | undefined;
    const isFound = (replay: Replay): boolean => {
      if (replay.confirmed !== undefined) found = replay;
      return replay.confirmed !== undefined;
    };
    const broken = this.#brokenCycle(budget.part(budget.remainingSeconds() * BROKEN_SHARE));
    if (broken !== undefined) return broken;
    const reachable = this.#isReachable(last, isFound, budget);
    if (found?.confirmed !== undefined) {
      const { confirmed: subproperty, inputs, turns } = found;
      return { verdict: "confirmed", subproperty, inputs, turns };
    }
    if (reachable !== false) return { verdict: "unknown", reason: `symbolically: ${this.#why}` };
    // A lost block shows later, and is not searched for: then only a witness whose target is
    // unreachable is refuted.
    const { checks } = this.#specification;
    const asksForBlocks = checks.has("leak") || checks.has("unfreed");
    const isLeak = asksForBlocks && allocatesBlocks(this.#loaded.program);
    if (isLeak && this.#isReachable(last, isFound, budget, true) !== false) {
      return { verdict: "unknown", reason: "symbolically: only a block that is lost is left" };
    }
    return this.#refutation(furthest);
  }

  /**
   * Whether an execution passes all segments up to the goal; undefined when that is not decided.
   */
  #isReachable(
    goal: number,
    isFound: (replay: Replay) => boolean,
    budget: Budget,
    arrives = false,
  ): boolean | undefined {
    const { witness, expressions } = this.#replayer;
    const product = witnessProduct(this.#loaded, expressions, witness, this.#specification, {
      goal,
      arrives,
    });
    if (product === undefined) {
      this.#why = "a waypoint cannot be expressed in the program's terms";
      return undefined;
    }
    const { createSatSolver, onProgress } = this.#options;
    const claim = (part: Budget): Claim & Phased => ({
      specification: {
        execution: { ...this.#specification.execution, errorFunctions: new Set([GOAL_FUNCTION]) },
        classify: product.classify,
      },
      createSatSolver,
      remainingSeconds: () => part.remainingSeconds(),
      confirm: (choices) => isFound(this.#replayer.replay(product.choicesOf(choices))),
      onPhase: (bound) => onProgress?.(`symbolic execution along the witness, bound ${bound}`),
    });
    const part = budget.part(budget.remainingSeconds() * UNROLLING_SHARE);
    const answer = checkBounded(product.program, claim(part));
    if (answer.kind !== "unknown") return answer.kind === "false";
    const proof = proveInductively(product.program, claim(budget));
    if (proof.kind === "true") return false;
    this.#why = answer.reason;
    return undefined;
  }

  /** Refutes a cycle that no execution passes some number of times in a row. */
  #brokenCycle(budget: Budget): Refutation | undefined {
    const { witness } = this.#replayer;
    const { segments } = witness;
    const cycle = segments.filter((segment) => segment.cycle === true);
    const first = segments.findIndex((segment) => segment.cycle === true);
    if (first < 0) return undefined;
    for (const turns of TURNS) {
      const repeated = Array.from({ length: turns - 1 }, () => cycle).flat();
      if (budget.isExhausted || segments.length + repeated.length > MAX_TURNED) return undefined;
      const replayer = this.#replayer.for({ ...witness, segments: [...segments, ...repeated] });
      const match = new SymbolicMatch(this.#loaded, this.#specification, replayer, this.#options);
      const part = budget.part(budget.remainingSeconds() * TURN_SHARE);
      const goal = segments.length + repeated.length - 1;
      if (match.#isReachable(goal, () => true, part) === false)
        return refutationAt(
          segments,
          first,
          `no execution passes the cycle ${turns} times in a row`,
        );
    }
    return undefined;
  }

  /** Names the first segment that cannot be passed after those before it. */
  #refutation(furthest: number): Refutation {
    const { segments } = this.#replayer.witness;
    const last = segments.length - 1;
    const { budget } = this.#options;
    let passable = Math.min(furthest, last);
    for (let decided = true; decided && passable < last; ) {
      let beyond = 0;
      const isPassed = ({ passed }: Replay): boolean => {
        beyond = Math.max(beyond, passed);
        return passed > passable;
      };
      const part = budget.part(budget.remainingSeconds() / 4);
      const reachable = this.#isReachable(passable, isPassed, part);
      if (reachable === false) {
        const what = `no execution passes it${this.#blame(passable)}`;
        return refutationAt(segments, passable, what);
      }
      decided = beyond > passable;
      passable = Math.max(passable, Math.min(beyond, last));
    }
    if (passable < last) {
      return refutationAt(segments, passable, "no execution passes it, or all after it");
    }
    const what = "no execution that passes the waypoints before it violates";
    return refutationAt(segments, last, what + this.#blame(last));
  }

  /** Returns the earlier demand of the witness without which an execution would reach the goal. */
  #blame(goal: number): string {
    const suspects = this.#suspects(goal);
    return suspects.length === 0 ? "" : `, but one would without ${suspects.join(" or ")}`;
  }

  #suspects(goal: number): string[] {
    const { segments } = this.#replayer.witness;
    const { budget } = this.#options;
    const search = budget.part(Math.min(BLAME_SECONDS, budget.remainingSeconds() / 2));
    const suspects: string[] = [];
    const last = segments.length - 1;
    for (const [index, segment] of segments.slice(0, goal).entries()) {
      if (search.isExhausted || suspects.length === MAX_SUSPECTS) break;
      const open = withoutDemand(segment);
      if (open === undefined) continue;
      const replayer = this.#replayer.for({
        ...this.#replayer.witness,
        segments: segments.with(index, open),
      });
      const match = new SymbolicMatch(this.#loaded, this.#specification, replayer, this.#options);
      const part = search.part(search.remainingSeconds() / 2);
      const isFound = ({ confirmed, passed }: Replay): boolean =>
        goal === last ? confirmed !== undefined : passed > goal;
      if (isFound(replayer.run(1, 0)) || match.#isReachable(goal, isFound, part)) {
        suspects.push(waypointText(segment.follow, index + 1));
      }
    }
    return suspects;
  }
}

/** Share of the time for cycles that end. */
const BROKEN_SHARE = 0.2;
/** Numbers of passes that an infinite cycle must allow. */
const TURNS = [2, 3, 5, 9] as const;
/** Share of the remaining time for each of them. */
const TURN_SHARE = 0.4;
/** Maximal number of segments of a witness whose cycle is repeated. */
const MAX_TURNED = 200;

/** Maximal seconds for explanations beside the answer. */
const BLAME_SECONDS = 5;
const MAX_SUSPECTS = 8;

/**
 * Returns the same segment with a waypoint that any execution passes there; undefined when it
 * demands nothing.
 */
function withoutDemand(segment: Segment): Segment | undefined {
  const { follow } = segment;
  if (follow.type === "assumption") return { ...segment, follow: { ...follow, expression: "1" } };
  if (follow.type !== "function_return" || follow.constraint === undefined) return undefined;
  const { constraint: _, ...open } = follow;
  return { ...segment, follow: open };
}

function refutationAt(
  segments: ViolationWitness["segments"],
  index: number,
  what: string,
): Refutation {
  const waypoint = segments[index]?.follow;
  if (waypoint === undefined) return { verdict: "refuted", reason: what };
  const { type, location } = waypoint;
  const number = index + 1;
  return {
    verdict: "refuted",
    reason: `${waypointText(waypoint, number)}: ${what}`,
    waypoint: { number, type, location },
  };
}

/** `waypoint 2 (branching 'true' at line 5, column 3)` */
function waypointText(waypoint: Waypoint, number: number): string {
  const says = saying(waypoint);
  const quoted = says === undefined ? "" : ` '${says}'`;
  return `waypoint ${number} (${waypoint.type}${quoted} at ${placeText(waypoint.location)})`;
}

/** Describes the demand of a waypoint. */
function saying(waypoint: Waypoint): string | undefined {
  switch (waypoint.type) {
    case "assumption":
      return waypoint.expression;
    case "branching":
      return waypoint.outcome;
    case "function_return":
      return waypoint.constraint;
    default:
      return undefined;
  }
}

/** Returns the parts of formats 2.1 and 2.2 that the replay does not support. */
function unsupportedPart(
  { segments, automaton }: ViolationWitness,
  { needs }: Specification,
): string | undefined {
  const isTermination = needs.has("cycles");
  const isDataRace = needs.has("races");
  if (automaton !== undefined) {
    const hasCycleHead = cycleHeadOf(automaton) !== undefined;
    return isTermination && !hasCycleHead
      ? "the automaton has no cyclehead: it does not state the repeated part"
      : undefined;
  }
  const hasCycle = segments.some(({ cycle }) => cycle === true);
  if (hasCycle && !isTermination) return "cycle segments are for termination only";
  if (!hasCycle && isTermination) {
    return "the witness has no cycle segments: it does not state the repeated part";
  }
  const isRace = segments.some(({ concurrent }) => concurrent !== undefined);
  if (isRace && !isDataRace) return "concurrent targets are for data races only";
  if (!isRace && isDataRace) return "the witness has no two targets that race";
  return undefined;
}
