/**
 * Random programs whose threads allocate blocks, pass pointers on and free them, with and without a
 * lock: the exploration's answers about errors of memory, and about lost blocks at the end, agree
 * with all interleavings. AGON_THREAD_PROGRAMS (12) and AGON_FUZZ_SEED (1) choose more and others.
 */

import { expect, test } from "vitest";
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import { exploreText } from "../support/explore-text.ts";

const COUNT = Number(process.env.AGON_THREAD_PROGRAMS ?? 12);
const SEED = Number(process.env.AGON_FUZZ_SEED ?? 1);
const MINUTE = 60_000;

/** One atomic step. Variables are those of the program, registers a thread's own. */
type Operation =
  | { readonly kind: "allocate"; readonly register: number }
  | { readonly kind: "null"; readonly register: number }
  | { readonly kind: "read" | "write"; readonly variable: number; readonly register: number }
  | { readonly kind: "free"; readonly register: number }
  /** Skips this number of operations unless the register is null. */
  | { readonly kind: "unless-null"; readonly register: number; readonly skips: number }
  | { readonly kind: "lock" | "unlock" | "end" };

interface Thread {
  readonly operations: readonly Operation[];
  readonly text: string;
}

const VARIABLES = 2;
const REGISTERS = 2;

/** Registers are null at first, so that every statement is defined. */
function randomThread(below: (bound: number) => number): Thread {
  const operations: Operation[] = [];
  const lines: string[] = [];
  const locks = below(4) > 0;
  const isWild = below(4) === 0;
  const add = (line: string, ...steps: readonly Operation[]): void => {
    lines.push(line);
    operations.push(...steps);
  };
  // The value of an expression.
  const register = REGISTERS;
  if (locks) add("pthread_mutex_lock(&m);", { kind: "lock" });
  for (let left = 1 + below(4); left > 0; left--) {
    const [variable, own] = [below(VARIABLES), below(REGISTERS)];
    switch (isWild ? below(8) : below(4)) {
      case 0:
        add(
          `if (!g${variable}) g${variable} = malloc(4);`,
          { kind: "read", variable, register },
          { kind: "unless-null", register, skips: 2 },
          { kind: "allocate", register },
          { kind: "write", variable, register },
        );
        break;
      case 1:
        add(
          `free(g${variable}); g${variable} = 0;`,
          { kind: "read", variable, register },
          { kind: "free", register },
          { kind: "null", register },
          { kind: "write", variable, register },
        );
        break;
      case 2:
        add(
          "r0 = g0; g0 = g1; g1 = r0; r0 = 0;",
          { kind: "read", variable: 0, register: 0 },
          { kind: "read", variable: 1, register },
          { kind: "write", variable: 0, register },
          { kind: "write", variable: 1, register: 0 },
          { kind: "null", register: 0 },
        );
        break;
      case 3:
        add(
          `r${own} = malloc(4); free(r${own}); r${own} = 0;`,
          { kind: "allocate", register: own },
          { kind: "free", register: own },
          { kind: "null", register: own },
        );
        break;
      case 4:
        add(`r${own} = malloc(4);`, { kind: "allocate", register: own });
        break;
      case 5:
        add(`r${own} = g${variable};`, { kind: "read", variable, register: own });
        break;
      case 6:
        add(`g${variable} = r${own};`, { kind: "write", variable, register: own });
        break;
      default:
        add(
          `g${variable} = malloc(4);`,
          { kind: "allocate", register },
          { kind: "write", variable, register },
        );
    }
  }
  if (locks) add("pthread_mutex_unlock(&m);", { kind: "unlock" });
  operations.push({ kind: "end" });
  return { operations, text: lines.join(" ") };
}

interface Truth {
  frees: boolean;
  loses: boolean;
  leaves: boolean;
}

/**
 * Result over all interleavings of the threads; then `main` frees what the variables lead to if it
 * cleans up, and ends.
 */
function truthOf(threads: readonly Thread[], cleansUp: boolean): Truth {
  const truth: Truth = { frees: false, loses: false, leaves: false };
  const met = new Set<string>();
  interface State {
    readonly places: readonly number[];
    readonly registers: readonly (readonly number[])[];
    readonly variables: readonly number[];
    readonly live: readonly number[];
    readonly owner: number;
  }
  const visit = (state: State): void => {
    const key = JSON.stringify(state);
    if (met.has(key)) return;
    met.add(key);
    let isEnd = true;
    for (const [thread, place] of state.places.entries()) {
      const operation = threads[thread]?.operations[place];
      if (operation === undefined) continue;
      isEnd = false;
      if (operation.kind === "lock" && state.owner >= 0) continue;
      const places = state.places.with(thread, place + 1);
      const own = state.registers[thread] as readonly number[];
      const put = (register: number, value: number): State["registers"] =>
        state.registers.with(thread, own.with(register, value));
      switch (operation.kind) {
        case "allocate": {
          // Named by the thread and the place of its allocation.
          const block = 1 + thread * 100 + place;
          const registers = put(operation.register, block);
          visit({ ...state, places, registers, live: [...state.live, block].sort() });
          break;
        }
        case "null":
          visit({ ...state, places, registers: put(operation.register, 0) });
          break;
        case "read": {
          const value = state.variables[operation.variable] as number;
          visit({ ...state, places, registers: put(operation.register, value) });
          break;
        }
        case "write": {
          const value = own[operation.register] as number;
          visit({ ...state, places, variables: state.variables.with(operation.variable, value) });
          break;
        }
        case "free": {
          const block = own[operation.register] as number;
          if (block !== 0 && !state.live.includes(block)) truth.frees = true;
          else visit({ ...state, places, live: state.live.filter((each) => each !== block) });
          break;
        }
        case "unless-null": {
          const skips = own[operation.register] === 0 ? 0 : operation.skips;
          visit({ ...state, places: places.with(thread, place + 1 + skips) });
          break;
        }
        case "lock":
        case "unlock":
          visit({ ...state, places, owner: operation.kind === "lock" ? thread : -1 });
          break;
        case "end":
          visit({ ...state, places, registers: state.registers.with(thread, []) });
      }
    }
    if (isEnd) end(state);
  };
  const end = ({ variables, live }: State): void => {
    let left = live;
    if (live.some((block) => !variables.includes(block))) truth.loses = true;
    if (cleansUp) {
      for (const block of variables) {
        if (block !== 0 && !left.includes(block)) truth.frees = true;
        left = left.filter((each) => each !== block);
      }
    }
    if (left.length > 0) truth.leaves = true;
  };
  visit({
    places: threads.map(() => 0),
    registers: threads.map(() => Array.from({ length: REGISTERS + 1 }, () => 0)),
    variables: Array.from({ length: VARIABLES }, () => 0),
    live: [],
    owner: -1,
  });
  return truth;
}

function textOf(threads: readonly Thread[], cleansUp: boolean): string {
  const functions = threads.map(
    ({ text }, index) => `void *f${index}(void *p) { int *r0 = 0, *r1 = 0; ${text} return 0; }`,
  );
  const all = threads.map((_, index) => index);
  return `#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int *g0, *g1;
${functions.join("\n")}
int main(void) { pthread_t ${all.map((index) => `t${index}`).join(", ")};
${all.map((index) => `pthread_create(&t${index}, 0, f${index}, 0);`).join(" ")}
${all.map((index) => `pthread_join(t${index}, 0);`).join(" ")}
${cleansUp ? "free(g0); free(g1);" : ""} return 0; }
`;
}

test(`leaks and frees of ${COUNT} programs from seed ${SEED}`, { timeout: 20 * MINUTE }, () => {
  const counts = { true: 0, false: 0 };
  for (let i = 0; i < COUNT; i++) {
    const seed = SEED * 100_000 + i;
    const below = randomIntegers(seed);
    const threads = Array.from({ length: 2 + below(2) }, () => randomThread(below));
    const cleansUp = below(3) > 0;
    const text = textOf(threads, cleansUp);
    const { frees, loses, leaves } = truthOf(threads, cleansUp);
    const asked = {
      "valid-memsafety": frees || loses,
      "valid-memcleanup": !frees && leaves,
    } as const;
    for (const property of ["valid-memsafety", "valid-memcleanup"] as const) {
      const about = `seed ${seed}, ${property}\n${text}`;
      const { found, isReplayed } = exploreText(text, property);
      // Where other behaviour is undefined, no answer about leaks is expected.
      if (property === "valid-memcleanup" && frees) {
        expect(found.kind, about).not.toBe("complete");
        continue;
      }
      expect(found.kind, about).toBe(asked[property] ? "violation" : "complete");
      if (asked[property]) expect(isReplayed, about).toBe(true);
      counts[asked[property] ? "false" : "true"]++;
    }
  }
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  expect(counts.true).toBeGreaterThan(0);
  expect(counts.false).toBeGreaterThan(0);
});
