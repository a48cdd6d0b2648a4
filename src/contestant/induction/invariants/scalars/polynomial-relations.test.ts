import { describe, expect, test } from "vitest";
import { commonRelations, type Example, type Relation } from "./polynomial-relations.ts";

/** Values after each of some steps, from several starts. */
function examples(
  starts: readonly (readonly bigint[])[],
  step: (values: readonly bigint[]) => readonly bigint[],
  steps: number,
): Example[] {
  return starts.flatMap((first) => {
    const result: Example[] = [];
    for (let later = first; result.length < steps; later = step(later))
      result.push({ first, later });
    return result;
  });
}

function valueAt(relation: Relation, values: readonly bigint[]): bigint {
  return relation.reduce(
    (sum, { coefficient, exponents }) =>
      sum + exponents.reduce((p, e, i) => p * (values[i] as bigint) ** BigInt(e), coefficient),
    0n,
  );
}

describe("relations of examples", () => {
  test("a sum of squares is a polynomial of the third degree", () => {
    const found = commonRelations(
      examples([[0n, 0n]], ([i = 0n, s = 0n]) => [i + 1n, s + (i + 1n) * (i + 1n)], 40),
      [true, true],
      3,
      "values",
    );
    expect(found.length).toBeGreaterThan(0);
    const sum = (n: bigint) => (n * (n + 1n) * (2n * n + 1n)) / 6n;
    for (const relation of found) expect(valueAt(relation, [1000n, sum(1000n)])).toBe(0n);
    expect(found.some((relation) => valueAt(relation, [3n, 15n]) !== 0n)).toBe(true);
  });

  test("values that stay as they were at the start", () => {
    const starts = [1n, 2n, 5n, 9n].flatMap((a) => [3n, 4n, 8n].map((b) => [a, b, 7n * a]));
    const found = commonRelations(
      examples(starts, ([x = 0n, y = 0n, z = 0n]) => [x, y - 1n, z + x], 4),
      [false, true, true],
      2,
      "differences",
    );
    const [relation] = found;
    expect(found).toHaveLength(1);
    expect(valueAt(relation as Relation, [3n, 5n, 2n])).toBe(
      valueAt(relation as Relation, [3n, 4n, 5n]),
    );
  });

  test("too few examples have nothing in common", () => {
    expect(
      commonRelations(
        examples([[1n, 2n]], (v) => v, 3),
        [true, true],
        2,
        "values",
      ),
    ).toEqual([]);
  });

  test("numbers that do not depend on each other have nothing in common", () => {
    const starts = [1n, 4n, 6n, 11n, 13n].flatMap((a) => [2n, 3n, 8n, 20n].map((b) => [a, b]));
    expect(
      commonRelations(
        examples(starts, (v) => v, 1),
        [true, true],
        2,
        "values",
      ),
    ).toEqual([]);
  });
});
