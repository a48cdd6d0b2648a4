/**
 * What the interpreter takes and gives: inputs, options, observers, outcomes.
 *
 * A run follows the edges of a CFA with concrete values. It ends as soon as
 * the program does something that C leaves undefined, so that an outcome
 * `error-reached` is an execution free of undefined behaviour up to the call.
 */
import type {
  CallEdge,
  CfaEdge,
  CfaProgram,
  Expression,
  MemoryObject,
  ValueType,
} from "../cfa/index.ts";
import type { Conflict, Footprint } from "./runtime/segments.ts";
import type { Scheduler, Turn } from "./schedule.ts";

/** Where a run takes the values that the program does not determine. */
export interface InputSource {
  /**
   * The result of a call of `__VERIFIER_nondet_X` or of another function with
   * an arbitrary result, as a bit pattern. Bits above the width are ignored
   * (for `_Bool` all but the lowest).
   */
  nondet(edge: CallEdge, type: ValueType): bigint;
  /** Preferred to {@link nondet} for integers and pointers of at most 32 bits: any number, taken modulo 2^32. */
  nondet32?(edge: CallEdge, type: ValueType): number;
  /**
   * Contents of memory that becomes indeterminate: a declare edge, or a call
   * edge of malloc, alloca, realloc (only the bytes added) or
   * `__VERIFIER_nondet_memory`. Zeros when undefined; missing bytes are zero.
   * Not asked where the next edge overwrites the whole object.
   */
  fill?(edge: CfaEdge, size: number): Uint8Array | undefined;
}

/** What C11 leaves undefined and the interpreter detects. */
export type UndefinedBehaviour =
  /** Access outside every live object, or outside of the named one; also a null or function pointer. */
  | "invalid-dereference"
  /** Store into a string literal or a `const` object with static storage. */
  | "read-only-write"
  | "invalid-free"
  /** Call through a pointer to no function, or with arguments that do not fit its definition. */
  | "invalid-call"
  /** The value of a call is used although the function ended without one. */
  | "missing-result"
  | "division-by-zero"
  /** Negative amount, or not less than the width. */
  | "shift"
  /** Under `overflow: "stop"` any; under "wrap" only quotients that do not fit (x86 traps). */
  | "signed-overflow"
  /** A floating value whose integral part the integer type cannot hold. */
  | "float-to-integer"
  /** Copying between objects that overlap, or an argument that a library function excludes. */
  | "library-argument"
  /** Only of {@link View.evaluate}: sign and payload of a NaN (elsewhere the outcome is `unsupported`). */
  | "unspecified-value"
  | "unreachable";

export type Outcome =
  /** A function of {@link InterpreterOptions.errorFunctions} is called. */
  | { readonly kind: "error-reached"; readonly edge: CallEdge }
  /** `main` returned or `exit` was called; `exitCode` as the parent process sees it (0 to 255). */
  | { readonly kind: "terminated"; readonly exitCode: number }
  | { readonly kind: "aborted"; readonly edge: CallEdge }
  /** `__VERIFIER_assume(0)`. */
  | { readonly kind: "blocked"; readonly edge: CallEdge }
  | {
      readonly kind: "undefined-behaviour";
      readonly behaviour: UndefinedBehaviour;
      /** The clause of C11 that is violated, e.g. `6.5.5p5`. */
      readonly paragraph: string;
      readonly edge: CfaEdge;
      /** The operation, when it is an expression. */
      readonly expression?: Expression;
    }
  /** Nothing is known about the continuation: no verdict may rest on the run. */
  | { readonly kind: "unsupported"; readonly reason: string; readonly edge: CfaEdge }
  | { readonly kind: "limit"; readonly what: "steps" | "depth" | "threads" }
  | {
      readonly kind: "limit";
      readonly what: "memory";
      /** The size of an object for which there would never be room. */
      readonly block?: number;
    }
  /** Only with {@link InterpreterOptions.tracksBlocks}, in long runs: no pointer leads to some block any more. */
  | { readonly kind: "block-lost" }
  /** No thread can go on, and none of those that wait will ever be woken. */
  | { readonly kind: "deadlock"; readonly threads: readonly WaitingThread[] }
  /** Only with {@link InterpreterOptions.detectsRaces}; the run ends at the second access. */
  | {
      readonly kind: "data-race";
      readonly address: number;
      readonly first: SharedAccess;
      readonly second: SharedAccess;
    }
  /** The scheduler gave no turn. */
  | { readonly kind: "diverted" }
  /** The observer asked to stop before this edge. */
  | { readonly kind: "stopped"; readonly edge: CfaEdge };

export interface WaitingThread {
  readonly thread: number;
  /** The call of the library that waits; of the user's file, if there is one. */
  readonly edge: CfaEdge;
  /** Address of what it waits for, or the number of a thread. */
  readonly key: number;
}

export interface SharedAccess {
  readonly thread: number;
  readonly isWrite: boolean;
  /** In the user's file; for accesses by library functions, their call. */
  readonly edge: CfaEdge;
}

/** Bytes of the process for a byte of a static object: its contents, its shadow, its first contents. */
export const STATIC_COPIES = 3;

export interface InterpreterOptions {
  /** Names; a call of one ends the run, whether or not the function has a body. */
  readonly errorFunctions: ReadonlySet<string>;
  /**
   * Signed overflow wraps around (as with gcc -fwrapv), or ends the run. "stop"
   * includes left shifts whose result does not fit; those of negative values end the run as `shift` (6.5.7p4).
   */
  readonly overflow: "wrap" | "stop";
  /** Edges, checked at loop heads and returns; default: no limit. */
  readonly maxSteps?: number;
  /** Address space for stack and heap together, in bytes; default 64 MiB. */
  readonly maxMemoryBytes?: number;
  /**
   * Bytes of objects with static storage duration; with more of them no run starts. Each
   * takes {@link STATIC_COPIES} bytes of the process at once. Default: no limit.
   */
  readonly maxStaticBytes?: number;
  /**
   * How what C leaves to implementations is decided: where objects lie, what padding holds, which number
   * with the right sign a comparison returns, which elements `qsort` compares. The usual way is close to
   * that of gcc and glibc; "other" differs wherever it may. What an execution shows under both ways need
   * still not be what every implementation does.
   */
  readonly implementation?: "usual" | "other";
  /**
   * A run that ends as `terminated` or `aborted` shows that every implementation ends so: it is
   * `unsupported` where its course depends on what C leaves open, `qsort` tries all pairs, and
   * programs with threads or jumps are not followed. Slower.
   */
  readonly tracksOpenness?: boolean;
  /**
   * Makes {@link CompiledProgram.untracked} possible: every object lives in memory, which is slower. Long runs
   * end where a block has been lost, since they may go on for ever.
   */
  readonly tracksBlocks?: boolean;
  /**
   * A pointer that leaves the object it was computed from leads to no other one (runtime/provenance.ts). Only where every object
   * lives in memory, and not in programs with threads or jumps.
   */
  readonly followsProvenance?: boolean;
  /** Strings that functions of output read have to be valid; by convention, they are. */
  readonly checksStrings?: boolean;
  /**
   * The program is run for systematic exploration (explore.ts): its states can be told apart, objects and
   * blocks have places that depend only on what their thread did, and whoever looks at an indeterminate
   * value ends the run as `unsupported`.
   */
  readonly explores?: boolean;
  /**
   * Makes {@link CompiledProgram.state} possible, at little cost: variables of functions that may be active when an input
   * is asked for outlive their activations. Of programs without threads.
   */
  readonly exposesState?: boolean;
  /** Ends runs at data races; makes programs with threads slower. */
  readonly detectsRaces?: boolean;
  /** Every iteration of every loop is executed, also where the values behind many of them are known (runtime/iteration-jump.ts). */
  readonly walksLoops?: boolean;
  /** Observed programs run more slowly: every object lives in memory. */
  readonly observer?: Observer;
}

/** What must be valid must not be so because something else lies there. */
export function gapsOf({
  tracksBlocks,
  checksStrings,
  followsProvenance,
}: Pick<InterpreterOptions, "tracksBlocks" | "checksStrings" | "followsProvenance">):
  | "usual"
  | "wide" {
  return tracksBlocks || checksStrings || followsProvenance ? "wide" : "usual";
}

/** The state of a run, valid during a callback, and from the end of a run to the next one. */
export interface View {
  /** Number of the running thread; 0 for that of `main`. */
  readonly thread: number;
  /** Function of the innermost activation; empty when none is left at the end of a run. */
  readonly functionName: string;
  /** Number of activations of the thread; 1 in `main`, 0 when it has returned. */
  readonly depth: number;
  /**
   * Value of an expression over globals and the locals of the innermost
   * activation, as an unsigned bit pattern of its type's width. Signed
   * overflow wraps around. Throws {@link UndefinedEvaluation}.
   */
  evaluate(expression: Expression): bigint;
  /**
   * The object that a live activation or the program has at an address, or else the last one before
   * it; none of the heap. Of the running thread.
   */
  objectNear(address: number): PlacedObject | undefined;
  /** Static objects, and those of all activations of the running thread, from the outermost on; those out of scope, too. */
  variables(): readonly PlacedVariable[];
  /**
   * All live memory. Two states with equal snapshots whose activations stand at
   * the same edges go on in the same way with the same inputs. Undefined when
   * that cannot be said: too much memory, or NaNs with unknown bits in it.
   */
  snapshot(): Uint8Array | undefined;
  /** The part of it that outlives activations: static objects and blocks; without blocks that only other activations reach. */
  sharedSnapshot(): Uint8Array | undefined;
}

export interface PlacedObject {
  readonly object: MemoryObject;
  readonly base: number;
}

export interface PlacedVariable extends PlacedObject {
  /** Activation that it belongs to, 1 for the outermost; 0: static. */
  readonly depth: number;
  /** Of the activation; empty for static objects. */
  readonly functionName: string;
}

export interface Observer {
  /**
   * Whether the edges of iterations of loops may be left out that only count and sum up; else every iteration is executed.
   */
  readonly mayMissIterations?: true;
  /** Before the effect of the edge; for assume edges after their condition has passed. */
  onEdge?(edge: CfaEdge, view: View): "stop" | undefined;
  /**
   * After the effect of an edge that assigns, copies or clears. Programs with threads only: others may have gone on
   * since {@link onEdge}, and go on after this one.
   */
  onStore?(edge: CfaEdge, view: View): void;
  /** After the call returned and its result is stored; `result` undefined for void and records. */
  onCallReturn?(edge: CallEdge, result: bigint | undefined, view: View): void;
}

/** Thrown by {@link View.evaluate} when the expression has no value in this state. */
export class UndefinedEvaluation extends Error {
  readonly behaviour: UndefinedBehaviour;
  readonly paragraph: string;

  constructor(behaviour: UndefinedBehaviour, paragraph: string) {
    super(`the expression has no defined value here: ${behaviour} (C11 ${paragraph})`);
    this.name = "UndefinedEvaluation";
    this.behaviour = behaviour;
    this.paragraph = paragraph;
  }
}

/** A block of malloc, calloc or realloc. */
export interface HeapBlock {
  readonly address: number;
  readonly size: number;
  /** The call that allocated it. */
  readonly edge: CallEdge;
}

/**
 * Why a thread may be suspended at a place: an access that others may or may not have to see, what they
 * always have to see, the head of a loop, a wait, or a call that has not returned.
 */
export type SuspensionKind = "access" | "visible" | "loop" | "wait" | "call";

/** What a systematic exploration needs of a program that was compiled for it. */
export interface ExplorationControl {
  /** By place: 1 where threads stop before an access of kind `access`. Stays from run to run. */
  readonly visible: Uint8Array;
  readonly places: readonly SuspensionKind[];
  /** Accesses of two threads that nothing orders, which ended the last run as `diverted`. */
  readonly conflict: Conflict | undefined;
  /** The place before the atomic block in which the last run ended, where others could have gone on before. */
  readonly placeOfEnd: number | undefined;
  /**
   * While a scheduler chooses: 128 bits that are equal for equal states, valid until the next call.
   * Undefined where states cannot be told apart.
   */
  stateKey(): Int32Array | undefined;
  /** Values of these static objects shall not be in the key, nor what edges that mention them have computed. */
  leaveOut(objects: ReadonlySet<MemoryObject>): void;
  /**
   * While a scheduler chooses: whether some block is not certainly tracked; threads that are about to store pointers lead to
   * blocks, too. Needs {@link InterpreterOptions.tracksBlocks}.
   */
  mayHaveLost(): boolean;
  /**
   * While a scheduler chooses: what the last turn of a thread has accessed. Undefined when it did more than that to what
   * others can see.
   */
  footprintOf(thread: number): Footprint | undefined;
  /** All accesses of the last turn of a thread but those of models of synchronisation, `ACCESS_FIELDS` numbers each; never changes. */
  lastAccesses(thread: number): readonly number[];
  /** What models of synchronisation have accessed in it, and what was done to threads as if that were accesses to what they wait for. */
  lastTouched(thread: number): Footprint;
  /** While a scheduler chooses: what a thread waits for, which is not a condition; undefined when it does not. */
  awaitedBy(thread: number): number | undefined;
  /** While a scheduler chooses: how many threads were created, that of `main` included. */
  readonly threads: number;
  /** While a scheduler chooses: the number of the place where a thread is suspended; -1 where it has not begun, undefined when it has ended. */
  placeOf(thread: number): number | undefined;
  /**
   * While a scheduler chooses: whether the last turn has found that its thread must wait, and done nothing else. Who tries
   * later comes to the same, so that nothing is lost but deadlocks when nobody tries too early.
   */
  readonly wasInVain: boolean;
  /** What the last key has left out, in the same order for equal keys. */
  readonly leftOut: readonly number[];
  /** While a scheduler chooses: the words of the static objects that are left out, with their values. */
  leftOutWords(): ReadonlyMap<number, number>;
}

/** What a run looks like where an input is asked for: enough to tell most states apart, not all. */
export interface ExposedState {
  /**
   * Integers and pointers that nothing but their names reaches: those with static storage, and those of functions that may
   * be active. What has 64 bits takes two words.
   */
  readonly objects: readonly MemoryObject[];
  /** Their values, one after the other. */
  read(words: Int32Array): void;
  /** A number for all other memory with static storage, and that of activations; of its beginning, where it is large. */
  memoryHash(): number;
}

/** A program made ready to run, any number of times. Not reentrant. */
export interface CompiledProgram {
  readonly program: CfaProgram;
  /** Whether the program creates threads. Without, schedulers have no effect. */
  readonly hasThreads: boolean;
  /**
   * One execution from the start; the same inputs and the same schedule give
   * the same outcome. By default every thread goes on for as long as it can.
   */
  run(inputs: InputSource, scheduler?: Scheduler): Outcome;
  /** The schedule of the last run. */
  readonly turns: readonly Turn[];
  /** The thread that ran last. */
  readonly thread: number;
  /** Edges executed by the last run; of an interrupted run up to the last loop heads and returns. */
  readonly steps: number;
  /** How often the last run went on many iterations later; never with {@link InterpreterOptions.walksLoops}. */
  readonly jumps: number;
  /** Heap blocks that the last run left allocated, or, during a run, those that live; in order of allocation. */
  unfreed(): readonly HeapBlock[];
  /**
   * Those of {@link unfreed} to which no pointer leads from variables, in scope or not, of activations that
   * have not returned, and from static ones: memory leaks in the sense of valid-memtrack. Needs
   * {@link InterpreterOptions.tracksBlocks}.
   */
  untracked(): readonly HeapBlock[];
  /**
   * Those of {@link untracked} to which blocks that were freed do not lead either. Who reads the successor of a node
   * that is freed has lost all nodes behind it, but it is the access that is wrong.
   */
  untrackedByFreed(): readonly HeapBlock[];
  /**
   * Those of {@link unfreed} that are not certainly tracked: what is out of scope, what the program has no name
   * for, and numbers that only look like addresses lead to no block. Needs {@link InterpreterOptions.tracksBlocks},
   * and one of `tracksOpenness` and `explores`.
   */
  possiblyUntracked(): readonly HeapBlock[];
  /** With {@link InterpreterOptions.exposesState}. */
  readonly state?: ExposedState;
  /** With {@link InterpreterOptions.explores}. */
  readonly exploration?: ExplorationControl;
}
