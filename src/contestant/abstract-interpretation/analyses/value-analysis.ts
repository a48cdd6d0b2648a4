/**
 * Explicit-value analysis with intervals: states are never merged, and a state is dropped when an equal one was
 * reached. Cells that take too many values are known only up to the constants of the program (dynamic precision
 * adjustment: Beyer, Henzinger, Théoduloz, ASE 2008; explicit values: Beyer, Löwe, FASE 2013).
 */

import { Interruption, ProgramOrder } from "../../analysis-core/index.ts";
import type { CfaEdge, CfaProgram } from "../../cfa/index.ts";
import type { AbstractState } from "../domains/value/abstract-state.ts";
import { MeetingEdges } from "../domains/value/meeting-edges.ts";
import { thresholdsOf } from "../domains/value/thresholds.ts";
import type { Value } from "../domains/value/value.ts";
import { ValueEdges } from "../domains/value/value-edges.ts";
import { ValueOperators } from "../domains/value/value-operators.ts";
import { BlockTransfer } from "../framework/block-transfer.ts";
import { ReachedKeys } from "../framework/reached-set.ts";
import { SeparateStates } from "../framework/state-operators.ts";
import { FirstInFirstOut } from "../framework/waitlist.ts";
import { runCpa } from "./cpa.ts";
import { Exploration, type ExplorationAnswer, type ExplorationOptions } from "./exploration.ts";

export interface ValueAnalysisOptions extends ExplorationOptions {
  /** Distinct values of a cell at a node after which it is known only up to thresholds. */
  readonly maxValues: number;
  /** Whether states are distinguished by constant differences between otherwise unknown values. */
  readonly knowsOffsets?: boolean;
  /** Whether the exploration ends as soon as it cannot be a proof any more. */
  readonly endsWhenIncomplete?: boolean;
  /** The values that the environment returns on an edge, where only some of them are explored. */
  readonly inputs?: ReadonlyMap<CfaEdge, Value>;
}

/** Steps without a stored state after which even an execution without splits is stored. */
export const STORE_INTERVAL = 4000;
/** Total length of all keys, in characters. */
export const MAX_KEY_CHARACTERS = 700_000_000;

export type ValueAnalysisAnswer = ExplorationAnswer & {
  /** Whether all cells kept exact values: allowing more values of a cell would change nothing. */
  readonly wasExact: boolean;
};

/** TRUE when no violation can be reached, FALSE when one was replayed. */
export function analyseValues(
  program: CfaProgram,
  options: ValueAnalysisOptions,
): ValueAnalysisAnswer {
  const exploration = new Exploration(options, () => {
    // The exploration has recorded the reason already.
    if (options.endsWhenIncomplete === true) throw new Interruption("incomplete");
  });
  const transfer = exploration.transfer(program, options.inputs);
  transfer.evaluator.knowsOffsets = options.knowsOffsets === true;
  const { heads } = new ProgramOrder(program);
  const operators = new ValueOperators(transfer, {
    thresholds: thresholdsOf(program),
    maxValues: options.maxValues,
  });
  const edges = new MeetingEdges(new ValueEdges(transfer), heads, (state) => operators.key(state));
  const blocks = new BlockTransfer(edges, {
    isBlockEnd: ({ node, hasSplit }, steps) =>
      heads.has(node) && (hasSplit || steps > STORE_INTERVAL),
    checkBudget: exploration.checkBudget,
  });
  const reached = new ReachedKeys<AbstractState, undefined>(MAX_KEY_CHARACTERS);
  const end = runCpa(new SeparateStates(edges, blocks, operators), {
    waitlist: new FirstInFirstOut(),
    reached,
    followsAtOnce: ({ hasSplit }) => !hasSplit,
    onTarget: (state) => exploration.confirms(state),
  });
  const wasExact = end.kind === "complete" && !operators.hasCoarsened;
  return { ...exploration.answer(end, reached.size), wasExact };
}
