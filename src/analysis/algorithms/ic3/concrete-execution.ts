/** Whether some execution takes a sequence of steps, and what the environment chooses in it. */
import {
  type SatSolver,
  Substitution,
  solveOnce,
  type Term,
  type TermManager,
} from "../../../smt/index.ts";

import { choicesIn, type InputChoice } from "../../formula/input-choices.ts";
import type { Step, TransitionSystem } from "../../formula/transition/transition-system.ts";
import { variablesIn } from "./predicates.ts";

export type ConcreteExecution =
  | { readonly kind: "execution"; readonly choices: readonly InputChoice[] }
  | { readonly kind: "none" }
  | { readonly kind: "unknown" };

/** @param steps - one after the other, from the start */
export function concreteExecution(
  manager: TermManager,
  system: TransitionSystem,
  steps: readonly Step[],
  options: {
    readonly createSatSolver: () => SatSolver;
    readonly remainingSeconds: () => number;
  },
): ConcreteExecution {
  let values: ReadonlyMap<Term, Term> = new Map();
  const conditions: Term[] = [];
  const renamings: Substitution[] = [];
  for (const { from, guard, next } of steps) {
    const bindings = new Map(values);
    // What a step chooses is chosen anew in the next one.
    const inputs = system.inputs.get(from) ?? [];
    const chosen = inputs.flatMap(({ guard: when, value }) => [
      when,
      ...("op" in value ? [value] : value.variables.values()),
    ]);
    for (const variable of variablesIn(guard, ...next.values(), ...chosen, ...system.axioms)) {
      if (bindings.has(variable)) continue;
      bindings.set(variable, manager.freshVariable(`${variable.name}`, variable.width));
    }
    const renaming = new Substitution(manager, bindings);
    renamings.push(renaming);
    conditions.push(renaming.apply(guard), ...system.axioms.map((axiom) => renaming.apply(axiom)));
    values = new Map([...next].map(([variable, term]) => [variable, renaming.apply(term)]));
  }
  const deadline = (): boolean => options.remainingSeconds() <= 0;
  const solution = solveOnce(manager, options.createSatSolver(), conditions, { deadline });
  if (solution.answer !== "sat") {
    return { kind: solution.answer === "unsat" ? "none" : "unknown" };
  }
  const choices = steps.flatMap(({ from }, index) => {
    const renaming = renamings[index] as Substitution;
    const inputs = system.inputs.get(from) ?? [];
    return choicesIn(inputs, (term) => solution.value(renaming.apply(term)));
  });
  return { kind: "execution", choices };
}
