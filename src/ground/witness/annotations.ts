import type { Location, Waypoint, Witness } from "./format.ts";

/** The content of a witness at one position of the program, in words. */
export interface Annotation {
  readonly location: Location;
  /** Decides the style in which the annotation is displayed. */
  readonly role: "follow" | "avoid" | "cycle" | "target" | "invariant" | "contract" | "ghost";
  readonly text: string;
}

/** All annotations of a witness, in its order; segments are numbered from 1. */
export function annotationsOf(witness: Witness): readonly Annotation[] {
  if (witness.kind === "violation") {
    return witness.segments.flatMap(({ avoid, concurrent = [], follow, cycle }, index) => {
      const note = (waypoint: Waypoint, role: Annotation["role"]): Annotation => ({
        location: waypoint.location,
        role: waypoint.type === "target" ? "target" : role,
        text: `${index + 1} ${role} ${describeWaypoint(waypoint)}`,
      });
      return [
        ...avoid.map((waypoint) => note(waypoint, "avoid")),
        ...concurrent.map((waypoint) => note(waypoint, "follow")),
        note(follow, cycle === true ? "cycle" : "follow"),
      ];
    });
  }
  const { invariants, contracts = [], ghosts } = witness;
  return [
    ...invariants.map(
      ({ type, location, expression, labels = [] }): Annotation => ({
        location,
        role: "invariant",
        text: `${[...labels, type].join(" ")}: ${expression}`,
      }),
    ),
    ...contracts.map(
      ({ location, requires = "1", ensures = "1" }): Annotation => ({
        location,
        role: "contract",
        text: `requires ${requires}, ensures ${ensures}`,
      }),
    ),
    ...(ghosts?.updates ?? []).map(({ location, assignments }): Annotation => {
      const list = assignments.map(({ variable, expression }) => `${variable} = ${expression}`);
      return { location, role: "ghost", text: `ghost update: ${list.join(", ")}` };
    }),
  ];
}

/** `assumption: x == 7`, `branching: true`, `target`, with the thread where one is named. */
function describeWaypoint(waypoint: Waypoint): string {
  const thread = waypoint.thread === undefined ? "" : ` (thread ${waypoint.thread})`;
  switch (waypoint.type) {
    case "assumption":
      return `assumption${thread}: ${waypoint.expression}`;
    case "branching":
      return `branching${thread}: ${waypoint.outcome}`;
    case "function_return":
      return `function_return${thread}: ${waypoint.constraint ?? "any result"}`;
    case "function_enter":
    case "target":
      return `${waypoint.type}${thread}`;
  }
}
