/**
 * Follows one execution along a violation automaton (witness format 1.0). The automaton is in a set
 * of nodes: producers divide programs into operations in many ways, so an edge may be taken at
 * every operation that matches its guards, several by one operation, and a node may always be kept,
 * unless a matching edge leads to a sink. The execution shows a real violation in any case; the
 * automaton only has to allow it.
 */

import { LineIndex } from "../../ground/util/text-position.ts";
import type { Automaton, AutomatonEdge } from "../../ground/witness/index.ts";
import {
  type CallEdge,
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  calledName,
  callThatAsks,
  type ValueType,
} from "../cfa/index.ts";
import { type InputSource, LassoDetector, type View } from "../interpreter/index.ts";
import { parseResultConstraint, satisfies, satisfyingValue } from "./constraint.ts";
import type { ExecutionFollower } from "./execution-follower.ts";
import type { ProgramExpressions } from "./program-expressions.ts";
import { assignedName, equalityBytes, equalityValue } from "./waypoint-follower.ts";

/** An edge that was taken by an operation, pending until its assumption holds after that. */
interface Pending {
  readonly edge: AutomatonEdge;
  readonly functionName: string;
  /**
   * The call whose result its assumption concerns; undefined once the assumption about it holds.
   */
  readonly call?: CfaEdge;
}

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
  /** Lines that are evaluated before `main` starts. */
  readonly #static: ReadonlySet<number>;
  #hasStarted = false;
  #lastOwnEdge: CfaEdge | undefined;
  #pending: Pending[] = [];
  /** For an automaton for termination: the repeated part begins at its cycle head. */
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
    for (const written of automaton.edges) {
      const edge = withResultOfCall(written, program.text);
      const others = this.#leaving.get(edge.source);
      if (others === undefined) this.#leaving.set(edge.source, [edge]);
      else others.push(edge);
    }
    this.#static = staticLines(program, this.#lines);
    this.#lasso = cycleHeadOf(automaton) === undefined ? undefined : new LassoDetector();
    this.#reach(automaton.entry);
  }

  /** Number of reached nodes. */
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
    const reached = `${this.#seen.size} of ${this.#automaton.nodes.size} nodes were reached`;
    if (this.isAtTarget()) return `the automaton allows a violation, but there is none; ${reached}`;
    const open = this.#pending.at(-1)?.edge ?? this.#openEdge;
    if (open === undefined) return `the automaton has no next edge; ${reached}`;
    return `the automaton did not get from node ${open.source} to ${open.target} (${guardsText(open)}); ${reached}`;
  }

  /** The last edge from a reached node to an unreached one. */
  get #openEdge(): AutomatonEdge | undefined {
    const edges = [...this.#seen].flatMap((node) => this.#leaving.get(node) ?? []);
    return edges.findLast(
      ({ target }) => !this.#seen.has(target) && this.#automaton.nodes.get(target)?.isSink !== true,
    );
  }

  // ------------------------------------------------------------------- inputs

  nondet(input: CallEdge, type: ValueType): bigint {
    const edge = callThatAsks(this.#program, input, this.#lastOwnEdge);
    const wanted = this.#isGuided ? this.#assumedValue(edge, type) : undefined;
    if (wanted !== undefined) return wanted;
    this.hasFreeChoice ||= this.#isGuided;
    return this.#free.nondet(input, type);
  }

  #assumedValue(edge: CallEdge, type: ValueType): bigint | undefined {
    const name = assignedName(edge);
    const taken = this.#pending.map((pending) => pending.edge);
    // Nodes are kept, too: the node that was reached last determines how the execution continues.
    const order = new Map([...this.#nodes].map((node, index) => [node, index]));
    const rank = ({ source }: AutomatonEdge): number => order.get(source) ?? -1;
    const latest = [...taken, ...this.#takable(edge)].toSorted((a, b) => rank(b) - rank(a));
    for (const { assumption } of latest) {
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

  /**
   * Returns the bytes that the next edges assume for a variable that is declared without a value.
   */
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
    this.#lastOwnEdge = edge;
    this.#hasStarted = true;
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
  onCallReturn(edge: CallEdge, result: bigint | undefined, view: View): void {
    if (this.#program.functions.get(edge.source.functionName)?.isLibrary === true) return;
    this.#settle(edge, view, result);
    this.#advance(edge, view, result);
  }

  /** @param returned - the result of the call, if the operation is one */
  #advance(edge: CfaEdge, view: View, returned?: bigint): void {
    const left = new Set([...this.#nodes].filter((node) => this.#decidesAt(node, edge)));
    const taken = new Set<AutomatonEdge>();
    for (let more = true; more; ) {
      more = false;
      for (const candidate of this.#takable(edge)) {
        if (taken.has(candidate) || !this.#nodes.has(candidate.source)) continue;
        taken.add(candidate);
        if (this.#automaton.nodes.get(candidate.target)?.isSink === true) {
          this.#nodes.delete(candidate.source);
        } else if (speaksOfResult(candidate)) {
          const { functionName } = edge.source;
          if (edge.kind !== "call" || !isAbout(candidate, edge)) continue;
          if (returned === undefined) {
            this.#pending.push({ edge: candidate, functionName, call: edge });
          } else if (resultHolds(candidate, edge, returned)) {
            this.#pending.push({ edge: candidate, functionName });
          }
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
   * A branch to take concerns the next evaluation of its condition, as in format 2: there the node
   * is left, or, with another outcome, the match ends.
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

  /**
   * Entering a function does not change variables of the caller: assumptions after it hold before.
   */
  #holdsAtCall({ assumption }: AutomatonEdge, edge: CfaEdge, view: View): boolean {
    if (edge.kind !== "call" || view.functionName !== edge.source.functionName) return false;
    return partsOf(assumption).every((part) => this.#holds(part, edge.range.start, view) === true);
  }

  #reach(node: string): void {
    if (this.#automaton.nodes.get(node)?.isCycleHead === true) {
      // Every iteration passes the whole cycle.
      this.#nodes.clear();
      this.#pending = [];
      this.#isAtCycleHead = true;
    }
    this.#nodes.add(node);
    this.#seen.add(node);
    if (this.#hasStarted) return;
    // Initialisation of static objects evaluates nothing.
    for (const edge of this.#leaving.get(node) ?? []) {
      if (!this.#seen.has(edge.target) && this.#isSilent(edge)) this.#reach(edge.target);
    }
  }

  #isSilent({ startLine, control, target, enterFunction }: AutomatonEdge): boolean {
    if (startLine === undefined || control !== undefined) return false;
    if (this.#automaton.nodes.get(target)?.isSink === true) return false;
    return enterFunction === "main" || this.#static.has(startLine);
  }

  /**
   * Assumptions must hold after their operation: before the next one, or, where their variables are
   * not visible there, before the first one where they are.
   */
  #settle(edge: CfaEdge, view: View, returned?: bigint): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const taken of pending) {
      const { assumption, target } = taken.edge;
      if (taken.call !== undefined) {
        if (returned === undefined || taken.call !== edge) this.#pending.push(taken);
        else if (resultHolds(taken.edge, taken.call, returned)) {
          this.#pending.push({ edge: taken.edge, functionName: taken.functionName });
        }
        continue;
      }
      const truths = partsOf(assumption)
        .filter((part) => !part.includes("\\result"))
        .map((part) => this.#holds(part, edge.range.start, view));
      if (truths.includes(false)) continue;
      // An expression without a value here may have one after the call, or in the next block.
      if (truths.includes(undefined)) this.#pending.push(taken);
      else if (this.#allows(target, edge, view)) this.#reach(target);
    }
  }

  /** The invariant of a cycle head describes the recurrent states. */
  #allows(node: string, edge: CfaEdge, view: View): boolean {
    const { isCycleHead, invariant } = this.#automaton.nodes.get(node) ?? { isCycleHead: false };
    if (!isCycleHead || invariant === undefined) return true;
    return this.#holds(invariant, edge.range.start, view) !== false;
  }

  /**
   * Automata mention static objects also where C does not see them yet, and producers write `x = 1`
   * for `x == 1`.
   */
  #holds(text: string, offset: number, view: View): boolean | undefined {
    const part = text.replace(/(?<![=!<>])=(?!=)/, "==");
    const place =
      this.#expressions.condition(part, offset) === undefined ? this.#program.text.length : offset;
    return this.#expressions.holds(part, place, view);
  }

  /** Whether an edge of the automaton has a location, and the operation is there. */
  #isPlaced(guards: AutomatonEdge, { range: { start, end } }: CfaEdge): boolean {
    const { startLine, endLine, startOffset, endOffset } = guards;
    if (startLine !== undefined) {
      const first = this.#lines.positionOf(start).line;
      const last = this.#lines.positionOf(Math.max(start, end - 1)).line;
      return last >= startLine && first <= (endLine ?? startLine);
    }
    return startOffset !== undefined && end > startOffset && start <= (endOffset ?? startOffset);
  }

  /** Edges from the current nodes whose guards match an operation. */
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

/**
 * Returns the first node of the repeated part in a violation of termination; undefined when there
 * is none.
 */
export function cycleHeadOf({ nodes }: Automaton): string | undefined {
  return [...nodes.values()].find(({ isCycleHead }) => isCycleHead)?.id;
}

function isLoopHead({ loop, leaving, entering }: CfaNode): boolean {
  if (loop !== undefined) return true;
  const start = leaving[0]?.range.start;
  // A loop of gotos.
  return start !== undefined && entering.some(({ range }) => range.start > start);
}

/**
 * Returns the lines outside of functions that are not empty, and those of static objects within
 * functions.
 */
function staticLines(program: CfaProgram, lines: LineIndex): ReadonlySet<number> {
  const within = new Set<number>();
  for (const { isLibrary, symbol } of program.functions.values()) {
    const range = symbol.definition?.range;
    if (isLibrary || range === undefined) continue;
    const last = lines.positionOf(range.end).line;
    for (let line = lines.positionOf(range.start).line; line <= last; line++) within.add(line);
  }
  const found = new Set<number>();
  for (const [index, text] of program.text.split("\n").entries()) {
    if (!within.has(index + 1) && /^\s*[\w*{}(]/.test(text)) found.add(index + 1);
  }
  for (const { variable } of program.globals) {
    if (variable !== undefined) found.add(lines.positionOf(variable.range.start).line);
  }
  return found;
}

function speaksOfResult({ assumption }: AutomatonEdge): boolean {
  return partsOf(assumption).some((part) => part.includes("\\result"));
}

/**
 * CBMC names the function that contains the call as the scope: the call of any other function is
 * meant.
 */
function isAbout({ resultFunction, assumptionScope }: AutomatonEdge, call: CallEdge): boolean {
  if (resultFunction === undefined || calledName(call) === resultFunction) return true;
  return resultFunction === assumptionScope && call.source.functionName === resultFunction;
}

/**
 * Goto programs store the result of a call in a variable of its own, which the program does not
 * have, and CBMC's automata mention it: `return_value_f$0 = 3` is `\result == 3`; and, as
 * elsewhere, `=` is `==`.
 */
function withResultOfCall(edge: AutomatonEdge, program: string): AutomatonEdge {
  if (edge.assumption === undefined) return edge;
  const parts = edge.assumption.split(";").map((part) => {
    const name = /^\s*(return_value_\w+)(?:\$\d+)?\s*=(?!=)/.exec(part)?.[1];
    const isOfProgram = name !== undefined && program.includes(name);
    return isOfProgram
      ? part
      : part.replace(/^\s*(?:\\result|return_value_\w+(?:\$\d+)?)\s*=(?!=)/, "\\result == ");
  });
  return { ...edge, assumption: parts.join(";") };
}

/**
 * Whether a call has returned a value that an edge assumes. An assumption that cannot be parsed
 * does not hold.
 */
function resultHolds({ assumption }: AutomatonEdge, call: CfaEdge, returned: bigint): boolean {
  const result = call.kind === "call" ? call.result : undefined;
  if (result === undefined || !("scalar" in result)) return false;
  return partsOf(assumption)
    .filter((part) => part.includes("\\result"))
    .every((part) => {
      const constraint = parseResultConstraint(part);
      return constraint !== undefined && satisfies(constraint, returned, result.scalar) === true;
    });
}

/** Describes the guards of an edge of the automaton. */
function guardsText(edge: AutomatonEdge): string {
  const { startLine, control, assumption, enterFunction, returnFromFunction } = edge;
  const parts = [
    startLine === undefined ? undefined : `line ${startLine}`,
    control === undefined ? undefined : `condition-${control}`,
    enterFunction === undefined ? undefined : `call of ${enterFunction}`,
    returnFromFunction === undefined ? undefined : `return from ${returnFromFunction}`,
    assumption === undefined ? undefined : `assumption '${partsOf(assumption).join("; ")}'`,
  ];
  return parts.filter((part) => part !== undefined).join(", ") || "no guards";
}

/** Returns the conditions of an assumption without trivial ones. */
function partsOf(assumption: string | undefined): readonly string[] {
  return (assumption ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "" && part !== "1" && part !== "true");
}
