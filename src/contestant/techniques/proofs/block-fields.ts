/** Proofs of programs that keep their state in blocks of the heap, by abstract interpretation with variables in place of the fields. */
import {
  type ExplorationAnswer,
  hasControlStates,
  interpretAbstractly,
} from "../../abstract-interpretation/index.ts";
import { withBlockFields } from "../../cfa/index.ts";
import { asksOnlyFor } from "../../specification/index.ts";
import type { TechniqueTask, TimeBudget } from "../technique.ts";

/**
 * Returns undefined where no block is replaced, or where the specification asks for more than
 * calls: the transformed program no longer shows where blocks lie and end.
 */
export function proveWithBlockFields(
  { program, specification }: TechniqueTask,
  budget: TimeBudget,
): ExplorationAnswer | undefined {
  if (!asksOnlyFor(specification, "call")) return undefined;
  const replaced = withBlockFields(program);
  if (replaced === program) return undefined;
  return interpretAbstractly(replaced, {
    specification,
    remainingSeconds: () => budget.remainingSeconds(),
    // Inputs of the transformed program are not those of the original one.
    confirm: () => false,
    keepsControlApart: hasControlStates(replaced),
  });
}
