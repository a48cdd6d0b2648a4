/**
 * The product of a program and a violation witness: a ghost variable counts the passed segments,
 * executions that meet a waypoint to avoid or leave the path of the witness end, and only the
 * violation at the target is left. A violation in the product is an execution that matches the
 * witness; every such execution is one of the program.
 */

import type { TextRange } from "../../ground/util/text-position.ts";
import type { Location, ViolationWitness, Waypoint } from "../../ground/witness/index.ts";
import type { Classify } from "../analysis-core/index.ts";
import {
  type CallEdge,
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  compare,
  type Expression,
  type FunctionCfa,
  INT,
  integer,
  type MemoryObject,
} from "../cfa/index.ts";
import { basicTypes, type FunctionSymbol } from "../cfront/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import type { Meaning, Specification } from "../specification/index.ts";
import type { InputChoice } from "../symbolic/index.ts";
import { resultCondition } from "./constraint.ts";
import type { EdgeBody, FunctionGraph } from "./function-graph.ts";
import type { ProgramExpressions } from "./program-expressions.ts";
import { ProgramProduct } from "./program-product.ts";
import { evaluationOffset } from "./waypoint-places.ts";

/** It is no valid name of a C program. */
export const GOAL_FUNCTION = "goal of the witness";

export interface WitnessProduct {
  /**
   * It calls {@link GOAL_FUNCTION} where the goal is reached, except for overflows and memory
   * errors.
   */
  readonly program: CfaProgram;
  /** The meaning of obligations for the goal. */
  readonly classify: Classify;
  /** Converts choices in the product to choices of the program. */
  choicesOf(choices: readonly InputChoice[]): InputChoice[];
}

/**
 * Returns the product whose goal is to pass a segment (from 0) after all before it; for the last
 * segment: to violate the property at the target, or with `arrives` to reach the target, with any
 * outcome there. Undefined when a waypoint cannot be expressed in the program's terms.
 */
export function witnessProduct(
  loaded: LoadedProgram,
  expressions: ProgramExpressions,
  witness: ViolationWitness,
  specification: Specification,
  { goal, arrives = false }: { readonly goal: number; readonly arrives?: boolean },
): WitnessProduct | undefined {
  try {
    return new ViolationProductBuilder(
      loaded,
      expressions,
      witness,
      specification,
      goal,
      arrives,
    ).build();
  } catch (error) {
    if (error instanceof Inexpressible) return undefined;
    throw error;
  }
}

class Inexpressible extends Error {}

class ViolationProductBuilder {
  readonly #product: ProgramProduct;
  readonly #expressions: ProgramExpressions;
  readonly #witness: ViolationWitness;
  readonly #specification: Specification;
  readonly #goal: number;
  readonly #arrives: boolean;
  /** Edges where an overflow or a memory error violates the property as in the witness. */
  readonly #targetEdges = new Set<CfaEdge>();
  readonly #counter: MemoryObject;
  /** Waypoints that some operation of the program can pass. */
  readonly #placed = new Set<Waypoint>();

  constructor(
    { program, machine }: LoadedProgram,
    expressions: ProgramExpressions,
    witness: ViolationWitness,
    specification: Specification,
    goal: number,
    arrives: boolean,
  ) {
    this.#product = new ProgramProduct(program);
    this.#expressions = expressions;
    this.#witness = witness;
    this.#specification = specification;
    this.#goal = goal;
    this.#arrives = arrives;
    this.#counter = this.#product.newObject("global", "segments passed", basicTypes(machine).int);
  }

  build(): WitnessProduct {
    this.#refuseDoublePlaces();
    const program = this.#product.withFunctions((cfa) => this.#function(cfa), [this.#counter]);
    // A waypoint that no operation of the program evaluates may be one that was simplified away.
    for (const { waypoint, segment } of this.#follows()) {
      if (segment > this.#goal) continue;
      if (waypoint.type !== "target" && !this.#placed.has(waypoint)) throw new Inexpressible();
    }
    return {
      program,
      classify: (obligation) => this.#classify(obligation),
      choicesOf: (choices) =>
        choices.flatMap(({ edge, value }) => {
          const original = this.#product.originalOf(edge);
          return original === undefined ? [] : [{ edge: original, value }];
        }),
    };
  }

  /**
   * The first violation ends an execution: a violation by one of the program's own operations
   * elsewhere ends an execution that does not match. The conditions of waypoints are no operations
   * of the program.
   */
  #classify(obligation: Parameters<Classify>[0]): Meaning {
    const { check, edge } = obligation;
    if (check === "call") return edge !== undefined && isGoalCall(edge) ? "violation" : "ignored";
    const meaning = this.#specification.classify(obligation);
    if (meaning !== "violation") return meaning;
    if (edge !== undefined && this.#targetEdges.has(edge)) return "violation";
    if (check === "overflow") return "ignored";
    return edge !== undefined && this.#product.originalOf(edge) !== undefined
      ? "ends-execution"
      : "incomplete";
  }

  /** One evaluation passes one waypoint: a block and its first statement would need two. */
  #refuseDoublePlaces(): void {
    const { segments } = this.#witness;
    for (const [index, { follow }] of segments.entries()) {
      const next = segments[index + 1]?.follow;
      if (follow.type !== "assumption" || next?.type !== "assumption") continue;
      const [here, there] = [follow, next].map(({ location }) =>
        evaluationOffset(this.#product.lines, location),
      );
      const isSame =
        follow.location.line === next.location.line &&
        follow.location.column === next.location.column;
      if (here !== undefined && here === there && !isSame) throw new Inexpressible();
    }
  }

  #function(cfa: FunctionCfa): FunctionCfa {
    const { graph, nodes, copies } = this.#product.copyNodes(cfa);
    for (const node of cfa.nodes) {
      const copy = copies.get(node) as CfaNode;
      // Checks before a statement precede all of its branches.
      const first = node.leaving[0];
      let start = copy;
      if (first !== undefined && !cfa.isLibrary) {
        start = this.#beforeStatement(graph, copy, node, first);
        const atTarget = node.leaving.find(({ range }) => this.#isAtTarget(range));
        if (atTarget !== undefined) start = this.#arrive(graph, start, atTarget.range);
      }
      const emit = (source: CfaNode, isTarget: boolean): void => {
        for (const edge of node.leaving) {
          const target = copies.get(edge.target) as CfaNode;
          const copied = this.#edge(graph, cfa.isLibrary, edge, source, target);
          if (isTarget) this.#targetEdges.add(copied);
        }
      };
      // A waypoint of a call is passed on the way: #edge separates them.
      const mayViolate = node.leaving.some(
        (edge) => edge.kind !== "call" && this.#mayViolateAtTarget(edge, cfa.isLibrary),
      );
      if (first !== undefined && mayViolate) {
        const otherwise = graph.node();
        emit(graph.split(start, otherwise, first.range, this.#isAt(this.#goal)), true);
        emit(otherwise, false);
      } else {
        emit(start, false);
      }
    }
    const entry = copies.get(cfa.entry) as CfaNode;
    const exit = copies.get(cfa.exit) as CfaNode;
    return { ...cfa, entry, exit, nodes };
  }

  #mayViolateAtTarget({ range }: CfaEdge, isLibrary: boolean): boolean {
    // The place of an operation in the library is that of the call, which is not known here: the
    // result is executed.
    return this.#isGoalOfOperation && (isLibrary || this.#isAtTarget(range));
  }

  /** Whether the goal is an overflow or a memory error at the target. */
  get #isGoalOfOperation(): boolean {
    const isOfOperation = (["overflow", "dereference", "free"] as const).some(
      (check) => this.#specification.classify({ check }) === "violation",
    );
    return isOfOperation && !this.#arrives && this.#targetOfGoal() !== undefined;
  }

  #isAtTarget(range: TextRange): boolean {
    const target = this.#targetOfGoal();
    if (target === undefined) return false;
    return this.#witness.hasFreeTarget === true || this.#isAtStatement(target.location, range);
  }

  /**
   * With the arrival as goal: reaches it at an operation of the target; returns the node where
   * other executions continue.
   */
  #arrive(graph: FunctionGraph, from: CfaNode, range: TextRange): CfaNode {
    if (!this.#arrives || !this.#isAtTarget(range)) return from;
    const otherwise = graph.node();
    this.#reachGoal(graph, graph.split(from, otherwise, range, this.#isAt(this.#goal)), range);
    return otherwise;
  }

  /** The target when it is the goal. */
  #targetOfGoal(): Waypoint | undefined {
    const waypoint = this.#witness.segments[this.#goal]?.follow;
    return waypoint?.type === "target" ? waypoint : undefined;
  }

  /** @returns the copy of the edge */
  #edge(
    graph: FunctionGraph,
    isLibrary: boolean,
    edge: CfaEdge,
    source: CfaNode,
    target: CfaNode,
  ): CfaEdge {
    const { id: _id, source: _source, target: _target, range, ...body } = edge;
    if (isLibrary) {
      if (edge.kind === "call" && this.#mayViolateAtTarget(edge, true)) {
        const otherwise = graph.node();
        const active = graph.split(source, otherwise, range, this.#isAt(this.#goal));
        this.#copyAtTarget(graph, edge, active, target);
        source = otherwise;
      }
      const copied = this.#product.copied(
        graph.connect(source, target, range, body as EdgeBody),
        edge,
      );
      return copied;
    }
    let from = source;
    // Operations in the library belong to the call that led there.
    if (edge.kind === "call")
      from = this.#arrive(graph, this.#beforeCall(graph, from, edge), range);
    const after = graph.node();
    if (edge.kind === "call" && this.#mayViolateAtTarget(edge, false)) {
      const otherwise = graph.node();
      // Its result may be stored when it has passed the waypoint before the target.
      const isOpen = this.#witness.segments.some(
        ({ follow: { type, location } }) =>
          type === "function_return" && this.#startsAt(location, edge.closeParen.start),
      );
      const condition = isOpen ? integer(INT, 1) : this.#isAt(this.#goal);
      this.#copyAtTarget(graph, edge, graph.split(from, otherwise, range, condition), after);
      from = otherwise;
    }
    const copied = this.#product.copied(graph.connect(from, after, range, body as EdgeBody), edge);
    const end =
      edge.kind === "assume"
        ? this.#afterBranch(graph, after, edge)
        : edge.kind === "call"
          ? this.#afterCall(graph, after, edge)
          : after;
    graph.connect(this.#arrive(graph, end, range), target, range, { kind: "skip" });
    return copied;
  }

  /** Adds a copy of an edge for the executions that violate there as in the witness. */
  #copyAtTarget(graph: FunctionGraph, edge: CfaEdge, source: CfaNode, target: CfaNode): void {
    const { id: _id, source: _source, target: _target, range, ...body } = edge;
    const copied = this.#product.copied(
      graph.connect(source, target, range, body as EdgeBody),
      edge,
    );
    this.#targetEdges.add(copied);
  }

  // ----------------------------------------------------------------- waypoints

  /**
   * Returns the follow waypoints with the number of their segment, the last first: one evaluation
   * passes one of them.
   */
  #follows(): { waypoint: Waypoint; segment: number }[] {
    return this.#witness.segments
      .map(({ follow }, segment) => ({ waypoint: follow, segment }))
      .reverse();
  }

  #avoids(): { waypoint: Waypoint; segment: number }[] {
    return this.#witness.segments.flatMap(({ avoid }, segment) =>
      avoid.map((waypoint) => ({ waypoint, segment })),
    );
  }

  #startsAt(location: Location, offset: number): boolean {
    const position = this.#product.lines.positionOf(offset);
    if (position.line !== location.line) return false;
    return location.column === undefined || location.column === position.column;
  }

  #isAtStatement(location: Location, { start }: TextRange): boolean {
    return (
      this.#startsAt(location, start) || evaluationOffset(this.#product.lines, location) === start
    );
  }

  #isAt(segment: number): Expression {
    return compare("eq", this.#product.load(this.#counter), integer(INT, segment));
  }

  /** Passes a waypoint where the condition holds; executions that must not continue end. */
  #pass(
    graph: FunctionGraph,
    from: CfaNode,
    range: TextRange,
    segment: number,
    effect: "advance" | "end",
    condition?: Expression,
  ): CfaNode {
    const join = graph.node();
    let active = graph.split(from, join, range, this.#isAt(segment));
    if (condition !== undefined) {
      // Demands of a cycle are repeated in every pass.
      const isRepeated = this.#witness.segments[segment]?.cycle === true;
      active = graph.split(active, isRepeated ? graph.node() : join, range, condition);
    }
    if (effect === "end") return join;
    if (segment === this.#goal) {
      this.#reachGoal(graph, active, range);
      return join;
    }
    const next = integer(INT, segment + 1);
    graph.connect(active, join, range, this.#product.assign(this.#counter, next));
    return join;
  }

  #reachGoal(graph: FunctionGraph, from: CfaNode, range: TextRange): void {
    graph.connect(from, graph.node(), range, {
      kind: "call",
      callee: this.#product.addressOf(GOAL),
      arguments: [],
      result: undefined,
      closeParen: range,
    });
  }

  /**
   * Handles all waypoints that a test of one kind may pass: first those to avoid, then those to
   * follow.
   */
  #passAll(
    graph: FunctionGraph,
    start: CfaNode,
    range: TextRange,
    conditionOf: (waypoint: Waypoint) => { passes: boolean; condition?: Expression } | undefined,
  ): CfaNode {
    let from = start;
    for (const { waypoint, segment } of this.#avoids()) {
      if (segment > this.#goal) continue;
      const test = conditionOf(waypoint);
      if (test?.passes === true) {
        from = this.#pass(graph, from, range, segment, "end", test.condition);
      }
    }
    for (const { waypoint, segment } of this.#follows()) {
      if (waypoint.type === "target" || segment > this.#goal) continue;
      const test = conditionOf(waypoint);
      if (test === undefined) continue;
      if (test.passes) this.#placed.add(waypoint);
      const effect = test.passes ? "advance" : "end";
      from = this.#pass(graph, from, range, segment, effect, test.condition);
    }
    return from;
  }

  #beforeStatement(graph: FunctionGraph, start: CfaNode, node: CfaNode, edge: CfaEdge): CfaNode {
    const continues = node.entering.some(({ range }) => range.start === edge.range.start);
    if (continues) return start;
    return this.#passAll(graph, start, edge.range, (waypoint) => {
      if (waypoint.type !== "assumption") return undefined;
      if (!this.#isAtStatement(waypoint.location, edge.range)) return undefined;
      const condition = this.#expressions.condition(waypoint.expression, edge.range.start);
      if (condition === undefined) throw new Inexpressible();
      return { passes: true, condition };
    });
  }

  #afterBranch(
    graph: FunctionGraph,
    start: CfaNode,
    { branch, range }: CfaEdge & { kind: "assume" },
  ): CfaNode {
    if (branch === undefined) return start;
    return this.#passAll(graph, start, range, (waypoint) => {
      if (waypoint.type !== "branching") return undefined;
      if (!this.#startsAt(waypoint.location, branch.keyword.start)) return undefined;
      if (waypoint.outcome === String(branch.outcome)) return { passes: true };
      // See violation-validator.ts: the next evaluation decides.
      const isFollowed = this.#witness.segments.some(({ follow }) => follow === waypoint);
      return isFollowed ? { passes: false } : undefined;
    });
  }

  #beforeCall(graph: FunctionGraph, start: CfaNode, edge: CallEdge): CfaNode {
    const { callee, closeParen, range } = edge;
    const from = this.#passAll(graph, start, range, (waypoint) =>
      waypoint.type === "function_enter" && this.#startsAt(waypoint.location, closeParen.start)
        ? { passes: true }
        : undefined,
    );
    const isError =
      callee.kind === "address" &&
      callee.target.kind === "function" &&
      this.#specification.execution.errorFunctions.has(callee.target.name);
    if (!isError) return from;
    if (this.#isAtTarget(range)) {
      this.#reachGoal(graph, graph.split(from, graph.node(), range, this.#isAt(this.#goal)), range);
    }
    // Any other violation ends the execution.
    return graph.node();
  }

  #afterCall(graph: FunctionGraph, start: CfaNode, edge: CallEdge): CfaNode {
    const { closeParen, range, result } = edge;
    return this.#passAll(graph, start, range, (waypoint) => {
      if (waypoint.type !== "function_return") return undefined;
      if (!this.#startsAt(waypoint.location, closeParen.start)) return undefined;
      if (waypoint.constraint === undefined) return { passes: true };
      if (result === undefined || !("scalar" in result)) return undefined;
      const condition = resultCondition(waypoint.constraint, result.address, result.scalar);
      if (condition === undefined) throw new Inexpressible();
      return { passes: true, condition };
    });
  }
}

const GOAL: FunctionSymbol = {
  kind: "function",
  name: GOAL_FUNCTION,
  type: {
    kind: "function",
    result: { kind: "void" },
    parameters: [],
    variadic: false,
    oldStyle: false,
  },
  definition: undefined,
  range: { start: 0, end: 0 },
  isNoReturn: true,
};

function isGoalCall(edge: CfaEdge): boolean {
  return edge.kind === "call" && edge.callee.kind === "address" && edge.callee.target === GOAL;
}
