/**
 * Checks of claimed orders at loop heads. Level by level, no step within a component changes a component of the
 * order except those that lower it within its limit; these steps are removed, and no cycle may be left in the end.
 * So on every path from a visit of a loop head to the next one the first component that changes decreases, from a
 * value within its limit. Where a union is claimed for a head, it is visited finitely often, and the remaining
 * steps do not pass it.
 */

import { cyclicComponents } from "../../analysis-core/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type { SolverSource } from "../extraction/location-solvers.ts";
import type { Location, Step, TransitionSystem } from "../extraction/transition-system.ts";
import type { ClaimedValue } from "./claimed-value.ts";
import { provesUnion } from "./disjunctive-ranking.ts";
import type { StepKnowledge } from "./step-knowledge.ts";

/** The claims for every location. */
export interface ClaimedOrders {
  /** The components of an order, the most significant one first. */
  readonly orderAt: (location: Location) => readonly ClaimedValue[];
  /** Values one of which decreases from any visit to any later one; empty where no union is claimed. */
  readonly unionAt: (location: Location) => readonly ClaimedValue[];
}

/** An order with more components is not plausible as a claim. */
const MAX_LEVELS = 12;

export function provesOrders(
  manager: TermManager,
  system: TransitionSystem,
  knowledge: StepKnowledge,
  { orderAt, unionAt }: ClaimedOrders,
  source: SolverSource,
): boolean {
  const { start, error, steps } = system;
  const inside = steps.filter(({ from, to }) => from !== start && to !== error);
  const holds = (step: Step, guard: Term, goal: Term): boolean => {
    const refuted = manager.and(guard, manager.not(goal));
    if (knowledge.excludes(step, refuted) === "yes") return true;
    return knowledge.proveExcluded([{ from: step.from, guard: refuted }]);
  };
  const prove = (open: readonly Open[], level: number): boolean =>
    cyclicComponents(open, ({ step }) => step).every((component) => {
      if (level === MAX_LEVELS) return false;
      const head = component.map(({ step }) => step.from).find((one) => unionAt(one).length > 0);
      if (head !== undefined) {
        const own = component.map(({ step, guard }) => ({ ...step, guard }));
        const options = { ...source, known: knowledge.at(head) };
        return (
          provesUnion(manager, system, own, head, unionAt(head), options) &&
          prove(
            component.filter(({ step }) => step.from !== head),
            level,
          )
        );
      }
      const left: Open[] = [];
      for (const { step, guard } of component) {
        const [before, after] = [orderAt(step.from)[level], orderAt(step.to)[level]];
        if (before === undefined || after === undefined) return false;
        if (before.limit !== after.limit) return false;
        const now = knowledge.after(step, after.value);
        if (now.width !== before.value.width) return false;
        const { limit, value } = before;
        const least =
          limit === undefined
            ? undefined
            : manager.constant(value.width, BigInt.asUintN(value.width, limit));
        const falls = manager.and(
          manager.slt(now, value),
          least === undefined ? manager.true : manager.sle(least, value),
        );
        if (!holds(step, guard, manager.or(falls, manager.eq(now, value)))) return false;
        const rests = manager.and(guard, manager.not(falls));
        if (knowledge.excludes(step, rests) !== "yes") left.push({ step, guard: rests });
      }
      return prove(left, level + 1);
    });
  return prove(
    inside.map((step) => ({ step, guard: step.guard })),
    0,
  );
}

/** A step as far as no component lowers it. */
interface Open {
  readonly step: Step;
  readonly guard: Term;
}
