/**
 * Checks of orders that somebody claims at loop heads. Level by level, no step within a component changes a part but
 * those that lower it within its limit; these are removed, and no cycle may be left in the end. So on every way from a
 * visit of a loop head to the next one the first part that changes falls, from a value within its limit.
 */
import type { Term, TermManager } from "../../../smt/index.ts";
import type {
  Location,
  Step,
  TransitionSystem,
} from "../../formula/transition/transition-system.ts";
import { cyclicComponents } from "./step-components.ts";
import type { StepKnowledge } from "./step-knowledge.ts";

/** A part of an order at a location, as something that falls. */
export interface ClaimedValue {
  /** Signed, over the variables of the location. */
  readonly value: Term;
  /** The least value from which it falls. */
  readonly limit: bigint | undefined;
}

/** The parts at a location, the most significant one first. */
export type ClaimedOrder = (location: Location) => readonly ClaimedValue[];

/** More parts are no order that somebody would claim. */
const MAX_LEVELS = 12;

export function provesOrder(
  manager: TermManager,
  { start, error, steps }: TransitionSystem,
  knowledge: StepKnowledge,
  order: ClaimedOrder,
): boolean {
  const inside = steps.filter(({ from, to }) => from !== start && to !== error);
  const holds = (step: Step, guard: Term, goal: Term): boolean => {
    const refuted = manager.and(guard, manager.not(goal));
    if (knowledge.excludes(step, refuted) === "yes") return true;
    return knowledge.proveExcluded([{ from: step.from, guard: refuted }]);
  };
  const prove = (open: readonly Open[], level: number): boolean =>
    cyclicComponents(open, ({ step }) => step).every((component) => {
      if (level === MAX_LEVELS) return false;
      const left: Open[] = [];
      for (const { step, guard } of component) {
        const [before, after] = [order(step.from)[level], order(step.to)[level]];
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

/** A step as far as no part lowers it. */
interface Open {
  readonly step: Step;
  readonly guard: Term;
}
