/** Proofs about recursive functions, which try few contracts before many. */

import { type CfaProgram, type Expression, forEachSubexpression } from "../cfa/index.ts";
import { type ContractHints, ObservedContracts } from "../induction/index.ts";
import type { TimeBudget } from "./technique.ts";

/**
 * With less time, recursive functions are not executed to guess laws: that alone may take half a
 * second.
 */
const SECONDS_FOR_LAWS = 1;
/** Share of the time for laws without templates. */
const LAWS_ALONE_SHARE = 0.75;

/**
 * Proves with tables of functions, which cost little. Where they do not suffice and test executions
 * suggested laws of functions, the other half of the time is for a proof with these laws. Laws with
 * products, powers or remainders are tried first, and alone: beside them, every template costs a
 * query about products.
 *
 * @param prove - `areAlone`: no candidates are guessed beside the contracts
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

/** Whether too little time is left to execute recursive functions and guess laws. */
export function leavesLawsOut(program: CfaProgram, seconds: number): boolean {
  return seconds < SECONDS_FOR_LAWS && ObservedContracts.ofProgram(program).isRecursive;
}

/** Whether laws contain products or powers. */
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
