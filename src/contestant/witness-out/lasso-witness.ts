/**
 * The violation witness of a non-terminating execution (format 2.1): a segment for every value that
 * the environment chooses on the way to the repeated state, and cycle segments from there back to
 * it. Where no state was seen to return, it is an assumption that is true again and again: that of
 * a closed recurrent set.
 */

import { defined } from "../../ground/util/defined.ts";
import { LineIndex } from "../../ground/util/text-position.ts";
import type { Location, Segment, ViolationWitness, Waypoint } from "../../ground/witness/index.ts";
import {
  asksForInput,
  type CfaEdge,
  type CfaNode,
  type CfaProgram,
  calledName,
} from "../cfa/index.ts";
import type { InputChoice } from "../symbolic/index.ts";
import { isTruth, type Lasso } from "../techniques/index.ts";
import { isVisible } from "./correctness-witness.ts";
import { constantText } from "./violation-witness.ts";

export function createLassoWitness(program: CfaProgram, lasso: Lasso): ViolationWitness {
  const lines = new LineIndex(program.text);
  const locate = (offset: number, functionName: string): Location => ({
    file: program.fileName,
    ...lines.positionOf(offset),
    function: functionName,
  });
  const { choices, stem, edge, earlier, set } = lasso;
  const passing = (edges: readonly CfaEdge[]): Segment[] =>
    edges.length > MAX_DECISIONS
      ? []
      : edges.map((each) => ({ avoid: [], follow: headWaypoint(each, locate) }));
  const segmentsOf = (some: readonly InputChoice[]): Segment[] =>
    some.flatMap((choice) => {
      const follow = inputWaypoint(lasso.program, choice, locate);
      return follow === undefined ? [] : [{ avoid: [], follow }];
    });
  const recurrent = set && recurrentWaypoint(program, set, locate);
  if (recurrent !== undefined) {
    // An execution enters the set, and is in it whenever it reaches its place.
    const inSet: Segment = { avoid: [], follow: recurrent };
    return {
      kind: "violation",
      segments: [...segmentsOf(choices.slice(0, stem)), inSet, { ...inSet, cycle: true }],
    };
  }
  const inCycle = [...segmentsOf(choices.slice(stem)), ...passing(earlier.inCycle)];
  const head: Segment = { avoid: [], follow: headWaypoint(edge, locate) };
  // A loop begins with the decision of its head; a stack frame is repeated by the last call.
  const cycle = edge.kind === "call" ? [...inCycle, head] : [head, ...inCycle];
  return {
    kind: "violation",
    segments: [
      ...segmentsOf(choices.slice(0, stem)),
      ...passing(earlier.inStem),
      ...cycle.map((segment): Segment => ({ ...segment, cycle: true })),
    ],
  };
}

/**
 * Returns the condition of every visit, where C can express it; undefined where it cannot, or the
 * condition is trivial.
 */
function recurrentWaypoint(
  program: CfaProgram,
  { node, conditions }: NonNullable<Lasso["set"]>,
  locate: Locate,
): Waypoint | undefined {
  const fn = program.functions.get(node.functionName);
  const place = placeInLoop(node);
  if (fn === undefined || fn.isLibrary || place === undefined) return undefined;
  const texts = conditions.map(({ text }) => {
    const isSayable = text?.objects.every((object) => isVisible(program, fn, node, object));
    return isSayable === true ? text?.text : undefined;
  });
  if (texts.includes(undefined)) return undefined;
  const expression = texts.length === 0 ? "1" : texts.map((text) => `(${text})`).join(" && ");
  return { type: "assumption", location: locate(place, node.functionName), expression };
}

/**
 * Returns the place where the states of a loop head are observed: at the first statement of the
 * body, if only conditions lie between; otherwise at the loop, where its condition is evaluated.
 */
function placeInLoop({ loop, leaving }: CfaNode): number | undefined {
  if (loop === undefined) return undefined;
  let edges = leaving;
  for (let tests = 0; tests < MAX_TESTS; tests++) {
    const [first, ...others] = edges;
    if (first === undefined) break;
    if (first.kind !== "assume" && first.kind !== "skip") return first.range.start;
    const stays = [first, ...others].filter(
      ({ target }) => target.entering.length === 1 && target.loop === undefined,
    );
    const inBody = stays.filter((edge) => edge.kind !== "assume" || edge.branch?.outcome === true);
    const [way] = inBody;
    if (way === undefined || inBody.length > 1) break;
    edges = way.target.leaving;
  }
  return loop.keyword.start;
}

/** Maximal number of tests of one condition that are followed. */
const MAX_TESTS = 8;

/** Longer witnesses are useless: in them, the first decision need not be the named one. */
const MAX_DECISIONS = 1000;

type Locate = (offset: number, functionName: string) => Location;

/** Returns the waypoint of a call's result; undefined for inputs that no call returns. */
function inputWaypoint(
  program: CfaProgram,
  { edge, value }: InputChoice,
  locate: Locate,
): Waypoint | undefined {
  if (edge.kind !== "call" || typeof value !== "bigint") return undefined;
  const { functionName } = edge.source;
  if (program.functions.get(functionName)?.isLibrary || !asksForInput(program, edge))
    return undefined;
  if (program.text[edge.closeParen.start] !== ")") return undefined;
  const type =
    edge.result !== undefined && "scalar" in edge.result ? edge.result.scalar : undefined;
  const returned = isTruth(edge) ? value & 1n : value;
  const text = type === undefined ? undefined : constantText(returned, type);
  if (text === undefined) return undefined;
  const location = locate(edge.closeParen.start, functionName);
  const constraint = `\\result == ${text}`;
  return {
    type: "function_return",
    location,
    constraint,
    ...defined({ callee: calledName(edge) }),
  };
}

/**
 * Returns the waypoint of the repeated state: the decision of the loop's condition, a call, or the
 * statement that is reached.
 */
function headWaypoint(edge: CfaEdge, locate: Locate): Waypoint {
  const { functionName } = edge.source;
  if (edge.kind === "assume" && edge.branch !== undefined) {
    const { keyword, outcome } = edge.branch;
    const location = locate(keyword.start, functionName);
    return { type: "branching", location, outcome: String(outcome) };
  }
  if (edge.kind === "call") {
    return { type: "function_enter", location: locate(edge.closeParen.start, functionName) };
  }
  // A loop condition that always holds is no statement; then the location is its first repeated
  // statement, or the loop.
  const location = locate(evaluatedFrom(edge), functionName);
  return { type: "assumption", location, expression: "1" };
}

/** Returns where evaluation continues after an edge that decides nothing. */
function evaluatedFrom(edge: CfaEdge): number {
  let next: CfaEdge | undefined = edge;
  for (let steps = 0; next?.kind === "skip" && steps < MAX_STEPS; steps++) {
    const { leaving }: CfaNode = next.target;
    next = leaving[0];
  }
  if (next?.kind === "assume") return (next.branch?.keyword ?? next.range).start;
  return (next?.kind === "skip" ? (edge.source.loop?.keyword ?? edge.range) : (next ?? edge).range)
    .start;
}

/** Maximal number of consecutive edges without effect. */
const MAX_STEPS = 8;
