/**
 * Candidates for ranking functions over pointers: the distance of a pointer from the start of its block, and the
 * distance of two pointers (strings, arrays that are traversed). The position of a pointer is a number of the state
 * as long as it only points to blocks that the loop has not made itself: those have no name at its head. Positions
 * wrap around as terms, and nothing is assumed about them, so it suffices that there are finitely many; that
 * accesses stay within the block is a separate obligation.
 */

import { composedText, type RankingText } from "../../../analysis-core/index.ts";
import type { MemoryObject } from "../../../cfa/index.ts";
import type { Term } from "../../../smt/index.ts";
import type { MemoryCell, Region, State } from "../../../symbolic/index.ts";
import { Pointer } from "../../../symbolic/index.ts";
import { type Component, type RankingContext, wideOf } from "./ranking-function.ts";

/** Wide enough for the difference of two positions. */
const WIDE = 72;
/** With more pointers than this, no distances are tried. */
const MAX_POINTERS = 6;

/** Candidates from the pointers that a loop changes. */
export function positionCandidates(
  context: RankingContext,
  cells: readonly MemoryCell[],
  head: State,
): readonly Component[] {
  const positions = cells.flatMap((cell) => positionOf(context, cell, head) ?? []);
  const singles = positions.flatMap(({ read, text }) =>
    [true, false].map((grows) => ({
      read,
      isSigned: false,
      isFinite: true,
      grows,
      expression: text,
    })),
  );
  if (positions.length > MAX_POINTERS) return singles;
  const distances = positions.flatMap((a, index) =>
    positions.slice(index + 1).flatMap((b) => distancesOf(context, a, b)),
  );
  return [...singles, ...distances];
}

interface Position {
  /** Undefined where the pointer may point to another block. */
  readonly read: (state: State) => Term | undefined;
  readonly text: RankingText;
}

function positionOf(
  { manager, access }: RankingContext,
  { region, offset, size }: MemoryCell,
  head: State,
): Position | undefined {
  const valueAt = (state: State) => access.readAt(state, region, offset, size);
  const first = valueAt(head);
  if (!(first instanceof Pointer)) return undefined;
  const known = new Set<Region>(first.targets.map((target) => target.region));
  const isNamed = ({ kind }: Region): boolean => kind !== "wild" && kind !== "function";
  if (![...known].every(isNamed)) return undefined;
  const { object } = region;
  const isVariable = object?.variable !== undefined && offset === 0 && size === object.size;
  return {
    read: (state) => {
      const value = valueAt(state);
      if (!(value instanceof Pointer)) return undefined;
      if (!value.targets.every((target) => known.has(target.region))) return undefined;
      return value.targets.reduceRight<Term | undefined>(
        (rest, target) =>
          rest === undefined ? target.offset : manager.ite(target.guard, target.offset, rest),
        undefined,
      );
    },
    text: isVariable ? variableText(object, known.size === 1) : POINTER,
  };
}

const POINTER: RankingText = {
  text: "the position of a pointer in its block",
  objects: [],
  isWords: true,
};

/** C does not compare pointers into different blocks. */
function variableText(object: MemoryObject, isInOne: boolean): RankingText {
  const { name } = object;
  if (isInOne) return { text: name, objects: [object] };
  return { text: `the position of ${name} in its block`, objects: [object], isWords: true };
}

/** The position of a pointer within one block, namely that of the first state: C compares no others. */
export function positionIn(
  evaluate: (state: State) => Term | Pointer,
): (state: State) => Term | undefined {
  let block: Region | undefined;
  return (state) => {
    const value = evaluate(state);
    if (!(value instanceof Pointer) || value.targets.length !== 1) return undefined;
    const [target] = value.targets;
    if (target === undefined || target.region.kind === "wild") return undefined;
    block ??= target.region;
    return target.region === block ? target.offset : undefined;
  };
}

function distancesOf(context: RankingContext, a: Position, b: Position): readonly Component[] {
  const { manager } = context;
  const read = (state: State): Term | undefined => {
    const [x, y] = [a, b].map((position) => wideOf(context, position.read(state), true, WIDE));
    return x === undefined || y === undefined ? undefined : manager.sub(x, y);
  };
  return [true, false].map(
    (grows): Component => ({
      read,
      isSigned: true,
      isFinite: true,
      tier: "sum",
      isDistance: true,
      grows,
      expression: {
        ...composedText(`the difference of ${a.text.text} and ${b.text.text}`, a.text, b.text),
        isWords: true,
      },
    }),
  );
}
