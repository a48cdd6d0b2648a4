/**
 * Follows one execution along a violation automaton (witness format 1.0). The
 * automaton is in a set of nodes: producers cut programs into operations in
 * many ways, so that an edge may be taken at every operation that matches its
 * guards, several by one operation, and a node may always be kept, unless a
 * matching edge leads to a sink. What such an execution shows is a violation
 * in any case; the automaton only has to allow it.
 */
import type { CallEdge, CfaEdge, CfaNode, CfaProgram, ValueType } from "../cfa/cfa.ts";
import type { InputSource, View } from "../interpreter/index.ts";
import { LineIndex } from "../util/text-position.ts";
import type { Automaton, AutomatonEdge } from "../witness/index.ts";
import { parseResultConstraint, satisfyingValue } from "./constraint.ts";
import type { ExecutionFollower } from "./execution-follower.ts";
import { LassoDetector } from "./lasso.ts";
import type { ProgramExpressions } from "./program-expressions.ts";
import { assignedName, equalityBytes, equalityValue } from "./waypoint-follower.ts";

export class AutomatonFollower implements ExecutionFollower {
  readonly #program: CfaProgram;
  readonly #expressions: ProgramExpressions;
  readonly #automaton: Automaton;
  readonly #leaving = new Map<string, AutomatonEdge[]>();
  readonly #lines: LineIndex;
  readonly #free: InputSource;
  readonly #isGuided: boolean;
  readonly #nodes = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #evaluated: ReadonlySet<number>;
  /** Edges that were taken if what they assume holds now. */
  #pending: { readonly edge: AutomatonEdge; readonly functionName: string }[] = [];
  /** Of an automaton for termination: what is repeated for ever begins at its cycle head. */
  readonly #lasso: LassoDetector | undefined;
  #isAtCycleHead = false;
  hasFreeChoice = false;
  isCycling = false;
  readonly wantedThreads: readonly number[] = [];

  constructor(
    program: CfaProgram,
    expressions: ProgramExpressions,
    automaton: Automaton,
    free: InputSource,
    isGuided: boolean,
  ) {
    this.#program = program;
    this.#expressions = expressions;
    this.#automaton = automaton;
    this.#free = free;
    this.#isGuided = isGuided;
    this.#lines = new LineIndex(program.text);
    for (const edge of automaton.edges) {
      const others = this.#leaving.get(edge.source);
      if (others === undefined) this.#leaving.set(edge.source, [edge]);
      else others.push(edge);
    }
    this.#evaluated = evaluatedLines(program, this.#lines);
    this.#lasso = cycleHeadOf(automaton) === undefined ? undefined : new LassoDetector();
    this.#reach(automaton.entry);
  }

  /** Nodes that were reached. */
  get passed(): number {
    return this.#seen.size;
  }

  get isInCycle(): boolean {
    return [...this.#seen].some((id) => this.#automaton.nodes.get(id)?.isCycleHead === true);
  }

  isAtTarget(): boolean {
    return [...this.#nodes].some((id) => this.#automaton.nodes.get(id)?.isViolation === true);
  }

  describe(): string {
    const shown = [...this.#nodes].slice(-3).join(", ");
    return `the automaton is at node ${shown}, ${this.#seen.size} of its nodes were reached`;
  }

  // ------------------------------------------------------------------- inputs

  nondet(edge: CallEdge, type: ValueType): bigint {
    const wanted = this.#isGuided ? this.#assumedValue(edge, type) : undefined;
    if (wanted !== undefined) return wanted;
    this.hasFreeChoice ||= this.#isGuided;
    return this.#free.nondet(edge, type);
  }

  #assumedValue(edge: CallEdge, type: ValueType): bigint | undefined {
    const name = assignedName(edge);
    const taken = this.#pending.map((pending) => pending.edge);
    for (const { assumption } of [...taken, ...this.#takable(edge)]) {
      for (const part of partsOf(assumption)) {
        const constraint = parseResultConstraint(part);
        const value =
          constraint === undefined
            ? name === undefined
              ? undefined
              : equalityValue(part, name, type)
            : satisfyingValue(constraint, type);
        if (value !== undefined) return value;
      }
    }
    return undefined;
  }

  fill(edge: CfaEdge, size: number): Uint8Array | undefined {
    const assumed = this.#isGuided ? this.#assumedBytes(edge, size) : undefined;
    if (assumed !== undefined) return assumed;
    this.hasFreeChoice ||= this.#isGuided;
    return this.#free.fill?.(edge, size);
  }

  /** What the next edges assume of a variable that is declared without a value. */
  #assumedBytes(edge: CfaEdge, size: number): Uint8Array | undefined {
    if (edge.kind !== "declare") return undefined;
    const next = [...this.#nodes].flatMap((node) => this.#leaving.get(node) ?? []);
    const parts = next.flatMap(({ assumption }) => partsOf(assumption));
    return parts
      .map((part) => equalityBytes(edge.object, part, size))
      .find((bytes) => bytes !== undefined);
  }

  // ---------------------------------------------------------------- observing

  onEdge(edge: CfaEdge, view: View): "stop" | undefined {
    this.#lasso?.onEdge(edge, view);
    if (this.#program.functions.get(edge.source.functionName)?.isLibrary === true) return undefined;
    this.#settle(edge, view);
    this.#advance(edge, view);
    if (this.#isAtCycleHead) {
      this.#isAtCycleHead = false;
      this.isCycling = this.#lasso?.visit(view) === true;
      if (this.isCycling) return "stop";
    }
    return this.#nodes.size === 0 && this.#pending.length === 0 ? "stop" : undefined;
  }

  /** Some producers take the edge of a call when its result is stored. */
  onCallReturn(edge: CallEdge, _result: bigint | undefined, view: View): void {
    if (this.#program.functions.get(edge.source.functionName)?.isLibrary === true) return;
    this.#settle(edge, view);
    this.#advance(edge, view);
  }

  #advance(edge: CfaEdge, view: View): void {
    const left = new Set([...this.#nodes].filter((node) => this.#decidesAt(node, edge)));
    const taken = new Set<AutomatonEdge>();
    for (let more = true; more; ) {
      more = false;
      for (const candidate of this.#takable(edge)) {
        if (taken.has(candidate) || !this.#nodes.has(candidate.source)) continue;
        taken.add(candidate);
        if (this.#automaton.nodes.get(candidate.target)?.isSink === true) {
          this.#nodes.delete(candidate.source);
        } else if (partsOf(candidate.assumption).length > 0) {
          if (!this.#holdsAtCall(candidate, edge, view)) {
            this.#pending.push({ edge: candidate, functionName: edge.source.functionName });
          } else if (this.#allows(candidate.target, edge, view)) {
            this.#reach(candidate.target);
            more = true;
          }
        } else if (this.#allows(candidate.target, edge, view)) {
          this.#reach(candidate.target);
          left.delete(candidate.target);
          more = true;
        }
      }
    }
    for (const node of left) this.#nodes.delete(node);
  }

  /**
   * A branch to take speaks of the next evaluation of its condition, as in format 2:
   * there the node is left, or, with another outcome, the match ends.
   */
  #decidesAt(node: string, edge: CfaEdge): boolean {
    if (edge.kind !== "assume" || edge.branch === undefined) return false;
    const leaving = (this.#leaving.get(node) ?? []).filter(
      ({ target }) => this.#automaton.nodes.get(target)?.isSink !== true,
    );
    const branches = leaving.filter(
      (guards) => guards.control !== undefined && this.#isPlaced(guards, edge),
    );
    if (branches.length === 0) return false;
    const matching = leaving.filter((guards) => this.#matches(guards, edge));
    return matching.every(
      (guards) => branches.includes(guards) && partsOf(guards.assumption).length === 0,
    );
  }

  /** To enter a function changes nothing that the caller sees: what is assumed after it holds before. */
  #holdsAtCall({ assumption }: AutomatonEdge, edge: CfaEdge, view: View): boolean {
    if (edge.kind !== "call" || view.functionName !== edge.source.functionName) return false;
    return partsOf(assumption).every((part) => this.#holds(part, edge.range.start, view) === true);
  }

  #reach(node: string): void {
    if (this.#automaton.nodes.get(node)?.isCycleHead === true) {
      // Every turn goes through the whole cycle.
      this.#nodes.clear();
      this.#pending = [];
      this.#isAtCycleHead = true;
    }
    this.#nodes.add(node);
    this.#seen.add(node);
    // Nothing is evaluated where static objects are initialised.
    for (const edge of this.#leaving.get(node) ?? []) {
      if (!this.#seen.has(edge.target) && this.#isSilent(edge)) this.#reach(edge.target);
    }
  }

  #isSilent({ startLine, endLine, target }: AutomatonEdge): boolean {
    if (startLine === undefined || this.#automaton.nodes.get(target)?.isSink === true) return false;
    for (let line = startLine; line <= (endLine ?? startLine); line++) {
      if (this.#evaluated.has(line)) return false;
    }
    return true;
  }

  /**
   * Assumptions hold after their operation: before the next one, or, when that
   * is in a function that does not see their variables, after the call.
   */
  #settle(edge: CfaEdge, view: View): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const taken of pending) {
      const { assumption, target } = taken.edge;
      const truths = partsOf(assumption)
        .filter((part) => !part.includes("\\result"))
        .map((part) => this.#holds(part, edge.range.start, view));
      if (truths.includes(false)) continue;
      const isElsewhere = view.functionName !== taken.functionName;
      if (isElsewhere && truths.includes(undefined)) this.#pending.push(taken);
      else if (this.#allows(target, edge, view)) this.#reach(target);
    }
  }

  /** The invariant of a cycle head describes the states that recur. */
  #allows(node: string, edge: CfaEdge, view: View): boolean {
    const { isCycleHead, invariant } = this.#automaton.nodes.get(node) ?? { isCycleHead: false };
    if (!isCycleHead || invariant === undefined) return true;
    return this.#holds(invariant, edge.range.start, view) !== false;
  }

  /** Automata mention static objects also where C does not see them yet. */
  #holds(part: string, offset: number, view: View): boolean | undefined {
    const place =
      this.#expressions.condition(part, offset) === undefined ? this.#program.text.length : offset;
    return this.#expressions.holds(part, place, view);
  }

  /** Whether an edge of the automaton says where it is, and the operation is there. */
  #isPlaced(guards: AutomatonEdge, { range: { start, end } }: CfaEdge): boolean {
    const { startLine, endLine, startOffset, endOffset } = guards;
    if (startLine !== undefined) {
      const first = this.#lines.positionOf(start).line;
      const last = this.#lines.positionOf(Math.max(start, end - 1)).line;
      return last >= startLine && first <= (endLine ?? startLine);
    }
    return startOffset !== undefined && end > startOffset && start <= (endOffset ?? startOffset);
  }

  /** Edges out of the present nodes whose guards match an operation. */
  #takable(edge: CfaEdge): AutomatonEdge[] {
    return [...this.#nodes].flatMap((node) =>
      (this.#leaving.get(node) ?? []).filter((candidate) => this.#matches(candidate, edge)),
    );
  }

  #matches(guards: AutomatonEdge, edge: CfaEdge): boolean {
    const { startLine, startOffset, control, entersLoopHead } = guards;
    if (startLine !== undefined || startOffset !== undefined) {
      if (!this.#isPlaced(guards, edge)) return false;
    } else if (entersLoopHead && !isLoopHead(edge.source) && !isLoopHead(edge.target)) {
      return false;
    }
    if (control !== undefined) {
      if (edge.kind !== "assume" || edge.branch?.outcome !== control) return false;
    }
    const { enterFunction, returnFromFunction } = guards;
    if (enterFunction !== undefined && enterFunction !== "main") {
      if (edge.kind !== "call" || calledName(edge) !== enterFunction) return false;
    }
    if (returnFromFunction === undefined) return true;
    return (
      edge.source.functionName === returnFromFunction &&
      edge.target === this.#program.functions.get(returnFromFunction)?.exit
    );
  }
}

/** The first node of what a violation of termination repeats for ever; undefined when there is none. */
export function cycleHeadOf({ nodes }: Automaton): string | undefined {
  return [...nodes.values()].find(({ isCycleHead }) => isCycleHead)?.id;
}

function isLoopHead({ loop, leaving, entering }: CfaNode): boolean {
  if (loop !== undefined) return true;
  const start = leaving[0]?.range.start;
  // A loop of gotos.
  return start !== undefined && entering.some(({ range }) => range.start > start);
}

/** Lines on which the program's own functions do anything. */
function evaluatedLines(program: CfaProgram, lines: LineIndex): ReadonlySet<number> {
  const evaluated = new Set<number>();
  for (const { isLibrary, nodes } of program.functions.values()) {
    if (isLibrary) continue;
    for (const { range } of nodes.flatMap(({ leaving }) => leaving)) {
      const last = lines.positionOf(Math.max(range.start, range.end - 1)).line;
      for (let line = lines.positionOf(range.start).line; line <= last; line++) evaluated.add(line);
    }
  }
  return evaluated;
}

function calledName({ callee }: CallEdge): string | undefined {
  return callee.kind === "address" && callee.target.kind === "function"
    ? callee.target.name
    : undefined;
}

/** The conditions of an assumption but for those that say nothing. */
function partsOf(assumption: string | undefined): readonly string[] {
  return (assumption ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "" && part !== "1" && part !== "true");
}
