import { expect, test } from "vitest";
import { maximize } from "./linear-program.ts";
import { Rational } from "./rational.ts";

const texts = (solution: readonly Rational[] | undefined): string[] | undefined =>
  solution?.map(({ numerator, denominator }) => `${numerator}/${denominator}`);

test("the corner with the largest value, in fractions", () => {
  // Dantzig's example, and one whose optimum is not integral.
  const [a, b, c] = [
    { coefficients: [1n, 0n], atMost: 4n },
    { coefficients: [0n, 2n], atMost: 12n },
    { coefficients: [3n, 2n], atMost: 18n },
  ];
  expect(texts(maximize([3n, 5n], [a, b, c]))).toEqual(["2/1", "6/1"]);
  const thirds = [
    { coefficients: [2n, 1n], atMost: 1n },
    { coefficients: [1n, 2n], atMost: 1n },
  ];
  expect(texts(maximize([1n, 1n], thirds))).toEqual(["1/3", "1/3"]);
});

test("no largest value, and a largest value of zero", () => {
  expect(maximize([1n], [])).toBeUndefined();
  expect(maximize([1n, 0n], [{ coefficients: [-1n, 1n], atMost: 3n }])).toBeUndefined();
  expect(texts(maximize([-1n, -2n], []))).toEqual(["0/1", "0/1"]);
});

test("an example on which the simplex method without Bland's rule cycles (Beale 1955)", () => {
  const rows = [
    { coefficients: [25n, -6000n, -4n, 900n], atMost: 0n },
    { coefficients: [50n, -9000n, -2n, 300n], atMost: 0n },
    { coefficients: [0n, 0n, 1n, 0n], atMost: 1n },
  ];
  const solution = maximize([75n, -15000n, 2n, -600n], rows);
  expect(texts(solution)).toEqual(["1/25", "0/1", "1/1", "0/1"]);
});

test("random programs: the solution satisfies the constraints, and no vector of small integers is better", () => {
  let state = 12345;
  const next = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let round = 0; round < 200; round++) {
    const objective = [0, 0, 0].map(() => BigInt(next(9) - 4));
    const rows = Array.from({ length: 4 }, () => ({
      coefficients: [0, 0, 0].map(() => BigInt(next(7) - 2)),
      atMost: BigInt(next(10)),
    }));
    const bounds = [0, 1, 2].map((index) => ({
      coefficients: [0, 1, 2].map((other) => (other === index ? 1n : 0n)),
      atMost: 5n,
    }));
    const all = [...rows, ...bounds];
    const solution = maximize(objective, all) ?? [];
    const sumOf = (factors: readonly bigint[], at: readonly Rational[]): Rational =>
      Rational.sum(
        factors.map((factor, index) => Rational.of(factor).times(at[index] as Rational)),
      );
    for (const { coefficients, atMost } of all) {
      expect(sumOf(coefficients, solution).compare(Rational.of(atMost))).toBeLessThanOrEqual(0);
    }
    const best = sumOf(objective, solution);
    for (let number = 0; number < 216; number++) {
      const point = [number % 6, Math.floor(number / 6) % 6, Math.floor(number / 36)];
      const at = point.map((value) => Rational.of(value));
      const isIn = all.every(
        ({ coefficients, atMost }) => sumOf(coefficients, at).compare(Rational.of(atMost)) <= 0,
      );
      if (isIn) expect(sumOf(objective, at).compare(best)).toBeLessThanOrEqual(0);
    }
  }
});
