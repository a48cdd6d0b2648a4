import { expect, test } from "vitest";
import { randomFractions, randomIntegers, randomWords } from "./pseudo-random.ts";

const SEED = 42;

test("the same seed gives the same words, another one gives others", () => {
  const five = (seed: number): readonly number[] => Array.from({ length: 5 }, randomWords(seed));
  expect(five(SEED)).toEqual(five(SEED));
  expect(five(SEED)).not.toEqual(five(SEED + 1));
});

test("the first words are those of mulberry32", () => {
  const word = randomWords(0);
  expect([word(), word(), word()]).toEqual([1144304738, 1416247, 958946056]);
});

test("fractions and integers are made of these words", () => {
  const [word, fraction, integer] = [
    randomWords(SEED),
    randomFractions(SEED),
    randomIntegers(SEED),
  ];
  for (let count = 0; count < 100; count++) {
    const next = word();
    expect(fraction()).toBe(next / 2 ** 32);
    expect(integer(7)).toBe(next % 7);
  }
});
