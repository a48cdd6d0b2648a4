/** Proofs about recursive functions, with few contracts to be tried out before many. */

import { type CfaProgram, type Expression, forEachSubexpression } from "../cfa/index.ts";
import { type ContractHints, ObservedContracts } from "../induction/index.ts";
import type { TimeBudget } from "./technique.ts";

/** With less, recursive functions are not tried out: that alone may take half a second. */
const SECONDS_FOR_LAWS = 1;
/** Of the time, for laws without templates. */
const LAWS_ALONE_SHARE = 0.75;

/**
 * What a proof answers with tables of functions, which cost little; where that is not enough and
 * functions obeyed laws when they were tried out, with these in the other half of the time. Laws with products,
 * powers or remainders come first, and alone: beside them, every template costs a question about products.
 *
 * @param prove - `areAlone`: nothing is guessed beside the contracts
 */
export function proveWithContracts<A extends { readonly kind: string }>(
  program: CfaProgram,
  budget: TimeBudget,
  prove: (contracts: ContractHints, budget: TimeBudget, areAlone: boolean) => A,
): A {
  const seconds = budget.remainingSeconds();
  const observed = ObservedContracts.ofProgram(program);
  const laws: ContractHints = seconds < SECONDS_FOR_LAWS ? new Map() : observed.of("laws");
  if (areHard(laws)) {
    const answer = prove(observed.of("exact"), budget.part(seconds * LAWS_ALONE_SHARE), true);
    if (answer.kind !== "unknown") return answer;
  }
  const first = laws.size === 0 ? budget : budget.part(budget.remainingSeconds() / 2);
  const answer = prove(observed.of("tables"), first, false);
  return answer.kind !== "unknown" || laws.size === 0 ? answer : prove(laws, budget, false);
}

/** Whether recursive functions are not tried out in so little time. */
export function leavesLawsOut(program: CfaProgram, seconds: number): boolean {
  return seconds < SECONDS_FOR_LAWS && ObservedContracts.ofProgram(program).isRecursive;
}

/** Whether laws speak of products or powers. */
function areHard(contracts: ContractHints): boolean {
  let isHard = false;
  const visit = (part: Expression): void => {
    if (part.kind !== "binary") return;
    if (part.operator === "shl") isHard = true;
    if (part.operator !== "mul" && part.operator !== "rem") return;
    if (part.left.kind !== "integer" && part.right.kind !== "integer") isHard = true;
  };
  for (const { condition } of [...contracts.values()].flat()) {
    forEachSubexpression(condition, visit);
  }
  return isHard;
}
