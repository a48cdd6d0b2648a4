import fc from "fast-check";
import { expect, test } from "vitest";
import { AffineSpace } from "./affine-space.ts";

const WIDTH = 3;
const SIZE = 2 ** WIDTH;
const NUMBERS = Array.from({ length: SIZE }, (_, value) => value);
const ALL = NUMBERS.flatMap((x) => NUMBERS.flatMap((y) => NUMBERS.map((z) => [x, y, z])));

const pointOf = (values: readonly number[]): bigint[] => values.map(BigInt);
const number = fc.integer({ min: 0, max: SIZE - 1 });
const points = fc.array(fc.tuple(number, number, number), { minLength: 1, maxLength: 5 });

function spaceOf(all: readonly (readonly number[])[]): AffineSpace {
  const [first, ...others] = all.map(pointOf) as [bigint[], ...bigint[][]];
  return others.reduce((space, point) => space.with(point), AffineSpace.at(WIDTH, first));
}

/** By definition: combinations of the points with factors whose sum is 1. */
function combinationsOf(all: readonly (readonly number[])[]): Set<string> {
  const [first, ...others] = all as [readonly number[], ...(readonly number[])[]];
  let reached = new Map([[first.join(), first]]);
  for (const other of others) {
    const more = new Map<string, readonly number[]>();
    for (const point of reached.values()) {
      for (const factor of NUMBERS) {
        const sum = point.map((value, index) => {
          const step = (other[index] as number) - (first[index] as number);
          return (((value + factor * step) % SIZE) + SIZE) % SIZE;
        });
        more.set(sum.join(), sum);
      }
    }
    reached = more;
  }
  return new Set(reached.keys());
}

test("a space has exactly the affine combinations of the vectors that were joined", () => {
  fc.assert(
    fc.property(points, (all) => {
      const space = spaceOf(all);
      const expected = combinationsOf(all);
      const members = ALL.filter((point) => space.has(pointOf(point)));
      expect(new Set(members.map((point) => point.join()))).toEqual(expected);
    }),
    { seed: 20, numRuns: 300 },
  );
});

test("a vector that is in the space changes nothing", () => {
  const space = spaceOf([
    [0, 0, 1],
    [1, 2, 1],
  ]);
  expect(space.with([3n, 6n, 1n])).toBe(space);
});

test("equations stay short where a short one says it", () => {
  const far = [
    [0n, 0n, 0n],
    [7n, 14n, 5n],
    [122n, 244n, 77n],
  ] as const;
  const space = far.slice(1).reduce((all, point) => all.with(point), AffineSpace.at(32, far[0]));
  expect(space.equations).toEqual([{ coefficients: [BigInt(2 ** 32 - 2), 1n, 0n], constant: 0n }]);
});
