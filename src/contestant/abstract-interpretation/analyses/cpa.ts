/**
 * The algorithm of configurable program analysis (Beyer, Henzinger, Théoduloz: "Program analysis with dynamic
 * precision adjustment", ASE 2008, algorithm 1): one exploration for every abstract domain. Techniques differ in
 * the analysis, the order of the waitlist, the reached set, and the treatment of target states.
 */

import { Interruption } from "../../analysis-core/index.ts";
import type {
  AbstractReachabilityGraph,
  ArgNode,
} from "../framework/abstract-reachability-graph.ts";
import type { Analysis } from "../framework/analysis.ts";
import type { Reached, ReachedSet } from "../framework/reached-set.ts";
import type { Waitlist } from "../framework/waitlist.ts";

export interface CpaOptions<S, P> {
  readonly waitlist: Waitlist<Reached<S, P>>;
  readonly reached: ReachedSet<S, P>;
  /**
   * Whether a new state is followed before all waiting ones. Only for reached sets that do not keep states, and
   * without a graph.
   */
  readonly followsAtOnce?: (state: S) => boolean;
  /** Called for every target state; true ends the exploration, false continues without the state. */
  readonly onTarget: (state: S, node: ArgNode<S> | undefined) => boolean;
  /** Built during the exploration if given. */
  readonly graph?: AbstractReachabilityGraph<S>;
}

export type CpaEnd =
  /** No state waits: the reached set covers every execution that was modelled. */
  | { readonly kind: "complete" }
  /** `onTarget` requested the end. */
  | { readonly kind: "target" }
  | { readonly kind: "interrupted"; readonly reason: string };

class TargetFound extends Error {}

/** Explores until no state waits. The waitlist and the reached set may hold states already. */
export function runCpa<S, P>(analysis: Analysis<S, P>, options: CpaOptions<S, P>): CpaEnd {
  const exploration = new Exploration(analysis, options);
  try {
    exploration.run();
    return { kind: "complete" };
  } catch (end) {
    if (end instanceof TargetFound) return { kind: "target" };
    if (end instanceof Interruption) return { kind: "interrupted", reason: end.message };
    throw end;
  }
}

class Exploration<S, P> {
  readonly #analysis: Analysis<S, P>;
  readonly #options: CpaOptions<S, P>;
  /** The entry that is being followed. */
  #current: Reached<S, P> | undefined;

  constructor(analysis: Analysis<S, P>, options: CpaOptions<S, P>) {
    this.#analysis = analysis;
    this.#options = options;
  }

  run(): void {
    const { waitlist, reached } = this.#options;
    if (reached.size === 0) {
      const initial = this.#analysis.initial();
      this.#arrive(initial, this.#analysis.initialPrecision(initial));
    }
    for (let entry = waitlist.next(); entry !== undefined; entry = waitlist.next()) {
      // Removed by a refinement, or covered by now.
      if (!entry.isWaiting) continue;
      entry.isWaiting = false;
      this.#current = entry;
      const { precision } = entry;
      this.#analysis.post(entry.state, precision, {
        add: (successor) => this.#arrive(successor, precision),
      });
    }
  }

  /** Stores a successor; true when it is to be followed at once. */
  #arrive(successor: S, before: P): boolean {
    const analysis = this.#analysis;
    const { reached, waitlist, followsAtOnce, graph, onTarget } = this.#options;
    const parent = this.#current?.node;
    if (analysis.isTarget(successor)) {
      if (onTarget(successor, graph?.add(successor, parent))) throw new TargetFound();
      return false;
    }
    const [state, precision] = analysis.adjust(successor, before);
    const key = analysis.partition(state);
    const alike = reached.alike(key);
    if (alike !== undefined) {
      for (const entry of alike) this.#merge(state, entry, precision);
    }
    if (analysis.stop(state, precision, alike)) {
      const [only, another] = alike ?? [];
      if (only?.node !== undefined && another === undefined && parent !== undefined) {
        graph?.connect(parent, only.node);
      }
      return false;
    }
    const isFirst = reached.size === 0;
    const entry: Reached<S, P> = { state, precision, isWaiting: false, node: undefined };
    reached.add(key, entry);
    if (graph !== undefined) entry.node = graph.add(state, parent);
    else if (!isFirst && followsAtOnce?.(state) === true) return true;
    entry.isWaiting = true;
    waitlist.add(entry);
    return false;
  }

  #merge(fresh: S, entry: Reached<S, P>, precision: P): void {
    const merged = this.#analysis.merge(fresh, entry.state, precision);
    if (merged === entry.state) return;
    entry.state = merged;
    if (entry.node !== undefined) entry.node.state = merged;
    if (entry.isWaiting) return;
    entry.isWaiting = true;
    this.#options.waitlist.add(entry);
  }
}
