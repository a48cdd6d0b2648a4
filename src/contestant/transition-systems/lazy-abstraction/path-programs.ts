/**
 * Interpolants from invariants of path programs (Beyer, Henzinger, Majumdar, Rybalchenko: "Path invariants", PLDI
 * 2007): the steps of a spurious path, taken any number of times and in any order that their locations allow, form
 * a program. An inductive invariant that keeps it from the error refutes all of these paths at once, where
 * interpolants of single paths would count iterations. It is computed by property-directed reachability.
 */
import type { TermManager } from "../../smt/index.ts";
import type { Location, Step, TransitionSystem } from "../extraction/transition-system.ts";
import {
  checkReachability,
  type ReachabilityOptions,
} from "../ic3/property-directed-reachability.ts";
import type { PathInvariants } from "../interpolation/interpolants.ts";

/** Share of the remaining time for one path program. */
const SHARE = 0.3;

/** @param onViolation - called when a confirmed violation was found on the way; throws */
export function invariantsOfPathPrograms(
  manager: TermManager,
  system: TransitionSystem,
  options: Pick<
    ReachabilityOptions,
    "createSatSolver" | "remainingSeconds" | "confirm" | "guesses"
  >,
  onViolation: () => never,
): PathInvariants {
  return (steps) => {
    const reserve = options.remainingSeconds() * (1 - SHARE);
    const answer = checkReachability(manager, programOf(system, steps), {
      ...options,
      remainingSeconds: () => options.remainingSeconds() - reserve,
    });
    if (answer.kind === "violation") onViolation();
    if (answer.kind === "unknown") return undefined;
    return new Map(
      [...answer.clauses].map(([location, clauses]) => [
        location,
        clauses.map((literals) => manager.or(...literals)),
      ]),
    );
  };
}

function programOf(system: TransitionSystem, steps: ReadonlySet<Step>): TransitionSystem {
  const reached = new Set<Location>([system.start]);
  for (const { to } of steps) if (to !== system.error) reached.add(to);
  const locations = system.locations.filter((location) => reached.has(location));
  return { ...system, locations, steps: [...steps] };
}
