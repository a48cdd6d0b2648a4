import fc from "fast-check";
import { expect, test } from "vitest";
import { contradictsByCounting } from "./counting.ts";
import { Evaluator } from "./evaluate.ts";
import { type Term, TermManager } from "./term.ts";

const WIDTH = 2;
const COUNT = 5;

function variablesOf(manager: TermManager, count: number, width: number): Term[] {
  return Array.from({ length: count }, (_, index) => manager.variable(`x${index}`, width));
}

/** A fact about one or two of the variables; those that differ are many. */
const fact = fc.record({
  kind: fc.constantFrom("differ", "differ", "differ", "differ", "atLeast", "below", "sum", "not"),
  a: fc.nat(COUNT - 1),
  b: fc.nat(COUNT - 1),
  value: fc.bigInt({ min: 0n, max: 3n }),
});

test("what it says contradicts itself has no model", () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(fact, { minLength: 4, maxLength: 30 }), fc.boolean(), (kinds, all) => {
      const manager = new TermManager();
      const variables = variablesOf(manager, COUNT, WIDTH);
      const facts = kinds.map(({ kind, a, b, value }) => {
        const [x, y] = [variables[a] as Term, variables[b] as Term];
        const constant = manager.constant(WIDTH, value);
        switch (kind) {
          case "differ":
            return a === b ? manager.ule(x, constant) : manager.not(manager.eq(x, y));
          case "atLeast":
            return manager.ule(constant, x);
          case "below":
            return manager.ule(x, manager.add(y, constant));
          case "sum":
            return manager.ule(constant, manager.add(x, y));
          default:
            return manager.not(
              manager.and(manager.eq(x, constant), manager.eq(y, manager.neg(constant))),
            );
        }
      });
      if (all) {
        for (const x of variables.slice(0, 4)) {
          for (const y of variables.slice(0, 4))
            if (x !== y) facts.push(manager.not(manager.eq(x, y)));
        }
      }
      if (!contradictsByCounting(facts)) return;
      found++;
      for (let word = 0; word < 2 ** (WIDTH * COUNT); word++) {
        const model = new Evaluator((x) => BigInt((word >> (variables.indexOf(x) * WIDTH)) & 3));
        if (facts.every((one) => model.isTrue(one))) expect.unreachable(`a model: ${word}`);
      }
    }),
    { seed: 26, numRuns: 2500 },
  );
  expect(found).toBeGreaterThan(100);
});

/** Clauses need exponentially many steps for these. */
test("seventeen variables that all differ have no sixteen values", () => {
  const manager = new TermManager();
  const variables = variablesOf(manager, 17, 4);
  const zero = manager.constant(4, 0n);
  const facts = variables.flatMap((x, i) =>
    variables.slice(i + 1).map((y) => {
      const [one, other] = [manager.sub(x, y), manager.sub(y, x)];
      return manager.not(manager.and(manager.eq(one, zero), manager.eq(other, zero)));
    }),
  );
  expect(contradictsByCounting(facts)).toBe(true);
  expect(contradictsByCounting(facts.slice(1))).toBe(false);
});
