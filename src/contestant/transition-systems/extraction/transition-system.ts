/**
 * A program as a transition system over bit-vectors: its locations are ends of blocks, normally loop heads, and a
 * step contains all executions between two of them (large-block encoding: Beyer, Cimatti, Griggio, Keremoglu,
 * Sebastiani: "Software model checking via large-block encoding", FMCAD 2009).
 */
import type { CfaNode, Expression, FunctionCfa, MemoryObject } from "../../cfa/index.ts";
import type { Term } from "../../smt/index.ts";
import type { InputEvent } from "../../symbolic/index.ts";

/** A scalar of the program's memory that executions carry from one location to the next. */
export interface StateVariable {
  /** Its value at a location. */
  readonly term: Term;
  readonly object: MemoryObject;
  /** In bytes; 0 for a scalar object. */
  readonly offset: number;
  /** Undefined for floating-point numbers. */
  readonly isSigned: boolean | undefined;
  /** Whether the object can be named at the location: it is static, or belongs to the innermost function. */
  readonly isNamed: boolean;
  /** Number of calls outward from the location to its stack frame; undefined: it is static. */
  readonly depth: number | undefined;
}

export interface Location {
  readonly id: number;
  /** The loop head, or the end of another block; undefined for the start of the program and for errors. */
  readonly node: CfaNode | undefined;
  /** Whether invariants of a loop may be reported here. */
  readonly isLoopHead: boolean;
  readonly variables: readonly StateVariable[];
  /** The functions of the call stack, innermost first. */
  readonly stack: readonly FunctionCfa[];
}

/** The executions of one step. Variables that are not state variables are chosen anew in every step. */
export interface Step {
  readonly from: Location;
  readonly to: Location;
  readonly guard: Term;
  /** The values at the end for every variable of `to`, as terms over those at the start. */
  readonly next: ReadonlyMap<Term, Term>;
  /** For steps to the error location: the cause, when it is not a violation of the property. */
  readonly incompleteness?: string;
}

export interface TransitionSystem {
  /** Where every execution starts; it has no variables. */
  readonly start: Location;
  /** The target of violations, and of everything that makes a proof incomplete. */
  readonly error: Location;
  readonly locations: readonly Location[];
  readonly steps: readonly Step[];
  /** The choices of the environment in the steps from a location, in order. */
  readonly inputs: ReadonlyMap<Location, readonly InputEvent[]>;
  /** True in all steps. */
  readonly axioms: readonly Term[];
  /**
   * The value of an expression that is visible at a location, as a term over its variables; undefined where these
   * do not determine it.
   */
  readonly valueAt: (location: Location, expression: Expression) => Term | undefined;
}

/** The steps of every kind of thread; `start` is that of `main`. */
export interface ThreadSystem extends TransitionSystem {
  /** The start locations of threads, one for each function. */
  readonly starts: readonly Location[];
  /** Locations whose steps create a thread, with its start location. */
  readonly creates: ReadonlyMap<Location, Location>;
  /** The start function of the thread at a location. */
  readonly threadOf: ReadonlyMap<Location, FunctionCfa>;
  /** State variables for thread-local static storage, with their initial values. */
  readonly own: ReadonlyMap<Term, Term>;
}

/** A loop that is a separate block. */
export interface BlockLoop {
  readonly fn: FunctionCfa;
  readonly head: CfaNode;
  readonly nodes: ReadonlySet<CfaNode>;
  /** The node to which every execution leaves the loop. */
  readonly exit: CfaNode;
  /** The objects that it, and the functions that it calls, mention. */
  readonly objects: ReadonlySet<MemoryObject>;
}

/** A function or a loop as a separate system: all executions of one call. */
export interface Block {
  /** For a loop, the function that contains it. */
  readonly fn: FunctionCfa;
  readonly loop: BlockLoop | undefined;
  /** Its variables are the parameters and static storage; for a loop, the objects that it mentions. */
  readonly entry: Location;
  /**
   * Its variables are the static storage after the call, the result, and the entry values that are kept: parameters
   * that it never changes, and copies. For a loop, the objects that it mentions. Undefined when no execution
   * returns.
   */
  readonly exit: Location | undefined;
  /** Variables that it, and blocks that it calls, may change. */
  readonly changed: ReadonlySet<Term> | undefined;
  /** The result among the variables of the exit. */
  readonly result: StateVariable | undefined;
}

/**
 * A location where a block is called. Its steps continue in the caller, with an arbitrary exit state of the block.
 */
export interface BlockCall {
  readonly block: Block;
  /** Enters the block. */
  readonly enter: Step;
  /** The terms for the variables of the exit in the steps that continue. */
  readonly outcome: ReadonlyMap<Term, Term>;
}

/** The steps of every block as a separate system (Wonisch, Wehrheim, ICFEM 2012); `start` is that of `main`. */
export interface BlockSystem extends TransitionSystem {
  readonly calls: ReadonlyMap<Location, BlockCall>;
  readonly blocks: readonly Block[];
}
