/** What becomes of calls of intrinsics, for docs/c-support.md: a kind that is not here does not compile. */
import type { SupportNote } from "../../cfront/index.ts";
import type { Intrinsic } from "./intrinsics.ts";

const exact = (note: string): SupportNote => ({ support: "exact", note });
const open = (note: string): SupportNote => ({ support: "over-approximated", note });

export const INTRINSIC_SUPPORT: Readonly<Record<Intrinsic["kind"], SupportNote>> = {
  nondet: exact("any value of the result's type"),
  "nondet-memory": exact("the bytes become arbitrary"),
  assume: exact("the execution is none of the program's where the condition is 0"),
  abort: exact("the program ends"),
  exit: exact("the program ends, after the handlers of `atexit` where it has to run them"),
  unreachable: exact("undefined where it is executed"),
  malloc: exact("never fails (rules of SV-COMP); contents are indeterminate"),
  calloc: exact("never fails, but for a product that overflows"),
  realloc: exact("always moves, never fails"),
  free: exact("of anything but null or the start of a live block undefined"),
  alloca: exact("lives until the calling function returns"),
  "end-alloca": exact("of Agon's own: the end of a variable-length array"),
  memory: exact(
    "pointers must be valid, also for no bytes; overlap is undefined for copies that are no moves",
  ),
  disjoint: exact("of Agon's own: overlapping arguments are undefined"),
  "no-effect": open(
    "no effect on the program's memory, any result; formats without `%n`, valid strings",
  ),
  "atomic-begin": exact("no other thread goes on"),
  "atomic-end": exact("other threads may go on"),
  thread: exact("of Agon's own: what the models of threads are made of"),
  "parse-float": exact("of Agon's own: rounded in the current mode; refused by analyses"),
  "print-float": exact("of Agon's own: as glibc's; refused by analyses"),
  setjmp: exact("in executions; refused by analyses"),
  longjmp: exact("in executions; refused by analyses"),
  float: exact("as IEEE 754 has it, in the current rounding mode"),
  "open-result": open("of Agon's own: any result that the library promises"),
  "library-choice": open("of Agon's own: any of the ways in which libraries proceed"),
  fegetround: exact("the current rounding mode"),
  fesetround: exact("of the four rounding modes; others are refused by a result that is not 0"),
  bits: exact("the number of leading zeros of 0, and of trailing ones, is undefined"),
};
