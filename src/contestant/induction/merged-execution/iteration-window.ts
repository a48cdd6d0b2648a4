/** k-induction at a loop: rows of k iterations instead of one. */

import type { State } from "../../symbolic/index.ts";
import type { LoopAbstractionContext, LoopRun } from "./loop-context.ts";

/**
 * Explores k iterations instead of one: the first k - 1 from the entry (the base), then k in a row from an
 * arbitrary state (the step). The first violation of an execution happens in the base, or in the last iteration of
 * some row: the iterations before it in the row may be assumed to have none (Sheeran, Singh, Stålmarck, FMCAD 2000;
 * for each loop of a program as in Donaldson, Haller, Kroening, Rümmer, SAS 2011). Other records of these
 * iterations (undefined behaviour, unmodelled operations) still count: they may be artefacts of the generalisation.
 */
export function exploreWindow(
  { manager, record, window, isViolation, checkBudget }: LoopAbstractionContext,
  entry: State,
  run: LoopRun,
  generalise: (entry: State) => State,
): void {
  let reached = entry.fork();
  for (let iteration = 1; iteration < window; iteration++) {
    checkBudget();
    run.strengthened();
    const back = run.iterate(reached);
    if (back === undefined || back.isEmpty) return;
    reached = back;
  }
  const start = entry.fork();
  // Only executions that the base does not follow to the end of the loop: exits must be disjoint.
  start.path = reached.path;
  let state = generalise(start);
  for (let iteration = 1; iteration < window; iteration++) {
    checkBudget();
    const { obligations } = record;
    const before = obligations.length;
    run.strengthened();
    const back = run.iterateInside(state);
    const assumed = obligations.takeAfter(
      before,
      (obligation) => obligation.check === "assertion" || isViolation(obligation),
    );
    if (back === undefined || back.isEmpty) return;
    back.restrict(manager.not(manager.or(...assumed.map(({ guard }) => guard))));
    state = back;
  }
  run.strengthened();
  run.iterate(state);
}
