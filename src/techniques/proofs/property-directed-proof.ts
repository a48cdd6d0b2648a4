/**
 * Proofs with invariants from property-directed reachability (analysis/algorithms/ic3):
 * what it blocks is a guess for the inductive proof of analysis/algorithms, which
 * decides. Violations count when they were replayed.
 */
import {
  type Assertion,
  checkReachability,
  clauseExpression,
  type EngineAnswer,
  type InductionOptions,
  type Location,
  NoTransitionSystem,
  proveInductively,
  stepsOf,
} from "../../analysis/index.ts";

import { type CfaNode, type CfaProgram, pointerType } from "../../cfa/index.ts";

import { type Term, TermManager, UnsupportedFloatOperator } from "../../smt/index.ts";

import type { TimeBudget } from "../technique.ts";

export interface PropertyDirectedOptions {
  readonly claim: Omit<InductionOptions, "remainingSeconds">;
  readonly budget: TimeBudget;
  readonly onProgress: (message: string) => void;
}

/** Of the time, for the search; the rest is for the check of what it finds. */
const SEARCH_SHARE = 0.75;

export function proveByReachability(
  program: CfaProgram,
  { claim, budget, onProgress }: PropertyDirectedOptions,
): EngineAnswer {
  const part = budget.part(budget.remainingSeconds() * SEARCH_SHARE);
  const found = search(program, claim, part, onProgress);
  if ("kind" in found) return found;
  let answer: EngineAnswer = { kind: "unknown", reason: "time limit" };
  for (const guessesNothing of [true, false]) {
    if (budget.isExhausted) break;
    onProgress(`checking ${guessesNothing ? "" : "and completing "}the invariants`);
    answer = proveInductively(program, {
      ...claim,
      remainingSeconds: () => budget.remainingSeconds(),
      confirm: () => false,
      lemmas: () => found,
      guessesNothing,
    });
    if (answer.kind === "true") return answer;
  }
  const reason = answer.kind === "unknown" ? answer.reason : "no proof";
  return { kind: "unknown", reason: `invariants were found, but: ${reason}` };
}

/** Candidates for invariants by loop head, or the end. */
function search(
  program: CfaProgram,
  claim: PropertyDirectedOptions["claim"],
  budget: TimeBudget,
  onProgress: (message: string) => void,
): EngineAnswer | ReadonlyMap<CfaNode, readonly Assertion[]> {
  const manager = new TermManager();
  const remainingSeconds = (): number => budget.remainingSeconds();
  try {
    const system = stepsOf(program, manager, {
      ...claim.specification.execution,
      classify: claim.specification.classify,
      checkBudget: () => {
        if (remainingSeconds() <= 0) throw new NoTransitionSystem("time limit");
      },
    });
    const answer = checkReachability(manager, system, {
      createSatSolver: claim.createSatSolver,
      remainingSeconds,
      confirm: claim.confirm,
      onLevel: (level, predicates) =>
        onProgress(`property-directed reachability, ${level} steps, ${predicates} predicates`),
    });
    if (answer.kind === "violation") return { kind: "false" };
    return answer.kind === "unknown" ? answer : assertionsOf(program, answer.clauses);
  } catch (error) {
    const isExpected =
      error instanceof NoTransitionSystem || error instanceof UnsupportedFloatOperator;
    if (!isExpected) throw error;
    return { kind: "unknown", reason: error.message };
  }
}

/** The clauses that can be said at the loop itself. */
function assertionsOf(
  program: CfaProgram,
  clauses: ReadonlyMap<Location, readonly (readonly Term[])[]>,
): ReadonlyMap<CfaNode, readonly Assertion[]> {
  const pointer = pointerType(program.machine.pointerBits / 8);
  const assertions = new Map<CfaNode, Assertion[]>();
  for (const [{ node, variables }, found] of clauses) {
    if (node === undefined) continue;
    const said = found.flatMap((literals) => clauseExpression(literals, variables, pointer) ?? []);
    const own = said.map(({ condition, inC }) => ({
      condition,
      text: inC?.text ?? "a condition on the values of a loop",
      inC,
    }));
    assertions.set(node, [...(assertions.get(node) ?? []), ...own]);
  }
  return assertions;
}
