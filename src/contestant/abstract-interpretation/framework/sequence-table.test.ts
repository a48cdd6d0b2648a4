import { expect, test } from "vitest";
import { randomIntegers } from "../../../ground/util/pseudo-random.ts";
import { SequenceTable } from "./sequence-table.ts";

test("equal sequences have one number, others have others", () => {
  const table = new SequenceTable();
  const random = randomIntegers(7);
  const numbers = new Map<string, number>();
  for (let i = 0; i < 20_000; i++) {
    const items = Int32Array.from({ length: random(5) }, () => random(9) - 4);
    const text = items.join(",");
    const number = table.numberOf(items, 0, items.length);
    expect(number).toBe(numbers.get(text) ?? numbers.size);
    numbers.set(text, number);
  }
  expect(numbers.size).toBeGreaterThan(2000);
});

test("a part of an array counts for itself", () => {
  const table = new SequenceTable();
  const items = Int32Array.of(1, 2, 1, 2, 3);
  const first = table.numberOf(items, 0, 2);
  expect(table.numberOf(items, 2, 4)).toBe(first);
  expect(table.numberOf(items, 2, 5)).not.toBe(first);
  expect(table.numberOf(items, 1, 1)).not.toBe(first);
});
