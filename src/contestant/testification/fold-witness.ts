/**
 * Short witnesses of long executions. Where a loop asks for inputs, every iteration would be a
 * segment. Instead, consecutive inputs of equal value are merged: the next segment demands that
 * every other value is avoided until then, which is one waypoint (format 2.0, "avoid") for any
 * number of iterations.
 */

import type { Segment, ViolationWitness, Waypoint } from "../../ground/witness/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import type { Specification } from "../specification/index.ts";
import { Replayer } from "../validator/index.ts";
import { determinesViolation } from "./reduce-witness.ts";

/** Fewer equal inputs are listed one by one, which every validator supports. */
const MIN_TURNS = 16;

/**
 * Returns the witness with consecutive inputs folded, as far as it still determines the violation;
 * undefined where nothing can be folded.
 * @param maxSteps Bound on the edges of one execution along it.
 */
export function foldWitness(
  loaded: LoadedProgram,
  specification: Specification,
  witness: ViolationWitness,
  maxSteps: number,
  seed: number,
): ViolationWitness | undefined {
  const replayer = new Replayer(loaded, specification, witness);
  for (const dropsOthers of [true, false]) {
    const segments = foldInputs(witness.segments, dropsOthers);
    if (segments.length === witness.segments.length) continue;
    const folded: ViolationWitness = { kind: "violation", segments };
    if (determinesViolation(replayer.for(folded), seed, maxSteps)) return folded;
  }
  return undefined;
}

/** Consecutive segments that give every place the same value. */
interface Row {
  readonly segments: Segment[];
  /** By place; empty for a single segment that cannot be folded. */
  readonly values: Map<string, FixedResult>;
}

/**
 * A value that is followed by another one at the same place cannot be avoided until then: the
 * number of its occurrences would be open. With `dropsOthers` such values are left out, which is
 * right where only the number of the others matters.
 */
function foldInputs(segments: readonly Segment[], dropsOthers: boolean): readonly Segment[] {
  const folded: Segment[] = [];
  /** Waypoints to avoid from the segment before on, until the next one. */
  let avoid: readonly Waypoint[] = [];
  const rows = rowsOf(segments).flatMap(splitTail);
  for (const [index, { segments: row, values }] of rows.entries()) {
    const next = rows[index + 1]?.segments[0];
    const later = next === undefined ? undefined : placeOf(next);
    const isFollowed = later !== undefined && values.has(later);
    const isLong = row.length >= Math.max(MIN_TURNS, 2 * values.size);
    if (isLong && next !== undefined && (!isFollowed || dropsOthers)) {
      const places = [...values].filter(([place]) => place !== later);
      avoid = places.map(([, result]) => otherThan(result));
      continue;
    }
    const [first, ...others] = row as [Segment, ...Segment[]];
    folded.push({ ...first, avoid: [...first.avoid, ...avoid] }, ...others);
    avoid = [];
  }
  return folded;
}

function rowsOf(segments: readonly Segment[]): readonly Row[] {
  const rows: Row[] = [];
  for (const segment of segments) {
    const place = placeOf(segment);
    const { follow } = segment;
    const last = rows.at(-1);
    if (place === undefined || follow.type !== "function_return") {
      rows.push({ segments: [segment], values: new Map() });
      continue;
    }
    const known = last?.values.get(place);
    const isSame = known === undefined || known.constraint === follow.constraint;
    if (last !== undefined && last.values.size > 0 && isSame) {
      last.segments.push(segment);
      last.values.set(place, follow);
    } else rows.push({ segments: [segment], values: new Map([[place, follow]]) });
  }
  return rows;
}

/** An input that is asked for once, after a loop, is not folded. */
function splitTail({ segments, values }: Row): readonly Row[] {
  const places = segments.map(placeOf);
  let end = segments.length;
  while (end > 1 && places.indexOf(places[end - 1]) === end - 1) end--;
  if (end === segments.length || end < MIN_TURNS) return [{ segments, values }];
  const tail = places.slice(end);
  return [
    {
      segments: segments.slice(0, end),
      values: new Map([...values].filter(([place]) => !tail.includes(place))),
    },
    ...segments.slice(end).map((segment) => ({ segments: [segment], values: new Map() })),
  ];
}

type FixedResult = Extract<Waypoint, { readonly type: "function_return" }>;

/** Returns the place of a segment that only fixes the result of a call. */
function placeOf({ avoid, follow }: Segment): string | undefined {
  const isFixed =
    follow.type === "function_return" && follow.constraint?.startsWith(EQUAL) === true;
  return isFixed && avoid.length === 0
    ? `${follow.location.line}:${follow.location.column}`
    : undefined;
}

const EQUAL = "\\result == ";

/** A waypoint that every other result passes. */
function otherThan(result: FixedResult): Waypoint {
  return { ...result, constraint: `\\result != ${result.constraint?.slice(EQUAL.length)}` };
}
