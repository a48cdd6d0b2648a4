/**
 * Shape analysis with symbolic memory graphs (Dudka, Peringer, Vojnar: "Byte-precise
 * verification of low-level list manipulation", SAS 2013): a set of graphs for each
 * location and call stack, lists folded at loop heads, until what comes entails
 * what was there. It proves, or knows nothing: whatever may violate the property,
 * or has no model, ends it.
 */
import type { CfaProgram } from "../../cfa/index.ts";
import type { Check, EngineSpecification } from "../../specification/index.ts";
import { BlockTransfer } from "../core/block-transfer.ts";
import { CoveredStates } from "../core/covered-states.ts";
import { Interruption } from "../core/interruption.ts";
import { ProgramOrder } from "../core/program-order.ts";
import { PartitionedReachedSet, type Reached } from "../core/reached-set.ts";
import { PriorityWaitlist } from "../core/waitlist.ts";
import { ShapeContext } from "../domains/shape/shape-context.ts";
import { ShapeEdges } from "../domains/shape/shape-edges.ts";
import { ShapeOperators } from "../domains/shape/shape-operators.ts";
import type { ShapeState } from "../domains/shape/shape-state.ts";
import { thresholdsOf } from "../domains/value/thresholds.ts";
import { runCpa } from "./cpa.ts";
import type { ExplorationAnswer } from "./exploration.ts";

export interface ShapeAnalysisOptions {
  readonly specification: EngineSpecification;
  readonly remainingSeconds: () => number;
  /** Single nodes of a list that become a segment. */
  readonly leastNodes: number;
  /** Told at the end of every state that was reached, when the answer is TRUE. */
  readonly onReached?: (state: ShapeState) => void;
}

/** Edges between two looks at the budget. */
const CHECK_INTERVAL = 64;
/** States of one location and call stack that are kept apart; more are joined where that is possible. */
const SEPARATE_STATES = 12;
/** States of one location and call stack after which there is no hope. */
const MAX_STATES = 128;

/** TRUE when no violation can be reached. */
export function analyseShapes(
  program: CfaProgram,
  options: ShapeAnalysisOptions,
): ExplorationAnswer {
  const { specification, remainingSeconds, leastNodes } = options;
  const doubt = (check: Check, reason: string): never => {
    throw new Interruption(check === "unsupported" ? `unsupported: ${reason}` : reason);
  };
  const context = new ShapeContext(program.machine.pointerBits / 8, doubt);
  const edges = new ShapeEdges(program, context, specification);
  const { leaks } = edges;
  const order = new ProgramOrder(program);
  const { heads } = order;
  const checkBudget = (): void => {
    if (remainingSeconds() <= 0) throw new Interruption("time or memory limit");
  };
  let steps = 0;
  const blocks = new BlockTransfer<ShapeState>(edges, {
    isBlockEnd: ({ node }) => {
      if (++steps % CHECK_INTERVAL === 0) checkBudget();
      return node.entering.length > 1 || heads.has(node);
    },
    checkBudget,
  });
  const thresholds = thresholdsOf(program);
  const operators = new ShapeOperators(context, { leaks, heads, leastNodes, thresholds });
  const reached = new PartitionedReachedSet<ShapeState, undefined>();
  const limits = { separate: SEPARATE_STATES, most: MAX_STATES };
  const end = runCpa(new CoveredStates(edges, blocks, operators, limits), {
    waitlist: new PriorityWaitlist<Reached<ShapeState, undefined>>((a, b) =>
      order.compare(a.state, b.state),
    ),
    reached,
    onTarget: () => false,
  });
  switch (end.kind) {
    case "complete":
      if (options.onReached !== undefined) {
        for (const { state } of reached) options.onReached(state);
      }
      return { kind: "true", states: reached.size };
    case "target":
      return { kind: "unknown", reason: "a target state" };
    case "interrupted":
      return { kind: "unknown", reason: end.reason };
  }
}
