/** Claims that a set of states at a loop head is recurrent, proved in the same way as the results of searches. */
import type { CfaNode, CfaProgram, Expression } from "../../cfa/index.ts";
import { Evaluator, type Term, TermManager, UnsupportedFloatOperator } from "../../smt/index.ts";
import { LocationSolvers } from "../extraction/location-solvers.ts";
import { initialPredicates } from "../extraction/predicates.ts";
import { NoTransitionSystem } from "../extraction/program-steps-options.ts";
import type { Location, Step, TransitionSystem } from "../extraction/transition-system.ts";
import { RecurrenceClosure } from "./recurrence-closure.ts";
import {
  isOnlyOneOf,
  type RecurrenceOptions,
  recurrenceSystem,
  repeatedSteps,
} from "./recurrent-sets.ts";

const CONFLICTS = 20_000;

/** States at the head of a loop where all conditions hold. */
export interface ClaimedSet {
  readonly node: CfaNode;
  readonly conditions: readonly Expression[];
}

/**
 * Whether each execution that visits a loop head in a state of the first set can go on for ever, without undefined
 * behaviour, and is in such a state at each later visit, and in one of the other sets at each visit of their heads:
 * for all inputs, or for zeros as inputs.
 * @param sets - of different nodes
 */
export function provesRecurrence(
  program: CfaProgram,
  sets: readonly ClaimedSet[],
  options: RecurrenceOptions,
): boolean {
  const manager = new TermManager();
  let solvers: LocationSolvers | undefined;
  try {
    const system = recurrenceSystem(program, manager, options);
    const known = new LocationSolvers(manager, system, options);
    solvers = known;
    return repeatedSteps(system).some((component) => {
      const claims = claimsIn(component, sets, manager, system);
      return (
        claims !== undefined &&
        isKept(claims, component, { manager, system, solvers: known, options })
      );
    });
  } catch (error) {
    if (error instanceof NoTransitionSystem || error instanceof UnsupportedFloatOperator)
      return false;
    throw error;
  } finally {
    solvers?.dispose();
  }
}

/** The sets as terms; undefined when the head of one of them is not in the component. */
function claimsIn(
  component: readonly Step[],
  sets: readonly ClaimedSet[],
  manager: TermManager,
  system: TransitionSystem,
): Map<Location, readonly Term[]> | undefined {
  const claims = new Map<Location, readonly Term[]>();
  for (const { node, conditions } of sets) {
    const location = component.find(({ from }) => from.node === node)?.from;
    if (location === undefined || !isOnlyOneOf(system, location)) return undefined;
    const values = conditions.map((condition) => system.valueAt(location, condition));
    const terms = values.flatMap((value) =>
      value === undefined ? [] : manager.not(manager.eq(value, manager.constant(value.width, 0n))),
    );
    if (terms.length < conditions.length) return undefined;
    claims.set(location, terms);
  }
  return claims;
}

function isKept(
  claims: ReadonlyMap<Location, readonly Term[]>,
  component: readonly Step[],
  {
    manager,
    system,
    solvers,
    options,
  }: {
    readonly manager: TermManager;
    readonly system: TransitionSystem;
    readonly solvers: LocationSolvers;
    readonly options: RecurrenceOptions;
  },
): boolean {
  const [first] = claims;
  if (first === undefined) return false;
  const [location, terms] = first;
  if (solvers.check(location, terms, { conflicts: CONFLICTS }) !== "sat") return false;
  const model = solvers.of(location).modelOf(location.variables.map(({ term }) => term));
  const state = new Evaluator((variable) => model.get(variable) ?? 0n);
  const initial = initialPredicates(manager, system);
  const closure = new RecurrenceClosure(manager, system, solvers, {
    predicatesAt: (other) => [...initial.at(other)],
    isLate: () => options.remainingSeconds() <= 0,
    claims,
  });
  return closure
    .answersIn(component)
    .some((inputs) => closure.from(location, state, component, inputs) !== undefined);
}
