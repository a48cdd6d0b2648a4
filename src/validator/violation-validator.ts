/**
 * Execution-based validation of violation witnesses (format 2.0): the program
 * is executed, the witness chooses the inputs it fixes, and every waypoint is
 * checked against what really happens. The witness is confirmed when one
 * execution passes all segments in order and then violates the property at
 * the target.
 */

import type { InputChoice } from "../analysis/bmc/bounded-model-checker.ts";
import type {
  AssumeEdge,
  CallEdge,
  CfaEdge,
  CfaProgram,
  MemoryObject,
  ValueType,
} from "../cfa/cfa.ts";
import { compileProgram, type InputSource, type Outcome, type View } from "../interpreter/index.ts";
import { LineIndex, type TextRange } from "../util/text-position.ts";
import type { Budget } from "../verifier/budget.ts";
import { RecordingInputs } from "../verifier/inputs.ts";
import type { LoadedProgram } from "../verifier/load-program.ts";
import { constantsOf, PROFILES, RandomInputs } from "../verifier/random-inputs.ts";
import {
  interpreterOptions,
  type SafetyProperty,
  violatingEdge,
} from "../verifier/safety-property.ts";
import {
  type Location,
  type Segment,
  type ViolationWitness,
  type Waypoint,
  waypointsOf,
} from "../witness/index.ts";
import { parseResultConstraint, satisfies, satisfyingValue } from "./constraint.ts";
import { ProgramExpressions } from "./program-expressions.ts";

export type ValidationResult =
  | {
      readonly verdict: "confirmed";
      /** What the environment returned in the confirming execution, in order. */
      readonly inputs: readonly InputChoice[];
    }
  | { readonly verdict: "unknown"; readonly reason: string };

const MAX_STEPS = 2_000_000_000;

export function validateViolation(
  loaded: LoadedProgram,
  property: SafetyProperty,
  witness: ViolationWitness,
  budget: Budget,
  seed: number,
): ValidationResult {
  const unsupported = unsupportedPart(witness);
  if (unsupported !== undefined) return { verdict: "unknown", reason: unsupported };
  const replayer = new Replayer(loaded, property, witness);
  let furthest: Replay | undefined;
  for (let run = 0; run === 0 || !budget.isExhausted; run++) {
    const replay = replayer.run(seed, run);
    if (replay.isConfirmed) return { verdict: "confirmed", inputs: replay.inputs };
    if (furthest === undefined || replay.passed > furthest.passed) furthest = replay;
    if (!replay.hasFreeChoice) break;
  }
  return { verdict: "unknown", reason: furthest?.end ?? "time limit" };
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
  readonly #expressions: ProgramExpressions;
  readonly #constants: ReturnType<typeof constantsOf>;

  constructor(loaded: LoadedProgram, property: SafetyProperty, witness: ViolationWitness) {
    this.#program = loaded.program;
    this.#property = property;
    this.#witness = witness;
    this.#expressions = new ProgramExpressions(loaded);
    this.#constants = constantsOf(loaded.program);
  }

  /** Run 0 takes zero for every open input; the others take random values. */
  run(seed: number, run: number): Replay {
    const profile = PROFILES[run % PROFILES.length] as (typeof PROFILES)[number];
    const free: InputSource =
      run === 0 ? { nondet: () => 0n } : new RandomInputs(seed + run, this.#constants, profile);
    const follower = new Follower(this.#program, this.#expressions, this.#witness, free);
    const recorder = new RecordingInputs(follower);
    const compiled = compileProgram(this.#program, {
      ...interpreterOptions(this.#property),
      maxSteps: MAX_STEPS,
      // With the target alone there is nothing to observe on the way, and observation is slow.
      ...(isTargetOnly(this.#witness) ? {} : { observer: follower }),
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

function describe(follower: Follower, outcome: Outcome): string {
  const { current, passed, problem } = follower;
  const end = outcome.kind === "limit" ? `limit of ${outcome.what}` : outcome.kind;
  if (current === undefined) return `all waypoints passed, but the run ends with: ${end}`;
  const { line, column } = current.location;
  const place = `line ${line}${column === undefined ? "" : `, column ${column}`}`;
  const what = `waypoint ${passed + 1} (${current.type}, ${place}) was not passed`;
  return `${what}; the run ends with: ${end}${problem === undefined ? "" : `; ${problem}`}`;
}

/** Follows one execution along the segments, and gives the inputs that the witness fixes. */
class Follower implements InputSource {
  readonly #program: CfaProgram;
  readonly #expressions: ProgramExpressions;
  readonly #segments: readonly Segment[];
  readonly #lines: LineIndex;
  readonly #free: InputSource;
  #position = 0;
  #avoided = false;
  /** The last edge whose start was looked at: a statement is entered once, not once an edge. */
  #lastStatement: TextRange | undefined;
  hasFreeChoice = false;
  /** Why a waypoint could not be used at all. */
  problem: string | undefined;

  constructor(
    program: CfaProgram,
    expressions: ProgramExpressions,
    witness: ViolationWitness,
    free: InputSource,
  ) {
    this.#program = program;
    this.#expressions = expressions;
    this.#segments = witness.segments;
    this.#lines = new LineIndex(program.text);
    this.#free = free;
  }

  get passed(): number {
    return this.#position;
  }

  /** The follow waypoint of the active segment. */
  get current(): Waypoint | undefined {
    return this.#segments[this.#position]?.follow;
  }

  /** All segments but the final one are passed, and the violation happens at the target. */
  isAtTarget(edge: CfaEdge): boolean {
    const { current } = this;
    return (
      !this.#avoided &&
      this.#position === this.#segments.length - 1 &&
      current?.type === "target" &&
      this.#isAtStatement(current.location, edge.range)
    );
  }

  // ---------------------------------------------------------------- locations

  /** Whether a position range starts at the location; without a column the line decides. */
  #startsAt(location: Location, offset: number): boolean {
    const position = this.#lines.positionOf(offset);
    if (position.line !== location.line) return false;
    return location.column === undefined || location.column === position.column;
  }

  /** Statements may be named by any position in them when the column is missing. */
  #isAtStatement(location: Location, range: TextRange): boolean {
    return this.#startsAt(location, range.start);
  }

  #isLibrary(functionName: string): boolean {
    return this.#program.functions.get(functionName)?.isLibrary ?? false;
  }

  // ------------------------------------------------------------------- inputs

  nondet(edge: CallEdge, type: ValueType): bigint {
    const { current } = this;
    if (
      current?.type === "function_return" &&
      current.constraint !== undefined &&
      this.#startsAt(current.location, edge.closeParen.start)
    ) {
      const constraint = parseResultConstraint(current.constraint);
      const value = constraint === undefined ? undefined : satisfyingValue(constraint, type);
      if (value !== undefined) return value;
      this.problem = `constraint '${current.constraint}' is not understood`;
    }
    const wanted = this.#assumedValue(edge, type);
    if (wanted !== undefined) return wanted;
    this.hasFreeChoice = true;
    return this.#free.nondet(edge, type);
  }

  /** `x == 5` as the next waypoint, right after `x = nondet()`, says what the call returned. */
  #assumedValue(edge: CallEdge, type: ValueType): bigint | undefined {
    const { current } = this;
    const { result } = edge;
    if (current?.type !== "assumption" || result === undefined) return undefined;
    const object = result.address.kind === "address" ? result.address.target : undefined;
    if (object === undefined || object.kind === "function") return undefined;
    const names =
      object.kind === "temporary" ? this.#assignedFrom(edge.target.leaving[0]) : object.name;
    return names === undefined ? undefined : equalityValue(current.expression, names, type);
  }

  #assignedFrom(edge: CfaEdge | undefined): string | undefined {
    if (edge?.kind !== "assign" || edge.address.kind !== "address") return undefined;
    return edge.address.target.kind === "function" ? undefined : edge.address.target.name;
  }

  fill(edge: CfaEdge, size: number): Uint8Array | undefined {
    const { current } = this;
    if (edge.kind === "declare" && current?.type === "assumption") {
      const bytes = this.#assumedBytes(edge.object, current.expression, size);
      if (bytes !== undefined) return bytes;
    }
    const bytes = this.#free.fill?.(edge, size);
    this.hasFreeChoice = true;
    return bytes;
  }

  #assumedBytes(object: MemoryObject, expression: string, size: number): Uint8Array | undefined {
    if (object.scalar === undefined) return undefined;
    let bits = equalityValue(expression, object.name, object.scalar);
    if (bits === undefined) return undefined;
    const bytes = new Uint8Array(size);
    for (let i = 0; i < size; i++) {
      bytes[i] = Number(bits & 0xffn);
      bits >>= 8n;
    }
    return bytes;
  }

  // ---------------------------------------------------------------- observing

  onEdge(edge: CfaEdge, view: View): "stop" | undefined {
    if (this.#isLibrary(edge.source.functionName)) return undefined;
    if (edge.range !== this.#lastStatement) {
      this.#lastStatement = edge.range;
      this.#evaluate((waypoint) => this.#passesAssumption(waypoint, edge, view));
    }
    if (edge.kind === "assume") {
      this.#evaluate((waypoint) => this.#passesBranch(waypoint, edge));
    } else if (edge.kind === "call") {
      this.#evaluate(
        (waypoint) =>
          waypoint.type === "function_enter" &&
          this.#startsAt(waypoint.location, edge.closeParen.start),
      );
    }
    return this.#avoided ? "stop" : undefined;
  }

  onCallReturn(edge: CallEdge, result: bigint | undefined): void {
    this.#lastStatement = undefined;
    if (this.#isLibrary(edge.source.functionName)) return;
    this.#evaluate((waypoint) => this.#passesReturn(waypoint, edge, result));
  }

  /** Advances over the follow waypoint if it passes here, unless an avoid waypoint passes first. */
  #evaluate(passes: (waypoint: Waypoint) => boolean): void {
    const segment = this.#segments[this.#position];
    if (segment === undefined || this.#avoided) return;
    if (segment.avoid.some(passes)) this.#avoided = true;
    else if (segment.follow.type !== "target" && passes(segment.follow)) this.#position++;
  }

  #passesAssumption(waypoint: Waypoint, edge: CfaEdge, view: View): boolean {
    if (waypoint.type !== "assumption" || !this.#isAtStatement(waypoint.location, edge.range)) {
      return false;
    }
    const holds = this.#expressions.holds(waypoint.expression, edge.range.start, view);
    if (holds === undefined) this.problem = `assumption '${waypoint.expression}' has no value here`;
    return holds === true;
  }

  #passesBranch(waypoint: Waypoint, edge: AssumeEdge): boolean {
    const { branch } = edge;
    if (waypoint.type !== "branching" || branch === undefined) return false;
    return (
      this.#startsAt(waypoint.location, branch.keyword.start) &&
      waypoint.outcome === String(branch.outcome)
    );
  }

  #passesReturn(waypoint: Waypoint, edge: CallEdge, result: bigint | undefined): boolean {
    if (
      waypoint.type !== "function_return" ||
      !this.#startsAt(waypoint.location, edge.closeParen.start)
    ) {
      return false;
    }
    if (waypoint.constraint === undefined) return true;
    const constraint = parseResultConstraint(waypoint.constraint);
    const type =
      edge.result !== undefined && "scalar" in edge.result ? edge.result.scalar : undefined;
    if (constraint === undefined || type === undefined || result === undefined) return false;
    return satisfies(constraint, result, type) === true;
  }
}

/** The constant of `name == constant`, as bits of a type. */
function equalityValue(expression: string, name: string, type: ValueType): bigint | undefined {
  const [left, right, ...rest] = expression.replace(/[()]/g, " ").split("==");
  if (rest.length > 0 || right === undefined || left?.trim() !== name) return undefined;
  return satisfyingValue({ operator: "==", constant: right.trim() }, type);
}
