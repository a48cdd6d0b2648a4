/** The abstract reachability graph at the end of an exploration, in terms. */

import type { ArgNode } from "../../abstract-interpretation/index.ts";
import type { Term } from "../../smt/index.ts";
import type { Location } from "../extraction/transition-system.ts";

export interface ReachedNode {
  readonly id: number;
  readonly location: Location;
  readonly parent: number | undefined;
  /** Conditions on the variables of the location, all of which hold. */
  readonly holds: () => readonly Term[];
  readonly coveredBy: number | undefined;
}

export interface ReachedGraph {
  readonly nodes: readonly ReachedNode[];
  /** Predicates that are evaluated in states, by location. */
  readonly predicates: ReadonlyMap<Location, Iterable<Term>>;
}

/** From the root, parents before children. */
export function reachedNodes<S>(
  root: ArgNode<S> | undefined,
  locationOf: (state: S) => Location,
  holds: (state: S) => readonly Term[],
): readonly ReachedNode[] {
  const nodes = root === undefined ? [] : [root];
  // Iteration over a growing list includes new elements.
  for (const node of nodes) nodes.push(...node.children);
  return nodes.map(({ id, state, parents, coveredBy }) => ({
    id,
    location: locationOf(state),
    holds: () => holds(state),
    parent: parents[0]?.id,
    coveredBy: coveredBy?.id,
  }));
}
