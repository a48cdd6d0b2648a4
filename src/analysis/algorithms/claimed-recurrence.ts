/** Claims that a set of states at a loop head is recurrent, which are proved as searches prove what they find. */
import type { CfaNode, CfaProgram, Expression } from "../../cfa/index.ts";
import { Evaluator, TermManager, UnsupportedFloatOperator } from "../../smt/index.ts";
import { LocationSolvers } from "../formula/transition/location-solvers.ts";
import { initialPredicates } from "../formula/transition/predicates.ts";
import { NoTransitionSystem } from "../formula/transition/program-steps.ts";
import { RecurrenceClosure } from "./recurrence-closure.ts";
import {
  isOnlyOneOf,
  type RecurrenceOptions,
  recurrenceSystem,
  repeatedSteps,
} from "./recurrent-sets.ts";

const CONFLICTS = 20_000;

/**
 * Whether each execution that visits the loop head in a state of the set can go on for ever, without undefined
 * behaviour, and is in such a state whenever it comes there again: whatever the environment gives, or if it gives zeros.
 * @param conditions - all hold in the states of the set
 */
export function provesRecurrence(
  program: CfaProgram,
  node: CfaNode,
  conditions: readonly Expression[],
  options: RecurrenceOptions,
): boolean {
  const manager = new TermManager();
  let solvers: LocationSolvers | undefined;
  try {
    const system = recurrenceSystem(program, manager, options);
    solvers = new LocationSolvers(manager, system, options);
    for (const component of repeatedSteps(system)) {
      const location = component.find(({ from }) => from.node === node)?.from;
      if (location === undefined || !isOnlyOneOf(system, location)) continue;
      const values = conditions.map((condition) => system.valueAt(location, condition));
      const terms = values.flatMap((value) =>
        value === undefined
          ? []
          : manager.not(manager.eq(value, manager.constant(value.width, 0n))),
      );
      if (terms.length < conditions.length) return false;
      if (solvers.check(location, terms, { conflicts: CONFLICTS }) !== "sat") return false;
      const model = solvers.of(location).modelOf(location.variables.map(({ term }) => term));
      const state = new Evaluator((variable) => model.get(variable) ?? 0n);
      const initial = initialPredicates(manager, system);
      const closure = new RecurrenceClosure(manager, system, solvers, {
        predicatesAt: (other) => [...initial.at(other)],
        isLate: () => options.remainingSeconds() <= 0,
        claim: { location, conditions: terms },
      });
      return closure
        .answersIn(component)
        .some((inputs) => closure.from(location, state, component, inputs) !== undefined);
    }
    return false;
  } catch (error) {
    if (error instanceof NoTransitionSystem || error instanceof UnsupportedFloatOperator)
      return false;
    throw error;
  } finally {
    solvers?.dispose();
  }
}
