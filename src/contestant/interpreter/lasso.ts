/**
 * Infinite executions as lassos: an execution that is twice in the same state can repeat the cycle
 * for ever, when the environment does.
 */
import { type CfaEdge, type CfaNode, isDetermined } from "../cfa/index.ts";
import type { View } from "./contract.ts";

/** Detects a repeated state with one snapshot at a time (Brent 1980). */
export class LassoDetector {
  /** The current edge of every activation, by depth. */
  readonly #edges: CfaEdge[] = [];
  readonly #chains = new Map<CfaNode | undefined, Chain>();

  /** Must be called with every edge. */
  onEdge(edge: CfaEdge, { depth }: View): void {
    this.#edges[depth - 1] = edge;
    this.#edges.length = depth;
    if (isDetermined(edge)) for (const chain of this.#chains.values()) forget(chain);
  }

  /**
   * Whether a visited state is visited again.
   * @param place - states are compared only with those of the same place
   * @param mark - further data that must be equal
   */
  visit(view: View, place?: CfaNode, mark = 0): boolean {
    const memory = view.snapshot();
    if (memory === undefined) return false;
    const state = { memory, mark, edges: this.#edges.slice(0, view.depth) };
    const chain = this.#chains.get(place) ?? { kept: undefined, seen: 0, keptAt: 0, nextKept: 1 };
    this.#chains.set(place, chain);
    chain.seen++;
    if (chain.kept !== undefined && areEqual(chain.kept, state)) return true;
    if (chain.seen === chain.nextKept) {
      chain.kept = state;
      chain.keptAt = chain.seen;
      chain.nextKept *= 2;
    }
    return false;
  }

  /**
   * Number of visits without a place so far, and the number of the visit (from 1) whose state is
   * kept for comparison.
   */
  get visits(): { readonly seen: number; readonly kept: number } {
    const { seen = 0, keptAt = 0 } = this.#chains.get(undefined) ?? {};
    return { seen, kept: keptAt };
  }
}

interface Chain {
  kept: State | undefined;
  seen: number;
  keptAt: number;
  nextKept: number;
}

function forget(chain: Chain): void {
  chain.kept = undefined;
  chain.nextKept = chain.seen + 1;
}

interface State {
  readonly memory: Uint8Array;
  readonly mark: number;
  readonly edges: readonly CfaEdge[];
}

function areEqual(a: State, b: State): boolean {
  if (a.mark !== b.mark || a.memory.length !== b.memory.length || a.edges.length !== b.edges.length)
    return false;
  if (a.edges.some((edge, index) => edge !== b.edges[index])) return false;
  return a.memory.every((byte, index) => byte === b.memory[index]);
}
