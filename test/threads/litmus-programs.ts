/**
 * Litmus tests of memory models, each with every order of its stores and of its loads: whether C11 allows the outcome that no interleaving
 * shows (5.1.2.4, 7.17.3). Two loads that look the wrong way round (message passing, independent reads of independent
 * writes, coherence), two stores that wait in buffers (store buffering), two that come too early (load buffering).
 */
export type StoreOrder = "relaxed" | "release" | "seq_cst";
export type LoadOrder = "relaxed" | "acquire" | "seq_cst";

export const STORE_ORDERS: readonly StoreOrder[] = ["relaxed", "release", "seq_cst"];
export const LOAD_ORDERS: readonly LoadOrder[] = ["relaxed", "acquire", "seq_cst"];

export interface Litmus {
  readonly name: string;
  /** Bodies of the threads; `W(x)` stores 1, `R(x)` loads. */
  readonly threads: readonly string[];
  /** Over the results `r1`, `r2`, … */
  readonly outcome: string;
  readonly isForbidden: (stores: StoreOrder, loads: LoadOrder) => boolean;
}

const synchronises = (stores: StoreOrder, loads: LoadOrder): boolean =>
  stores !== "relaxed" && loads !== "relaxed";
const isTotal = (stores: StoreOrder, loads: LoadOrder): boolean =>
  stores === "seq_cst" && loads === "seq_cst";

export const LITMUS_TESTS: readonly Litmus[] = [
  {
    name: "message passing",
    threads: ["W(x); W(y);", "r1 = R(y); r2 = R(x);"],
    outcome: "r1 == 1 && r2 == 0",
    isForbidden: synchronises,
  },
  {
    name: "store buffering",
    threads: ["W(x); r1 = R(y);", "W(y); r2 = R(x);"],
    outcome: "r1 == 0 && r2 == 0",
    isForbidden: isTotal,
  },
  {
    name: "load buffering",
    threads: ["r1 = R(x); W(y);", "r2 = R(y); W(x);"],
    outcome: "r1 == 1 && r2 == 1",
    isForbidden: synchronises,
  },
  {
    name: "independent reads",
    threads: ["W(x);", "W(y);", "r1 = R(x); r2 = R(y);", "r3 = R(y); r4 = R(x);"],
    outcome: "r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0",
    isForbidden: isTotal,
  },
  {
    name: "coherence",
    threads: ["W(x);", "r1 = R(x); r2 = R(x);"],
    outcome: "r1 == 1 && r2 == 0",
    isForbidden: () => true,
  },
];

/** A program that reaches the error where the outcome shows. */
export function litmusText(
  { threads, outcome }: Litmus,
  stores: StoreOrder,
  loads: LoadOrder,
): string {
  const bodies = threads.map((body, at) => `void *f${at}(void *p) { ${body} return 0; }`);
  const starts = threads.map((_, at) => `pthread_create(&t[${at}], 0, f${at}, 0);`);
  const joins = threads.map((_, at) => `pthread_join(t[${at}], 0);`);
  return `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
void reach_error(void) { abort(); }
atomic_int x, y; int r1, r2, r3, r4;
#define W(o) atomic_store_explicit(&o, 1, memory_order_${stores})
#define R(o) atomic_load_explicit(&o, memory_order_${loads})
${bodies.join("\n")}
int main(void) { pthread_t t[${threads.length}]; ${starts.join(" ")} ${joins.join(" ")}
  if (${outcome}) reach_error(); return 0; }
`;
}

/** The table of docs/c-semantics.md. */
export function litmusTable(): string {
  const names = LITMUS_TESTS.map(({ name }) => name);
  const lines = [
    `| stores | loads | ${names.join(" | ")} |`,
    `|---|---|${names.map(() => "---|").join("")}`,
  ];
  for (const stores of STORE_ORDERS) {
    for (const loads of LOAD_ORDERS) {
      const cells = LITMUS_TESTS.map((each) =>
        each.isForbidden(stores, loads) ? "forbidden" : "allowed",
      );
      lines.push(`| ${stores} | ${loads} | ${cells.join(" | ")} |`);
    }
  }
  return lines.join("\n");
}
