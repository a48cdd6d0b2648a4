import fc from "fast-check";
import { expect, test } from "vitest";
import { linearFit } from "./linear-fit.ts";

test.each<{ of: string; rows: bigint[][]; values: bigint[]; fit: string[] | undefined }>([
  {
    of: "a line",
    rows: [
      [1n, 1n],
      [1n, 2n],
      [1n, 3n],
    ],
    values: [5n, 7n, 9n],
    fit: ["3", "2"],
  },
  {
    of: "halves",
    rows: [
      [2n, 4n],
      [3n, 9n],
    ],
    values: [3n, 6n],
    fit: ["1/2", "1/2"],
  },
  {
    of: "columns that depend on each other",
    rows: [
      [1n, 2n],
      [2n, 4n],
    ],
    values: [3n, 6n],
    fit: ["3", "0"],
  },
  {
    of: "no line",
    rows: [
      [1n, 1n],
      [1n, 2n],
      [1n, 3n],
    ],
    values: [1n, 2n, 4n],
    fit: undefined,
  },
  {
    of: "a leading zero",
    rows: [
      [0n, 1n],
      [1n, 0n],
    ],
    values: [7n, -2n],
    fit: ["-2", "7"],
  },
])("the fit of $of", ({ rows, values, fit }) => {
  expect(linearFit(rows, values)?.map(String)).toEqual(fit);
});

test("a solution of one row solves all rows", () => {
  const small = fc.bigInt({ min: -9n, max: 9n });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(small, small, small), { minLength: 1, maxLength: 6 }),
      fc.tuple(small, small, small),
      (rows, [a, b, c]) => {
        const values = rows.map(([x, y, z]) => a * x + b * y + c * z);
        const fit = linearFit(rows, values);
        for (const [index, row] of rows.entries()) {
          const sum = row.reduce(
            (total, x, k) => total + Number(x) * (fit?.[k]?.toNumber() ?? 0),
            0,
          );
          expect(sum).toBeCloseTo(Number(values[index]), 6);
        }
      },
    ),
    { seed: 2026, numRuns: 200 },
  );
});
