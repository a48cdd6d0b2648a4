/**
 * Facts about intrinsics beside their semantics that passes and analyses need, in one table: a kind
 * that is missing here does not compile, and each fact has one place.
 */
import type { SupportNote } from "../../cfront/index.ts";
import type { Intrinsic } from "./intrinsics.ts";

/**
 * The replacement of a call where memory is arbitrary: the call itself, any result, or an
 * unsupported edge.
 */
export type Treatment = "kept" | "any" | "unsupported";

/**
 * The source of the pointers in a result: `block` is a new one, `first` the first argument,
 * `arguments` any of them, `anywhere` any bits, and `none` a number or no result.
 */
export type ResultPointers = "none" | "block" | "first" | "arguments" | "anywhere";

export interface IntrinsicFacts {
  /** The support of calls, for docs/c-support.md. */
  readonly support: SupportNote;
  /** Whether a value that the program uses may be read from memory, or memory may change. */
  readonly usesMemory: boolean;
  /** Whether an execution may end there, wait there, or continue elsewhere than after the call. */
  readonly mayStop: boolean;
  readonly withArbitraryMemory: Treatment;
  /**
   * Whether the call is one step among those of other threads; otherwise analyses of interleavings
   * refuse it.
   */
  readonly isOneStep: boolean;
  readonly result: ResultPointers;
}

const exact = (note: string): SupportNote => ({ support: "exact", note });
const open = (note: string): SupportNote => ({ support: "over-approximated", note });

/** A computation on the arguments. */
const VALUE = {
  usesMemory: false,
  mayStop: false,
  withArbitraryMemory: "kept",
  isOneStep: true,
  result: "none",
} as const;
/** The execution may end. */
const END = { ...VALUE, mayStop: true } as const;
/** Blocks are allocated and freed. */
const BLOCK = { ...VALUE, usesMemory: true, withArbitraryMemory: "any" } as const;
/** Bytes are read or written. */
const BYTES = { ...BLOCK, isOneStep: false } as const;
/** A conversion between text in memory and a number. */
const TEXT = { ...BYTES, mayStop: true } as const;
const JUMP = { ...TEXT, withArbitraryMemory: "unsupported" } as const;
const ATOMIC = { ...END, usesMemory: true } as const;

export const INTRINSIC_FACTS: Readonly<Record<Intrinsic["kind"], IntrinsicFacts>> = {
  nondet: { ...VALUE, result: "anywhere", support: exact("any value of the result's type") },
  "nondet-memory": { ...BYTES, support: exact("the bytes become arbitrary") },
  assume: {
    ...END,
    support: exact("the execution is none of the program's where the condition is 0"),
  },
  abort: { ...END, support: exact("the program ends") },
  exit: {
    ...END,
    support: exact("the program ends, after the handlers of `atexit` where it has to run them"),
  },
  unreachable: { ...END, support: exact("undefined where it is executed") },
  malloc: {
    ...BLOCK,
    result: "block",
    support: exact("never fails (rules of SV-COMP); contents are indeterminate"),
  },
  calloc: {
    ...BLOCK,
    result: "block",
    support: exact("never fails, but for a product that overflows"),
  },
  realloc: { ...BYTES, result: "block", support: exact("always moves, never fails") },
  free: { ...BLOCK, support: exact("of anything but null or the start of a live block undefined") },
  alloca: {
    ...BLOCK,
    result: "block",
    support: exact("lives until the calling function returns"),
  },
  "end-alloca": { ...BLOCK, support: exact("of Agon's own: the end of a variable-length array") },
  memory: {
    ...BYTES,
    result: "first",
    support: exact(
      "pointers must be valid, also for no bytes; overlap is undefined for copies that are no moves",
    ),
  },
  disjoint: {
    ...TEXT,
    support: exact("of Agon's own: overlapping arguments are undefined"),
  },
  "no-effect": {
    ...VALUE,
    result: "anywhere",
    support: open(
      "no effect on the program's memory, any result; formats without `%n`, valid strings",
    ),
  },
  access: {
    ...VALUE,
    support: exact("internal: memory that the caller of a library model must own"),
  },
  "atomic-begin": { ...ATOMIC, support: exact("no other thread runs") },
  "atomic-end": { ...ATOMIC, support: exact("other threads may go on") },
  thread: {
    ...ATOMIC,
    withArbitraryMemory: "unsupported",
    result: "arguments",
    support: exact("internal: the operations of the models of threads"),
  },
  "parse-float": {
    ...TEXT,
    support: exact("of Agon's own: rounded in the current mode; refused by analyses"),
  },
  "print-float": { ...TEXT, support: exact("of Agon's own: as glibc's; refused by analyses") },
  setjmp: { ...JUMP, support: exact("in executions; refused by analyses") },
  longjmp: { ...JUMP, support: exact("in executions; refused by analyses") },
  float: { ...VALUE, support: exact("as IEEE 754 has it, in the current rounding mode") },
  "open-result": {
    ...VALUE,
    isOneStep: false,
    result: "arguments",
    support: open("of Agon's own: any result that the library promises"),
  },
  "library-choice": {
    ...VALUE,
    support: open("of Agon's own: any of the ways in which libraries proceed"),
  },
  fegetround: { ...VALUE, support: exact("the current rounding mode") },
  fesetround: {
    ...END,
    isOneStep: false,
    support: exact("of the four rounding modes; others are refused by a result that is not 0"),
  },
  bits: {
    ...VALUE,
    result: "arguments",
    support: exact("the number of leading zeros of 0, and of trailing ones, is undefined"),
  },
};
