/**
 * Finds the positions of the waypoints of a witness in the program: a missing column means the
 * leftmost suitable position of the line (witness format 2.0).
 */

import type { LineIndex } from "../../ground/util/text-position.ts";
import type { Location, Segment, ViolationWitness, Waypoint } from "../../ground/witness/index.ts";
import { type SourcePlaceKind, SourcePlaces } from "../cfa/index.ts";
import type { ParsedUnit } from "../cfront/index.ts";

const SUITABLE: Readonly<Record<Waypoint["type"], readonly SourcePlaceKind[] | undefined>> = {
  assumption: ["statement", "declaration"],
  branching: ["if", "while", "do", "for", "switch", "conditional"],
  function_enter: ["call"],
  function_return: ["call"],
  // The violating statement need not be the first one of its line.
  target: undefined,
};

/**
 * Returns the same witness with the missing columns; an automaton, which names whole lines, is
 * unchanged.
 */
export function placeWaypoints(
  places: () => SourcePlaces,
  witness: ViolationWitness,
): ViolationWitness {
  if (witness.hasFreeTarget === true) return witness;
  const place = <W extends Waypoint>(waypoint: W): W => ({
    ...waypoint,
    location: placeOf(places, waypoint),
  });
  const segments = witness.segments.map((segment): Segment => {
    const { avoid, follow, concurrent } = segment;
    const placed = { ...segment, avoid: avoid.map(place), follow: place(follow) };
    return concurrent === undefined ? placed : { ...placed, concurrent: concurrent.map(place) };
  });
  return { ...witness, segments };
}

/**
 * Returns the first follow waypoint whose place has no element of its type, while its line has one:
 * `waypoint 2 (target at line 11, column 30) stands at no statement: …`.
 */
export function misplacedWaypoint(
  unit: ParsedUnit,
  { segments, hasFreeTarget }: ViolationWitness,
): string | undefined {
  if (hasFreeTarget === true) return undefined;
  const places = new SourcePlaces(unit);
  for (const [index, { follow }] of segments.entries()) {
    const { type, location } = follow;
    const { line, column } = location;
    const kinds = SUITABLE[type] ?? ["statement", "declaration", "expression"];
    const suitable = places.onLine(line).filter(({ kind }) => kinds.includes(kind));
    const isPlaced = suitable.some((place) => column === undefined || place.column === column);
    if (isPlaced) continue;
    const columns = [...new Set(suitable.map((place) => place.column))];
    const where =
      columns.length === 0
        ? `line ${line} has none`
        : `line ${line} has one at ${columnsText(columns)}`;
    const what = type === "target" || type === "assumption" ? "statement" : THINGS[type];
    return `waypoint ${index + 1} (${type}) does not stand at a ${what}: ${where}`;
  }
  return undefined;
}

const THINGS = {
  branching: "keyword or '?' of a condition",
  function_enter: "parenthesis that closes the arguments of a call",
  function_return: "parenthesis that closes the arguments of a call",
} as const;

function columnsText(columns: readonly number[]): string {
  return `column ${columns.join(" or ")}`;
}

function placeOf(places: () => SourcePlaces, { type, location }: Waypoint): Location {
  const column = location.column ?? leftmost(places(), type, location.line);
  return column === undefined ? location : { ...location, column };
}

function leftmost(places: SourcePlaces, type: Waypoint["type"], line: number): number | undefined {
  const kinds = SUITABLE[type];
  return places.onLine(line).find(({ kind }) => kinds?.includes(kind))?.column;
}

const BLANK = /^(?:\s|\/\*[\s\S]*?\*\/|\/\/.*)*/;
const OPENING =
  /^(?:\{|do\b|(?:if|while|switch|for)\b|case\b[^:?;]*:|(?!default\b)[A-Za-z_]\w*\s*:(?!:)|default\s*:)/;

/**
 * Returns where the first evaluation of the statement at an offset starts: the condition of an
 * `if`, the first statement of a block. A simple statement is evaluated where it starts. The
 * condition of a loop is evaluated once more after every iteration: without `entersLoops` a loop
 * has no first evaluation.
 */
export function firstEvaluation(
  text: string,
  offset: number,
  { entersLoops }: { readonly entersLoops: boolean } = { entersLoops: true },
): number {
  let at = offset;
  for (;;) {
    const opening = OPENING.exec(text.slice(at, at + 500))?.[0];
    if (opening === undefined) return at;
    if (!entersLoops && /^(?:while|for|do)$/.test(opening)) return at;
    at = skipBlank(text, at + opening.length);
    if (!/^(?:if|while|switch|for)$/.test(opening)) continue;
    at = skipBlank(text, at + 1);
    // Without an initial clause a loop starts with its condition.
    if (opening === "for" && text[at] === ";") at = skipBlank(text, at + 1);
    // Without a condition as well, with its body.
    if (opening !== "for" || text[at] !== ";") return at;
    at = skipBlank(text, behindParenthesis(text, at));
  }
}

/**
 * Returns the offset after the closing parenthesis of the open one; text literals are not parsed.
 */
function behindParenthesis(text: string, offset: number): number {
  let depth = 1;
  let at = offset;
  for (; at < text.length && depth > 0; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")") depth--;
  }
  return at;
}

function skipBlank(text: string, offset: number): number {
  return offset + (BLANK.exec(text.slice(offset))?.[0].length ?? 0);
}

/** The same for a location with a column; undefined when it lies outside of the text. */
export function evaluationOffset(lines: LineIndex, location: Location): number | undefined {
  const { line, column } = location;
  const offset = column === undefined ? undefined : lines.offsetOf({ line, column });
  return offset === undefined ? undefined : firstEvaluation(lines.text, offset);
}
