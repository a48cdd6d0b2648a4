import { expect, test } from "vitest";
import { MaximalStates } from "./maximal-states.ts";
import { EVERYBODY, VisitedStates } from "./visited-states.ts";

const A = Int32Array.of(1, 2, 3, 4);
const B = Int32Array.of(1, 2, 3, 5);

test("a state that was visited is left where no thread is awake that slept", () => {
  const states = new VisitedStates();
  expect(states.visit(A, 0b110)).toEqual({
    explores: EVERYBODY & ~0b110,
    sleep: 0b110,
    isNew: true,
  });
  expect(states.visit(B, 0)).toEqual({ explores: EVERYBODY, sleep: 0, isNew: true });
  expect(states.visit(A, 0b111)).toBeUndefined();
  expect(states.visit(A, 0b1011)).toEqual({ explores: 0b100, sleep: 0b10, isNew: false });
  expect(states.visit(A, 0b10)).toBeUndefined();
  expect(states.visit(A, 0)).toEqual({ explores: 0b10, sleep: 0, isNew: false });
  expect(states.size).toBe(2);
  states.clear();
  expect(states.visit(A, 0b111)).toBeDefined();
});

test("keys are distinguished when there are many", () => {
  const states = new VisitedStates();
  const keys = Array.from({ length: 3000 }, (_, i) => Int32Array.of(i & 1023, 0, i + 1, i & 1));
  const isNew = keys.map((key) => states.visit(key, 0) !== undefined);
  expect(isNew).not.toContain(false);
  expect(keys.map((key) => states.visit(key, 0))).toEqual(keys.map(() => undefined));
});

test("larger values stand for smaller ones, as far as the same threads are awake", () => {
  const states = new MaximalStates();
  expect(states.visit(A, 0b1, [3, 1])).toBeDefined();
  expect(states.visit(A, 0b1, [2, 1])).toBeUndefined();
  expect(states.visit(A, 0b1, [1, 2])).toEqual({
    explores: EVERYBODY & ~0b1,
    sleep: 0b1,
    isNew: true,
  });
  expect(states.visit(A, 0, [3, 0])).toEqual({ explores: 0b1, sleep: 0, isNew: false });
  expect(states.visit(A, 0, [3, 0])).toBeUndefined();
  expect(states.visit(A, 0b1, [3, 0])).toBeUndefined();
  expect(states.visit(B, 0b1, [1, 1])).toBeDefined();
});
