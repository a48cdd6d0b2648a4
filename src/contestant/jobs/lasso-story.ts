/**
 * Describes a non-terminating execution: first a stem, then a cycle that returns to the same state.
 */
import { defined } from "../../ground/util/defined.ts";
import type { Segment, Waypoint, Witness } from "../../ground/witness/index.ts";

export interface LassoStep {
  readonly line: number;
  readonly column?: number;
  readonly function?: string;
  /** Description of the step, in words. */
  readonly says: string;
}

export interface LassoStory {
  /** The steps before the cycle. */
  readonly stem: readonly LassoStep[];
  /** The repeated steps; never empty. */
  readonly cycle: readonly LassoStep[];
}

/** @returns undefined for witnesses of other claims */
export function lassoStory(witness: Witness): LassoStory | undefined {
  if (witness.kind !== "violation") return undefined;
  const { segments } = witness;
  const start = segments.findIndex(({ cycle }) => cycle === true);
  if (start < 0) return undefined;
  const cycle = segments.slice(start);
  return {
    stem: segments.slice(0, start).map(stepOf),
    cycle: cycle.length === 1 ? cycle.map(setOf) : cycle.map(stepOf),
  };
}

/** Assumptions of every iteration may be the only description of the cycle. */
function setOf(segment: Segment): LassoStep {
  const step = stepOf(segment);
  const { follow } = segment;
  const isSet = follow.type === "assumption" && follow.expression !== "1";
  return isSet ? { ...step, says: `${step.says} (no step leaves such states)` } : step;
}

function stepOf({ follow }: Segment): LassoStep {
  const { line, column, function: name } = follow.location;
  return { line, ...defined({ column, function: name }), says: waypointText(follow) };
}

function waypointText(waypoint: Waypoint): string {
  switch (waypoint.type) {
    case "assumption":
      return waypoint.expression === "1" ? "control comes here" : waypoint.expression;
    case "branching":
      return `the condition is ${waypoint.outcome}`;
    case "function_enter":
      return "the function is called";
    case "function_return":
      return waypoint.constraint === undefined
        ? "the function returns"
        : `the function returns ${waypoint.constraint.replace("\\result == ", "")}`;
    case "target":
      return "the property is violated";
  }
}
