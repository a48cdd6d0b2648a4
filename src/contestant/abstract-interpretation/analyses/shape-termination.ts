/**
 * Termination of loops over lists: the steps between the states of a complete shape analysis are a transition
 * system over lengths of segments and numbers (domains/shape/shape-steps.ts). An infinite execution stays in one
 * activation and one component of its function from some point on, and visits its head again and again
 * (Bourdoncle's heads: a set of nodes that is visited for ever contains the head of the smallest component around
 * it). So it suffices that for every head, in every call stack that reaches it, the steps within its component,
 * with all calls from there, have ranking functions that exclude an infinite sequence of visits (step-descent.ts).
 * These leave open whether inner loops end, which have their own ranking functions.
 */

import type { ShapeDescent, StackFrame } from "../../analysis-core/index.ts";
import {
  type CfaNode,
  type CfaProgram,
  memberAt,
  type WtoElement,
  weakTopologicalOrder,
} from "../../cfa/index.ts";
import type { Quantity, Sum } from "../domains/shape/graph-trace.ts";
import type { ShapeGraph } from "../domains/shape/shape-graph.ts";
import type { ShapeState } from "../domains/shape/shape-state.ts";
import { quantitiesOf, type ShapeStep } from "../domains/shape/shape-steps.ts";
import { type ObjectId, ShapePointer, type ShapeValue } from "../domains/shape/shape-value.ts";
import { IntegerSymbol } from "../domains/value/value.ts";
import { type DescentNode, type DescentStep, type Form, finiteVisits } from "./step-descent.ts";

/** A loop that ends. */
export interface EndingLoop {
  readonly head: CfaNode;
  /** The decreasing quantities; undefined when no iteration comes back to the head. */
  readonly falls: ShapeDescent | undefined;
}

export type LoopEnds =
  | { readonly kind: "all"; readonly loops: readonly EndingLoop[] }
  /** A head without a proof. */
  | { readonly kind: "open"; readonly head: CfaNode };

/** Whether every loop ends. */
export function loopEnds(
  program: CfaProgram,
  states: readonly ShapeState[],
  steps: readonly ShapeStep[],
  isLate: () => boolean,
): LoopEnds {
  const loops: EndingLoop[] = [];
  for (const [head, nodes] of componentsOf(program)) {
    const frames = new Map<string, StackFrame>();
    for (const { node, frame } of states) if (node === head) frames.set(frame.key, frame);
    const found: ShapeDescent[] = [];
    for (const frame of frames.values()) {
      const falls = visitsEnd(head, nodes, frame, states, steps, isLate);
      if (falls === undefined) return { kind: "open", head };
      found.push(...falls);
    }
    if (frames.size > 0) loops.push({ head, falls: joined(found) });
  }
  return { kind: "all", loops };
}

/** The nodes of every component of every function, by head. */
function componentsOf(program: CfaProgram): ReadonlyMap<CfaNode, ReadonlySet<CfaNode>> {
  const components = new Map<CfaNode, Set<CfaNode>>();
  const visit = (elements: readonly WtoElement[], around: readonly Set<CfaNode>[]): void => {
    for (const element of elements) {
      const node = element.kind === "node" ? element.node : element.head;
      for (const nodes of around) nodes.add(node);
      if (element.kind === "node") continue;
      const own = new Set([node]);
      components.set(node, own);
      visit(element.body, [...around, own]);
    }
  };
  for (const fn of program.functions.values()) visit(weakTopologicalOrder(fn), []);
  return components;
}

function joined(some: readonly ShapeDescent[]): ShapeDescent | undefined {
  if (some.length === 0) return undefined;
  return {
    lists: [...new Set(some.flatMap(({ lists }) => lists))],
    numbers: [...new Set(some.flatMap(({ numbers }) => numbers))],
  };
}

/**
 * Whether no execution stays in an activation of the component for ever; returns the quantities that decrease in
 * each of its repeated parts.
 */
function visitsEnd(
  head: CfaNode,
  nodes: ReadonlySet<CfaNode>,
  frame: StackFrame,
  states: readonly ShapeState[],
  steps: readonly ShapeStep[],
  isLate: () => boolean,
): readonly ShapeDescent[] | undefined {
  const inside = states.filter((state) => isWithin(state, nodes, frame));
  const numbers = new Map(inside.map((state, index) => [state, index]));
  const quantities = inside.map(({ graph }) => {
    const { lengths, numbers: values } = quantitiesOf(graph);
    return { naturals: lengths.length, all: [...lengths, ...values] };
  });
  const graphNodes = quantities.map(
    ({ naturals, all }): DescentNode => ({ naturals, quantities: all.length }),
  );
  const seen = new Set<string>();
  const graphSteps = steps.flatMap((step): DescentStep[] => {
    const [from, to] = [numbers.get(step.from), numbers.get(step.to)];
    if (from === undefined || to === undefined) return [];
    const before = new Map(quantities[from]?.all.map((quantity, index) => [quantity, index]));
    const formOf = (sum: Sum): Form => numbered(sum, before);
    const update = (quantities[to]?.all ?? []).map((quantity) => {
      const sum = step.update.get(quantity);
      return sum && formOf(sum);
    });
    const known = { from, to, update, conditions: withoutRepeats(step.conditions.map(formOf)) };
    const key = JSON.stringify([from, to, update.map(keyOf), known.conditions.map(keyOf)]);
    if (seen.has(key)) return [];
    seen.add(key);
    return [known];
  });
  const isHead = (node: number): boolean => {
    const state = inside[node];
    return state?.node === head && state.frame.key === frame.key;
  };
  const rankings = finiteVisits(graphNodes, graphSteps, isHead, isLate);
  if (rankings === undefined) return undefined;
  return rankings.map((counted) => {
    const lists: string[] = [];
    const numbers: string[] = [];
    for (const [node, { graph }] of inside.entries()) {
      if (!isHead(node)) continue;
      const { all = [] } = quantities[node] ?? {};
      for (const index of counted.get(node) ?? []) {
        const quantity = all[index];
        if (quantity instanceof IntegerSymbol) numbers.push(...variablesWith(graph, quantity));
        else if (quantity !== undefined) lists.push(...namesOf(graph, quantity));
      }
    }
    return { lists, numbers };
  });
}

/** Whether a state stands in the component, or in a call from there. */
function isWithin(
  state: ShapeState,
  nodes: ReadonlySet<CfaNode>,
  { key, depth }: StackFrame,
): boolean {
  let node = state.node;
  let at: StackFrame | undefined = state.frame;
  while (at !== undefined && at.depth > depth) {
    if (at.call === undefined) return false;
    node = at.call.source;
    at = at.caller;
  }
  return at?.key === key && nodes.has(node);
}

/** A sum over the quantities of a state, by their numbers; each of them is one of the state. */
function numbered({ constant, terms }: Sum, numbers: ReadonlyMap<Quantity, number>): Form {
  return {
    constant,
    terms: new Map(
      [...terms].map(([quantity, factor]) => [numbers.get(quantity) as number, factor]),
    ),
  };
}

function keyOf(form: Form | undefined): string {
  if (form === undefined) return "?";
  return `${form.constant} ${[...form.terms].sort(([a], [b]) => a - b).join(" ")}`;
}

function withoutRepeats(forms: readonly Form[]): readonly Form[] {
  return [...new Map(forms.map((form) => [keyOf(form), form])).values()];
}

/** Variables that point to a segment, or to the node before it. */
function namesOf(graph: ShapeGraph, segment: ObjectId): string[] {
  const before = new Set<ObjectId>([segment]);
  for (const { id, edges, storage } of graph.objects) {
    const leads = edges.some(
      ({ value }) => value instanceof ShapePointer && value.target === segment,
    );
    if (leads && storage === "heap" && id !== segment) before.add(id);
  }
  return visible(graph, (value) => value instanceof ShapePointer && before.has(value.target));
}

/** Variables that have the value of a symbol. */
function variablesWith(graph: ShapeGraph, symbol: IntegerSymbol): string[] {
  return visible(graph, (value) => value === symbol);
}

/** Variables of the newest stack frame, and static ones, with a matching value. */
function visible(graph: ShapeGraph, isWanted: (value: ShapeValue) => boolean): string[] {
  const names: string[] = [];
  for (const frame of graph.frames.slice(-1)) {
    for (const [object, id] of [...frame.objects, ...graph.statics]) {
      if (object.kind === "temporary" || object.variable === undefined) continue;
      for (const { offset, value } of graph.object(id).edges) {
        if (!isWanted(value)) continue;
        names.push(object.name + (memberAt(object.type, offset, undefined)?.path ?? ""));
      }
    }
  }
  return names;
}
