import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReferenceSat } from "../../../test/support/reference-sat.ts";
import { evaluate } from "./evaluate.ts";
import { smallDomains } from "./small-domains.ts";
import { SmtSolver } from "./solver.ts";
import { Substitution } from "./substitution.ts";
import { type Term, TermManager } from "./term.ts";

const SEED = 20261122;
const WIDTH = 6;
const READINGS = ["signed", "unsigned"] as const;

/**
 * Values that are only copied: variables, constants, if-then-elses, extensions; of `WIDTH` bits.
 */
type Value =
  | { readonly kind: "variable"; readonly index: number; readonly extended: 0 | 1 | 2 }
  | { readonly kind: "constant"; readonly value: number }
  | { readonly kind: "choice"; readonly by: Comparison; readonly a: Value; readonly b: Value }
  | { readonly kind: "sum"; readonly a: Value };

interface Comparison {
  readonly op: "eq" | "slt" | "ult";
  readonly a: Value;
  readonly b: Value;
  readonly isNegated: boolean;
}

function arbitraryValue(depth: number, sums: boolean): fc.Arbitrary<Value> {
  const leaf: fc.Arbitrary<Value> = fc.oneof(
    fc.record({
      kind: fc.constant("variable" as const),
      index: fc.integer({ min: 0, max: 3 }),
      extended: fc.constantFrom(0 as const, 0 as const, 1 as const, 2 as const),
    }),
    fc.record({
      kind: fc.constant("constant" as const),
      value: fc.constantFrom(0, 1, 2, 5, 31, 32, 33, 60, 62, 63),
    }),
  );
  if (depth === 0) return leaf;
  const choice = fc.record({
    kind: fc.constant("choice" as const),
    by: arbitraryComparison(depth - 1, sums),
    a: arbitraryValue(depth - 1, sums),
    b: arbitraryValue(depth - 1, sums),
  });
  const sum = fc.record({ kind: fc.constant("sum" as const), a: arbitraryValue(0, false) });
  return sums ? fc.oneof(leaf, choice, sum) : fc.oneof(leaf, choice);
}

function arbitraryComparison(depth: number, sums: boolean): fc.Arbitrary<Comparison> {
  return fc.record({
    op: fc.constantFrom("eq", "slt", "ult"),
    a: arbitraryValue(depth, sums),
    b: arbitraryValue(depth, sums),
    isNegated: fc.boolean(),
  });
}

function buildValue(m: TermManager, value: Value): Term {
  switch (value.kind) {
    case "constant":
      return m.constant(WIDTH, value.value);
    case "variable": {
      const { index, extended } = value;
      if (extended === 0) return m.variable(`x${index}`, WIDTH);
      const narrow = m.variable(`y${index}`, WIDTH - 2);
      return extended === 1 ? m.zeroExtend(narrow, WIDTH) : m.signExtend(narrow, WIDTH);
    }
    case "choice":
      return m.ite(build(m, value.by), buildValue(m, value.a), buildValue(m, value.b));
    case "sum":
      return m.add(buildValue(m, value.a), m.constant(WIDTH, 3));
  }
}

function build(m: TermManager, { op, a, b, isNegated }: Comparison): Term {
  const comparison = m[op](buildValue(m, a), buildValue(m, b));
  return isNegated ? m.not(comparison) : comparison;
}

const solve = (m: TermManager, term: Term): string =>
  new SmtSolver(m, new ReferenceSat()).check([term]);

describe("variables that are only compared", { timeout: 60_000 }, () => {
  it.each([
    [false, 400],
    [true, 400],
  ])("need few values; sums among them: %s", (sums, numRuns) => {
    const counts = { narrowed: 0, unsat: 0 };
    fc.assert(
      fc.property(
        fc.array(arbitraryComparison(1, sums), { minLength: 3, maxLength: 7 }),
        (comparisons) => {
          const m = new TermManager();
          const term = m.and(...comparisons.map((comparison) => build(m, comparison)));
          const expected = solve(m, term);
          if (expected === "unsat") counts.unsat++;
          for (const reading of READINGS) {
            const bindings = smallDomains(m, [term], reading);
            if (bindings.size > 0) counts.narrowed++;
            const narrow = new Substitution(m, bindings).apply(term);
            expect(solve(m, narrow), reading).toBe(expected);
          }
        },
      ),
      { seed: SEED, numRuns },
    );
    expect(counts.narrowed).toBeGreaterThan(numRuns / 8);
    expect(counts.unsat).toBeGreaterThan(numRuns / 20);
    expect(counts.unsat).toBeLessThan(numRuns);
  });

  it("have room for every order between two constants", () => {
    const m = new TermManager();
    const variables = ["a", "b", "c", "d"].map((name) => m.variable(name, 32));
    const between = [100, ...variables, 1000, m.variable("e", 32)].map((term) =>
      typeof term === "number" ? m.constant(32, term) : term,
    );
    const chain = m.and(...between.slice(1).map((term, i) => m.ult(between[i] as Term, term)));
    const bindings = smallDomains(m, [chain], "unsigned");
    expect([...bindings.values()].map((term) => (term.args[0] as Term).width)).toEqual(
      new Array(5).fill(10),
    );
    expect(solve(m, new Substitution(m, bindings).apply(chain))).toBe("sat");
  });

  it("exceed the constants that are chosen on the way", () => {
    const m = new TermManager();
    const [x, y, p] = [m.variable("x", 8), m.variable("y", 8), m.variable("p", 0)];
    const forty = m.constant(8, 40);
    for (const chosen of [m.ite(p, x, forty), m.ite(p, forty, x)]) {
      const term = m.ult(chosen, y);
      const isForty = chosen.args[1] === x ? m.not(p) : p;
      const question = m.and(term, isForty);
      const bindings = smallDomains(m, [question], "unsigned");
      expect(solve(m, new Substitution(m, bindings).apply(question))).toBe("sat");
    }
  });

  it("keep their bits where something computes with them", () => {
    const m = new TermManager();
    const x = m.variable("x", 32);
    const y = m.variable("y", 32);
    for (const computed of [
      m.eq(m.add(x, y), m.constant(32, 1000)),
      m.eq(m.extract(x, 31, 16), m.constant(16, 77)),
      m.slt(m.mul(x, x), y),
      m.and(m.ult(x, y), m.slt(y, x)),
    ]) {
      const term = m.and(m.slt(x, y), computed);
      for (const reading of READINGS) expect(smallDomains(m, [term], reading).size).toBe(0);
    }
  });

  it("are found below the extensions of C's conversions", () => {
    const m = new TermManager();
    const [x, y] = ["x", "y"].map((name) => m.variable(name, 8)) as [Term, Term];
    const wide = (term: Term): Term => m.signExtend(term, 32);
    const larger = m.ite(m.slt(wide(x), wide(y)), y, x);
    const term = m.and(m.not(m.eq(x, y)), m.slt(wide(larger), m.constant(32, -3)));
    const bindings = smallDomains(m, [term], "signed");
    expect([...bindings.keys()].map(({ name }) => name).sort()).toEqual(["x", "y"]);
    const solver = new SmtSolver(m, new ReferenceSat());
    expect(solver.check([new Substitution(m, bindings).apply(term)])).toBe("sat");
    const value = (variable: Term): bigint => solver.value(bindings.get(variable) as Term);
    expect(evaluate(term, value)).toBe(1n);
  });
});
