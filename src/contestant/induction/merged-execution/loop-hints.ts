/** Claims about a loop that come from outside: assertions, lemmas of other techniques, claimed ranking functions. */
import type { CfaNode, Expression } from "../../cfa/index.ts";
import type { TermManager } from "../../smt/index.ts";
import {
  type Evaluator,
  type MemoryAccess,
  placedLemmas,
  type State,
  type SymbolicStackFrame,
} from "../../symbolic/index.ts";
import { claimedRanking } from "../invariants/rankings/loop-rankings.ts";
import type { RankingFunction } from "../invariants/rankings/ranking-function.ts";
import type { CandidateInvariant } from "../invariants/scalars/loop-invariants.ts";
import type { MergedExecutionOptions } from "./merged-execution-options.ts";

interface HintContext {
  readonly manager: TermManager;
  readonly access: MemoryAccess;
  readonly evaluator: Evaluator;
}

/** The ranking function that is claimed for a loop; undefined where ranking functions are synthesised. */
export function claimedRankingAt(
  head: CfaNode,
  stackFrame: SymbolicStackFrame,
  { loopAbstraction }: MergedExecutionOptions,
  evaluator: Evaluator,
): RankingFunction | undefined {
  const claims = loopAbstraction?.claimedRankings;
  if (claims === undefined || stackFrame.function.isLibrary) return undefined;
  const evaluate = (expression: Expression, state: State) =>
    evaluator.evaluate(expression, state, stackFrame);
  // Without components nothing decreases.
  return claimedRanking(claims.get(head) ?? [], evaluate) ?? [];
}

/** Candidate invariants from other techniques. */
export function hintsAt(
  head: CfaNode,
  stackFrame: SymbolicStackFrame,
  { assertions, lemmas, locationLemmas, onFate }: MergedExecutionOptions,
  { manager, access, evaluator }: HintContext,
): CandidateInvariant[] {
  const at = (condition: Expression) => (state: State) =>
    evaluator.condition(condition, state, stackFrame);
  const claims = (assertions?.get(head) ?? []).map(
    (assertion): CandidateInvariant => ({
      text: undefined,
      at: at(assertion.condition),
      onFate: (fate) => onFate?.(assertion, fate),
    }),
  );
  const guesses = (lemmas?.get(head) ?? []).map(
    (lemma): CandidateInvariant => ({
      text: "inC" in lemma ? lemma.inC : { text: lemma.text, objects: [] },
      at: at(lemma.condition),
    }),
  );
  const found = (locationLemmas?.get(head) ?? []).flatMap((some): CandidateInvariant[] => {
    const placed = placedLemmas(manager, access, some, stackFrame);
    if (placed === undefined) return [];
    return some.conditions.map((one) => ({
      text: one.inC,
      at: (state) => placed.at(one, state),
    }));
  });
  return [...claims, ...guesses, ...found];
}
