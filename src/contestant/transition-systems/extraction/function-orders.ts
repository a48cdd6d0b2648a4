/** The order in which the nodes of a function are executed, and where its blocks end. */
import {
  type CfaNode,
  type CfaProgram,
  componentHeads,
  type FunctionCfa,
  Liveness,
  type WtoElement,
  weakTopologicalOrder,
} from "../../cfa/index.ts";
import type { BlockEnds } from "./program-steps-options.ts";

export class FunctionOrders {
  readonly #program: CfaProgram;
  readonly #blockEnds: BlockEnds;
  readonly #orders = new Map<FunctionCfa, readonly CfaNode[]>();
  readonly #heads = new Map<FunctionCfa, ReadonlySet<CfaNode>>();
  readonly #liveness = new Map<FunctionCfa, Liveness>();

  constructor(program: CfaProgram, blockEnds: BlockEnds) {
    this.#program = program;
    this.#blockEnds = blockEnds;
  }

  /** Every edge that does not lead to a loop head leads to a later node. */
  of(fn: FunctionCfa): readonly CfaNode[] {
    const known = this.#orders.get(fn);
    if (known !== undefined) return known;
    const order = weakTopologicalOrder(fn);
    const nodes = flattened(order);
    this.#orders.set(fn, nodes);
    this.#heads.set(fn, componentHeads(order));
    return nodes;
  }

  endsBlock(fn: FunctionCfa, node: CfaNode): boolean {
    if (this.headsOf(fn).has(node)) return true;
    switch (this.#blockEnds) {
      case "loop-heads":
        return false;
      case "loop-heads-and-calls":
        return this.#callsFunction(node);
      case "edges":
        return node !== fn.exit;
    }
  }

  #callsFunction({ leaving }: CfaNode): boolean {
    return leaving.some(
      (edge) =>
        edge.kind === "call" &&
        edge.callee.kind === "address" &&
        this.#program.functions.has(edge.callee.target.name),
    );
  }

  headsOf(fn: FunctionCfa): ReadonlySet<CfaNode> {
    this.of(fn);
    return this.#heads.get(fn) as ReadonlySet<CfaNode>;
  }

  livenessOf(fn: FunctionCfa): Liveness {
    const known = this.#liveness.get(fn) ?? new Liveness(fn);
    this.#liveness.set(fn, known);
    return known;
  }
}

function flattened(order: readonly WtoElement[]): CfaNode[] {
  const nodes: CfaNode[] = [];
  const stack = [...order].reverse();
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    nodes.push(element.kind === "node" ? element.node : element.head);
    if (element.kind === "component") stack.push(...[...element.body].reverse());
  }
  return nodes;
}
