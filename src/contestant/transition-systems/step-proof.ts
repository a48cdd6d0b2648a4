/**
 * Proofs on the transition system of a program: at each location an execution satisfies one of some conditions
 * (Floyd: "Assigning meanings to programs", 1967). Functions are inlined and a step has no cycle, so every
 * execution takes steps between locations; the system covers all executions, since no step to its error location
 * (violations, unmodelled operations, undefined behaviour) is possible.
 */
import { Substitution, type Term, type TermManager, variablesIn } from "../smt/index.ts";
import { LocationSolvers, type SolverSource } from "./extraction/location-solvers.ts";
import type { Location, Step, TransitionSystem } from "./extraction/transition-system.ts";

/** By location, conditions on its variables; where there is none, no execution arrives. */
export type LocationStates = ReadonlyMap<Location, readonly Term[]>;

/**
 * Whether every step leads from states that satisfy one of the conditions to such states, and none to the error.
 * False when the time does not suffice.
 */
export function provesBySteps(
  manager: TermManager,
  system: TransitionSystem,
  states: LocationStates,
  source: SolverSource,
): boolean {
  if (![...states].every(([location, conditions]) => isOver(location, conditions))) return false;
  const solvers = new LocationSolvers(manager, system, source);
  const statesAt = (location: Location): readonly Term[] =>
    location === system.start ? [manager.true] : [...new Set(states.get(location) ?? [])];
  try {
    return system.steps.every((step) => {
      const next = new Substitution(manager, step.next);
      const after = step.to === system.error ? [] : statesAt(step.to);
      const primed = after.map((condition) => next.apply(condition));
      return statesAt(step.from).every((before) => isKept(manager, solvers, step, before, primed));
    });
  } finally {
    solvers.dispose();
  }
}

/** Conditions on other variables would be lost on the way to the next location. */
function isOver({ variables }: Location, conditions: readonly Term[]): boolean {
  const own = new Set(variables.map(({ term }) => term));
  return [...variablesIn(...conditions)].every((variable) => own.has(variable));
}

/**
 * Whether a step leads from a condition to one of others. Conditions that models satisfy are removed one by one:
 * mostly the first one is the target of all executions.
 */
function isKept(
  manager: TermManager,
  solvers: LocationSolvers,
  step: Step,
  before: Term,
  after: readonly Term[],
): boolean {
  const missed: Term[] = [];
  for (;;) {
    const answer = solvers.check(step.from, [before, step.guard, ...missed]);
    if (answer !== "sat") return answer === "unsat";
    const model = solvers.modelOf(step);
    const reached = after.find((condition) => model.isTrue(condition));
    if (reached === undefined) return false;
    missed.push(manager.not(reached));
  }
}
