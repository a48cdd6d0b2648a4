import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Polynomial } from "./polynomial.ts";
import { type Equation, PolynomialIdeal } from "./polynomial-ideal.ts";

const SEED = 20261125;
const WIDTH = 4;
const MASK = (1n << BigInt(WIDTH)) - 1n;

const polynomial = fc
  .array(fc.tuple(fc.constantFrom("", "1", "2", "1,1", "1,2", "2,2"), fc.bigInt(1n, MASK)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((entries): Polynomial => new Map(entries));

function valueAt(p: Polynomial, x: bigint, y: bigint): bigint {
  let sum = 0n;
  for (const [monomial, coefficient] of p) {
    const unknowns = monomial === "" ? [] : monomial.split(",");
    sum += unknowns.reduce((product, one) => product * (one === "1" ? x : y), coefficient);
  }
  return BigInt.asUintN(WIDTH, sum);
}

function equation(premise: number, ...entries: [string, bigint][]): Equation {
  return { polynomial: new Map(entries), premises: new Set([premise]) };
}

describe("consequences of polynomial equations", () => {
  test("what is said to follow is 0 wherever the equations with its premises hold", () => {
    let followed = 0;
    fc.assert(
      fc.property(
        fc.array(polynomial, { minLength: 1, maxLength: 3 }),
        polynomial,
        (given, goal) => {
          const equations = given.map((one, index) => ({
            polynomial: one,
            premises: new Set([index]),
          }));
          const premises = new PolynomialIdeal(WIDTH, equations).premisesOf(goal);
          if (premises === undefined) return;
          followed++;
          for (let x = 0n; x <= MASK; x++) {
            for (let y = 0n; y <= MASK; y++) {
              const holds = [...premises].every(
                (i) => valueAt(given[i] as Polynomial, x, y) === 0n,
              );
              if (holds) expect(valueAt(goal, x, y)).toBe(0n);
            }
          }
        },
      ),
      { seed: SEED, numRuns: 1000 },
    );
    expect(followed).toBeGreaterThan(20);
  });

  test("only the equations that are needed are premises", () => {
    const ideal = new PolynomialIdeal(32, [
      equation(7, ["1", 1n], ["2,2", 0xffff_ffffn]),
      equation(8, ["3", 1n], ["", 5n]),
    ]);
    const goal = new Map([
      ["1,2", 1n],
      ["2,2,2", 0xffff_ffffn],
    ]);
    expect(ideal.premisesOf(goal)).toEqual(new Set([7]));
  });

  test("an even coefficient replaces only its multiples", () => {
    const ideal = new PolynomialIdeal(8, [equation(0, ["1", 2n])]);
    expect(ideal.premisesOf(new Map([["1", 4n]]))).toEqual(new Set([0]));
    expect(ideal.premisesOf(new Map([["1", 3n]]))).toBeUndefined();
  });
});
