/**
 * Random programs of two threads beside `main` with attempts to lock, memory orders, fences, bit-fields and computed indices, each
 * in two forms: C text, and the operations of its threads as the oracle (order-oracle.ts) executes them. There are no loops. The same
 * seed gives the same program.
 */
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";

export type Order = "relaxed" | "acquire" | "release" | "acq_rel" | "seq_cst";

/** An operation of a thread in one step. */
export type OrderOperation =
  /** The location is a memory location by its name, or one of several elements. */
  | { readonly kind: "access"; readonly locations: readonly string[]; readonly isWrite: boolean }
  | {
      readonly kind: "load";
      readonly object: number;
      readonly order: Order;
      readonly register: number;
    }
  | {
      readonly kind: "store";
      readonly object: number;
      readonly order: Order;
      readonly value: number;
    }
  | {
      readonly kind: "update";
      readonly object: number;
      readonly order: Order;
      readonly register: number;
    }
  /** Stores 2 if the object holds the value. */
  | {
      readonly kind: "exchange";
      readonly object: number;
      readonly value: number;
      readonly success: Order;
      readonly failure: Order;
      readonly register: number;
    }
  | { readonly kind: "fence"; readonly order: Order }
  | { readonly kind: "lock" | "unlock"; readonly mutex: number }
  | { readonly kind: "trylock"; readonly mutex: number; readonly register: number }
  | { readonly kind: "post" }
  | { readonly kind: "trywait"; readonly register: number }
  | { readonly kind: "create" | "join"; readonly thread: number }
  /** Goes to `target` unless the register has the value. */
  | {
      readonly kind: "unless";
      readonly register: number;
      readonly value: number;
      readonly target: number;
    }
  | { readonly kind: "jump"; readonly target: number }
  | { readonly kind: "error" };

export interface OrderProgram {
  readonly text: string;
  /** By thread; 0 is that of `main`. */
  readonly threads: readonly (readonly OrderOperation[])[];
}

const PRELUDE = `#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void); extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
int x, y; atomic_int a0, a1; sem_t s;
struct { unsigned p : 8, q : 8; unsigned : 0; unsigned u : 8; } b; char c[256], *d = c;
pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
`;

const PLAIN = ["x", "x", "x", "y"];
const FIELDS = ["b.p", "b.q", "b.p", "b.q", "b.u"];
const LOADS: readonly Order[] = ["relaxed", "acquire", "seq_cst"];
const STORES: readonly Order[] = ["relaxed", "release", "seq_cst"];
const UPDATES: readonly Order[] = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"];
/** Loops of the generator stop here: the oracle takes all interleavings. */
const MOST = 4;

class OrderWriter {
  readonly lines: string[] = [];
  readonly operations: OrderOperation[] = [];
  readonly #below: (bound: number) => number;
  readonly #isStrong: boolean;
  /** Atomic ones. */
  readonly #objects: number;

  constructor(below: (bound: number) => number, isStrong: boolean, objects: number) {
    this.#objects = objects;
    this.#below = below;
    this.#isStrong = isStrong;
  }

  block(depth: number, most: number): void {
    for (let count = 1 + this.#below(most); count > 0; count--) this.#statement(depth);
  }

  #statement(depth: number): void {
    const kind = this.#below(depth > 0 ? 15 : 8);
    switch (kind) {
      case 0:
      case 1:
        this.#plain(this.#pick(PLAIN), (place) => place);
        return;
      case 2: {
        const field = this.#pick(FIELDS);
        this.#access([field === "b.u" ? "b2" : "b1"], field);
        return;
      }
      case 3:
        this.#element();
        return;
      case 4:
        this.#load();
        return;
      case 5:
        this.#store();
        return;
      case 6:
        this.#update();
        return;
      case 7:
        this.#fence();
        return;
      case 8:
      case 9:
        this.#load();
        this.#branch(depth);
        return;
      case 10:
        this.#exchange();
        this.#branch(depth);
        return;
      case 11:
        this.#locked(depth);
        return;
      case 12:
      case 13:
        this.#attempt(depth);
        return;
      default:
        this.#semaphore(depth);
    }
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)] as T;
  }

  #order(orders: readonly Order[]): Order {
    return this.#isStrong ? "seq_cst" : this.#pick(orders);
  }

  #plain(name: string, text: (name: string) => string): void {
    this.#access([name], text(name));
  }

  #access(locations: readonly string[], place: string): void {
    const isWrite = this.#below(2) === 0;
    this.lines.push(isWrite ? `${place} = ${1 + this.#below(2)};` : `v = ${place};`);
    this.operations.push({ kind: "access", locations, isWrite });
  }

  /** `factor * i + rest` modulo 256, for any `i`. */
  #element(): void {
    const [factor, rest] = [this.#pick([64, 128, 192, 256, 512, 0]), this.#below(2)];
    // Explorations take the values of a truth value one by one, and not those of an integer.
    const isTruth = this.#below(2) === 0;
    const elements = new Set<string>();
    for (let i = 0; i < (isTruth ? 2 : 256); i++) elements.add(`c${(factor * i + rest) % 256}`);
    const base = this.#pick(["c", "d"]);
    const index = factor === 0 ? `${rest}` : `(unsigned char)(i * ${factor}u + ${rest}u)`;
    if (factor !== 0) this.lines.push(`i = __VERIFIER_nondet_${isTruth ? "bool" : "uint"}();`);
    this.#access([...elements], `${base}[${index}]`);
  }

  #load(): void {
    const [object, order] = [this.#below(this.#objects), this.#order(LOADS)];
    this.lines.push(`r = atomic_load_explicit(&a${object}, memory_order_${order});`);
    this.operations.push({ kind: "load", object, order, register: 0 });
  }

  #store(): void {
    const [object, order, value] = [
      this.#below(this.#objects),
      this.#order(STORES),
      1 + this.#below(2),
    ];
    this.lines.push(`atomic_store_explicit(&a${object}, ${value}, memory_order_${order});`);
    this.operations.push({ kind: "store", object, order, value });
  }

  #update(): void {
    const [object, order] = [this.#below(this.#objects), this.#order(UPDATES)];
    this.lines.push(`r = atomic_fetch_add_explicit(&a${object}, 1, memory_order_${order});`);
    this.operations.push({ kind: "update", object, order, register: 0 });
  }

  /** The expected value is 0 or 1; the register holds whether it was found. */
  #exchange(): void {
    const [object, value] = [this.#below(this.#objects), this.#below(2)];
    const [success, failure] = [this.#order(UPDATES), this.#order(LOADS)];
    const orders = `memory_order_${success}, memory_order_${failure}`;
    this.lines.push(`e = ${value};`);
    this.lines.push(`r = atomic_compare_exchange_strong_explicit(&a${object}, &e, 2, ${orders});`);
    this.operations.push({ kind: "exchange", object, value, success, failure, register: 0 });
  }

  #fence(): void {
    const order = this.#order(["acquire", "release", "acq_rel", "seq_cst"]);
    this.lines.push(`atomic_thread_fence(memory_order_${order});`);
    this.operations.push({ kind: "fence", order });
  }

  #branch(depth: number): void {
    this.#when(this.#below(3), depth);
  }

  /** A block that is executed if the register has the value, and perhaps another one otherwise. */
  #when(value: number, depth: number, last?: () => void): void {
    const test = this.operations.length;
    this.operations.push({ kind: "error" });
    this.lines.push(`if (r == ${value}) {`);
    if (this.#below(6) === 0) {
      this.lines.push("reach_error();");
      this.operations.push({ kind: "error" });
    }
    this.block(depth - 1, 2);
    last?.();
    const jump = this.operations.length;
    this.operations.push({ kind: "jump", target: jump + 1 });
    this.operations[test] = { kind: "unless", register: 0, value, target: jump + 1 };
    if (this.#below(2) === 0) {
      this.lines.push("} else {");
      this.block(depth - 1, 2);
      this.operations[jump] = { kind: "jump", target: this.operations.length };
    }
    this.lines.push("}");
  }

  #locked(depth: number): void {
    const mutex = this.#below(2);
    if (depth < 2) {
      this.#load();
      return;
    }
    this.lines.push(`pthread_mutex_lock(&m${mutex});`);
    this.operations.push({ kind: "lock", mutex });
    // No other lock inside: nothing deadlocks.
    this.block(0, 2);
    this.lines.push(`pthread_mutex_unlock(&m${mutex});`);
    this.operations.push({ kind: "unlock", mutex });
  }

  #attempt(depth: number): void {
    const mutex = this.#below(2);
    this.lines.push(`r = pthread_mutex_trylock(&m${mutex}) != 0;`);
    this.operations.push({ kind: "trylock", mutex, register: 0 });
    this.#when(0, Math.min(depth, 1), () => {
      this.lines.push(`pthread_mutex_unlock(&m${mutex});`);
      this.operations.push({ kind: "unlock", mutex });
    });
  }

  #semaphore(depth: number): void {
    if (this.#below(2) === 0) {
      this.lines.push("sem_post(&s);");
      this.operations.push({ kind: "post" });
      return;
    }
    this.lines.push("r = sem_trywait(&s) != 0;");
    this.operations.push({ kind: "trywait", register: 0 });
    this.#when(this.#below(2), depth);
  }
}

/** @param isStrong - all atomic operations are sequentially consistent */
export function randomOrderProgram(seed: number, isStrong: boolean): OrderProgram {
  const below = randomIntegers(seed);
  const objects = 1 + below(2);
  const locals = "int r = 0, v = 0, e = 0; unsigned i = 0;";
  const writers = [1, 2].map(() => {
    const writer = new OrderWriter(below, isStrong, objects);
    // At the top, so that some accesses always conflict.
    writer.block(0, 2);
    writer.block(2, MOST);
    return writer;
  });
  const bodies = writers.map(
    ({ lines }, thread) =>
      `void *f${thread + 1}(void *p) { ${locals}\n  ${lines.join("\n  ")}\n  return 0; }\n`,
  );
  const main = new OrderWriter(below, isStrong, objects);
  const semaphore = `sem_init(&s, 0, ${below(2)});`;
  main.lines.push(semaphore);
  if (semaphore.endsWith("1);")) main.operations.push({ kind: "post" });
  for (const thread of [1, 2]) {
    if (below(3) === 0) main.block(0, 1);
    main.lines.push(`pthread_create(&t${thread}, 0, f${thread}, 0);`);
    main.operations.push({ kind: "create", thread });
  }
  if (below(2) === 0) main.block(1, 2);
  for (const thread of [1, 2]) {
    if (below(3) === 0) continue;
    main.lines.push(`pthread_join(t${thread}, 0);`);
    main.operations.push({ kind: "join", thread });
  }
  if (below(3) === 0) main.block(0, 1);
  const body = `int main(void) { pthread_t t1, t2; ${locals}\n  ${main.lines.join("\n  ")}\n  return 0; }\n`;
  return {
    text: `${PRELUDE}${bodies.join("")}${body}`,
    threads: [main.operations, ...writers.map(({ operations }) => operations)],
  };
}
