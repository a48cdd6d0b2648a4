/**
 * The bounds of variables, sums and differences (the octagon domain: Miné, "The octagon abstract domain", HOSC
 * 2006) at the entries of loops.
 */
import { Substitution, type Term, type TermManager } from "../../smt/index.ts";
import { octagonsAt } from "../extraction/predicates.ts";
import type { Location, Step, TransitionSystem } from "../extraction/transition-system.ts";

/**
 * @param isPossible - whether a step can be taken so that the condition holds; true when in doubt
 * @returns conditions on the variables of the loops that are entered
 */
export function entryBounds(
  manager: TermManager,
  system: TransitionSystem,
  isPossible: (step: Step, condition: Term) => boolean,
): Term[] {
  return system.locations.flatMap((location) => {
    const after = reachableFrom(system, location);
    const entries = system.steps.filter(({ from, to }) => to === location && !after.has(from));
    if (entries.length === 0) return [];
    return octagonsAt(manager, system, location).flatMap((expression) => {
      const bound = greatest(manager, entries, expression, isPossible);
      if (bound === undefined) return [];
      return manager.sle(expression, manager.constant(expression.width, bound));
    });
  });
}

function reachableFrom({ steps }: TransitionSystem, location: Location): ReadonlySet<Location> {
  const reached = new Set([location]);
  // Iteration over a growing set includes new elements.
  for (const source of reached) {
    for (const { from, to } of steps) if (from === source) reached.add(to);
  }
  return reached;
}

/** The greatest value of an expression read as signed; undefined when it is only bounded by its width. */
function greatest(
  manager: TermManager,
  entries: readonly Step[],
  expression: Term,
  isPossible: (step: Step, condition: Term) => boolean,
): bigint | undefined {
  const { width } = expression;
  const most = (1n << BigInt(width - 1)) - 1n;
  const values = entries.map((step) => ({
    step,
    value: new Substitution(manager, step.next).apply(expression),
  }));
  const exceeds = (bound: bigint): boolean =>
    values.some(({ step, value }) =>
      isPossible(step, manager.slt(manager.constant(width, bound), value)),
    );
  if (exceeds(most - 1n)) return undefined;
  let [low, high] = [-most - 1n, most - 1n];
  while (low < high) {
    const middle = (low + high) >> 1n;
    if (exceeds(middle)) low = middle + 1n;
    else high = middle;
  }
  return low;
}
