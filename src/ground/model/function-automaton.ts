/** Control-flow automata of programs for display: blocks of statements and arcs between them. */

export interface FunctionAutomaton {
  readonly name: string;
  /** Base name of the program file. */
  readonly file: string;
  /** Lines of its first and last operation, counted from 1. */
  readonly lines: readonly [first: number, last: number];
  /** The first block is the entry. */
  readonly blocks: readonly AutomatonBlock[];
  readonly arcs: readonly AutomatonArc[];
}

/** A basic block: operations that follow each other without a branch. */
export interface AutomatonBlock {
  readonly kind?: "entry" | "exit" | "loop";
  readonly statements: readonly AutomatonStatement[];
  /** The condition that decides between the arcs that leave the block. */
  readonly decision?: AutomatonStatement;
}

export interface AutomatonStatement {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

export interface AutomatonArc {
  /** Indices of blocks. */
  readonly from: number;
  readonly to: number;
  /** Outcome of the decision: `true`, `false`, a case, `default`; absent: an unconditional arc. */
  readonly outcome?: string;
  /** The outcome is that of the whole statement, as in branching waypoints. */
  readonly isWhole?: true;
}
