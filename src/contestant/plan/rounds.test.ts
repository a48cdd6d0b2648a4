import { expect, test } from "vitest";
import { roundOf } from "./rounds.ts";

/** Returns the seconds of the rounds of a plan that use up all of their time. */
function roundsOf(limitSeconds: number): readonly number[] {
  const rounds: number[] = [];
  for (let left = limitSeconds; ; ) {
    const { seconds, isLast } = roundOf(rounds.length, left);
    rounds.push(seconds);
    left -= seconds;
    if (isLast) return rounds;
  }
}

test("little time is one round, much time several that grow", () => {
  expect(roundsOf(10)).toEqual([10]);
  expect(roundsOf(39)).toEqual([39]);
  expect(roundsOf(55)).toEqual([8, 47]);
  expect(roundsOf(850)).toEqual([8, 40, 802]);
});

test("rounds take all of the time, and all but the last have a third of its seconds at most", () => {
  for (let limit = 1; limit < 5000; limit *= 1.3) {
    const rounds = roundsOf(limit);
    const sum = rounds.reduce((a, b) => a + b);
    expect(sum).toBeCloseTo(limit);
    expect(sum - (rounds.at(-1) ?? 0)).toBeLessThanOrEqual((rounds.at(-1) ?? 0) / 3);
  }
});
