/** What an exploration of abstract states has found, as people draw it: plain data. */

/** Where a block of the program ends. */
export interface PicturedPlace {
  readonly id: number;
  readonly kind: "start" | "loop" | "place" | "error";
  readonly function?: string;
  readonly line?: number;
  /** What is asked of the states there. */
  readonly predicates: readonly string[];
}

/** A node of the abstract reachability graph. */
export interface PicturedNode {
  readonly id: number;
  /** Of a place. */
  readonly place: number;
  /** What it was reached from; undefined where an exploration begins. */
  readonly parent?: number;
  /** What holds there, all together. */
  readonly holds: readonly string[];
  /** A node that says as much or less: this one was not followed. */
  readonly coveredBy?: number;
}

export interface ReachabilityPicture {
  readonly places: readonly PicturedPlace[];
  /** Between places: the control-flow automaton in blocks. */
  readonly steps: readonly (readonly [from: number, to: number])[];
  readonly nodes: readonly PicturedNode[];
  /** Nodes that are not shown. */
  readonly omitted: number;
}
