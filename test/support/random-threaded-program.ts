/**
 * Random programs with threads, locks, atomic blocks and little data, each in two forms: C text, and the
 * operations of its threads as the oracle (schedule-oracle.ts) executes them. The same seed gives the same program.
 */

import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";

/** One step of a thread. Registers are its own, variables are shared. */
export type Operation =
  | { readonly kind: "read"; readonly variable: number; readonly register: number }
  | { readonly kind: "write"; readonly variable: number; readonly register: number }
  | { readonly kind: "constant"; readonly register: number; readonly value: number }
  /** Signed: an overflow counts as one. */
  | { readonly kind: "add"; readonly register: number; readonly value: number }
  | { readonly kind: "move"; readonly to: number; readonly from: number }
  /** Jumps to `target` unless the register has the value. */
  | {
      readonly kind: "unless";
      readonly register: number;
      readonly value: number;
      readonly target: number;
    }
  | { readonly kind: "jump"; readonly target: number }
  | { readonly kind: "input"; readonly register: number }
  | { readonly kind: "lock" | "unlock"; readonly mutex: number }
  | { readonly kind: "trylock"; readonly mutex: number; readonly register: number }
  | { readonly kind: "atomic-begin" | "atomic-end" }
  | { readonly kind: "create" | "join"; readonly thread: number }
  | { readonly kind: "error" }
  | { readonly kind: "exit" };

export interface ThreadedProgram {
  readonly text: string;
  /** By thread; 0 is that of `main`. */
  readonly threads: readonly (readonly Operation[])[];
  readonly variables: number;
  readonly mutexes: number;
  readonly registers: number;
}

/** The program's own registers, and one for the values of expressions. */
const LOCALS = 2;
const HELD = LOCALS;
const COUNTER = LOCALS + 1;
const MUTEXES = 2;

const PRELUDE = `#include <pthread.h>
#include <stdlib.h>
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void reach_error(void) { abort(); }
int g0, g1, g2, g3;
_Atomic int a0;
int *p0, *p1;
pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;
static void add(int *to, int value) { *to = *to + value; }
static int value(int *from) { int copy = *from; return copy; }
`;
/** Plain globals, one behind a pointer to a local of \`main\`, one on the heap; then the atomic one. */
const PLACES = ["g0", "g1", "*p0", "*p1", "a0"];
const ADDRESSES = ["&g0", "&g1", "p0", "p1"];
const ATOMIC = 4;
/** Without pointers. */
const NAMED_PLACES = ["g0", "g1", "g2", "g3", "a0"];

class ThreadWriter {
  readonly lines: string[] = [];
  readonly operations: Operation[] = [];
  readonly #below: (bound: number) => number;
  readonly #overflows: boolean;
  /** No pointers, and only locking and unlocking of mutexes. */
  readonly #isPlain: boolean;

  constructor(below: (bound: number) => number, overflows: boolean, isPlain = false) {
    this.#below = below;
    this.#overflows = overflows;
    this.#isPlain = isPlain;
  }

  block(depth: number, most: number, inAtomic: boolean, held: readonly number[]): void {
    const count = 1 + this.#below(most);
    for (let i = 0; i < count; i++) this.statement(depth, inAtomic, held);
  }

  statement(depth: number, inAtomic: boolean, held: readonly number[]): void {
    const kind = this.#below(depth > 0 ? 15 : 7);
    const [c, variable, r] = [this.#below(3), this.#below(ATOMIC), this.#below(LOCALS)];
    const place = (this.#isPlain ? NAMED_PLACES : PLACES)[variable] as string;
    switch (kind) {
      case 0:
        this.lines.push(`${place} = ${c};`);
        this.operations.push({ kind: "constant", register: HELD, value: c });
        this.operations.push({ kind: "write", variable, register: HELD });
        return;
      case 1:
        this.lines.push(
          this.#isPlain || this.#below(2) === 0
            ? `r${r} = ${place};`
            : `r${r} = value(${ADDRESSES[variable]});`,
        );
        this.operations.push({ kind: "read", variable, register: r });
        return;
      case 2:
        this.lines.push(`${place} = r${r} + ${c};`);
        this.operations.push({ kind: "move", to: HELD, from: r });
        this.operations.push({ kind: "add", register: HELD, value: c });
        this.operations.push({ kind: "write", variable, register: HELD });
        return;
      case 3: {
        const by = this.#overflows && this.#below(4) === 0 ? 2147483646 : c;
        this.lines.push(
          this.#isPlain || this.#below(2) === 0
            ? `${place} = ${place} + ${by};`
            : `add(${ADDRESSES[variable]}, ${by});`,
        );
        this.operations.push({ kind: "read", variable, register: HELD });
        this.operations.push({ kind: "add", register: HELD, value: by });
        this.operations.push({ kind: "write", variable, register: HELD });
        return;
      }
      case 4:
        this.#atomic(c, r, inAtomic);
        return;
      case 5:
      case 6: {
        if (kind === 6 && this.#below(2) === 0) {
          // Other threads may see the earlier writes.
          this.lines.push(`if (${place} == ${c}) abort();`);
          this.operations.push({ kind: "read", variable, register: HELD });
          const target = this.operations.length + 2;
          this.operations.push({ kind: "unless", register: HELD, value: c, target });
          this.operations.push({ kind: "exit" });
          return;
        }
        const d = this.#below(3);
        this.lines.push(`if (${place} == ${c} && r${r} == ${d}) reach_error();`);
        this.operations.push({ kind: "read", variable, register: HELD });
        const first = this.operations.length;
        this.operations.push({ kind: "unless", register: HELD, value: c, target: first + 3 });
        this.operations.push({ kind: "unless", register: r, value: d, target: first + 3 });
        this.operations.push({ kind: "error" });
        return;
      }
      case 7:
      case 8:
        this.lines.push(`if (${place} == ${c}) {`);
        this.operations.push({ kind: "read", variable, register: HELD });
        this.#branch(HELD, c, depth, inAtomic, held);
        return;
      case 9:
        this.lines.push("if (__VERIFIER_nondet_bool()) {");
        this.operations.push({ kind: "input", register: HELD });
        this.#branch(HELD, 1, depth, inAtomic, held);
        return;
      case 10:
      case 11:
        this.#locked(depth, inAtomic, held, kind === 11 && this.#below(2) === 0);
        return;
      case 12:
        if (inAtomic || held.length > 0) return;
        this.lines.push("__VERIFIER_atomic_begin();");
        this.operations.push({ kind: "atomic-begin" });
        this.block(depth - 1, 2, true, held);
        this.lines.push("__VERIFIER_atomic_end();");
        this.operations.push({ kind: "atomic-end" });
        return;
      case 13: {
        if (inAtomic) return;
        this.lines.push(`while (${place} == ${c}) { }`);
        const start = this.operations.length;
        this.operations.push({ kind: "read", variable, register: HELD });
        this.operations.push({ kind: "unless", register: HELD, value: c, target: start + 3 });
        this.operations.push({ kind: "jump", target: start });
        return;
      }
      default: {
        if (depth < 2) return;
        this.lines.push("for (int i = 0; i < 2; i++) {");
        this.operations.push({ kind: "constant", register: COUNTER, value: 0 });
        const start = this.operations.length;
        this.block(1, 2, inAtomic, held);
        this.lines.push("}");
        this.operations.push({ kind: "add", register: COUNTER, value: 1 });
        this.operations.push({ kind: "unless", register: COUNTER, value: 2, target: start });
      }
    }
  }

  #branch(
    register: number,
    value: number,
    depth: number,
    inAtomic: boolean,
    held: readonly number[],
  ): void {
    const test = this.operations.push({ kind: "jump", target: 0 }) - 1;
    this.block(depth - 1, 2, inAtomic, held);
    const hasElse = this.#below(3) === 0;
    const skip = hasElse ? this.operations.push({ kind: "jump", target: 0 }) - 1 : -1;
    this.operations[test] = { kind: "unless", register, value, target: this.operations.length };
    if (hasElse) {
      this.lines.push("} else {");
      this.block(depth - 1, 2, inAtomic, held);
      this.operations[skip] = { kind: "jump", target: this.operations.length };
    }
    this.lines.push("}");
  }

  #atomic(c: number, r: number, inAtomic: boolean): void {
    const kind = this.#below(3);
    const step = (...operations: Operation[]): void => {
      if (!inAtomic) this.operations.push({ kind: "atomic-begin" });
      this.operations.push(...operations);
      if (!inAtomic) this.operations.push({ kind: "atomic-end" });
    };
    if (kind === 0) {
      this.lines.push(`a0 = ${c};`);
      this.operations.push({ kind: "constant", register: HELD, value: c });
      step({ kind: "write", variable: ATOMIC, register: HELD });
    } else if (kind === 1) {
      this.lines.push(`r${r} = a0;`);
      step({ kind: "read", variable: ATOMIC, register: r });
    } else {
      this.lines.push(`a0 += ${c};`);
      step(
        { kind: "read", variable: ATOMIC, register: HELD },
        { kind: "add", register: HELD, value: c },
        { kind: "write", variable: ATOMIC, register: HELD },
      );
    }
  }

  #locked(depth: number, inAtomic: boolean, held: readonly number[], mayTry: boolean): void {
    const tries = mayTry && !this.#isPlain;
    const mutex = this.#below(MUTEXES);
    if (inAtomic || held.includes(mutex)) return;
    let test = -1;
    if (tries) {
      this.lines.push(`if (pthread_mutex_trylock(&m${mutex}) == 0) {`);
      this.operations.push({ kind: "trylock", mutex, register: HELD });
      test = this.operations.push({ kind: "jump", target: 0 }) - 1;
    } else {
      this.lines.push(`pthread_mutex_lock(&m${mutex});`);
      this.operations.push({ kind: "lock", mutex });
    }
    this.block(depth - 1, 3, false, [...held, mutex]);
    if (!tries && !this.#isPlain && this.#below(4) === 0) {
      // It may wake at any time: no signal is needed.
      this.lines.push(`pthread_cond_wait(&c0, &m${mutex});`);
      this.operations.push({ kind: "unlock", mutex }, { kind: "lock", mutex });
    }
    if (!this.#isPlain && this.#below(3) === 0) this.lines.push("pthread_cond_signal(&c0);");
    this.lines.push(`pthread_mutex_unlock(&m${mutex});`);
    this.operations.push({ kind: "unlock", mutex });
    if (!tries) return;
    this.lines.push("}");
    const target = this.operations.length;
    this.operations[test] = { kind: "unless", register: HELD, value: 1, target };
  }
}

/** @param overflows - whether sums may be too large for an `int` */
export function randomThreadedProgram(
  seed: number,
  overflows: boolean,
  isPlain = false,
): ThreadedProgram {
  const below = randomIntegers(seed);
  const count = 1 + below(3);
  const workers = Array.from({ length: count }, () => {
    const writer = new ThreadWriter(below, overflows, isPlain);
    writer.block(2, count === 1 ? 5 : count === 2 ? 3 : 2, false, []);
    return writer;
  });
  const main = new ThreadWriter(below, overflows, isPlain);
  for (let i = 1; i <= count; i++) {
    if (below(4) === 0) main.statement(1, false, []);
    main.lines.push(`pthread_create(&t${i}, 0, f${i}, 0);`);
    main.operations.push({ kind: "create", thread: i });
  }
  if (below(2) === 0) main.block(1, 2, false, []);
  for (let i = 1; i <= count; i++) {
    if (below(5) === 0) continue;
    main.lines.push(`pthread_join(t${i}, 0);`);
    main.operations.push({ kind: "join", thread: i });
  }
  main.block(1, 2, false, []);
  main.operations.push({ kind: "exit" });
  const locals = Array.from({ length: LOCALS }, (_, i) => `int r${i} = 0;`).join(" ");
  const text = [
    PRELUDE,
    ...workers.map(
      ({ lines }, i) => `void *f${i + 1}(void *x) { ${locals}\n${lines.join("\n")}\nreturn 0; }`,
    ),
    `int main(void) { ${locals} int shared = 0;`,
    `pthread_t ${workers.map((_, i) => `t${i + 1}`).join(", ")};`,
    "p0 = &shared; p1 = calloc(1, sizeof(int));",
    ...main.lines,
    "return 0; }\n",
  ].join("\n");
  return {
    text,
    threads: [main.operations, ...workers.map(({ operations }) => operations)],
    variables: PLACES.length,
    mutexes: MUTEXES,
    registers: COUNTER + 1,
  };
}

/**
 * A program that begins any number of threads with one function, and its executions with at most
 * this many: violations in these are violations of the program.
 */
export function randomParametricProgram(seed: number, threads: number): ThreadedProgram {
  const below = randomIntegers(seed);
  const worker = new ThreadWriter(below, false, true);
  worker.block(2, 3, false, []);
  const main = new ThreadWriter(below, false, true);
  if (below(2) === 0) main.statement(1, false, []);
  main.lines.push("while (__VERIFIER_nondet_bool()) pthread_create(&t, 0, f, 0);");
  const tests: number[] = [];
  for (let thread = 1; thread <= threads; thread++) {
    main.operations.push({ kind: "input", register: HELD });
    tests.push(main.operations.push({ kind: "jump", target: 0 }) - 1);
    main.operations.push({ kind: "create", thread });
  }
  const target = main.operations.length;
  for (const test of tests) {
    main.operations[test] = { kind: "unless", register: HELD, value: 1, target };
  }
  main.block(1, 2, false, []);
  main.operations.push({ kind: "exit" });
  const locals = Array.from({ length: LOCALS }, (_, i) => `int r${i} = 0;`).join(" ");
  const text = [
    PRELUDE,
    `void *f(void *x) { ${locals}`,
    ...worker.lines,
    `return 0; }\nint main(void) { ${locals} pthread_t t;`,
    ...main.lines,
    "return 0; }\n",
  ].join("\n");
  const copies = Array.from({ length: threads }, () => worker.operations);
  return {
    text,
    threads: [main.operations, ...copies],
    variables: NAMED_PLACES.length,
    mutexes: MUTEXES,
    registers: COUNTER + 1,
  };
}
