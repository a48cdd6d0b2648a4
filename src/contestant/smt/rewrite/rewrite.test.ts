import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BINARY,
  buildTerm,
  CONNECTIVE,
  constantOf,
  meaningOf,
  RELATION,
  recipeOf,
  UNARY,
} from "../../../../test/support/term-recipes.ts";
import { Evaluator } from "../evaluate.ts";
import { type Term, TermManager } from "../term.ts";

const SEED = 20261121;

/** The value of x<width>_<index> from a stream of random words. */
function sampleValue(words: readonly bigint[], width: number, index: number): bigint {
  return BigInt.asUintN(Math.max(width, 1), words[(width * 2 + index) % words.length] as bigint);
}

function valueOfTerm(words: readonly bigint[], variable: Term): bigint {
  const index = Number((variable.name as string).split("_")[1]);
  return sampleValue(words, variable.width, index);
}

const words = fc.array(fc.bigInt({ min: 0n, max: (1n << 80n) - 1n }), {
  minLength: 7,
  maxLength: 7,
});

describe("rewritten terms have the meaning of what was written", { timeout: 60_000 }, () => {
  for (const [width, depth, numRuns] of [
    [0, 3, 2000],
    [0, 5, 60],
    [1, 3, 800],
    [3, 3, 1200],
    [4, 4, 500],
    [8, 3, 800],
    [32, 3, 600],
    [33, 3, 400],
    [64, 4, 300],
  ] as const) {
    it(`width ${width}, depth ${depth}`, () => {
      fc.assert(
        fc.property(
          recipeOf(width, depth),
          fc.array(words, { minLength: 6, maxLength: 6 }),
          (recipe, samples) => {
            const m = new TermManager();
            const term = buildTerm(m, recipe);
            expect(term.width).toBe(width);
            for (const sample of samples) {
              const expected = meaningOf(recipe, (w, i) => sampleValue(sample, w, i));
              const evaluator = new Evaluator((variable) => valueOfTerm(sample, variable));
              expect(evaluator.value(term)).toBe(expected);
              checkRanges(m, evaluator);
            }
          },
        ),
        { seed: SEED, numRuns },
      );
    });
  }
});

/** The interval of every term must contain its value. */
function checkRanges(m: TermManager, evaluator: Evaluator): void {
  for (let id = 0; id < m.size; id++) {
    const term = m.table.term(id);
    const value = Number(evaluator.value(term));
    if (value < (m.table.minimum[id] as number) || value > (m.table.maximum[id] as number)) {
      expect.fail(`${term.op} of ${term.width} bits: ${value} is outside of its interval`);
    }
  }
}

describe("constants are folded", { timeout: 60_000 }, () => {
  const groups = { ...BINARY, ...UNARY, ...RELATION };
  for (const [name, spec] of Object.entries(groups)) {
    const arity = name in UNARY ? 1 : 2;
    it(name, () => {
      for (const width of [1, 2, 3, 4]) {
        for (let a = 0n; a < 1n << BigInt(width); a++) {
          for (let b = 0n; b < 1n << BigInt(arity === 1 ? 0 : width); b++) {
            check(width, [a, b].slice(0, arity));
          }
        }
      }
      for (const width of [16, 31, 32, 33, 63, 64, 65]) {
        fc.assert(
          fc.property(constantOf(width), constantOf(width), (a, b) => {
            check(width, [a, b].slice(0, arity));
          }),
          { seed: SEED, numRuns: 60 },
        );
      }
      function check(width: number, values: bigint[]): void {
        const m = new TermManager();
        const args = values.map((value) => m.constant(width, value));
        const term = spec.build(m, args);
        expect(term.op).toBe("constant");
        expect(term.value).toBe(spec.meaning(values as never, width, width));
      }
    });
  }
  it("connectives", () => {
    for (const spec of Object.values(CONNECTIVE)) {
      for (const [a, b] of [
        [0n, 0n],
        [0n, 1n],
        [1n, 0n],
        [1n, 1n],
      ] as const) {
        const m = new TermManager();
        const term = spec.build(m, [m.constant(0, a), m.constant(0, b)]);
        expect(term).toBe(m.bool(spec.meaning([a, b]) === 1n));
      }
    }
  });
});
