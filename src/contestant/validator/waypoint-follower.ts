/**
 * Follows one execution along the segments of a violation witness (format 2.0), returns the inputs
 * that the witness fixes, and checks every waypoint in the execution.
 */

import type { LineIndex, TextRange } from "../../ground/util/text-position.ts";
import type { Location, Segment, ViolationWitness, Waypoint } from "../../ground/witness/index.ts";
import {
  type AssumeEdge,
  type CallEdge,
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  callThatAsks,
  type MemoryObject,
  type ValueType,
} from "../cfa/index.ts";
import {
  type InputSource,
  LassoDetector,
  RecursionDetector,
  type View,
} from "../interpreter/index.ts";
import type { Violation } from "../specification/index.ts";
import { isThreadCreation } from "../witness-out/index.ts";
import { parseResultConstraint, satisfies, satisfyingValue } from "./constraint.ts";
import type { ExecutionFollower } from "./execution-follower.ts";
import type { ProgramExpressions } from "./program-expressions.ts";
import { evaluationOffset } from "./waypoint-places.ts";

/** Follows one execution along the segments, and returns the inputs that the witness fixes. */
export class WaypointFollower implements ExecutionFollower {
  readonly #program: CfaProgram;
  readonly #expressions: ProgramExpressions;
  readonly #segments: readonly Segment[];
  readonly #hasFreeTarget: boolean;
  /** Index of the first cycle segment (2.1); undefined when there is none. */
  readonly #cycleStart: number | undefined;
  readonly #lasso = new LassoDetector();
  /** Number of passes of the cycle; and for each loop head that number at its last visit. */
  #turns = 0;
  readonly #turnsAtHeads = new Map<CfaNode, number>();
  readonly #recursion: RecursionDetector;
  /** Whether the call that ends a pass of the cycle is about to create a stack frame. */
  #isEntering = false;
  readonly #lines: LineIndex;
  readonly #free: InputSource;
  /** Whether the witness chooses inputs; otherwise all are given, and it only observes. */
  readonly #isGuided: boolean;
  #position = 0;
  #avoided = false;
  /**
   * For each thread: the last edge whose start was checked: a statement is entered once, not once
   * per edge.
   */
  readonly #lastStatements = new Map<number, TextRange>();
  readonly #threads = new WitnessThreads();
  readonly #evaluations = new Map<Location, number | undefined>();
  hasFreeChoice = false;
  /** Why a waypoint could not be used, or what happened where it was not passed. */
  problem: string | undefined;
  /** Whether an execution exists that follows the cycle segments for ever. */
  isCycling = false;
  /** The last edge of the user's own functions: a library function that fails was called there. */
  #lastOwnEdge: CfaEdge | undefined;

  constructor(
    program: CfaProgram,
    lines: LineIndex,
    expressions: ProgramExpressions,
    witness: ViolationWitness,
    free: InputSource,
    isGuided: boolean,
  ) {
    this.#isGuided = isGuided;
    this.#program = program;
    this.#recursion = new RecursionDetector(program);
    this.#expressions = expressions;
    this.#segments = witness.segments;
    const cycleStart = witness.segments.findIndex(({ cycle }) => cycle === true);
    this.#cycleStart = cycleStart < 0 ? undefined : cycleStart;
    this.#hasFreeTarget = witness.hasFreeTarget === true;
    this.#lines = lines;
    this.#free = free;
  }

  get passed(): number {
    return this.#position;
  }

  /** The follow waypoint of the active segment. */
  get current(): Waypoint | undefined {
    return this.#segments[this.#position]?.follow;
  }

  /** Whether all segments but the final one are passed, and the violation happens at the target. */
  isAtTarget({ edge, thread, race }: Pick<Violation, "edge" | "thread" | "race">): boolean {
    const segment = this.#segments[this.#position];
    const isLast =
      !this.#avoided &&
      this.#position === this.#segments.length - 1 &&
      segment?.follow.type === "target";
    if (!isLast || segment === undefined || this.#hasFreeTarget) return isLast;
    const targets = [segment.follow, ...(segment.concurrent ?? [])];
    if (race !== undefined) {
      // The two accesses are unordered.
      const [a, b] = race;
      const [first, second, ...others] = targets;
      if (first === undefined || second === undefined || others.length > 0) return false;
      return (
        (this.#isAccessAt(first, a) && this.#isAccessAt(second, b)) ||
        (this.#isAccessAt(first, b) && this.#isAccessAt(second, a))
      );
    }
    // A violation at the end, or of non-termination, is at the current place.
    const isPlaced = edge !== undefined && !this.#isLibrary(edge.source.functionName);
    const own = isPlaced ? edge : this.#lastOwnEdge;
    return (
      own !== undefined &&
      targets.length === 1 &&
      this.#isAccessAt(segment.follow, { edge: own, thread })
    );
  }

  #isAccessAt(target: Waypoint, { edge, thread }: { edge: CfaEdge; thread: number }): boolean {
    return this.#threads.of(target) === thread && this.#isAtStatement(target.location, edge.range);
  }

  /** The threads of the interpreter that must run now according to the witness. */
  get wantedThreads(): readonly number[] {
    const segment = this.#segments[this.#position];
    if (segment === undefined) return [];
    const waypoints = [segment.follow, ...(segment.concurrent ?? [])];
    return waypoints.flatMap((waypoint) => this.#threads.of(waypoint) ?? []);
  }

  /** Whether the run is in the repeated part of the witness. */
  get isInCycle(): boolean {
    return this.#cycleStart !== undefined && this.#position >= this.#cycleStart;
  }

  describe(): string {
    const { current, passed, problem } = this;
    if (current === undefined) return "all waypoints passed";
    const what = `waypoint ${passed + 1} (${current.type}, ${placeText(current.location)}) was not passed`;
    const why = problem ?? this.#repetition;
    return `${what}${why === undefined ? "" : `: ${why}`}`;
  }

  /**
   * One evaluation passes one waypoint: of the two interpretations that the format allows, the
   * stricter one.
   */
  get #repetition(): string | undefined {
    const before = this.#segments[this.#position - 1]?.follow;
    const { current } = this;
    const areAssumptions = current?.type === "assumption" && before?.type === "assumption";
    return areAssumptions && isSamePlace(before, current)
      ? "the place was not evaluated again after the waypoint before it; join conditions of the same evaluation by &&"
      : undefined;
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
    return this.#startsAt(location, range.start) || this.#evaluationOf(location) === range.start;
  }

  /** Returns where the statement at a location is evaluated first. */
  #evaluationOf(location: Location): number | undefined {
    if (!this.#evaluations.has(location)) {
      this.#evaluations.set(location, evaluationOffset(this.#lines, location));
    }
    return this.#evaluations.get(location);
  }

  #isLibrary(functionName: string): boolean {
    return this.#program.functions.get(functionName)?.isLibrary ?? false;
  }

  // ------------------------------------------------------------------- inputs

  nondet(input: CallEdge, type: ValueType): bigint {
    if (!this.#isGuided) return this.#free.nondet(input, type);
    const { current } = this;
    const edge = callThatAsks(this.#program, input, this.#lastOwnEdge);
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
    const wanted = this.#assumedValue(edge, type) ?? this.#onlyValue(edge, type);
    if (wanted !== undefined) return wanted;
    this.hasFreeChoice = true;
    return this.#free.nondet(input, type);
  }

  /** `\\result != 5` among the waypoints to avoid fixes the result of the call. */
  #onlyValue(edge: CallEdge, type: ValueType): bigint | undefined {
    for (const waypoint of this.#segments[this.#position]?.avoid ?? []) {
      if (waypoint.type !== "function_return" || waypoint.constraint === undefined) continue;
      if (!this.#startsAt(waypoint.location, edge.closeParen.start)) continue;
      const constraint = parseResultConstraint(waypoint.constraint);
      if (constraint?.operator !== "!=") continue;
      return satisfyingValue({ ...constraint, operator: "==" }, type);
    }
    return undefined;
  }

  /** `x == 5` as the next waypoint, right after `x = nondet()`, fixes the result of the call. */
  #assumedValue(edge: CallEdge, type: ValueType): bigint | undefined {
    const { current } = this;
    if (current?.type !== "assumption") return undefined;
    const name = assignedName(edge);
    return name === undefined ? undefined : equalityValue(current.expression, name, type);
  }

  fill(edge: CfaEdge, size: number): Uint8Array | undefined {
    const { current } = this;
    if (this.#isGuided && edge.kind === "declare" && current?.type === "assumption") {
      const bytes = equalityBytes(edge.object, current.expression, size);
      if (bytes !== undefined) return bytes;
    }
    const bytes = this.#free.fill?.(edge, size);
    this.hasFreeChoice = true;
    return bytes;
  }

  // ---------------------------------------------------------------- observing

  onEdge(edge: CfaEdge, view: View): "stop" | undefined {
    if (this.#cycleStart !== undefined) {
      this.#lasso.onEdge(edge, view);
      const isEntry = this.#recursion.onEdge(edge, view);
      if (isEntry && this.#isEntering) this.isCycling = this.#recursion.visit(view) !== undefined;
      this.#isEntering = false;
      if (!this.isCycling) this.isCycling = this.#isBackAtHead(edge, view);
    }
    if (this.#isLibrary(edge.source.functionName)) return undefined;
    this.#lastOwnEdge = edge;
    const isCreation = edge.kind === "call" && isThreadCreation(edge);
    if (isCreation) this.#threads.create();
    if (edge.range !== this.#lastStatements.get(view.thread)) {
      this.#lastStatements.set(view.thread, edge.range);
      for (let isOuter = true; isOuter; ) {
        const { current } = this;
        this.#evaluate(view, (waypoint) => this.#passesAssumption(waypoint, edge, view));
        // A block or an 'if' has a place of its own before that of its first evaluation.
        isOuter =
          current !== undefined &&
          current !== this.current &&
          !isSamePlace(current, this.current) &&
          !this.#startsAt(current.location, edge.range.start);
      }
    }
    if (edge.kind === "assume") {
      this.#evaluate(view, (waypoint) => this.#passesBranch(waypoint, edge));
    } else if (edge.kind === "call") {
      const { passed } = this;
      this.#evaluate(
        view,
        (waypoint) =>
          waypoint.type === "function_enter" &&
          this.#startsAt(waypoint.location, edge.closeParen.start),
      );
      if (isCreation && this.passed > passed) this.#threads.introduce();
    }
    return this.#avoided || this.isCycling ? "stop" : undefined;
  }

  /**
   * A pass may end in a function that is called in every pass with a new frame: whether the state
   * repeats is also checked at loop heads, where such functions have returned.
   */
  #isBackAtHead({ source }: CfaEdge, view: View): boolean {
    if (source.loop === undefined) return false;
    if ((this.#turnsAtHeads.get(source) ?? 0) === this.#turns) return false;
    this.#turnsAtHeads.set(source, this.#turns);
    return this.#lasso.visit(view, source, this.#position);
  }

  onCallReturn(edge: CallEdge, result: bigint | undefined, view: View): void {
    this.#lastStatements.delete(view.thread);
    if (this.#isLibrary(edge.source.functionName)) return;
    this.#evaluate(view, (waypoint) => this.#passesReturn(waypoint, edge, result));
  }

  /** Advances over the follow waypoint if it passes here, unless an avoid waypoint passes first. */
  #evaluate(view: View, passesHere: (waypoint: Waypoint) => boolean): void {
    const segment = this.#segments[this.#position];
    if (segment === undefined || this.#avoided || this.isCycling) return;
    const passes = (waypoint: Waypoint): boolean =>
      this.#threads.of(waypoint) === view.thread && passesHere(waypoint);
    const avoided = segment.avoid.find(passes);
    if (avoided !== undefined) {
      this.#avoided = true;
      this.problem = `it passes the waypoint to avoid at ${placeText(avoided.location)}`;
    } else if (segment.follow.type !== "target" && passes(segment.follow)) {
      this.#position++;
      this.problem = undefined;
      if (this.#cycleStart !== undefined && this.#position === this.#segments.length) {
        this.#position = this.#cycleStart;
        // The state and the environment determine all later steps.
        this.isCycling = this.#lasso.visit(view);
        this.#turns++;
        this.#isEntering = segment.follow.type === "function_enter";
      }
    }
  }

  #passesAssumption(waypoint: Waypoint, edge: CfaEdge, view: View): boolean {
    if (waypoint.type !== "assumption" || !this.#isAtStatement(waypoint.location, edge.range)) {
      return false;
    }
    const holds = this.#expressions.holds(waypoint.expression, edge.range.start, view);
    if (waypoint === this.current && holds !== true) {
      // Demands of a cycle are repeated in every pass.
      if (this.isInCycle) this.#avoided = true;
      const what = holds === undefined ? "has no value" : "is false";
      this.problem = `'${waypoint.expression}' ${what} there`;
    }
    return holds === true;
  }

  /**
   * A branching waypoint to follow concerns the next evaluation of its condition: an execution that
   * takes another branch first does not match. (The text of the format would also allow waiting;
   * the samples of its authors do not.)
   */
  #passesBranch(waypoint: Waypoint, { branch }: AssumeEdge): boolean {
    if (waypoint.type !== "branching" || branch === undefined) return false;
    if (!this.#startsAt(waypoint.location, branch.keyword.start)) return false;
    if (waypoint.outcome === String(branch.outcome)) return true;
    if (waypoint === this.current) {
      this.#avoided = true;
      this.problem = `the outcome there is ${branch.outcome}, not ${waypoint.outcome}`;
    }
    return false;
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
    if (constraint === undefined || type === undefined || result === undefined) {
      this.problem = `'${waypoint.constraint}' cannot be evaluated there`;
      return false;
    }
    const holds = satisfies(constraint, result, type) === true;
    if (!holds && waypoint === this.current) {
      const value = type.kind === "int" && type.signed ? BigInt.asIntN(type.bits, result) : result;
      const shown = type.kind === "float" ? "another value" : `${value}`;
      this.problem = `the result there is ${shown}, not '${waypoint.constraint}'`;
    }
    return holds;
  }
}

function isSamePlace({ location: a }: Waypoint, other: Waypoint | undefined): boolean {
  return a.line === other?.location.line && a.column === other.location.column;
}

/**
 * Maps the threads of the witness (format 2.2: numbered in the order in which waypoints introduce
 * them) to those of the interpreter (in the order of their creation).
 */
class WitnessThreads {
  /** By number in the witness. */
  readonly #numbers: number[] = [0];
  #created = 0;

  create(): void {
    this.#created++;
  }

  /** The thread that was created last is the next one of the witness. */
  introduce(): void {
    this.#numbers.push(this.#created);
  }

  of({ thread = 0 }: Waypoint): number | undefined {
    return this.#numbers[thread];
  }
}

/** The variable in which the result of a call is stored, directly or in the next step. */
export function assignedName({ result, target }: CallEdge): string | undefined {
  const object = result?.address.kind === "address" ? result.address.target : undefined;
  if (object === undefined || object.kind === "function") return undefined;
  if (object.kind !== "temporary") return object.name;
  const next = target.leaving[0];
  if (next?.kind !== "assign" || next.address.kind !== "address") return undefined;
  return next.address.target.kind === "function" ? undefined : next.address.target.name;
}

/** Returns the constant of `name == constant`, perhaps among other conjuncts, as bits of a type. */
export function equalityValue(
  expression: string,
  name: string,
  type: ValueType,
): bigint | undefined {
  if (expression.includes("||") || expression.includes("!(")) return undefined;
  for (const conjunct of expression.replace(/[()]/g, " ").split("&&")) {
    // Handwritten automata of format 1.0 contain assignments here.
    const [left, right, ...rest] = conjunct.split(/==|(?<![!<>=])=(?!=)/);
    if (rest.length > 0 || right === undefined || left?.trim() !== name) continue;
    return satisfyingValue({ operator: "==", constant: right.trim() }, type);
  }
  return undefined;
}

/** The same as the contents of a scalar object. */
export function equalityBytes(
  object: MemoryObject,
  expression: string,
  size: number,
): Uint8Array | undefined {
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

/** `line 3, column 5` */
export function placeText({ line, column }: Location): string {
  return column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
}
