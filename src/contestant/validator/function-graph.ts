/**
 * Graphs of functions to which nodes and edges are added, so that a program checks when a witness
 * holds.
 */

import type { TextRange } from "../../ground/util/text-position.ts";
import type { CfaEdge, CfaNode, Expression, FunctionCfa } from "../cfa/index.ts";

/** An edge without its position in the graph. */
export type EdgeBody = CfaEdge extends infer E
  ? E extends CfaEdge
    ? Omit<E, "id" | "source" | "target" | "range">
    : never
  : never;

/** A function whose edges are still to be copied. */
export interface NodeCopies {
  readonly graph: FunctionGraph;
  /** Grows with the graph. */
  readonly nodes: CfaNode[];
  /** From the nodes of the function to their copies. */
  readonly copies: ReadonlyMap<CfaNode, CfaNode>;
}

/** Adds nodes and edges to a function. */
export class FunctionGraph {
  readonly #name: string;
  readonly #nodes: CfaNode[];
  readonly #nodeId: () => number;
  readonly #edgeId: () => number;

  constructor(name: string, nodes: CfaNode[], nodeId: () => number, edgeId: () => number) {
    this.#name = name;
    this.#nodes = nodes;
    this.#nodeId = nodeId;
    this.#edgeId = edgeId;
  }

  /** Copies the nodes of a function, without edges; the graph grows from them. */
  static copyNodes(cfa: FunctionCfa, nodeId: () => number, edgeId: () => number): NodeCopies {
    const copies = new Map<CfaNode, CfaNode>();
    for (const node of cfa.nodes) {
      copies.set(node, { ...node, id: nodeId(), leaving: [], entering: [] });
    }
    const nodes = [...copies.values()];
    return { graph: new FunctionGraph(cfa.name, nodes, nodeId, edgeId), nodes, copies };
  }

  node(): CfaNode {
    const node = { id: this.#nodeId(), functionName: this.#name, leaving: [], entering: [] };
    this.#nodes.push(node);
    return node;
  }

  connect(source: CfaNode, target: CfaNode, range: TextRange, body: EdgeBody): CfaEdge {
    const edge = { ...body, id: this.#edgeId(), source, target, range } as CfaEdge;
    source.leaving.push(edge);
    target.entering.push(edge);
    return edge;
  }

  /**
   * Executions in which the condition is false go to `otherwise`; returns the node of the others.
   */
  split(from: CfaNode, otherwise: CfaNode, range: TextRange, condition: Expression): CfaNode {
    const node = this.node();
    const branch = undefined;
    this.connect(from, node, range, { kind: "assume", condition, truth: true, branch });
    this.connect(from, otherwise, range, { kind: "assume", condition, truth: false, branch });
    return node;
  }
}
