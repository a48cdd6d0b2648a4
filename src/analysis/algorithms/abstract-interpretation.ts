/**
 * Abstract interpretation by intervals with equalities: states at one node with
 * one call stack are joined, with widening at loop heads up to the constants
 * that the program compares with (Cousot, Cousot, POPL 1977).
 */
import type { CfaProgram } from "../../cfa/model/cfa.ts";
import { BlockTransfer } from "../core/block-transfer.ts";
import { Interruption } from "../core/interruption.ts";
import type { LoopInvariants } from "../core/loop-invariants.ts";
import { ProgramOrder } from "../core/program-order.ts";
import { PartitionedReachedSet, type Reached } from "../core/reached-set.ts";
import { JoinedStates } from "../core/state-operators.ts";
import { PriorityWaitlist } from "../core/waitlist.ts";
import type { AbstractState } from "../domains/value/abstract-state.ts";
import { thresholdsOf } from "../domains/value/thresholds.ts";
import { ValueEdges } from "../domains/value/value-edges.ts";
import { ValueOperators } from "../domains/value/value-operators.ts";
import { loopInvariantsOf } from "../invariants/value-invariants.ts";
import { runCpa } from "./cpa.ts";
import { Exploration, type ExplorationAnswer, type ExplorationOptions } from "./exploration.ts";

export interface AbstractInterpretationOptions extends ExplorationOptions {
  /**
   * Told what seems to hold at loops (where the exploration is incomplete, it
   * need not). Without, the exploration ends when it cannot be a proof any more:
   * the search for violations has better engines.
   */
  readonly onInvariants?: (invariants: readonly LoopInvariants[]) => void;
}

/** Joins at a loop head before bounds are widened. */
const JOINS_BEFORE_WIDENING = 3;
/** Time for invariants when a proof has become impossible: of what is left, and at most. */
const INVARIANT_SHARE = 0.3;
const INVARIANT_SECONDS = 1;

/** TRUE when no violation can be reached, FALSE when one was replayed. */
export function interpretAbstractly(
  program: CfaProgram,
  options: AbstractInterpretationOptions,
): ExplorationAnswer {
  const { onInvariants, remainingSeconds } = options;
  let isProof = true;
  const exploration = new Exploration(options, () => {
    if (onInvariants === undefined) throw new Interruption("incomplete");
    if (!isProof) return;
    isProof = false;
    const left = remainingSeconds();
    exploration.reservedSeconds = left - Math.min(left * INVARIANT_SHARE, INVARIANT_SECONDS);
  });
  const transfer = exploration.transfer(program);
  const order = new ProgramOrder(program);
  const { heads } = order;
  const edges = new ValueEdges(transfer);
  const blocks = new BlockTransfer(edges, {
    isBlockEnd: ({ node }) => node.entering.length > 1 || heads.has(node),
    checkBudget: exploration.checkBudget,
  });
  const operators = new ValueOperators(transfer, {
    thresholds: thresholdsOf(program),
    maxValues: Number.POSITIVE_INFINITY,
  });
  const reached = new PartitionedReachedSet<AbstractState, undefined>();
  const analysis = new JoinedStates(
    edges,
    blocks,
    operators,
    ({ node, joins }) => heads.has(node) && joins >= JOINS_BEFORE_WIDENING,
  );
  const end = runCpa(analysis, {
    waitlist: new PriorityWaitlist<Reached<AbstractState, undefined>>((a, b) =>
      order.compare(a.state, b.state),
    ),
    reached,
    onTarget: (state) => exploration.confirms(state),
  });
  if (end.kind === "complete") onInvariants?.(loopInvariantsOf(transfer.layout, reached));
  return exploration.answer(end, reached.size);
}
