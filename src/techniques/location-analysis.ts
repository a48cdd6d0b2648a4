/**
 * Which locations control can come to, whatever the values are (the location analysis L of Beyer,
 * Henzinger, Théoduloz: "Configurable software verification", CAV 2007), over the call graph: what
 * no path of the automata mentions is not called. It costs next to nothing, so it is asked first.
 */
import {
  type CfaProgram,
  intrinsicOf,
  mentionedFunctions,
  removeUnreachable,
} from "../cfa/index.ts";
import { asksOnlyFor } from "../specification/index.ts";
import { propertyText, reachSafetyOfOneThread, type Technique } from "./technique.ts";

export const locationAnalysis: Technique = {
  id: "location-analysis",
  title: "reachable locations",
  source: "location analysis: Beyer, Henzinger, Théoduloz, CAV 2007",
  direction: "proof",
  lane: "proof",
  grounds: { true: "no location that control can come to calls or mentions an error function" },
  defaultShare: 0.1,
  // It ends by itself: what had less time would pass for cut short, and run again.
  briefSeconds: 1,
  capSeconds: 2,
  supports: (specification, facts) =>
    asksOnlyFor(specification, "call")
      ? reachSafetyOfOneThread(specification, facts)
      : propertyText(specification),
  run: ({ program, specification }) => {
    const reached = removeUnreachable(program);
    const mentioned = mentionedFunctions(reached);
    const { errorFunctions } = specification.execution;
    const called = [...errorFunctions].find((name) => mentioned.has(name));
    if (called !== undefined) return { kind: "unknown", reason: `${called} may be called` };
    const gap = withoutModel(reached, mentioned);
    if (gap !== undefined) return { kind: "unknown", reason: gap };
    const reason = "no location that control can come to mentions an error function";
    return { kind: "true", reason, invariants: [] };
  },
};

/** What the automata do not show of the program. */
function withoutModel(
  { functions }: CfaProgram,
  mentioned: ReadonlySet<string>,
): string | undefined {
  for (const name of mentioned) {
    if (!functions.has(name) && intrinsicOf(name) === undefined) return `'${name}' has no body`;
  }
  for (const { nodes } of functions.values()) {
    for (const { leaving } of nodes) {
      for (const edge of leaving) {
        if (edge.kind === "unsupported") return edge.reason;
        if (edge.kind === "skip" && edge.open !== undefined) return edge.open;
      }
    }
  }
  return undefined;
}
