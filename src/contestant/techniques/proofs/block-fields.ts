/** Proofs of programs that keep their state in blocks of the heap, by abstract interpretation with variables in place of the fields. */
import {
  type ExplorationAnswer,
  hasControlStates,
  interpretAbstractly,
} from "../../abstract-interpretation/index.ts";
import { withBlockFields } from "../../cfa/index.ts";
import { asksOnlyFor } from "../../specification/index.ts";
import type { TechniqueTask, TimeBudget } from "../technique.ts";

/** Undefined where no block is replaced, or more is asked for than calls: where blocks are, and end, is not seen any more. */
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
    // Inputs of the result are not those of the program.
    confirm: () => false,
    keepsControlApart: hasControlStates(replaced),
  });
}
