/** Builds the graph of one function while its body is lowered. */
import { invariant } from "../../../ground/util/errors.ts";
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { AssumeEdge, CfaEdge, CfaNode, Expression } from "./cfa.ts";
import type { EvaluationRecord } from "./evaluation-record.ts";

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** The operation of an edge, without its position. */
export type Operation = DistributiveOmit<CfaEdge, "id" | "source" | "target" | "range">;

/**
 * Thrown when an edge is needed while the builder is frozen (see
 * {@link GraphBuilder.attempt}). One object: a stack trace for each would be slow.
 */
export const NEEDS_EDGES: Error = new Error("this expression is not pure");

/** Numbers are given when the finished program is numbered. */
const UNNUMBERED = -1;

export class GraphBuilder {
  readonly functionName: string;
  entry: CfaNode;
  readonly exit: CfaNode;
  /** The node where the next operation starts. */
  current: CfaNode;
  /** Source range of the next operations. */
  range: TextRange = { start: 0, end: 0 };
  /** Records the lowering of expressions, on request. */
  record: EvaluationRecord | undefined;
  #frozen = 0;

  constructor(functionName: string) {
    this.functionName = functionName;
    this.entry = this.newNode();
    this.exit = this.newNode();
    this.current = this.entry;
  }

  newNode(): CfaNode {
    return { id: UNNUMBERED, functionName: this.functionName, leaving: [], entering: [] };
  }

  /** Adds an edge from the current node to `target`, which becomes the current node. */
  emit(operation: Operation, target: CfaNode = this.newNode()): void {
    this.connect(this.current, operation, target);
    this.current = target;
  }

  skipTo(target: CfaNode): void {
    this.emit({ kind: "skip" }, target);
  }

  /** Adds the edge for one outcome of a test; the current node stays. */
  assume(
    condition: Expression,
    truth: boolean,
    branch: AssumeEdge["branch"],
    target: CfaNode,
  ): void {
    this.connect(this.current, { kind: "assume", condition, truth, branch }, target);
  }

  connect(source: CfaNode, operation: Operation, target: CfaNode): void {
    this.mutate();
    const edge: CfaEdge = { id: UNNUMBERED, source, target, range: this.range, ...operation };
    source.leaving.push(edge);
    target.entering.push(edge);
    this.record?.emitted(edge);
  }

  /** Continues at a node from which nothing leads on yet, or that joins other paths. */
  moveTo(node: CfaNode): void {
    this.current = node;
  }

  /** Continues where no path leads: after a jump. */
  moveToUnreachable(): void {
    this.current = this.newNode();
  }

  /** Puts the edges that `action` adds before everything else. */
  prepend(action: () => void): void {
    const first = this.entry;
    this.entry = this.newNode();
    this.current = this.entry;
    action();
    this.skipTo(first);
  }

  get isFrozen(): boolean {
    return this.#frozen > 0;
  }

  /** Must be called before any change that a failing attempt must undo. */
  mutate(): void {
    if (this.isFrozen) throw NEEDS_EDGES;
  }

  /** The result of `action` if it works without adding edges, else undefined. Nested attempts fail together. */
  attempt<T>(action: () => T): T | undefined {
    if (this.isFrozen) return action();
    this.#frozen++;
    try {
      return action();
    } catch (error) {
      if (error === NEEDS_EDGES) return undefined;
      throw error;
    } finally {
      this.#frozen--;
    }
  }

  /** Runs `action` with another range for its edges. */
  within<T>(range: TextRange, action: () => T): T {
    const outer = this.range;
    this.range = range;
    try {
      return action();
    } finally {
      this.range = outer;
    }
  }

  /** All nodes reachable from the entry, in reverse postorder; the exit always included. */
  reachableNodes(): CfaNode[] {
    const order = reversePostorder(this.entry);
    if (!order.includes(this.exit)) order.push(this.exit);
    return order;
  }
}

/** Nodes reachable from `entry` in reverse postorder of a depth-first search. */
export function reversePostorder(entry: CfaNode): CfaNode[] {
  const seen = new Set<CfaNode>([entry]);
  const stack: { readonly node: CfaNode; next: number }[] = [{ node: entry, next: 0 }];
  const postorder: CfaNode[] = [];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    // Last edges first, so that first branches come first in the order.
    const edge = top.node.leaving.at(-1 - top.next++);
    if (edge === undefined) {
      postorder.push(top.node);
      stack.pop();
    } else if (!seen.has(edge.target)) {
      seen.add(edge.target);
      stack.push({ node: edge.target, next: 0 });
    }
  }
  invariant(postorder.length === seen.size, "every reachable node is visited once");
  return postorder.reverse();
}
