import { expect, test } from "vitest";
import { isMemoryExhaustion, isStackExhaustion } from "./exhaustion.ts";

/** The compiler knows this type only with the types of browsers. */
const { Memory } = (
  globalThis as unknown as {
    WebAssembly: {
      Memory: new (pages: { initial: number; maximum: number }) => { grow(pages: number): number };
    };
  }
).WebAssembly;

function thrown(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

function descend(): number {
  return 1 + descend();
}

test("endless recursion exhausts the stack", () => {
  const error = thrown(descend);
  expect([isStackExhaustion(error), isMemoryExhaustion(error)]).toEqual([true, false]);
});

test.each<[string, () => unknown]>([
  ["a buffer", () => new ArrayBuffer(2 ** 52)],
  ["a string", () => "x".repeat(2 ** 29).concat("x".repeat(2 ** 29))],
  ["a number", () => 1n << (1n << 31n)],
  ["memory of WebAssembly", () => new Memory({ initial: 1, maximum: 1 }).grow(1)],
])("%s that is too large exhausts memory", (_, action) => {
  const error = thrown(action);
  expect([isStackExhaustion(error), isMemoryExhaustion(error)]).toEqual([false, true]);
});

test.each<[string, () => unknown]>([
  ["a wrong count", () => "x".repeat(-1)],
  ["a wrong length", () => new Array(-1)],
  ["a wrong place", () => new Uint8Array(1).set([1], 2)],
  ["a wrong number", () => BigInt(0.5)],
  ["division by zero", () => 1n / 0n],
  [
    "another kind of error with the same words",
    () => {
      throw new Error("Maximum call stack size exceeded");
    },
  ],
])("%s is a fault", (_, action) => {
  const error = thrown(action);
  expect([isStackExhaustion(error), isMemoryExhaustion(error)]).toEqual([false, false]);
});
