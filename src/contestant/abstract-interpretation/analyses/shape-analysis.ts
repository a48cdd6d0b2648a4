/**
 * Shape analysis with symbolic memory graphs (Dudka, Peringer, Vojnar: "Byte-precise verification of low-level list
 * manipulation", SAS 2013): a set of graphs for each location and call stack; lists are folded at loop heads, until
 * new states entail earlier ones. The answer is a proof or UNKNOWN: any operation that may violate the property, or
 * has no model, ends the analysis.
 */

import type { MemoryPicture, StackFrame } from "../../analysis-core/index.ts";
import { Interruption, ProgramOrder } from "../../analysis-core/index.ts";
import type { CfaNode, CfaProgram } from "../../cfa/index.ts";
import type { Check, EngineSpecification } from "../../specification/index.ts";
import { ShapeContext } from "../domains/shape/shape-context.ts";
import { ShapeEdges } from "../domains/shape/shape-edges.ts";
import { ShapeOperators } from "../domains/shape/shape-operators.ts";
import { pictureOf } from "../domains/shape/shape-picture.ts";
import type { ShapeState } from "../domains/shape/shape-state.ts";
import { type ShapeStep, shapeSteps } from "../domains/shape/shape-steps.ts";
import { thresholdsOf } from "../domains/value/thresholds.ts";
import { BlockTransfer } from "../framework/block-transfer.ts";
import { CoveredStates } from "../framework/covered-states.ts";
import { PartitionedReachedSet, type Reached } from "../framework/reached-set.ts";
import { PriorityWaitlist } from "../framework/waitlist.ts";
import { runCpa } from "./cpa.ts";
import type { ExplorationAnswer } from "./exploration.ts";
import { type EndingLoop, loopEnds } from "./shape-termination.ts";

export interface ShapeAnalysisOptions {
  readonly specification: EngineSpecification;
  readonly remainingSeconds: () => number;
  /** Number of single nodes of a list that become a segment. */
  readonly leastNodes: number;
  /** Called at the end for every state that was reached, when the answer is TRUE. */
  readonly onReached?: (state: ShapeState) => void;
}

/** Edges between two checks of the budget. */
const CHECK_INTERVAL = 64;
/** States of one location and call stack that are kept separate; further ones are joined where possible. */
const SEPARATE_STATES = 12;
/** Number of states of one location and call stack at which the analysis gives up. */
const MAX_STATES = 128;

/** The graphs of a loop head in one of the call stacks that reach it. */
export interface HeadShapes {
  readonly head: CfaNode;
  readonly picture: MemoryPicture;
}

export type ShapeAnswer = ExplorationAnswer & {
  readonly statistics: Readonly<Record<string, number>>;
  /** In a proof: the graphs at the loop heads of the program, of which one holds in every execution. */
  readonly shapes?: readonly HeadShapes[];
  /** In a proof of termination: the reasons why loops end. */
  readonly loops?: readonly EndingLoop[];
};

/** TRUE when no violation can be reached, and, where termination is asked, every loop ends. */
export function analyseShapes(program: CfaProgram, options: ShapeAnalysisOptions): ShapeAnswer {
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
  const { opened, folded, covered, joined } = context.counts;
  const statistics = {
    "symbolic memory graphs": reached.size,
    "nodes taken out of lists": opened,
    "graphs in which lists were folded": folded,
    "graphs that others cover": covered,
    "joins of graphs": joined,
  };
  switch (end.kind) {
    case "complete": {
      const states = [...reached].map(({ state }) => state);
      if (options.onReached !== undefined) states.forEach(options.onReached);
      const shapes = shapesOf(withoutCovered(states, operators));
      const proof = { kind: "true", states: reached.size, statistics, shapes } as const;
      if (specification.classify({ check: "cycle" }) !== "violation") return proof;
      const findSteps = () => shapeSteps(states, blocks, operators, context.pointerBytes);
      const loops = endingLoops(program, states, findSteps, () => remainingSeconds() <= 0);
      if (typeof loops === "string") return { kind: "unknown", reason: loops, statistics };
      return { ...proof, loops };
    }
    case "target":
      return { kind: "unknown", reason: "a target state", statistics };
    case "interrupted":
      return { kind: "unknown", reason: end.reason, statistics };
  }
}

/** The reasons why all loops end; or the reason why that is not known. */
function endingLoops(
  program: CfaProgram,
  states: readonly ShapeState[],
  findSteps: () => readonly ShapeStep[] | undefined,
  isLate: () => boolean,
): readonly EndingLoop[] | string {
  try {
    const steps = findSteps();
    if (steps === undefined) return "graphs that no reached one covers";
    const ends = loopEnds(program, states, steps, isLate);
    return ends.kind === "all" ? ends.loops : "a loop without a ranking function";
  } catch (reason) {
    if (reason instanceof Interruption) return reason.message;
    throw reason;
  }
}

/** Number of states of one place beyond which no pair is compared. */
const MAX_COMPARED = 16;

/** Without states that a later one of the same place covers: readers learn nothing from these. */
function withoutCovered(
  states: readonly ShapeState[],
  operators: ShapeOperators,
): readonly ShapeState[] {
  const byPlace = new Map<unknown, ShapeState[]>();
  for (const state of states) {
    if (state.node.loop === undefined) continue;
    const key = operators.partition(state);
    byPlace.set(key, [...(byPlace.get(key) ?? []), state]);
  }
  return [...byPlace.values()].flatMap((group) => {
    if (group.length > MAX_COMPARED) return group;
    const kept = new Set(group);
    for (const state of group) {
      const others = [...kept].filter((other) => other !== state);
      if (others.some((other) => operators.covers(other, state))) kept.delete(state);
    }
    return [...kept];
  });
}

/** The graphs at heads of loops in the program's own text. */
function shapesOf(states: readonly ShapeState[]): readonly HeadShapes[] {
  return states.flatMap(({ node, frame: innermost, graph }) => {
    if (node.loop === undefined || innermost.fn.isLibrary) return [];
    const functions: string[] = [];
    for (let frame: StackFrame | undefined = innermost; frame; frame = frame.caller) {
      functions.unshift(frame.fn.name);
    }
    const picture = pictureOf(graph, functions);
    return picture.objects.length === 0 ? [] : [{ head: node, picture }];
  });
}
