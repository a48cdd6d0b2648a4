/**
 * Abstract interpretation by intervals with equalities: states at one node with one call stack are joined, with
 * widening at loop heads up to the constants that the program compares with (Cousot, Cousot, POPL 1977).
 */

import type { LoopInvariants } from "../../analysis-core/index.ts";
import { Interruption, ProgramOrder } from "../../analysis-core/index.ts";
import { type CfaProgram, expressionsOf, forEachSubexpression } from "../../cfa/index.ts";
import { Congruences } from "../domains/congruence/congruences.ts";
import type { AbstractState } from "../domains/value/abstract-state.ts";
import { ControlStates, controlObjects } from "../domains/value/control-states.ts";
import { thresholdsOf } from "../domains/value/thresholds.ts";
import { ValueEdges } from "../domains/value/value-edges.ts";
import { ValueOperators } from "../domains/value/value-operators.ts";
import { BlockTransfer } from "../framework/block-transfer.ts";
import type { EdgeAnalysis, EdgeState } from "../framework/edge-analysis.ts";
import { ProductAnalysis, ProductOperators } from "../framework/product.ts";
import { PartitionedReachedSet, type Reached } from "../framework/reached-set.ts";
import { JoinedStates, type StateOperators } from "../framework/state-operators.ts";
import { PriorityWaitlist } from "../framework/waitlist.ts";
import { type CpaEnd, runCpa } from "./cpa.ts";
import { Exploration, type ExplorationAnswer, type ExplorationOptions } from "./exploration.ts";
import { loopInvariantsOf } from "./value-invariants.ts";

export interface AbstractInterpretationOptions extends ExplorationOptions {
  /**
   * Called with the facts found at loops (which need not hold where the exploration is incomplete). Without it, the
   * exploration ends when it cannot be a proof any more: other engines are better at the search for violations.
   */
  readonly onInvariants?: (invariants: readonly LoopInvariants[]) => void;
  /** Whether states with different values of control variables (control-states.ts) are kept separate. */
  readonly keepsControlApart?: boolean;
}

/** The reason for giving up the exploration when no caller uses its facts about loops. */
const INCOMPLETE = "incomplete";

/** Edges between two checks of the time: where many variables are joined again and again, one edge takes long. */
const CHECK_INTERVAL = 128;
/** Joins at a loop head before bounds are widened. */
const JOINS_BEFORE_WIDENING = 3;
/** Time for invariants when a proof has become impossible: share of the remaining time, and maximum. */
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
    if (onInvariants === undefined) throw new Interruption(INCOMPLETE);
    if (!isProof) return;
    isProof = false;
    const left = remainingSeconds();
    exploration.reservedSeconds = left - Math.min(left * INVARIANT_SHARE, INVARIANT_SECONDS);
  });
  const transfer = exploration.transfer(program);
  const values = new ValueEdges(transfer);
  const operators = new ValueOperators(transfer, {
    thresholds: thresholdsOf(program),
    maxValues: Number.POSITIVE_INFINITY,
    ...(options.keepsControlApart === true
      ? { controlStates: new ControlStates(controlObjects(program), transfer.layout) }
      : {}),
  });
  const found = testsLowBits(program)
    ? withCongruences(program, exploration, values, operators)
    : exploreJoined(program, exploration, values, operators, (state) => state);
  if (found.end.kind === "complete")
    onInvariants?.(loopInvariantsOf(transfer.layout, found.states));
  const answer = exploration.answer(found.end, found.states.length);
  const isWhole = found.end.kind !== "interrupted" || found.end.reason === INCOMPLETE;
  // Longer replays of candidates might decide more, but other techniques look for violations.
  return answer.kind === "unknown" && isWhole ? { ...answer, isLasting: true } : answer;
}

/** Whether keeping control states separate makes a difference. */
export function hasControlStates(program: CfaProgram): boolean {
  return controlObjects(program).size > 0;
}

interface Found {
  readonly end: CpaEnd;
  readonly states: readonly { readonly state: AbstractState }[];
}

function withCongruences(
  program: CfaProgram,
  exploration: Exploration,
  values: ValueEdges,
  operators: ValueOperators,
): Found {
  const congruences = new Congruences(program);
  return exploreJoined(
    program,
    exploration,
    new ProductAnalysis(values, congruences),
    new ProductOperators(operators, congruences),
    ({ first }) => first,
  );
}

/** @param valuesOf - the component of the product that has values */
function exploreJoined<S extends EdgeState>(
  program: CfaProgram,
  exploration: Exploration,
  edges: EdgeAnalysis<S>,
  operators: StateOperators<S>,
  valuesOf: (state: S) => AbstractState,
): Found {
  const order = new ProgramOrder(program);
  const { heads } = order;
  const blocks = new BlockTransfer(edges, {
    isBlockEnd: ({ node }) => node.entering.length > 1 || heads.has(node),
    checkBudget: exploration.checkBudget,
    checkInterval: CHECK_INTERVAL,
  });
  const reached = new PartitionedReachedSet<S, undefined>();
  const analysis = new JoinedStates(
    edges,
    blocks,
    operators,
    (state) => heads.has(state.node) && valuesOf(state).joins >= JOINS_BEFORE_WIDENING,
  );
  const end = runCpa(analysis, {
    waitlist: new PriorityWaitlist<Reached<S, undefined>>((a, b) =>
      order.compare(a.state, b.state),
    ),
    reached,
    onTarget: (state) => exploration.confirms(valuesOf(state)),
  });
  return { end, states: [...reached].map(({ state }) => ({ state: valuesOf(state) })) };
}

/** Whether an expression tests low bits, where congruences may help: elsewhere they only take time. */
function testsLowBits(program: CfaProgram): boolean {
  let isFound = false;
  for (const { nodes } of program.functions.values()) {
    for (const expression of nodes.flatMap(({ leaving }) => leaving.flatMap(expressionsOf))) {
      forEachSubexpression(expression, (part) => {
        if (part.kind !== "binary" || part.right.kind !== "integer") return;
        const { operator, right } = part;
        if (operator === "rem") isFound ||= right.value % 2n === 0n;
        else if (operator === "and") isFound ||= (right.value & (right.value + 1n)) === 0n;
      });
    }
  }
  return isFound;
}
