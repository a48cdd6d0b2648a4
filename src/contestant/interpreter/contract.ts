/**
 * The interface of the interpreter: inputs, options, observers, outcomes.
 *
 * A run follows the edges of a CFA with concrete values. It ends as soon as the program does
 * something that C leaves undefined, so that an outcome `error-reached` is an execution free of
 * undefined behaviour up to the call.
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

/** The source of the values that the program does not determine. */
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
   * Contents of memory that becomes indeterminate: a declare edge, or a call edge of malloc,
   * alloca, realloc (only the bytes added) or `__VERIFIER_nondet_memory`. Zeros when undefined;
   * missing bytes are zero. Not requested where the next edge overwrites the whole object.
   */
  fill?(edge: CfaEdge, size: number): Uint8Array | undefined;
}

/** Undefined behaviour of C11 that the interpreter detects. */
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
      /** The violated clause of C11, e.g. `6.5.5p5`. */
      readonly paragraph: string;
      readonly edge: CfaEdge;
      /** The operation, when it is an expression. */
      readonly expression?: Expression;
    }
  /** The continuation is unknown: no verdict may rest on the run. */
  | { readonly kind: "unsupported"; readonly reason: string; readonly edge: CfaEdge }
  | { readonly kind: "limit"; readonly what: "steps" | "depth" | "threads" }
  | {
      readonly kind: "limit";
      readonly what: "memory";
      /** The size of an object that could never fit. */
      readonly block?: number;
    }
  /** Only with {@link InterpreterOptions.tracksBlocks}, in long runs: no pointer leads to some block any more. */
  | { readonly kind: "block-lost" }
  /** No thread can run, and none of the waiting ones will ever be woken. */
  | { readonly kind: "deadlock"; readonly threads: readonly WaitingThread[] }
  /** Only with {@link InterpreterOptions.detectsRaces}; the run ends at the second access. */
  | {
      readonly kind: "data-race";
      readonly address: number;
      readonly first: SharedAccess;
      readonly second: SharedAccess;
    }
  /** The scheduler returned no turn. */
  | { readonly kind: "diverted" }
  /** The observer asked to stop before this edge. */
  | { readonly kind: "stopped"; readonly edge: CfaEdge };

export interface WaitingThread {
  readonly thread: number;
  /** The library call that waits; in the user's file, if there is one. */
  readonly edge: CfaEdge;
  /** Address of the object for which it waits, or the number of a thread. */
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
   * How choices of the implementation are made: the layout of objects, contents of padding, the
   * number with the right sign that a comparison returns, the elements that `qsort` compares. The
   * usual way is close to that of gcc and glibc; "other" differs wherever it may. An execution that
   * is the same under both may still differ in some implementation.
   */
  readonly implementation?: "usual" | "other";
  /**
   * A run that ends as `terminated` or `aborted` shows that every implementation ends so: it is
   * `unsupported` where its course depends on choices of the implementation, `qsort` tries all
   * pairs, and programs with threads or jumps are not supported. Slower.
   */
  readonly tracksOpenness?: boolean;
  /**
   * Enables {@link CompiledProgram.untracked}: every object lives in memory, which is slower. Long
   * runs end where a block has been lost, since they may not terminate.
   */
  readonly tracksBlocks?: boolean;
  /**
   * A pointer that leaves the object from which it was computed leads to no other one
   * (runtime/provenance.ts). Only where every object lives in memory, and not in programs with
   * threads or jumps.
   */
  readonly followsProvenance?: boolean;
  /** Strings that functions of output read have to be valid; by convention, they are. */
  readonly checksStrings?: boolean;
  /**
   * The program is run for systematic exploration (explore.ts): its states can be compared,
   * addresses of objects and blocks depend only on the steps of their thread, and a read of an
   * indeterminate value ends the run as `unsupported`.
   */
  readonly explores?: boolean;
  /**
   * Enables {@link CompiledProgram.state}, at little cost: variables of functions that may be
   * active when an input is requested outlive their activations. For programs without threads.
   */
  readonly exposesState?: boolean;
  /** Ends runs at data races; makes programs with threads slower. */
  readonly detectsRaces?: boolean;
  /** Every iteration of every loop is executed, also where the values behind many of them are known (runtime/iteration-jump.ts). */
  readonly walksLoops?: boolean;
  /** Observed programs run more slowly: every object lives in memory. */
  readonly observer?: Observer;
}

/** Leaves gaps between objects, so that an invalid pointer cannot hit another one. */
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
   * The object of a live activation or the program at an address, or else the last one before it;
   * never a heap block. For the running thread.
   */
  objectNear(address: number): PlacedObject | undefined;
  /** Static objects, and those of all activations of the running thread, from the outermost on; those out of scope, too. */
  variables(): readonly PlacedVariable[];
  /**
   * All live memory. Two states with equal snapshots whose activations stand at the same edges
   * continue in the same way with the same inputs. Undefined when that cannot be guaranteed: too
   * much memory, or NaNs with unknown bits in it.
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
  /** Function of the activation; empty for static objects. */
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
   * After the effect of an edge that assigns, copies or clears. Programs with threads only: other
   * threads may have run since {@link onEdge}, and may run after this edge.
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
 * Why a thread may be suspended at a place: an access that may be invisible to other threads, one
 * that is always visible, a loop head, a wait, or a call that has not returned.
 */
export type SuspensionKind = "access" | "visible" | "loop" | "wait" | "call";

/** The operations on a compiled program that a systematic exploration needs. */
export interface ExplorationControl {
  /** By place: 1 where threads stop before an access of kind `access`. Stays from run to run. */
  readonly visible: Uint8Array;
  readonly places: readonly SuspensionKind[];
  /** Unordered accesses of two threads, which ended the last run as `diverted`. */
  readonly conflict: Conflict | undefined;
  /**
   * The place before the atomic block in which the last run ended, where other threads could have
   * run before.
   */
  readonly placeOfEnd: number | undefined;
  /**
   * While a scheduler chooses: 128 bits that are equal for equal states, valid until the next call.
   * Undefined where states cannot be compared.
   */
  stateKey(): Int32Array | undefined;
  /**
   * Excludes values of these static objects from the key, and values that edges with them have
   * computed.
   */
  leaveOut(objects: ReadonlySet<MemoryObject>): void;
  /**
   * While a scheduler chooses: whether some block is not certainly tracked; threads that are about to store pointers lead to
   * blocks, too. Needs {@link InterpreterOptions.tracksBlocks}.
   */
  mayHaveLost(): boolean;
  /**
   * While a scheduler chooses: the accesses of the last turn of a thread. Undefined when it had
   * further effects that other threads can observe.
   */
  footprintOf(thread: number): Footprint | undefined;
  /**
   * All accesses of the last turn of a thread except those of models of synchronisation,
   * `ACCESS_FIELDS` numbers each; never changes.
   */
  lastAccesses(thread: number): readonly number[];
  /**
   * The accesses of models of synchronisation in it, and its operations on threads as accesses to
   * the objects for which they wait.
   */
  lastTouched(thread: number): Footprint;
  /**
   * While a scheduler chooses: the object for which a thread waits, unless that is a condition;
   * undefined when it does not wait.
   */
  awaitedBy(thread: number): number | undefined;
  /** While a scheduler chooses: how many threads were created, that of `main` included. */
  readonly threads: number;
  /** While a scheduler chooses: the number of the place where a thread is suspended; -1 where it has not begun, undefined when it has ended. */
  placeOf(thread: number): number | undefined;
  /**
   * While a scheduler chooses: whether the last turn only found that its thread must wait. A later
   * attempt has the same result, so that without this turn only deadlocks are lost where no thread
   * tries too early.
   */
  readonly wasInVain: boolean;
  /** The parts that the last key left out, in the same order for equal keys. */
  readonly leftOut: readonly number[];
  /** While a scheduler chooses: the words of the static objects that are left out, with their values. */
  leftOutWords(): ReadonlyMap<number, number>;
}

/** The state of a run at an input request: enough to distinguish most states, not all. */
export interface ExposedState {
  /**
   * Integers and pointers that are only accessed by name: those with static storage, and those of
   * functions that may be active. Objects of 64 bits take two words.
   */
  readonly objects: readonly MemoryObject[];
  /** Their values, one after the other. */
  read(words: Int32Array): void;
  /**
   * A hash of all other memory with static storage, and of activations; only of its beginning,
   * where it is large.
   */
  memoryHash(): number;
}

/** A compiled program that can run any number of times. Not reentrant. */
export interface CompiledProgram {
  readonly program: CfaProgram;
  /** Whether the program creates threads. Without, schedulers have no effect. */
  readonly hasThreads: boolean;
  /**
   * One execution from the start; the same inputs and the same schedule give the same outcome. By
   * default every thread runs for as long as it can.
   */
  run(inputs: InputSource, scheduler?: Scheduler): Outcome;
  /** The schedule of the last run. */
  readonly turns: readonly Turn[];
  /** The thread that ran last. */
  readonly thread: number;
  /** Edges executed by the last run; of an interrupted run up to the last loop heads and returns. */
  readonly steps: number;
  /**
   * Number of jumps over many iterations in the last run; none with {@link
   * InterpreterOptions.walksLoops}.
   */
  readonly jumps: number;
  /** Heap blocks that the last run left allocated, or, during a run, those that live; in order of allocation. */
  unfreed(): readonly HeapBlock[];
  /**
   * The blocks of {@link unfreed} to which no pointer leads from variables, in scope or not, of
   * activations that have not returned, and from static ones: memory leaks in the sense of
   * valid-memtrack. Needs {@link InterpreterOptions.tracksBlocks}.
   */
  untracked(): readonly HeapBlock[];
  /**
   * The blocks of {@link untracked} to which freed blocks do not lead either. A program that reads
   * the successor of a freed node has lost all nodes after it, but its fault is the access.
   */
  untrackedByFreed(): readonly HeapBlock[];
  /**
   * The blocks of {@link unfreed} that are not certainly tracked: variables out of scope, memory
   * without a name in the program, and numbers that only look like addresses do not count as
   * pointers. Needs {@link InterpreterOptions.tracksBlocks}, and one of `tracksOpenness` and
   * `explores`.
   */
  possiblyUntracked(): readonly HeapBlock[];
  /** With {@link InterpreterOptions.exposesState}. */
  readonly state?: ExposedState;
  /** With {@link InterpreterOptions.explores}. */
  readonly exploration?: ExplorationControl;
}
