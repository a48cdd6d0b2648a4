/** The proof that the visits of a loop head end. */

import type { ModifiedMemory } from "../../symbolic/index.ts";
import type { LoopStates } from "../invariants/loop-states.ts";
import { findRanking, provesRanking } from "../invariants/rankings/loop-rankings.ts";
import type { RankingKind } from "../invariants/rankings/ranking-function.ts";
import { otherScalars, unwrittenScalars } from "../invariants/scalars/loop-invariants.ts";
import type { Descent, LoopAbstractionContext } from "./loop-context.ts";

/** The ranking function of the loop; a missing one is recorded. */
export function descentOf(
  context: LoopAbstractionContext,
  kind: RankingKind,
  modified: ModifiedMemory,
  { entry, head, back }: LoopStates,
): { readonly descent?: Descent } {
  const { manager, access, constants, proveAll, counterexample, record } = context;
  const { cells } = modified;
  const search = { manager, access, constants, proveAll, counterexample, kind };
  const { claimed } = context;
  const step = { path: back.path.term, before: head, after: back };
  const others = [...otherScalars(head, cells, () => true), ...unwrittenScalars(head)];
  const ranking =
    claimed === undefined
      ? findRanking(search, cells, others, head, back, context.templates)
      : provesRanking(search, claimed, step)
        ? claimed
        : undefined;
  if (ranking !== undefined) return { descent: { ranking, entry, head, back } };
  record.obligations.add({
    check: "cycle",
    guard: back.path.term,
    reason: "a loop without a ranking function",
    edge: access.edge,
  });
  return {};
}
