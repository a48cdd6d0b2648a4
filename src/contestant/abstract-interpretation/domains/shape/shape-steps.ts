/** The steps between the states of a complete shape analysis, with the changes of lengths and numbers. */
import type { BlockTransfer } from "../../framework/block-transfer.ts";
import { type Meaning, meaningIn } from "./entailment.ts";
import { GraphTrace, type Quantity, type Sum } from "./graph-trace.ts";
import { LinearForm } from "./linear-form.ts";
import type { ShapeGraph } from "./shape-graph.ts";
import type { ShapeOperators } from "./shape-operators.ts";
import type { ShapeState } from "./shape-state.ts";

/** All executions from one end of a block to the next one, on one path. */
export interface ShapeStep {
  readonly from: ShapeState;
  readonly to: ShapeState;
  /** The quantities of `to`, as sums over those of `from`; missing ones are not known. */
  readonly update: ReadonlyMap<Quantity, Sum>;
  /** Sums over quantities of `from` that are non-negative. */
  readonly conditions: readonly Sum[];
}

/**
 * Steps from every state; every execution is a sequence of them. Undefined when a step leads to a state that no
 * reached state covers, so that the states with their facts do not cover all executions.
 */
export function shapeSteps(
  states: readonly ShapeState[],
  blocks: BlockTransfer<ShapeState>,
  operators: ShapeOperators,
  pointerBytes: number,
): readonly ShapeStep[] | undefined {
  const byPlace = new Map<unknown, ShapeState[]>();
  for (const state of states) {
    const key = operators.partition(state);
    byPlace.set(key, [...(byPlace.get(key) ?? []), state]);
  }
  const steps: ShapeStep[] = [];
  let isClosed = true;
  for (const from of states) {
    const start = from.fork();
    start.graph.trace = beginning(from.graph);
    blocks.post(start, {
      add: (fresh) => {
        operators.adjust(fresh);
        const step = stepTo(from, fresh, byPlace.get(operators.partition(fresh)), pointerBytes);
        if (step === undefined) isClosed = false;
        else steps.push(step);
        return false;
      },
    });
    if (!isClosed) return undefined;
  }
  return steps;
}

/** Quantities of a state: lengths of lists, and numbers, that do not belong to a node of a segment. */
export function quantitiesOf(graph: ShapeGraph): {
  readonly lengths: readonly Quantity[];
  readonly numbers: readonly Quantity[];
} {
  const lengths = [...graph.objects].flatMap(({ id, owner, segment }) =>
    owner === undefined && segment !== undefined ? [id] : [],
  );
  const numbers = [...graph.symbols].filter((symbol) => graph.ownerOf(symbol) === undefined);
  return { lengths, numbers };
}

function beginning(graph: ShapeGraph): GraphTrace {
  const trace = new GraphTrace();
  for (const { id, owner, segment } of graph.objects) {
    if (owner === undefined && segment !== undefined) trace.begin(id, segment.least);
  }
  for (const symbol of graph.symbols) {
    if (graph.ownerOf(symbol) === undefined) trace.beginSymbol(symbol, graph.rangeOf(symbol).low);
  }
  return trace;
}

function stepTo(
  from: ShapeState,
  fresh: ShapeState,
  alike: readonly ShapeState[] = [],
  pointerBytes: number,
): ShapeStep | undefined {
  const { trace } = fresh.graph;
  if (trace === undefined) return undefined;
  for (const to of alike) {
    const meaning = meaningIn(fresh.graph, to.graph, pointerBytes);
    if (meaning === undefined) continue;
    const update = updateOf(fresh.graph, trace, to.graph, meaning);
    return { from, to, update, conditions: trace.conditions };
  }
  return undefined;
}

function updateOf(
  fresh: ShapeGraph,
  trace: GraphTrace,
  to: ShapeGraph,
  { chains, symbols }: Meaning,
): ReadonlyMap<Quantity, Sum> {
  const update = new Map<Quantity, Sum>();
  for (const { id, owner, segment } of to.objects) {
    if (owner !== undefined || segment === undefined) continue;
    let sum: Sum | undefined = LinearForm.constant(0n);
    for (const part of chains.get(id) ?? []) {
      const isSegment = fresh.object(part).segment !== undefined;
      const length = isSegment ? trace.lengthOf(part) : LinearForm.constant<Quantity>(1n);
      sum = length && sum?.plus(length);
    }
    if (sum !== undefined) update.set(id, sum);
  }
  for (const symbol of to.symbols) {
    if (to.ownerOf(symbol) !== undefined) continue;
    const value = trace.valueOf(symbols.get(symbol));
    if (value !== undefined) update.set(symbol, value);
  }
  return update;
}
