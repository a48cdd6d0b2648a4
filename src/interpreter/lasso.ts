/**
 * Infinite executions as lassos: an execution that is twice in the same state
 * can repeat what it did in between for ever, when the environment does.
 */
import type { CfaEdge } from "../cfa/index.ts";
import type { View } from "./contract.ts";

/** Looks for a repeated state with one snapshot at a time (Brent 1980). */
export class LassoDetector {
  /** The edge that every activation stands at, by depth. */
  readonly #edges: CfaEdge[] = [];
  #kept: State | undefined;
  #seen = 0;
  #keptAt = 0;
  #nextKept = 1;

  /** To be told of every edge. */
  onEdge(edge: CfaEdge, { depth }: View): void {
    this.#edges[depth - 1] = edge;
    this.#edges.length = depth;
  }

  /** Whether a state that was visited before is visited again. */
  visit(view: View): boolean {
    const memory = view.snapshot();
    if (memory === undefined) return false;
    const state = { memory, edges: this.#edges.slice(0, view.depth) };
    this.#seen++;
    if (this.#kept !== undefined && areEqual(this.#kept, state)) return true;
    if (this.#seen === this.#nextKept) {
      this.#kept = state;
      this.#keptAt = this.#seen;
      this.#nextKept *= 2;
    }
    return false;
  }

  /** Visits so far, and the one (from 1) whose state a later one is compared with. */
  get visits(): { readonly seen: number; readonly kept: number } {
    return { seen: this.#seen, kept: this.#keptAt };
  }
}

interface State {
  readonly memory: Uint8Array;
  readonly edges: readonly CfaEdge[];
}

function areEqual(a: State, b: State): boolean {
  if (a.memory.length !== b.memory.length || a.edges.length !== b.edges.length) return false;
  if (a.edges.some((edge, index) => edge !== b.edges[index])) return false;
  return a.memory.every((byte, index) => byte === b.memory[index]);
}
