import { expect, test } from "vitest";
import { haveBits, isIn, maskOf, stillAsleep } from "./sleep-sets.ts";
import { EVERYBODY } from "./visited-states.ts";

test("who touches nothing of a step goes on sleeping", () => {
  const reader = { thread: 1, step: [100, 104, 0] };
  const writer = { thread: 2, step: [200, 201, 1, 104, 108, 0] };
  const asleep = (...step: number[]): number => maskOf(stillAsleep([reader, writer], step));
  expect(asleep()).toBe(0b110);
  expect(asleep(100, 104, 0)).toBe(0b110);
  expect(asleep(103, 104, 1)).toBe(0b100);
  expect(asleep(104, 105, 1)).toBe(0b010);
  expect(asleep(200, 202, 0)).toBe(0b010);
  expect(asleep(0, 8, 1, 96, 300, 1)).toBe(0);
});

test("threads are bits, and no thread has a separate bit", () => {
  expect([0, 30, -1].map((thread) => isIn(EVERYBODY & ~0b1, thread))).toEqual([false, true, true]);
  expect(isIn(0b110, -1)).toBe(false);
  expect([haveBits([0, 30]), haveBits([0, 31])]).toEqual([true, false]);
});
