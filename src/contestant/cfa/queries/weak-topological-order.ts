/**
 * Weak topological orders (F. Bourdoncle: "Efficient chaotic iteration
 * strategies with widenings", FMPA 1993, figure 4), without recursion: depth
 * of the graph and nesting of loops may be large.
 */
import { invariant } from "../../../ground/util/errors.ts";
import type { CfaNode, FunctionCfa } from "../model/cfa.ts";

/**
 * A hierarchical order of nodes: every edge leads to a later element, or to the head of a component
 * that contains its source. Heads are where fixpoint iteration needs widening.
 */
export type WtoElement =
  | { readonly kind: "node"; readonly node: CfaNode }
  | {
      readonly kind: "component";
      readonly head: CfaNode;
      /** The component without its head. */
      readonly body: readonly WtoElement[];
    };

/** The order of the nodes that can be reached from the entry. */
export function weakTopologicalOrder(fn: Pick<FunctionCfa, "entry">): WtoElement[] {
  return new Decomposition().order(fn.entry);
}

const FINISHED = Number.POSITIVE_INFINITY;

/** A pending visit of a node; elements of one partition are collected last to first. */
interface Visit {
  readonly kind: "visit";
  readonly node: CfaNode;
  readonly number: number;
  readonly partition: WtoElement[];
  nextEdge: number;
  /** Least depth-first number reached, {@link FINISHED} excluded. */
  head: number;
  isLoop: boolean;
}
/** Collecting the body of the component of a head. */
interface Component {
  readonly kind: "component";
  readonly node: CfaNode;
  readonly body: WtoElement[];
  readonly partition: WtoElement[];
  nextEdge: number;
}

class Decomposition {
  readonly #numbers = new Map<CfaNode, number>();
  readonly #open: CfaNode[] = [];
  readonly #work: (Visit | Component)[] = [];
  #count = 0;

  order(entry: CfaNode): WtoElement[] {
    const partition: WtoElement[] = [];
    this.#start(entry, partition);
    for (let top = this.#work.at(-1); top !== undefined; top = this.#work.at(-1)) {
      if (top.kind === "visit") this.#continueVisit(top);
      else this.#continueComponent(top);
    }
    return partition.reverse();
  }

  #start(node: CfaNode, partition: WtoElement[]): void {
    const number = ++this.#count;
    this.#numbers.set(node, number);
    this.#open.push(node);
    const visit = { kind: "visit", node, number, partition, nextEdge: 0 } as const;
    this.#work.push({ ...visit, head: number, isLoop: false });
  }

  #continueVisit(visit: Visit): void {
    const edge = visit.node.leaving[visit.nextEdge];
    if (edge === undefined) {
      this.#endVisit(visit);
      return;
    }
    const known = this.#numbers.get(edge.target);
    if (known === undefined) {
      // The edge is looked at again when its target has been visited.
      this.#start(edge.target, visit.partition);
      return;
    }
    visit.nextEdge++;
    if (known <= visit.head) {
      visit.head = known;
      visit.isLoop = true;
    }
  }

  #endVisit(visit: Visit): void {
    const { node, number, partition, head, isLoop } = visit;
    this.#work.pop();
    const caller = this.#work.at(-1);
    if (head !== number) {
      // The node belongs to the component of a node that is still open.
      invariant(caller?.kind === "visit", "only visits reach open nodes");
      caller.nextEdge++;
      if (head <= caller.head) {
        caller.head = head;
        caller.isLoop = true;
      }
      return;
    }
    this.#numbers.set(node, FINISHED);
    let element = this.#open.pop();
    if (!isLoop) {
      partition.push({ kind: "node", node });
      return;
    }
    while (element !== undefined && element !== node) {
      this.#numbers.delete(element);
      element = this.#open.pop();
    }
    this.#work.push({ kind: "component", node, body: [], partition, nextEdge: 0 });
  }

  #continueComponent(component: Component): void {
    const { node, body, partition } = component;
    const edge = node.leaving[component.nextEdge];
    if (edge === undefined) {
      this.#work.pop();
      partition.push({ kind: "component", head: node, body: body.reverse() });
      return;
    }
    component.nextEdge++;
    if (!this.#numbers.has(edge.target)) this.#start(edge.target, body);
  }
}

/** Heads of all components: where widening has to happen. */
export function componentHeads(order: readonly WtoElement[]): Set<CfaNode> {
  const heads = new Set<CfaNode>();
  const stack: WtoElement[] = [...order];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (element.kind === "node") continue;
    heads.add(element.head);
    stack.push(...element.body);
  }
  return heads;
}

/** All nodes of a component, the head first. */
export function componentNodes(component: WtoElement): Set<CfaNode> {
  const nodes = new Set<CfaNode>();
  const stack: WtoElement[] = [component];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (element.kind === "component") stack.push(...element.body);
    nodes.add(element.kind === "node" ? element.node : element.head);
  }
  return nodes;
}
