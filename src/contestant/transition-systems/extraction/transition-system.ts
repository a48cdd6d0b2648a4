/**
 * A program as a transition system over bit-vectors: its locations are ends of
 * blocks, normally loop heads, and a step is everything that executions do between two of them
 * (large-block encoding: Beyer, Cimatti, Griggio, Keremoglu, Sebastiani:
 * "Software model checking via large-block encoding", FMCAD 2009).
 */
import type { CfaNode, Expression, FunctionCfa, MemoryObject } from "../../cfa/index.ts";
import type { Term } from "../../smt/index.ts";
import type { InputEvent } from "../../symbolic/index.ts";

/** A scalar of the program's memory that executions carry from one location to the next. */
export interface StateVariable {
  /** Its value at a location. */
  readonly term: Term;
  readonly object: MemoryObject;
  /** Bytes; of a scalar object 0. */
  readonly offset: number;
  /** Undefined for floating-point numbers. */
  readonly isSigned: boolean | undefined;
  /** Whether the object can be named at the location: it is static, or of the function that runs there. */
  readonly isNamed: boolean;
  /** How many calls outward its stack frame is, from the location; undefined: it is static. */
  readonly depth: number | undefined;
}

export interface Location {
  readonly id: number;
  /** The loop head, or the end of another block; undefined for the start of the program and for errors. */
  readonly node: CfaNode | undefined;
  /** Whether invariants of a loop may be told here. */
  readonly isLoopHead: boolean;
  readonly variables: readonly StateVariable[];
  /** The functions that run there, the innermost one first. */
  readonly stack: readonly FunctionCfa[];
}

/** What the executions of one step do. Variables that are no state variables are chosen anew in every step. */
export interface Step {
  readonly from: Location;
  readonly to: Location;
  readonly guard: Term;
  /** The values at the end for every variable of `to`, over those at the start. */
  readonly next: ReadonlyMap<Term, Term>;
  /** Of steps to the error location: what is wrong there, when it is no violation of the property. */
  readonly incompleteness?: string;
}

export interface TransitionSystem {
  /** Where every execution starts; it has no variables. */
  readonly start: Location;
  /** Violations, and whatever stands in the way of a proof. */
  readonly error: Location;
  readonly locations: readonly Location[];
  readonly steps: readonly Step[];
  /** What the environment may choose in the steps from a location, in order. */
  readonly inputs: ReadonlyMap<Location, readonly InputEvent[]>;
  /** True in all steps. */
  readonly axioms: readonly Term[];
  /** The value of an expression that is visible at a location, over its variables; undefined where these do not decide it. */
  readonly valueAt: (location: Location, expression: Expression) => Term | undefined;
}

/** The steps of every kind of thread; `start` is that of `main`. */
export interface ThreadSystem extends TransitionSystem {
  /** Where threads begin, one for each function. */
  readonly starts: readonly Location[];
  /** Locations whose steps begin a thread, with where that starts. */
  readonly creates: ReadonlyMap<Location, Location>;
  /** The function that the thread at a location began with. */
  readonly threadOf: ReadonlyMap<Location, FunctionCfa>;
  /** State variables in static storage of which every thread has its own, with their first values. */
  readonly own: ReadonlyMap<Term, Term>;
}

/** A loop that is a block of its own. */
export interface BlockLoop {
  readonly fn: FunctionCfa;
  readonly head: CfaNode;
  readonly nodes: ReadonlySet<CfaNode>;
  /** Where every execution goes that leaves the loop. */
  readonly exit: CfaNode;
  /** What it, and the functions that it calls, speak of. */
  readonly objects: ReadonlySet<MemoryObject>;
}

/** A function or a loop by itself: everything that one call of it does. */
export interface Block {
  /** Of a loop, the function that it is in. */
  readonly fn: FunctionCfa;
  readonly loop: BlockLoop | undefined;
  /** Its variables are the parameters and static storage; of a loop, what it speaks of. */
  readonly entry: Location;
  /**
   * Its variables are what the function leaves, its result, and what it was called with: parameters that it never
   * changes, and copies that it keeps. Of a loop, what it speaks of. Undefined when no execution returns.
   */
  readonly exit: Location | undefined;
  /** Variables that it, and blocks that it calls, may change. */
  readonly changed: ReadonlySet<Term> | undefined;
  /** The result among the variables of the exit. */
  readonly result: StateVariable | undefined;
}

/** At a location: a block is called. Its steps go on in the caller, with whatever the block may leave. */
export interface BlockCall {
  readonly block: Block;
  /** Leads into the block. */
  readonly enter: Step;
  /** What the variables of the exit are in the steps that go on. */
  readonly outcome: ReadonlyMap<Term, Term>;
}

/** The steps of every block by itself (Wonisch, Wehrheim, ICFEM 2012); `start` is that of `main`. */
export interface BlockSystem extends TransitionSystem {
  readonly calls: ReadonlyMap<Location, BlockCall>;
  readonly blocks: readonly Block[];
}
