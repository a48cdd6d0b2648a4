import { expect, test } from "vitest";
import { type DescentStep, type Form, finiteVisits } from "./step-descent.ts";

const form = (constant: number, ...terms: readonly (readonly [number, number])[]): Form => ({
  constant: BigInt(constant),
  terms: new Map(terms.map(([quantity, factor]) => [quantity, BigInt(factor)])),
});
const same = (quantity: number): Form => form(0, [quantity, 1]);
const never = (): boolean => false;

function ends(naturals: number, quantities: number, steps: readonly DescentStep[]): boolean {
  const nodes = Array.from({ length: 2 }, () => ({ naturals, quantities }));
  return finiteVisits(nodes, steps, (node) => node === 0, never) !== undefined;
}

const loop = (update: DescentStep["update"], ...conditions: readonly Form[]): DescentStep => ({
  from: 0,
  to: 0,
  update,
  conditions,
});

test("a length that falls", () => {
  expect(ends(1, 1, [loop([form(-1, [0, 1])])])).toBe(true);
  expect(ends(1, 1, [loop([same(0)])])).toBe(false);
  expect(ends(1, 1, [loop([undefined])])).toBe(false);
});

test("two lengths, one of which grows while the other one decreases, in either order", () => {
  const there = loop([form(-1, [0, 1]), form(1, [1, 1])]);
  const back = loop([form(1, [0, 1]), form(-1, [1, 1])]);
  expect(ends(2, 2, [there])).toBe(true);
  expect(ends(2, 2, [there, back])).toBe(false);
});

test("a length that is renewed whenever another one falls", () => {
  const outer = loop([form(-1, [0, 1]), undefined]);
  const inner = loop([same(0), form(-1, [1, 1])]);
  expect(ends(2, 2, [outer, inner])).toBe(true);
});

test("a number falls as long as a condition limits it", () => {
  const down = [form(-1, [0, 1])];
  expect(ends(0, 1, [loop(down, form(-1, [0, 1]))])).toBe(true);
  expect(ends(0, 1, [loop(down)])).toBe(false);
});

test("two numbers come closer: i < n", () => {
  expect(ends(0, 2, [loop([form(1, [0, 1]), same(1)], form(-1, [0, -1], [1, 1]))])).toBe(true);
  const both = loop([form(1, [0, 1]), form(1, [1, 1])], form(-1, [0, -1], [1, 1]));
  expect(ends(0, 2, [both])).toBe(false);
});

test("a cycle that does not come to the head is of no interest", () => {
  const elsewhere = { from: 1, to: 1, update: [same(0)], conditions: [] };
  const there = { from: 0, to: 1, update: [same(0)], conditions: [] };
  const back = { from: 1, to: 0, update: [form(-1, [0, 1])], conditions: [] };
  expect(ends(1, 1, [elsewhere, there, back])).toBe(true);
  expect(ends(1, 1, [elsewhere, there, { ...back, update: [same(0)] }])).toBe(false);
});
