/**
 * Functions without a body whose meaning the consumers of a CFA (interpreter,
 * analyses) implement themselves. A function *with* a body in the program is
 * always executed as written, under any name.
 *
 * Order of look-up for a call of a function that the program does not define:
 * the property first (`reach_error`), then the library models linked by the
 * builder (they are ordinary functions of the program, `isLibrary`), then this
 * table. A function found nowhere is *unmodelled*: no verdict may rest on a
 * path through its call.
 *
 * Arguments are those of the call edge. They were converted to the parameter
 * types of the program's own declaration: where that disagrees with the C
 * library (or is missing) the number and types of the arguments are not what
 * the intrinsic expects, and the call must be treated as unmodelled.
 */

/** Format of the floating-point arguments and, unless said otherwise, of the result. */
export type FloatFormat = "float" | "double" | "ldouble";

/**
 * Floating-point functions that IEEE 754 defines exactly.
 *
 * - `sqrt`, `fma`, `rint`, `nearbyint`, `lrint` round in the current rounding mode.
 * - `round`, `lround` round halfway cases away from zero; `roundeven` to even.
 * - `lrint`, `lround`: the result is the signed integer of the call's result
 *   type (`long` or `long long`); unrepresentable results are unspecified (7.12.9.5).
 * - `fmin`, `fmax`: a NaN operand is missing data; of two zeros either may be returned.
 * - `isnan`, `isinf`, `isfinite`, `isnormal`, `signbit`: `int` 0 or 1.
 *   (For `signbit` of a negative value C and glibc promise only "nonzero".)
 * - `isinf-sign`: `int` 1, -1 or 0, as glibc's `isinf`.
 * - `fpclassify`: glibc's numbers, see {@link FP_CLASSES}.
 * - `nan`: a quiet NaN; its argument is a string pointer, not a float.
 */
export type FloatOperation =
  | "sqrt"
  | "fabs"
  | "floor"
  | "ceil"
  | "trunc"
  | "round"
  | "roundeven"
  | "rint"
  | "nearbyint"
  | "fmin"
  | "fmax"
  | "fmod"
  | "remainder"
  | "copysign"
  | "fma"
  | "fdim"
  | "lrint"
  | "lround"
  | "isnan"
  | "isinf"
  | "isinf-sign"
  | "isfinite"
  | "isnormal"
  | "signbit"
  | "fpclassify"
  | "nan";

/** Results of `fpclassify` (glibc's math.h). */
export const FP_CLASSES = { nan: 0, infinite: 1, zero: 2, subnormal: 3, normal: 4 } as const;
/** Arguments of `fesetround` (glibc's fenv.h on x86). Anything else is refused: result nonzero, mode unchanged. */
export const ROUNDING_MODES = {
  toNearest: 0,
  downward: 0x400,
  upward: 0x800,
  towardZero: 0xc00,
} as const;

export type BitOperation = "bswap" | "clz" | "ctz" | "clrsb" | "popcount" | "ffs" | "parity";

/**
 * The operations on which the models of threads (library/thread-models.ts) are built. Keys are
 * addresses of synchronisation objects, or numbers of threads.
 *
 * - `create`: `(entry, start, argument)`: a new thread that calls `entry(start, argument)`; its number.
 * - `self`: number of the calling thread; 1 in that of `main`.
 * - `exit`: ends the calling thread.
 * - `ended`: `(number)`: 1 when the thread has ended, 0 while it lives, -1 when there never was one.
 * - `point`: other threads may go on here.
 * - `wait`: `(key)`: waits until a thread wakes the key; `wait-condition`: or for no reason at all.
 * - `wake`: `(key, all)`: the thread that has waited longest for the key goes on, or all of them.
 * - `acquire`, `release`: `(key)`: what came before a release of the key happens before what follows an acquire.
 */
export type ThreadOperation =
  | "create"
  | "self"
  | "exit"
  | "ended"
  | "point"
  | "wait"
  | "wait-condition"
  | "wake"
  | "acquire"
  | "release";

export type Intrinsic =
  /** Any value of the result type. A pointer result may be any bit pattern. */
  | { readonly kind: "nondet" }
  /** `(pointer, size)`: the bytes become arbitrary; an access like a write of `size` bytes. */
  | { readonly kind: "nondet-memory" }
  /** `(condition)`: the execution is none of the program's when the condition is 0. */
  | { readonly kind: "assume" }
  /** The program ends abnormally: nothing is cleaned up, no property is violated by that. */
  | { readonly kind: "abort" }
  /** `(status)`: the program ends; `quick`: without atexit handlers (which are unmodelled anyway). */
  | { readonly kind: "exit" }
  /** Undefined behaviour if executed. */
  | { readonly kind: "unreachable" }
  /**
   * Never fails (rules of SV-COMP: "malloc … returns a valid pointer").
   * Contents are indeterminate; a request of 0 bytes gives a unique pointer
   * that must not be dereferenced but may be freed (glibc). Aligned to 2 * pointer size.
   */
  | { readonly kind: "malloc" }
  /** `(count, size)`: zeroed; never fails, but for a product that overflows the result is null (glibc). */
  | { readonly kind: "calloc" }
  /** `(pointer, size)`: null pointer as malloc; size 0 of a live block frees it and gives null (glibc); else moves, never fails. */
  | { readonly kind: "realloc" }
  /** `(pointer)`: null is fine; anything but the start of a live heap block is invalid. */
  | { readonly kind: "free" }
  /** `(size)` or `(size, alignment in bits)`: lives until the calling function returns. */
  | { readonly kind: "alloca" }
  /** `(pointer)`: the lifetime of a variable-length array (made by `alloca`) ends early; null is fine. */
  | { readonly kind: "end-alloca" }
  /**
   * `copy`/`move`: `(to, from, size)`, result `to`; overlapping objects are
   * undefined for `copy`. `set`: `(to, byte, size)`. Both pointers must be
   * valid even for size 0 (7.24.1p2). Further arguments (`_chk` variants) are ignored.
   */
  | { readonly kind: "memory"; readonly operation: "copy" | "move" | "set" }
  /** `(a, b, size)`: undefined when the `size` bytes at `a` and those at `b` overlap. */
  | { readonly kind: "disjoint" }
  /**
   * Output and the like: no effect on the program's memory; the result is an
   * arbitrary value of the result type. What is read is said by
   * queries/call-accesses.ts; only properties of memory ask whether that is valid.
   */
  | { readonly kind: "no-effect" }
  /**
   * The memory that the caller of a library model must own, and that the call accesses (queries/call-accesses.ts gives
   * the bytes): relevant only for properties of memory and data races. No value is computed from the bytes.
   */
  | { readonly kind: "access" }
  /**
   * Marks of atomic blocks; without effect while there is one thread. With an
   * argument the block is an atomic operation on the object at that address.
   */
  | { readonly kind: "atomic-begin" }
  | { readonly kind: "atomic-end" }
  | { readonly kind: "thread"; readonly operation: ThreadOperation }
  /**
   * `(text, length)`: the value of a decimal or hexadecimal floating constant
   * without suffix, which fills the whole text, rounded in the current mode.
   */
  | { readonly kind: "parse-float"; readonly format: FloatFormat }
  /**
   * `(to, value, conversion, precision, alternate)`: writes what printf's
   * conversion `f`, `e`, `g` or `a` (as a character) makes of the magnitude,
   * without `0x` and the terminating zero; the number of characters.
   */
  | { readonly kind: "print-float"; readonly format: FloatFormat }
  /** `(buffer)`: 0, or, when a `longjmp` leads here, its value. The buffer holds what the consumer puts there. */
  | { readonly kind: "setjmp" }
  /** `(buffer, value)`: to the `setjmp` of a live activation that filled the buffer; 0 becomes 1. */
  | { readonly kind: "longjmp" }
  | { readonly kind: "float"; readonly operation: FloatOperation; readonly format: FloatFormat }
  /**
   * `(usual)`: an `int` that a library chooses within what C promises. `sign`: any number with the sign
   * of the argument but the least one, which no library returns; `value`: any number.
   * The interpreter gives the argument itself or another one ({@link InterpreterOptions.implementation}).
   */
  | { readonly kind: "open-result"; readonly promise: "sign" | "value" }
  /**
   * `()`: which of the ways in which libraries proceed is followed: 0, or 1 for another one, in executions of
   * the interpreter; 2 where everything that some library may do has to be looked at.
   */
  | { readonly kind: "library-choice" }
  /** `()`: the current rounding mode as in {@link ROUNDING_MODES}; programs start with `toNearest`. */
  | { readonly kind: "fegetround" }
  /** `(mode)`: 0 and the mode is set, or nonzero for an unknown mode. */
  | { readonly kind: "fesetround" }
  /**
   * One unsigned argument whose type gives the width. `clz` and `ctz` of 0 are
   * undefined; `ffs` of 0 is 0; `clrsb` counts redundant sign bits.
   * The result is `int`, for `bswap` the type of the argument.
   */
  | { readonly kind: "bits"; readonly operation: BitOperation };

/** The library choice of analyses: all that some library may do is looked at. */
export const LIBRARY_ANY = 2;

const table = new Map<string, Intrinsic>();

function define(intrinsic: Intrinsic, names: string): void {
  for (const name of names.trim().split(/\s+/)) table.set(name, intrinsic);
}

/** Not C names: emitted by the builder for input that comes from outside of the file (extern variables, `argc`). */
export const INTERNAL_NAMES = {
  nondet: "__VERIFIER_nondet_agon_input",
  /** In library models: a character of a text that is read. */
  character: "__VERIFIER_nondet_agon_char",
  /**
   * Begins names of inputs in library models: a number that the library or the machine computes (a pseudo-random
   * one, a clock). Any is possible, but not the same one again and again for ever.
   */
  determined: "__VERIFIER_nondet_agon_determined_",
  /** Followed by the name of an external function: what it returns. */
  external: "__VERIFIER_nondet_agon_of_",
  nondetMemory: "__agon_nondet_memory",
  assume: "__agon_assume",
  /** In library models: what the caller did is undefined. */
  undefined: "__agon_undefined",
  /** Around an atomic operation; the argument is the address of the object. */
  atomicBegin: "__agon_atomic_begin",
  atomicEnd: "__agon_atomic_end",
  /** Where the block of a variable-length array ends. */
  endAlloca: "__agon_end_alloca",
} as const;

/** In library models: accesses that the contract of the function names; see `Access` in library-contracts. */
export const ACCESS_NAMES = {
  /** `(text, limit)`: a string is read, of so many bytes at most; a negative limit is none. */
  string: "__agon_reads_string",
  /** `(pointer, size)`: so many bytes are read, written, or used as an object of synchronisation. */
  read: "__agon_reads",
  write: "__agon_writes",
  use: "__agon_uses",
} as const;

/** A function whose name no program can use, which is called where a label of `CfaOptions.errorLabels` is reached. */
export function labelFunction(label: string): string {
  return `label ${label}`;
}

define({ kind: "nondet-memory" }, `__VERIFIER_nondet_memory ${INTERNAL_NAMES.nondetMemory}`);
define(
  { kind: "assume" },
  `__VERIFIER_assume __ESBMC_assume __CPROVER_assume ${INTERNAL_NAMES.assume}`,
);
define(
  { kind: "abort" },
  `abort __builtin_abort __builtin_trap __assert_fail __assert __assert_perror_fail __assert_rtn
   __VERIFIER_error __stack_chk_fail __chk_fail`,
);
define({ kind: "exit" }, "exit _exit _Exit quick_exit __builtin_exit __builtin__exit");
define({ kind: "unreachable" }, `__builtin_unreachable ${INTERNAL_NAMES.undefined}`);
define({ kind: "malloc" }, "malloc __builtin_malloc");
define({ kind: "calloc" }, "calloc __builtin_calloc __agon_calloc");
define({ kind: "realloc" }, "realloc __builtin_realloc");
define({ kind: "free" }, "free __builtin_free cfree");
define({ kind: "alloca" }, "alloca __builtin_alloca __builtin_alloca_with_align");
define({ kind: "end-alloca" }, INTERNAL_NAMES.endAlloca);
define(
  { kind: "memory", operation: "copy" },
  "memcpy __builtin_memcpy __memcpy_chk __builtin___memcpy_chk",
);
define(
  { kind: "memory", operation: "move" },
  "memmove __builtin_memmove __memmove_chk __builtin___memmove_chk",
);
define(
  { kind: "memory", operation: "set" },
  "memset __builtin_memset __memset_chk __builtin___memset_chk",
);
define({ kind: "disjoint" }, "__agon_disjoint");
define(
  { kind: "no-effect" },
  `printf vprintf fprintf vfprintf dprintf __printf_chk __fprintf_chk __builtin_printf __builtin_fprintf
   puts putchar putc fputs fputc putchar_unlocked putc_unlocked fputc_unlocked fputs_unlocked
   __builtin_puts __builtin_putchar fflush fflush_unlocked perror printk syslog
   wprintf fwprintf vwprintf vfwprintf putwchar putwc fputwc fputws
   sleep usleep srand srandom srand48 sched_yield __builtin_prefetch __builtin___clear_cache`,
);
define({ kind: "access" }, Object.values(ACCESS_NAMES).join(" "));
define({ kind: "atomic-begin" }, "__VERIFIER_atomic_begin __agon_atomic_begin");
define({ kind: "atomic-end" }, "__VERIFIER_atomic_end __agon_atomic_end");
for (const operation of [
  ...(["create", "self", "exit", "ended", "point"] as const),
  ...(["wait", "wait-condition", "wake", "acquire", "release"] as const),
]) {
  define({ kind: "thread", operation }, `__agon_thread_${operation.replace("-", "_")}`);
}
for (const format of ["float", "double", "ldouble"] as const) {
  define({ kind: "parse-float", format }, `__agon_parse_${format}`);
  define({ kind: "print-float", format }, `__agon_print_${format}`);
}
define(
  { kind: "setjmp" },
  "setjmp _setjmp sigsetjmp __sigsetjmp __builtin_setjmp __builtin__setjmp",
);
define({ kind: "longjmp" }, "longjmp _longjmp siglongjmp __longjmp_chk __builtin_longjmp");
define({ kind: "open-result", promise: "sign" }, "__agon_open_sign");
define({ kind: "open-result", promise: "value" }, "__agon_open_value");
define({ kind: "library-choice" }, "__agon_library_choice");
define({ kind: "fegetround" }, "fegetround");
define({ kind: "fesetround" }, "fesetround");

for (const operation of ["clz", "ctz", "clrsb", "popcount", "ffs", "parity"] as const) {
  const name = `__builtin_${operation}`;
  define({ kind: "bits", operation }, `${name} ${name}l ${name}ll`);
}
define({ kind: "bits", operation: "ffs" }, "ffs ffsl ffsll");
define(
  { kind: "bits", operation: "bswap" },
  "__builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_bswap128",
);

/** C names whose `f` and `l` variants exist, as library functions and as gcc builtins. */
const floatFunctions: readonly (readonly [name: string, operation: FloatOperation])[] = [
  ["sqrt", "sqrt"],
  ["fabs", "fabs"],
  ["floor", "floor"],
  ["ceil", "ceil"],
  ["trunc", "trunc"],
  ["round", "round"],
  ["roundeven", "roundeven"],
  ["rint", "rint"],
  ["nearbyint", "nearbyint"],
  ["fmin", "fmin"],
  ["fmax", "fmax"],
  ["fmod", "fmod"],
  ["remainder", "remainder"],
  ["drem", "remainder"],
  ["copysign", "copysign"],
  ["fma", "fma"],
  ["fdim", "fdim"],
  ["lrint", "lrint"],
  ["llrint", "lrint"],
  ["lround", "lround"],
  ["llround", "lround"],
  ["nan", "nan"],
  ["isnan", "isnan"],
  ["isinf", "isinf-sign"],
  ["finite", "isfinite"],
  ["signbit", "signbit"],
  ["fpclassify", "fpclassify"],
  // gcc has no suffixed builtins of these: the plain names take any format and are lowered by the builder.
  ["isfinite", "isfinite"],
  ["isnormal", "isnormal"],
];
for (const [name, operation] of floatFunctions) {
  for (const [suffix, format] of [
    ["", "double"],
    ["f", "float"],
    ["l", "ldouble"],
  ] as const) {
    define({ kind: "float", operation, format }, `${name}${suffix} __${name}${suffix}`);
    define({ kind: "float", operation, format }, `__builtin_${name}${suffix}`);
  }
}

// gcc's builtin tells only whether, glibc's function also the sign.
for (const [suffix, format] of [
  ["", "double"],
  ["f", "float"],
  ["l", "ldouble"],
] as const) {
  define({ kind: "float", operation: "isinf", format }, `__builtin_isinf${suffix}`);
}

/** Names that have a meaning here, but for inputs (`__VERIFIER_nondet_*`). */
export function intrinsicNames(): string[] {
  return [...table.keys()];
}

/**
 * Meaning of a function that the program declares but does not define, or
 * undefined when it is unmodelled. Every `__VERIFIER_nondet_*` is `nondet`.
 */
export function intrinsicOf(name: string): Intrinsic | undefined {
  const known = table.get(name);
  if (known !== undefined) return known;
  return name.startsWith("__VERIFIER_nondet_") ? { kind: "nondet" } : undefined;
}
