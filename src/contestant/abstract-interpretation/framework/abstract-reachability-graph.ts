/**
 * The abstract reachability graph: the parents of each state. Refinement walks back from a target to the root, and
 * removes the nodes below a pivot (Henzinger, Jhala, Majumdar, Sutre: "Lazy abstraction", POPL 2002); IMPACT covers
 * nodes by others (McMillan: "Lazy abstraction with interpolants", CAV 2006). It is built only where an exploration
 * is given one.
 */

export class ArgNode<S> {
  /** In the order of creation: "older" in the sense of IMPACT. */
  readonly id: number;
  state: S;
  /** The first parent is the one of the tree; merging adds others. */
  readonly parents: ArgNode<S>[] = [];
  readonly children: Set<ArgNode<S>> = new Set();
  /** The node whose state covers this one. */
  coveredBy: ArgNode<S> | undefined;
  readonly covers: Set<ArgNode<S>> = new Set();

  constructor(id: number, state: S) {
    this.id = id;
    this.state = state;
  }
}

export class AbstractReachabilityGraph<S> {
  #count = 0;
  #root: ArgNode<S> | undefined;

  get root(): ArgNode<S> | undefined {
    return this.#root;
  }

  /** Number of nodes created so far, including those that were removed. */
  get size(): number {
    return this.#count;
  }

  /** A new node; without a parent it is the root. */
  add(state: S, parent: ArgNode<S> | undefined): ArgNode<S> {
    const node = new ArgNode(this.#count++, state);
    if (parent === undefined) this.#root = node;
    else this.connect(parent, node);
    return node;
  }

  /** Adds another parent to a node: states were merged. */
  connect(parent: ArgNode<S>, node: ArgNode<S>): void {
    if (parent.children.has(node)) return;
    parent.children.add(node);
    node.parents.push(parent);
  }

  cover(node: ArgNode<S>, by: ArgNode<S>): void {
    this.uncover(node);
    node.coveredBy = by;
    by.covers.add(node);
  }

  uncover(node: ArgNode<S>): void {
    node.coveredBy?.covers.delete(node);
    node.coveredBy = undefined;
  }

  /** Nodes from the root to a node, along first parents. */
  pathTo(node: ArgNode<S>): ArgNode<S>[] {
    const path: ArgNode<S>[] = [];
    const seen = new Set<ArgNode<S>>();
    for (let at: ArgNode<S> | undefined = node; at !== undefined; at = at.parents[0]) {
      if (seen.has(at)) break;
      seen.add(at);
      path.push(at);
    }
    return path.reverse();
  }

  /**
   * Removes the node and everything that is reached through it.
   * @returns the removed nodes, and those that they covered: these are uncovered now and have to be followed
   */
  removeBelow(pivot: ArgNode<S>): {
    readonly removed: ReadonlySet<ArgNode<S>>;
    readonly uncovered: readonly ArgNode<S>[];
  } {
    const removed = new Set<ArgNode<S>>();
    const work = [pivot];
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
      if (removed.has(node)) continue;
      removed.add(node);
      work.push(...node.children);
    }
    const uncovered: ArgNode<S>[] = [];
    for (const node of removed) {
      for (const parent of node.parents) parent.children.delete(node);
      this.uncover(node);
      for (const covered of [...node.covers]) {
        this.uncover(covered);
        if (!removed.has(covered)) uncovered.push(covered);
      }
    }
    return { removed, uncovered };
  }
}
