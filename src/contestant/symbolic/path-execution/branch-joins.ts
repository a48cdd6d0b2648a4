/**
 * Branches whose arms meet again soon, without calls, loops or declarations in between: there two paths are merged
 * at once, instead of being followed separately (Kuznetsov, Kinder, Bucur, Candea: "Efficient state merging in
 * symbolic execution", PLDI 2012).
 */
import {
  type CfaEdge,
  type CfaNode,
  type FunctionCfa,
  type WtoElement,
  weakTopologicalOrder,
} from "../../cfa/index.ts";

/** Maximal number of nodes between a branch and its join. */
const MAX_NODES = 48;

export class BranchJoins {
  readonly #positions = new Map<CfaNode, number>();
  readonly #heads = new Set<CfaNode>();
  readonly #known = new Set<FunctionCfa>();
  readonly #joins = new Map<CfaNode, BranchJoin | undefined>();

  /** Whether cycles of the function contain the node. */
  isLoopHead(fn: FunctionCfa, node: CfaNode): boolean {
    this.#learn(fn);
    return this.#heads.has(node);
  }

  /** The node where the arms of a branch meet; undefined when it is not near. */
  joinOf(fn: FunctionCfa, branch: CfaNode): BranchJoin | undefined {
    if (!this.#joins.has(branch)) {
      this.#learn(fn);
      this.#joins.set(branch, this.#find(fn, branch));
    }
    return this.#joins.get(branch);
  }

  /** Remembers that the arms of the branch are not worth merging. */
  keepApart(branch: CfaNode): void {
    this.#joins.set(branch, undefined);
  }

  #learn(fn: FunctionCfa): void {
    if (this.#known.has(fn)) return;
    this.#known.add(fn);
    const number = (elements: readonly WtoElement[]): void => {
      for (const element of elements) {
        const node = element.kind === "node" ? element.node : element.head;
        this.#positions.set(node, this.#positions.size);
        if (element.kind === "node") continue;
        this.#heads.add(node);
        number(element.body);
      }
    };
    number(weakTopologicalOrder(fn));
  }

  #find(fn: FunctionCfa, branch: CfaNode): BranchJoin | undefined {
    const inner: CfaNode[] = [];
    const open = new Set(branch.leaving.map(({ target }) => target));
    while (inner.length <= MAX_NODES) {
      const [next] = [...open].sort((a, b) => this.#position(a) - this.#position(b));
      if (next === undefined) return undefined;
      if (open.size === 1) return { inner, join: next };
      if (next === fn.exit || this.#heads.has(next) || next.leaving.length === 0) return undefined;
      open.delete(next);
      inner.push(next);
      for (const edge of next.leaving) {
        if (!isPlain(edge) || this.#position(edge.target) <= this.#position(next)) return undefined;
        open.add(edge.target);
      }
    }
    return undefined;
  }

  #position(node: CfaNode): number {
    return this.#positions.get(node) ?? -1;
  }
}

export interface BranchJoin {
  /** In topological order. */
  readonly inner: readonly CfaNode[];
  readonly join: CfaNode;
}

function isPlain({ kind }: CfaEdge): boolean {
  return kind === "assume" || kind === "assign" || kind === "skip";
}
