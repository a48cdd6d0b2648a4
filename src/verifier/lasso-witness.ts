/**
 * The violation witness of an execution that does not end (format 2.1): a segment for every value that the
 * environment chooses on the way to the state that is repeated, and cycle segments from there back to it.
 */
import type { InputChoice } from "../analysis/index.ts";
import { asksForInput, type CfaEdge, type CfaProgram } from "../cfa/index.ts";
import type { Lasso } from "../techniques/index.ts";
import { LineIndex } from "../util/text-position.ts";
import type { Location, Segment, ViolationWitness, Waypoint } from "../witness/index.ts";
import { constantText } from "./violation-witness.ts";

export function createLassoWitness(program: CfaProgram, lasso: Lasso): ViolationWitness {
  const lines = new LineIndex(program.text);
  const locate = (offset: number, functionName: string): Location => ({
    file: program.fileName,
    ...lines.positionOf(offset),
    function: functionName,
  });
  const { choices, stem, edge, earlier } = lasso;
  const passing = (edges: readonly CfaEdge[]): Segment[] =>
    edges.length > MOST_DECISIONS
      ? []
      : edges.map((each) => ({ avoid: [], follow: headWaypoint(each, locate) }));
  const segmentsOf = (some: readonly InputChoice[]): Segment[] =>
    some.flatMap((choice) => {
      const follow = inputWaypoint(lasso.program, choice, locate);
      return follow === undefined ? [] : [{ avoid: [], follow }];
    });
  const inCycle = [...segmentsOf(choices.slice(stem)), ...passing(earlier.inCycle)];
  const head: Segment = { avoid: [], follow: headWaypoint(edge, locate) };
  // A loop begins with the decision of its head; an activation is repeated by the last call.
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

/** Longer witnesses are of no use to anybody: then the first decision may not be the one that is named. */
const MOST_DECISIONS = 1000;

type Locate = (offset: number, functionName: string) => Location;

/** What a call returned; undefined for what no call returns. */
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
  const text = type === undefined ? undefined : constantText(value, type);
  if (text === undefined) return undefined;
  const location = locate(edge.closeParen.start, functionName);
  return { type: "function_return", location, constraint: `\\result == ${text}` };
}

/** Where the state is repeated: what the condition of the loop decides, a call, or that the statement is reached. */
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
  const location = locate(edge.range.start, functionName);
  return { type: "assumption", location, expression: "1" };
}
