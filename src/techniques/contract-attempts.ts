/** Proofs about recursive functions, with few contracts to be tried out before many. */
import { type ContractHints, observedContracts } from "../analysis/index.ts";
import type { CfaProgram } from "../cfa/index.ts";
import type { TimeBudget } from "./technique.ts";

/** With less, recursive functions are not tried out: that alone may take half a second. */
const SECONDS_FOR_LAWS = 1;

/**
 * What a proof answers with tables of functions, which cost little; where that is not enough and
 * functions obeyed laws when they were tried out, with these in the other half of the time.
 */
export function proveWithContracts<A extends { readonly kind: string }>(
  program: CfaProgram,
  budget: TimeBudget,
  prove: (contracts: ContractHints, budget: TimeBudget) => A,
): A {
  const seconds = budget.remainingSeconds();
  const laws = seconds < SECONDS_FOR_LAWS ? new Map() : observedContracts(program, "laws");
  const first = laws.size === 0 ? budget : budget.part(seconds / 2);
  const answer = prove(observedContracts(program, "tables"), first);
  return answer.kind !== "unknown" || laws.size === 0 ? answer : prove(laws, budget);
}
