/** Every listed lattice satisfies the laws of lattices. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Lattice } from "../../src/contestant/abstract-interpretation/framework/lattice.ts";
import { LATTICES, type LatticeEntry } from "./lattices.ts";

/** Elements that say the same. */
function meansSame<D>(lattice: Lattice<D>, a: D, b: D): boolean {
  return lattice.leq(a, b) && lattice.leq(b, a);
}

const PARAMETERS = { seed: Number(process.env.AGON_SEED ?? 20261122), numRuns: 3000 };

function implies(condition: boolean, consequence: () => void): void {
  if (condition) consequence();
}

describe.each(LATTICES)("$name", ({ check }) => {
  const law = (
    name: string,
    property: <D, C>(entry: LatticeEntry<D, C>, check: typeof fc.assert) => void,
  ): void => {
    test(name, () => check((entry) => property(entry, fc.assert)));
  };

  law("leq is reflexive and transitive, and sound", ({ lattice, element, concrete, has }) => {
    fc.assert(
      fc.property(element, element, element, concrete, (a, b, c, value) => {
        const { leq, join } = bound(lattice);
        expect(leq(a, a)).toBe(true);
        implies(leq(a, b) && leq(b, c), () => expect(leq(a, c)).toBe(true));
        // Most random elements are not comparable, but joins are.
        const ab = join(a, b);
        expect(leq(a, join(ab, c))).toBe(true);
        implies(leq(a, b) && has(a, value), () => expect(has(b, value)).toBe(true));
      }),
      PARAMETERS,
    );
  });

  law("elements that cover each other mean the same", ({ lattice, element, concrete, has }) => {
    fc.assert(
      fc.property(element, element, concrete, (a, b, value) => {
        implies(meansSame(lattice, a, b), () => expect(has(a, value)).toBe(has(b, value)));
        implies(lattice.show(a) === lattice.show(b), () => {
          expect(meansSame(lattice, a, b)).toBe(true);
        });
        implies(has(a, value) !== has(b, value), () => {
          expect(lattice.show(a)).not.toBe(lattice.show(b));
        });
      }),
      PARAMETERS,
    );
  });

  law("join is an upper bound, commutative and idempotent in meaning", (entry) => {
    const { lattice, element, concrete, has } = entry;
    fc.assert(
      fc.property(element, element, concrete, (a, b, value) => {
        const joined = lattice.join(a, b);
        expect(lattice.leq(a, joined)).toBe(true);
        expect(lattice.leq(b, joined)).toBe(true);
        implies(has(a, value) || has(b, value), () => expect(has(joined, value)).toBe(true));
        expect(meansSame(lattice, joined, lattice.join(b, a))).toBe(true);
        expect(meansSame(lattice, a, lattice.join(a, a))).toBe(true);
        implies(lattice.leq(a, b), () => expect(lattice.leq(joined, b)).toBe(true));
      }),
      PARAMETERS,
    );
  });

  law("widening is an upper bound", ({ lattice, element, concrete, has }) => {
    fc.assert(
      fc.property(element, element, concrete, (before, fresh, value) => {
        const widened = lattice.widen(before, lattice.join(before, fresh));
        expect(lattice.leq(before, widened)).toBe(true);
        expect(lattice.leq(fresh, widened)).toBe(true);
        implies(has(before, value) || has(fresh, value), () => {
          expect(has(widened, value)).toBe(true);
        });
      }),
      PARAMETERS,
    );
  });

  law("chains of widenings come to an end", ({ lattice, element, rising, longestChain }) => {
    const many = fc.oneof(
      fc.array(element, { minLength: 80, maxLength: 80 }),
      fc.constant(Array.from({ length: 80 }, (_, step) => rising(step))),
    );
    fc.assert(
      fc.property(element, many, (start, all) => {
        let current = start;
        let steps = 0;
        for (const fresh of all) {
          if (lattice.leq(fresh, current)) continue;
          const next = lattice.widen(current, lattice.join(current, fresh));
          expect(meansSame(lattice, next, current)).toBe(false);
          current = next;
          steps++;
        }
        expect(steps).toBeLessThanOrEqual(longestChain);
      }),
      { ...PARAMETERS, numRuns: 60 },
    );
  });

  law("the bottom represents nothing, and is covered by all", (entry) => {
    const { lattice, element, concrete, has } = entry;
    fc.assert(
      fc.property(element, element, concrete, (a, b, value) => {
        if (!lattice.isBottom(a)) return;
        expect(has(a, value)).toBe(false);
        expect(lattice.leq(a, b)).toBe(true);
      }),
      PARAMETERS,
    );
  });
});

function bound<D>(lattice: { leq(a: D, b: D): boolean; join(a: D, b: D): D }): {
  leq: (a: D, b: D) => boolean;
  join: (a: D, b: D) => D;
} {
  return { leq: (a, b) => lattice.leq(a, b), join: (a, b) => lattice.join(a, b) };
}
