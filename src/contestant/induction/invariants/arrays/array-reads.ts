/**
 * Arrays for which no facts are needed at a loop head: they are not read any more; or the loop reads each element
 * once, in order, and they are not read behind it. This only decides which candidates are tried.
 */
import {
  addressedObject,
  type CfaEdge,
  type CfaNode,
  type Expression,
  expressionsOf,
  type FunctionCfa,
  type MemoryObject,
  operandsOf,
} from "../../../cfa/index.ts";
import { keyOf, readsElement } from "./array-predicates.ts";

/** Nodes where elements of an array are read and written, by the text of addresses. */
interface Uses {
  readonly reads: { readonly node: CfaNode; readonly address: string }[];
  readonly writes: CfaNode[];
  /** Whether elements are computed from other elements: facts about the former imply facts about the latter. */
  isMadeFromOthers: boolean;
}

export class ArrayReads {
  /** Uses of local arrays of which only elements are accessed. */
  readonly #uses = new Map<MemoryObject, Uses>();
  readonly #reachable = new Map<CfaNode, ReadonlySet<CfaNode>>();

  constructor(fn: FunctionCfa) {
    const locals = fn.locals.filter(({ scalar }) => scalar === undefined);
    for (const object of locals) {
      this.#uses.set(object, { reads: [], writes: [], isMadeFromOthers: false });
    }
    for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) this.#visitEdge(edge);
  }

  /** @param loop - the nodes of the loop, with its head */
  isUnread(object: MemoryObject, head: CfaNode, loop: ReadonlySet<CfaNode>): boolean {
    const uses = this.#uses.get(object);
    if (uses === undefined) return false;
    const reachable = this.#reachableFrom(head);
    const reads = uses.reads.filter(({ node }) => reachable.has(node));
    if (reads.some(({ node }) => !loop.has(node))) return false;
    if (reads.length > 0 && uses.isMadeFromOthers) return false;
    const isWritten = uses.writes.some((node) => loop.has(node));
    return reads.length === 0 || (!isWritten && new Set(reads.map((r) => r.address)).size === 1);
  }

  #visitEdge(edge: CfaEdge): void {
    if (edge.kind !== "assign") {
      for (const expression of expressionsOf(edge)) this.#visit(expression, edge.source);
      return;
    }
    const written = this.#elementOf(edge.address);
    if (written === undefined) this.#visit(edge.address, edge.source);
    else {
      written.uses.writes.push(edge.source);
      written.uses.isMadeFromOthers ||= readsElement(edge.value);
      for (const index of written.indices) this.#visit(index, edge.source);
    }
    this.#visit(edge.value, edge.source);
  }

  #visit(expression: Expression, node: CfaNode): void {
    const read = expression.kind === "load" ? this.#elementOf(expression.address) : undefined;
    if (read !== undefined && expression.kind === "load") {
      read.uses.reads.push({ node, address: keyOf(expression.address) });
      for (const index of read.indices) this.#visit(index, node);
      return;
    }
    // An address that is taken may be used for any read.
    const object = addressedObject(expression);
    if (object !== undefined) this.#uses.delete(object);
    for (const operand of operandsOf(expression)) this.#visit(operand, node);
  }

  #elementOf(
    address: Expression,
  ): { readonly uses: Uses; readonly indices: readonly Expression[] } | undefined {
    const indices: Expression[] = [];
    let base = address;
    while (base.kind === "binary" && base.operator === "add") {
      indices.push(base.right);
      base = base.left;
    }
    const object = addressedObject(base);
    const uses = object === undefined ? undefined : this.#uses.get(object);
    return uses === undefined ? undefined : { uses, indices };
  }

  #reachableFrom(head: CfaNode): ReadonlySet<CfaNode> {
    const known = this.#reachable.get(head);
    if (known !== undefined) return known;
    const reached = new Set([head]);
    for (const node of reached) for (const { target } of node.leaving) reached.add(target);
    this.#reachable.set(head, reached);
    return reached;
  }
}
