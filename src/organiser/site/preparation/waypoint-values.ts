/** Values of variables at the waypoints of a witness, from an execution that follows it. */

import { defined } from "../../../ground/util/defined.ts";
import type { WaypointDetails } from "../../explorer/index.ts";

/** A step of an execution. */
export interface ExecutedStep {
  /** From 1. */
  readonly line: number;
  /** Values of variables after the step; absent where they were not recorded. */
  readonly values?: readonly { readonly name: string; readonly value: string }[];
}

/**
 * Returns the waypoints with values: those of the first step at the waypoint's line that is not
 * before the step of the waypoint before. A waypoint without such a step has none.
 */
export function withValues(
  waypoints: readonly WaypointDetails[],
  steps: readonly ExecutedStep[],
): readonly WaypointDetails[] {
  let next = 0;
  return waypoints.map((waypoint) => {
    const found = steps.findIndex(({ line }, index) => index >= next && line === waypoint.line);
    if (found < 0) return waypoint;
    next = found;
    const values = steps[found]?.values?.map(({ name, value }) => [name, value] as const);
    return { ...waypoint, ...defined({ values }) };
  });
}
