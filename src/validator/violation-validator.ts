/**
 * Validation of violation witnesses (format 2.0): the program is executed, the
 * witness chooses the inputs it fixes, and every waypoint is checked against
 * what really happens. The witness is confirmed when one execution passes all
 * segments in order and then violates the property at the target. What the
 * witness leaves open is first guessed, then solved for.
 */

import {
  type BmcOptions,
  checkBounded,
  type InputChoice,
  proveInductively,
} from "../analysis/bmc/bounded-model-checker.ts";
import type { CfaProgram } from "../cfa/cfa.ts";
import { compileProgram, type InputSource, type Outcome } from "../interpreter/index.ts";
import type { Budget } from "../verifier/budget.ts";
import { RecordingInputs, ReplayInputs } from "../verifier/inputs.ts";
import type { LoadedProgram } from "../verifier/load-program.ts";
import { constantsOf, PROFILES, RandomInputs } from "../verifier/random-inputs.ts";
import {
  interpreterOptions,
  type SafetyProperty,
  violatingEdge,
} from "../verifier/safety-property.ts";
import { type ViolationWitness, waypointsOf } from "../witness/index.ts";
import type { ValidationOptions } from "./options.ts";
import { ProgramExpressions } from "./program-expressions.ts";
import { WaypointFollower } from "./waypoint-follower.ts";
import { witnessProduct } from "./witness-product.ts";

export type ValidationResult =
  | {
      readonly verdict: "confirmed";
      /** What the environment returned in the confirming execution, in order. */
      readonly inputs: readonly InputChoice[];
    }
  /** No execution that matches the witness violates the property. */
  | { readonly verdict: "refuted" }
  | { readonly verdict: "unknown"; readonly reason: string };

/** What executions alone can tell. */
export type SearchResult = Exclude<ValidationResult, { verdict: "refuted" }>;

const MAX_STEPS = 2_000_000_000;

export function validateViolation(
  loaded: LoadedProgram,
  property: SafetyProperty,
  witness: ViolationWitness,
  options: Pick<ValidationOptions, "budget" | "seed" | "createSatSolver" | "onProgress">,
): ValidationResult {
  const unsupported = unsupportedPart(witness);
  if (unsupported !== undefined) return { verdict: "unknown", reason: unsupported };
  const replayer = new Replayer(loaded, property, witness);
  const { budget, seed } = options;
  const search = budget.part(budget.remainingSeconds() * SEARCH_SHARE);
  const found = searchMatch(replayer, search, seed);
  if (found.verdict === "confirmed" || property.name !== "unreach-call") return found;
  return solveMatch(loaded, property, witness, replayer, options) ?? found;
}

/** Of the time, for executions with guessed values where the witness leaves them open. */
const SEARCH_SHARE = 0.15;
/** Of the rest, for unrolling; what then is left is for an inductive proof that nothing matches. */
const UNROLLING_SHARE = 0.7;

/** Looks for a matching execution by guessing only. */
export function replayViolation(
  loaded: LoadedProgram,
  property: SafetyProperty,
  witness: ViolationWitness,
  budget: Budget,
  seed: number,
): SearchResult {
  const reason = unsupportedPart(witness);
  if (reason !== undefined) return { verdict: "unknown", reason };
  return searchMatch(new Replayer(loaded, property, witness), budget, seed);
}

function searchMatch(replayer: Replayer, budget: Budget, seed: number): SearchResult {
  let furthest: Replay | undefined;
  for (let run = 0; run === 0 || !budget.isExhausted; run++) {
    const replay = replayer.run(seed, run);
    if (replay.isConfirmed) return { verdict: "confirmed", inputs: replay.inputs };
    if (furthest === undefined || replay.passed > furthest.passed) furthest = replay;
    if (!replay.hasFreeChoice) break;
  }
  return { verdict: "unknown", reason: furthest?.end ?? "time limit" };
}

/**
 * Symbolic execution restricted to the witness. What it finds is executed and
 * followed once more; when nothing is left to explore, the witness is refuted.
 * Undefined when neither is reached.
 */
function solveMatch(
  loaded: LoadedProgram,
  property: SafetyProperty,
  witness: ViolationWitness,
  replayer: Replayer,
  options: Pick<ValidationOptions, "budget" | "createSatSolver" | "onProgress">,
): ValidationResult | undefined {
  const product = witnessProduct(loaded, replayer.expressions, witness, property.errorFunctions);
  if (product === undefined) return undefined;
  const { budget, createSatSolver, onProgress } = options;
  let inputs: readonly InputChoice[] | undefined;
  const claim = (part: Budget): BmcOptions => ({
    errorFunctions: property.errorFunctions,
    overflow: property.overflow,
    createSatSolver,
    remainingSeconds: () => part.remainingSeconds(),
    confirm: (choices) => {
      const replay = replayer.replay(product.choicesOf(choices));
      if (replay.isConfirmed) inputs = replay.inputs;
      return replay.isConfirmed;
    },
    onPhase: (bound) => onProgress?.(`symbolic execution along the witness, bound ${bound}`),
  });
  const part = budget.part(budget.remainingSeconds() * UNROLLING_SHARE);
  const answer = checkBounded(product.program, claim(part));
  if (answer.kind === "false" && inputs !== undefined) return { verdict: "confirmed", inputs };
  if (answer.kind === "true") return { verdict: "refuted" };
  const proof = proveInductively(product.program, claim(budget));
  return proof.kind === "true" ? { verdict: "refuted" } : undefined;
}

/** One execution along a witness. */
export interface Replay {
  readonly isConfirmed: boolean;
  /** Segments that were passed. */
  readonly passed: number;
  /** Whether the witness left an input open. */
  readonly hasFreeChoice: boolean;
  readonly inputs: readonly InputChoice[];
  /** How the execution ended, and what was not passed. */
  readonly end: string;
}

/** Executes a program along a violation witness, with different values for what it leaves open. */
export class Replayer {
  readonly #program: CfaProgram;
  readonly #property: SafetyProperty;
  readonly #witness: ViolationWitness;
  readonly expressions: ProgramExpressions;
  readonly #constants: ReturnType<typeof constantsOf>;

  constructor(loaded: LoadedProgram, property: SafetyProperty, witness: ViolationWitness) {
    this.#program = loaded.program;
    this.#property = property;
    this.#witness = witness;
    this.expressions = new ProgramExpressions(loaded);
    this.#constants = constantsOf(loaded.program);
  }

  /** Run 0 takes zero for every open input; the others take random values. */
  run(seed: number, run: number): Replay {
    const profile = PROFILES[run % PROFILES.length] as (typeof PROFILES)[number];
    const free: InputSource =
      run === 0 ? { nondet: () => 0n } : new RandomInputs(seed + run, this.#constants, profile);
    return this.#follow(free, true);
  }

  /** Executes with all inputs given; the witness only watches. */
  replay(inputs: readonly InputChoice[]): Replay {
    return this.#follow(new ReplayInputs(inputs), false);
  }

  #follow(free: InputSource, isGuided: boolean): Replay {
    const witness = this.#witness;
    const follower = new WaypointFollower(this.#program, this.expressions, witness, free, isGuided);
    const recorder = new RecordingInputs(follower);
    const compiled = compileProgram(this.#program, {
      ...interpreterOptions(this.#property),
      maxSteps: MAX_STEPS,
      // With the target alone there is nothing to observe on the way, and observation is slow.
      ...(isTargetOnly(witness) ? {} : { observer: follower }),
    });
    const outcome = compiled.run(recorder);
    const violation = violatingEdge(this.#property, outcome);
    return {
      isConfirmed: violation !== undefined && follower.isAtTarget(violation),
      passed: follower.passed,
      hasFreeChoice: follower.hasFreeChoice,
      inputs: recorder.choices,
      end: describe(follower, outcome),
    };
  }
}

/** What of formats 2.1 and 2.2 the replay does not follow. */
function unsupportedPart({ segments }: ViolationWitness): string | undefined {
  if (segments.some(({ cycle }) => cycle === true)) return "cycle segments are not supported";
  const hasThreads = segments.some(
    (segment) =>
      segment.concurrent !== undefined ||
      waypointsOf(segment).some(({ thread = 0 }) => thread !== 0),
  );
  return hasThreads ? "waypoints in other threads are not supported" : undefined;
}

function isTargetOnly({ segments }: ViolationWitness): boolean {
  return segments.length === 1 && segments[0]?.avoid.length === 0;
}

function describe(follower: WaypointFollower, outcome: Outcome): string {
  const { current, passed, problem } = follower;
  const end = outcome.kind === "limit" ? `limit of ${outcome.what}` : outcome.kind;
  if (current === undefined) return `all waypoints passed, but the run ends with: ${end}`;
  const { line, column } = current.location;
  const place = `line ${line}${column === undefined ? "" : `, column ${column}`}`;
  const what = `waypoint ${passed + 1} (${current.type}, ${place}) was not passed`;
  return `${what}; the run ends with: ${end}${problem === undefined ? "" : `; ${problem}`}`;
}
