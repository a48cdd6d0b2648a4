/** Maps parts of witnesses to the automata of programs, and selects the part of these to show. */
import type { FunctionAutomaton } from "../../ground/model/index.ts";
import type { WaypointDetails } from "./run-details.ts";

/** By task: the functions on the paths of counterexamples. */
export type AutomataFile = Readonly<Record<string, readonly FunctionAutomaton[]>>;

/** Position of a waypoint: a statement of a block, or an arc. */
export interface AutomatonPlace {
  readonly automaton: FunctionAutomaton;
  readonly block?: number;
  /** Index in the block; one more than the last: its decision. */
  readonly statement?: number;
  readonly arc?: number;
}

/**
 * The edge to which a waypoint belongs. Branchings are arcs; every other waypoint is the operation
 * on its line, with a column the last one that starts before it. Undefined where no automaton has
 * the line.
 */
export function placeOf(
  automata: readonly FunctionAutomaton[],
  {
    file,
    line,
    column,
    type,
    text,
  }: Pick<WaypointDetails, "file" | "line" | "column" | "type" | "text">,
): AutomatonPlace | undefined {
  const base = file.slice(file.lastIndexOf("/") + 1);
  const own = automata.filter((each) => each.lines[0] <= line && line <= each.lines[1]);
  const automaton = own.find((each) => each.file === base) ?? own[0];
  if (automaton === undefined) return undefined;
  if (type === "branching") {
    const arc = automaton.arcs.findIndex(
      ({ from, outcome, isWhole }) =>
        isWhole === true && outcome === text && automaton.blocks[from]?.decision?.line === line,
    );
    if (arc >= 0) return { automaton, arc };
  }
  let best: { block: number; statement: number; column: number } | undefined;
  for (const [block, { statements, decision }] of automaton.blocks.entries()) {
    for (const [statement, each] of [
      ...statements,
      ...(decision === undefined ? [] : [decision]),
    ].entries()) {
      if (each.line !== line || (column !== undefined && each.column > column)) continue;
      const isBetter = best === undefined || (column !== undefined && each.column > best.column);
      if (isBetter) best = { block, statement, column: each.column };
    }
  }
  return best === undefined
    ? { automaton }
    : { automaton, block: best.block, statement: best.statement };
}

/**
 * The part of a large automaton around a block, at most `most` blocks, nearest first; a small
 * automaton is kept as a whole.
 */
export function neighbourhood(
  { blocks, arcs }: Pick<FunctionAutomaton, "blocks" | "arcs">,
  around: number,
  most: number,
): ReadonlySet<number> {
  const all = blocks.map((_, index) => index);
  if (all.length <= most) return new Set(all);
  const next = new Map<number, number[]>(all.map((index) => [index, []]));
  for (const { from, to } of arcs) {
    next.get(from)?.push(to);
    next.get(to)?.push(from);
  }
  const found = new Set([around]);
  for (const block of found) {
    for (const other of next.get(block) ?? []) if (found.size < most) found.add(other);
    if (found.size >= most) break;
  }
  return found;
}
