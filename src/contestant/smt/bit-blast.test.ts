import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { literalValue, simulate } from "../../../test/support/simulate.ts";
import {
  BINARY,
  buildTerm,
  constantOf,
  meaningOf,
  RELATION,
  recipeOf,
  UNARY,
} from "../../../test/support/term-recipes.ts";
import { BitBlaster } from "./bit-blast.ts";
import type { Literal } from "./blast/gate-graph.ts";
import { lowerFloat } from "./float/lower.ts";
import { type Term, TermManager } from "./term.ts";

const SEED = 20261121;
const LANES = 32;

/** Values of a term in up to 32 runs with different values of the variables. */
function blastedValues(
  m: TermManager,
  term: Term,
  runs: readonly ((variable: Term) => bigint)[],
): bigint[] {
  const blaster = new BitBlaster((float) => lowerFloat(m, float));
  const word = blaster.word(term);
  const inputs = new Map<Literal, number>();
  for (const variable of blaster.variables) {
    const values = runs.map((run) => run(variable));
    blaster.word(variable).forEach((literal, bit) => {
      let lanes = 0;
      values.forEach((value, lane) => {
        lanes |= Number((value >> BigInt(bit)) & 1n) << lane;
      });
      inputs.set(literal, lanes);
    });
  }
  const values = simulate(blaster.graph, inputs);
  expectLemmas(blaster, values);
  return runs.map((_, lane) => {
    let result = 0n;
    word.forEach((literal, bit) => {
      if (((literalValue(values, literal) >> lane) & 1) === 1) result |= 1n << BigInt(bit);
    });
    return result;
  });
}

/** Lemmas hold in all runs. */
function expectLemmas({ graph }: BitBlaster, values: Parameters<typeof literalValue>[0]): void {
  for (let gate = 0; gate < graph.size; gate++) {
    for (const lemma of graph.lemmas(gate)) {
      const lanes = lemma.reduce((some, literal) => some | literalValue(values, literal), 0);
      expect(lanes | 0, `a lemma of gate ${gate}`).toBe(-1);
    }
  }
}

describe("circuits compute the operators", { timeout: 120_000 }, () => {
  const groups = { ...BINARY, ...UNARY, ...RELATION };
  for (const [name, spec] of Object.entries(groups)) {
    const arity = name in UNARY ? 1 : 2;

    const check = (width: number, samples: readonly (readonly [bigint, bigint])[]): void => {
      const m = new TermManager();
      const [x, y] = [m.variable("x", width), m.variable("y", width)];
      const term = spec.build(m, [x, y].slice(0, arity));
      for (let start = 0; start < samples.length; start += LANES) {
        const block = samples.slice(start, start + LANES);
        const runs = block.map(
          ([a, b]) =>
            (variable: Term) =>
              variable === x ? a : b,
        );
        const expected = block.map(([a, b]) => spec.meaning([a, b], width, width));
        expect(blastedValues(m, term, runs)).toEqual(expected);
      }
    };

    it(`${name}, all operands up to 5 bits`, () => {
      for (let width = 1; width <= 5; width++) {
        const values = Array.from({ length: 2 ** width }, (_, i) => BigInt(i));
        check(
          width,
          values.flatMap((a) => values.map((b) => [a, b] as const)),
        );
      }
    });

    it(`${name}, random operands`, () => {
      for (const width of [6, 7, 8, 16, 32, 33, 64]) {
        const operands = fc.array(fc.tuple(constantOf(width), constantOf(width)), {
          minLength: 256,
          maxLength: 256,
        });
        check(width, fc.sample(operands, { seed: SEED + width, numRuns: 1 })[0] ?? []);
      }
    });

    it(`${name}, one operand constant`, () => {
      for (const width of [3, 8, 32]) {
        for (const [constant, value] of fc.sample(fc.tuple(constantOf(width), constantOf(width)), {
          seed: SEED,
          numRuns: 60,
        })) {
          const m = new TermManager();
          const x = m.variable("x", width);
          for (const side of [0, 1].slice(0, arity)) {
            const args =
              side === 0 ? [m.constant(width, constant), x] : [x, m.constant(width, constant)];
            const operands = side === 0 ? [constant, value] : [value, constant];
            const term = spec.build(m, args.slice(0, arity));
            const effective = arity === 1 && side === 0 ? [constant, value] : operands;
            expect(blastedValues(m, term, [() => value])).toEqual([
              spec.meaning(effective as never, width, width),
            ]);
          }
        }
      }
    });
  }
});

describe("circuits of nested terms have the meaning of what was written", {
  timeout: 120_000,
}, () => {
  for (const [width, depth, numRuns] of [
    [0, 3, 1500],
    [0, 4, 400],
    [4, 3, 1000],
    [8, 3, 600],
    [32, 3, 400],
    [64, 3, 200],
  ] as const) {
    it(`width ${width}, depth ${depth}`, () => {
      fc.assert(
        fc.property(
          recipeOf(width, depth),
          fc.bigInt({ min: 0n, max: (1n << 400n) - 1n }),
          (recipe, entropy) => {
            const m = new TermManager();
            const term = buildTerm(m, recipe);
            const valueOn = (lane: number) => (w: number, i: number) =>
              BigInt.asUintN(Math.max(w, 1), entropy >> BigInt(lane * 8 + w * 2 + i * 31));
            const runs = Array.from(
              { length: LANES },
              (_, lane) => (variable: Term) =>
                valueOn(lane)(variable.width, Number((variable.name as string).split("_")[1])),
            );
            const expected = runs.map((_, lane) => meaningOf(recipe, valueOn(lane)));
            expect(blastedValues(m, term, runs)).toEqual(expected);
          },
        ),
        { seed: SEED, numRuns },
      );
    });
  }
});

it("translates deep terms without recursion", { timeout: 60_000 }, () => {
  const m = new TermManager();
  let term = m.variable("x", 8);
  const y = m.variable("y", 8);
  for (let i = 0; i < 100_000; i++) term = i % 2 === 0 ? m.mul(term, y) : m.bvxor(term, y);
  const blaster = new BitBlaster((float) => lowerFloat(m, float));
  expect(blaster.word(term)).toHaveLength(8);
});

it("stops on request, and continues where it stopped", () => {
  const m = new TermManager();
  let sum = m.variable("x", 16);
  for (let i = 1; i <= 1000; i++) sum = m.bvxor(m.mul(sum, m.variable(`y${i % 7}`, 16)), sum);
  const term = m.eq(sum, m.constant(16, 1));
  const blaster = new BitBlaster((float) => lowerFloat(m, float));
  const sizes: number[] = [];
  let attempts = 0;
  // Late enough that every attempt reaches the bottom of the term.
  let questions = 0;
  const shouldStop = (): boolean => ++questions % 12 === 0;
  while (blaster.literal(term, shouldStop) === undefined) {
    sizes.push(blaster.graph.size);
    expect(++attempts).toBeLessThan(100);
  }
  expect(attempts).toBeGreaterThan(1);
  expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
  const direct = new BitBlaster((float) => lowerFloat(m, float));
  direct.literal(term);
  expect(blaster.graph.size).toBe(direct.graph.size);
});
