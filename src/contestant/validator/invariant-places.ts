/** Finds the nodes of a program at the locations in correctness witnesses. */

import type { LineIndex } from "../../ground/util/text-position.ts";
import type { Location } from "../../ground/witness/index.ts";
import type { CfaNode, FunctionCfa } from "../cfa/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import { firstEvaluation } from "./waypoint-places.ts";

export interface Place {
  readonly node: CfaNode;
  /** The offset at which the names of an expression are resolved. */
  readonly offset: number;
}

function startsAt(lines: LineIndex, location: Location, offset: number): boolean {
  const position = lines.positionOf(offset);
  return (
    position.line === location.line &&
    (location.column === undefined || location.column === position.column)
  );
}

function ownFunctions({ program }: LoadedProgram): readonly FunctionCfa[] {
  return [...program.functions.values()].filter((fn) => !fn.isLibrary);
}

function ownNodes(loaded: LoadedProgram): readonly CfaNode[] {
  return ownFunctions(loaded).flatMap((fn) => fn.nodes);
}

/**
 * Returns the nodes where the condition of the loop is about to be evaluated; of several loops on a
 * line the first one.
 */
export function loopHeadsAt(
  loaded: LoadedProgram,
  lines: LineIndex,
  location: Location,
): readonly Place[] {
  const heads = ownNodes(loaded).flatMap((node) => {
    const { loop } = node;
    if (loop === undefined || !startsAt(lines, location, loop.keyword.start)) return [];
    const offset = node.leaving[0]?.range.start ?? loop.keyword.start;
    return [{ node, offset, keyword: loop.keyword.start }];
  });
  const leftmost = Math.min(...heads.map(({ keyword }) => keyword));
  return heads.filter(({ keyword }) => keyword === leftmost);
}

/**
 * Returns the nodes that are entered from other statements and left into the statement at the
 * location.
 */
export function statementStartsAt(
  loaded: LoadedProgram,
  lines: LineIndex,
  location: Location,
): readonly Place[] {
  const { line, column } = location;
  const offset = column === undefined ? undefined : lines.offsetOf({ line, column });
  const inner =
    offset === undefined ? undefined : firstEvaluation(lines.text, offset, { entersLoops: false });
  return ownNodes(loaded).flatMap((node) => {
    const edge = node.leaving[0];
    if (edge === undefined) return [];
    const { start } = edge.range;
    if (start !== inner && !startsAt(lines, location, start)) return [];
    const continues = node.entering.some(({ range }) => range.start === start);
    return continues ? [] : [{ node, offset: start }];
  });
}

/** Returns the functions whose definitions, or names in definitions, stand at the location. */
export function functionsAt(
  loaded: LoadedProgram,
  lines: LineIndex,
  location: Location,
): readonly FunctionCfa[] {
  return ownFunctions(loaded).filter(({ symbol: { definition } }) => {
    if (definition === undefined) return false;
    const places = [definition.range.start, definition.symbol.range.start];
    return places.some((offset) => startsAt(lines, location, offset));
  });
}
