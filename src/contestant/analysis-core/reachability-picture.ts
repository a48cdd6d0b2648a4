/** A drawing of the abstract states that an exploration has found: plain data. */

/** A location where a block of the program ends. */
export interface PicturedPlace {
  readonly id: number;
  readonly kind: "start" | "loop" | "place" | "error";
  readonly function?: string;
  readonly line?: number;
  /** Predicates that are evaluated in the states there. */
  readonly predicates: readonly string[];
}

/** A node of the abstract reachability graph. */
export interface PicturedNode {
  readonly id: number;
  /** Index of the place. */
  readonly place: number;
  /** The parent node; undefined where an exploration begins. */
  readonly parent?: number;
  /** Conditions that all hold there. */
  readonly holds: readonly string[];
  /** A node that represents the same states or more: this one was not explored. */
  readonly coveredBy?: number;
}

export interface ReachabilityPicture {
  readonly places: readonly PicturedPlace[];
  /** Pairs of places: the edges of the control-flow automaton between blocks. */
  readonly steps: readonly (readonly [from: number, to: number])[];
  readonly nodes: readonly PicturedNode[];
  /** Number of nodes that are not shown. */
  readonly omitted: number;
}
