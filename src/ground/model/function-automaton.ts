/** Control-flow automata of programs, as people look at them: blocks of statements and arcs between them. */

export interface FunctionAutomaton {
  readonly name: string;
  /** Base name of the program file. */
  readonly file: string;
  /** From 1: where its first and last operation stand. */
  readonly lines: readonly [first: number, last: number];
  /** The first is the entry. */
  readonly blocks: readonly AutomatonBlock[];
  readonly arcs: readonly AutomatonArc[];
}

/** Operations that follow each other without a choice. */
export interface AutomatonBlock {
  readonly kind?: "entry" | "exit" | "loop";
  readonly statements: readonly AutomatonStatement[];
  /** What decides which way it goes on. */
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
  /** Of the decision: `true`, `false`, a case, `default`; absent: control just goes on. */
  readonly outcome?: string;
  /** The outcome is that of the whole statement, of which branching waypoints speak. */
  readonly isWhole?: true;
}
