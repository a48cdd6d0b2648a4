/** The queue of paths that wait to be followed, and their order. */
import type { CfaNode } from "../../cfa/index.ts";

/**
 * - `depth-first`: the newest path; finds deep ends with little memory.
 * - `breadth-first`: the oldest path; finds the shortest violation.
 * - `coverage`: among the newest paths, one at the node that was left least often (Cadar, Dunbar, Engler: "KLEE",
 *   OSDI 2008, section 3.4).
 */
export type SearchOrder = "depth-first" | "breadth-first" | "coverage";

/** Number of newest paths that are compared by coverage. */
const COMPARED = 48;
/** With more waiting paths than this, only depth-first search prevents further growth. */
const MAX_WAITING = 20_000;

export class PathQueue<Path extends { readonly node: CfaNode }> {
  readonly #order: SearchOrder;
  readonly #visits = new Map<CfaNode, number>();
  readonly #paths: Path[] = [];
  #first = 0;

  constructor(order: SearchOrder) {
    this.#order = order;
  }

  get size(): number {
    return this.#paths.length - this.#first;
  }

  push(path: Path): void {
    this.#paths.push(path);
  }

  /** Records that a path has left the node. */
  visited(node: CfaNode): void {
    this.#visits.set(node, (this.#visits.get(node) ?? 0) + 1);
  }

  pop(): Path | undefined {
    if (this.size === 0) return undefined;
    if (this.#order === "depth-first" || this.size > MAX_WAITING) return this.#paths.pop();
    return this.#order === "breadth-first" ? this.#oldest() : this.#leastCovered();
  }

  #oldest(): Path {
    const path = this.#paths[this.#first++] as Path;
    if (this.#first > 1000 && this.#first * 2 > this.#paths.length) {
      this.#paths.splice(0, this.#first);
      this.#first = 0;
    }
    return path;
  }

  #leastCovered(): Path | undefined {
    const last = this.#paths.length - 1;
    let best = last;
    let fewest = Number.POSITIVE_INFINITY;
    for (let i = last; i >= this.#first && i > last - COMPARED; i--) {
      const visits = this.#visits.get((this.#paths[i] as Path).node) ?? 0;
      if (visits >= fewest) continue;
      best = i;
      fewest = visits;
    }
    const chosen = this.#paths[best];
    const end = this.#paths.pop() as Path;
    if (best < this.#paths.length) this.#paths[best] = end;
    return chosen;
  }
}
