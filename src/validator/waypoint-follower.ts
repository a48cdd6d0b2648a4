/**
 * Follows one execution along the segments of a violation witness (format
 * 2.0), gives the inputs that the witness fixes, and checks every waypoint
 * against what really happens.
 */
import type {
  AssumeEdge,
  CallEdge,
  CfaEdge,
  CfaProgram,
  MemoryObject,
  ValueType,
} from "../cfa/cfa.ts";
import type { InputSource, View } from "../interpreter/index.ts";
import { LineIndex, type TextRange } from "../util/text-position.ts";
import type { Location, Segment, ViolationWitness, Waypoint } from "../witness/index.ts";
import { parseResultConstraint, satisfies, satisfyingValue } from "./constraint.ts";
import type { ProgramExpressions } from "./program-expressions.ts";

/** Follows one execution along the segments, and gives the inputs that the witness fixes. */
export class WaypointFollower implements InputSource {
  readonly #program: CfaProgram;
  readonly #expressions: ProgramExpressions;
  readonly #segments: readonly Segment[];
  readonly #hasFreeTarget: boolean;
  readonly #lines: LineIndex;
  readonly #free: InputSource;
  /** Whether the witness chooses inputs; else all are given, and it only watches. */
  readonly #isGuided: boolean;
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
    isGuided: boolean,
  ) {
    this.#isGuided = isGuided;
    this.#program = program;
    this.#expressions = expressions;
    this.#segments = witness.segments;
    this.#hasFreeTarget = witness.hasFreeTarget === true;
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
      (this.#hasFreeTarget || this.#isAtStatement(current.location, edge.range))
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
    if (!this.#isGuided) return this.#free.nondet(edge, type);
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
    if (this.#isGuided && edge.kind === "declare" && current?.type === "assumption") {
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

  /**
   * A branching waypoint to follow speaks of the next evaluation of its condition: an
   * execution that takes another way first does not match. (The text of the format would
   * also allow to wait; the samples of its authors do not.)
   */
  #passesBranch(waypoint: Waypoint, { branch }: AssumeEdge): boolean {
    if (waypoint.type !== "branching" || branch === undefined) return false;
    if (!this.#startsAt(waypoint.location, branch.keyword.start)) return false;
    if (waypoint.outcome === String(branch.outcome)) return true;
    if (waypoint === this.current) this.#avoided = true;
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
