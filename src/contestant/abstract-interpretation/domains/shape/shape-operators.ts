/** Merging, covering and abstracting states of the shape analysis. */

import type { StackFrame } from "../../../analysis-core/index.ts";
import {
  type CfaNode,
  type FunctionCfa,
  isTracked,
  Liveness,
  type MemoryObject,
} from "../../../cfa/index.ts";
import type { PartitionKey } from "../../framework/reached-set.ts";
import { IntervalLattice } from "../interval/interval-lattice.ts";
import type { Integer } from "../value/value.ts";
import { entails } from "./entailment.ts";
import { folded } from "./folding.ts";
import { joinedGraphs } from "./graph-join.ts";
import type { ShapeContext } from "./shape-context.ts";
import type { LeakRule } from "./shape-edges.ts";
import type { ShapeGraph } from "./shape-graph.ts";
import type { Link } from "./shape-object.ts";
import { ShapeState } from "./shape-state.ts";
import { type ObjectId, ShapePointer } from "./shape-value.ts";

export interface ShapeOperatorsOptions {
  readonly leaks: LeakRule;
  /** Loop heads, where lists are folded. */
  readonly heads: ReadonlySet<CfaNode>;
  /** Number of single nodes that become a segment. */
  readonly leastNodes: number;
  /** Constants of the program, ascending, to which ranges are widened. */
  readonly thresholds: readonly Integer[];
}

/** Number of objects of one graph at which the analysis gives up: its lists do not fold. */
const MAX_OBJECTS = 600;
const MAX_SEGMENTS = 12;
/** Number of states of one place up to which joins forget little. */
const CAREFUL_STATES = 64;
/** Joins of a state before ranges are widened. */
const JOINS_BEFORE_WIDENING = 3;
/** Widening from threshold to threshold may take long: after this many joins, they are given up. */
const JOINS_WITH_THRESHOLDS = 20;

export class ShapeOperators {
  readonly #context: ShapeContext;
  readonly #options: ShapeOperatorsOptions;
  readonly #intervals: IntervalLattice;
  readonly #withoutThresholds = new IntervalLattice([]);
  readonly #links = new Map<number, Link[]>();
  readonly #liveness = new Map<FunctionCfa, Liveness>();

  constructor(context: ShapeContext, options: ShapeOperatorsOptions) {
    this.#context = context;
    this.#options = options;
    this.#intervals = new IntervalLattice(options.thresholds);
  }

  /** Forgets dead variables, and folds lists at loop heads. Lost blocks end the analysis. */
  adjust(state: ShapeState): void {
    const { leaks, heads, leastNodes } = this.#options;
    this.#forgetDead(state);
    const isLeak = leaks !== "ignored" && state.graph.lost(isHolder).length > 0;
    if (isLeak) this.#context.doubt("leak", "possible leak");
    state.graph.collectGarbage();
    if (state.graph.size > MAX_OBJECTS) this.#context.doubt("unwinding", "too many objects");
    if (!heads.has(state.node)) return;
    const before = state.graph;
    state.graph = folded(before, { names: this.#context, leastNodes, links: this.#links });
    if (state.graph !== before) this.#context.counts.folded++;
    let segments = 0;
    for (const { segment, owner } of state.graph.objects) {
      if (segment !== undefined && owner === undefined) segments++;
    }
    if (segments > MAX_SEGMENTS) this.#context.doubt("unwinding", "lists that do not fold");
  }

  /** Dead variables hold nothing, unless a block would be lost with their value; temporaries are excluded. */
  #forgetDead({ node: start, frame: innermost, graph }: ShapeState): void {
    let node = start;
    const holding: ObjectId[] = [];
    for (let frame: StackFrame | undefined = innermost; frame; frame = frame.caller) {
      const { fn, depth, call } = frame;
      let liveness = this.#liveness.get(fn);
      if (liveness === undefined) {
        liveness = new Liveness(fn);
        this.#liveness.set(fn, liveness);
      }
      const live = liveness.liveAt(node);
      for (const [object, id] of graph.frames[depth - 1]?.objects ?? []) {
        if (!isTracked(object) || live.has(object)) continue;
        const { edges } = graph.object(id);
        if (edges.length === 0) continue;
        const holds = edges.some(({ value }) => holdsBlock(graph, value));
        const isVariable = object.kind !== "temporary";
        if (holds && isVariable && this.#options.leaks !== "ignored") holding.push(id);
        else graph.update(id, { edges: [] });
      }
      node = call?.target ?? node;
    }
    for (const id of holding) {
      const { edges } = graph.object(id);
      graph.update(id, { edges: [] });
      if (graph.lost(isHolder).length > 0) graph.update(id, { edges });
    }
  }

  partition({ node, frame }: ShapeState): PartitionKey {
    return `${node.id}|${frame.key}`;
  }

  covers(reached: ShapeState, fresh: ShapeState): boolean {
    const isCovered = entails(fresh.graph, reached.graph, this.#context.pointerBytes);
    if (isCovered) this.#context.counts.covered++;
    return isCovered;
  }

  /** A state that covers both; undefined when there is none that is precise enough. */
  joined(reached: ShapeState, fresh: ShapeState, count: number): ShapeState | undefined {
    const widens = reached.joins >= JOINS_BEFORE_WIDENING;
    const intervals =
      reached.joins >= JOINS_WITH_THRESHOLDS ? this.#withoutThresholds : this.#intervals;
    const graph = joinedGraphs(reached.graph, fresh.graph, {
      names: this.#context,
      links: this.#links,
      isCareful: count < CAREFUL_STATES,
      widen: (left, both) => (widens ? intervals.widenRange(left, both) : both),
    });
    if (graph === undefined) return undefined;
    this.#context.counts.joined++;
    const state = new ShapeState(reached.node, reached.frame, graph);
    state.joins = reached.joins + 1;
    return state;
  }
}

/** Variables of the program, and temporaries whose liveness is known. */
function isHolder(object: MemoryObject): boolean {
  return object.kind !== "temporary" || isTracked(object);
}

function holdsBlock(graph: ShapeGraph, value: unknown): boolean {
  if (!(value instanceof ShapePointer)) return false;
  const { isValid, storage } = graph.object(value.target);
  return isValid && storage === "heap";
}
