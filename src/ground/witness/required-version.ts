import type { FormatVersion, Invariant, Segment, Waypoint, Witness } from "./format.ts";

/** The oldest version of format 2 that can express the witness. */
export function requiredVersion(witness: Witness): FormatVersion {
  if (witness.kind === "violation") {
    if (witness.segments.some(needsThreads)) return "2.2";
    return witness.segments.some(needsVersion21) ? "2.1" : "2.0";
  }
  const { invariants, contracts, ghosts } = witness;
  const isPlain = contracts === undefined && ghosts === undefined;
  return isPlain && !invariants.some(isExtendedInvariant) ? "2.0" : "2.1";
}

/** Whether an invariant uses features of 2.1. */
export function isExtendedInvariant({ type, format, labels }: Invariant): boolean {
  return format !== "c_expression" || labels !== undefined || type.endsWith("transition_invariant");
}

export function waypointsOf({ avoid, follow, concurrent = [] }: Segment): readonly Waypoint[] {
  return [...avoid, ...concurrent, follow];
}

function needsThreads(segment: Segment): boolean {
  return (
    segment.concurrent !== undefined ||
    waypointsOf(segment).some(({ thread }) => thread !== undefined)
  );
}

function needsVersion21(segment: Segment): boolean {
  return (
    segment.cycle === true ||
    waypointsOf(segment).some(
      (waypoint) => waypoint.type === "assumption" && waypoint.format === "ext_c_expression",
    )
  );
}

/** Whether the first version is older than the second. */
export function isOlder(version: FormatVersion, than: FormatVersion): boolean {
  return version < than;
}
