/**
 * Tests every operator with every operand, as far as time allows: circuits at up to eight bits, and
 * the rewriting of every two nested operators at one and two bits (a part of those at three). The
 * semantics is that of SMT-LIB, written once more over bigints in test/support/term-recipes.ts.
 */
import { describe, expect, it } from "vitest";
import { literalValue, simulate } from "../../../test/support/simulate.ts";
import {
  BINARY,
  buildTerm,
  CONNECTIVE,
  meaningOf,
  RELATION,
  type Recipe,
  UNARY,
} from "../../../test/support/term-recipes.ts";
import { BitBlaster } from "./bit-blast.ts";
import type { Literal } from "./blast/gate-graph.ts";
import { Evaluator } from "./evaluate.ts";
import { lowerFloat } from "./float/lower.ts";
import { type Term, TermManager } from "./term.ts";

const LANES = 32;
const MAX_WIDTH = 8;
const WIDTHS = Array.from({ length: MAX_WIDTH }, (_, index) => index + 1);
/** Number of terms of a manager before another one is used. */
const MAX_TERMS = 100_000;

const constant = (width: number, value: bigint): Recipe => ({ kind: "constant", width, value });
const variable = (width: number, index = 0): Recipe => ({ kind: "variable", width, index });
const apply = (op: string, width: number, args: readonly Recipe[], low = 0): Recipe => {
  return { kind: "apply", op, width, args, high: low + width - 1, low };
};
/** All values with as many bits; a Bool has two values. */
const valuesOf = (width: number): readonly bigint[] =>
  Array.from({ length: 2 ** Math.max(width, 1) }, (_, value) => BigInt(value));
const constantsOf = (width: number): readonly Recipe[] =>
  valuesOf(width).map((value) => constant(width, value));

type Variable = Extract<Recipe, { kind: "variable" }>;
type Values = ReadonlyMap<string, bigint>;
const nameOf = ({ width, index }: Pick<Variable, "width" | "index">): string =>
  `x${width}_${index}`;

function variablesOf(recipe: Recipe, found: Map<string, Variable> = new Map()): Variable[] {
  if (recipe.kind === "variable") found.set(nameOf(recipe), recipe);
  if (recipe.kind === "apply") for (const arg of recipe.args) variablesOf(arg, found);
  return [...found.values()];
}

const assignments = new Map<string, readonly Values[]>();

/** Every combination of values of the variables. */
function assignmentsOf(variables: readonly Variable[]): readonly Values[] {
  const names = variables.map(nameOf);
  const key = names.join(" ");
  let all = assignments.get(key);
  if (all === undefined) {
    all = [new Map()];
    for (const [index, { width }] of variables.entries()) {
      const name = names[index] as string;
      all = all.flatMap((values) =>
        valuesOf(width).map((value) => new Map([...values, [name, value]])),
      );
    }
    assignments.set(key, all);
  }
  return all;
}

function expectedOf(recipe: Recipe, values: Values): bigint {
  return meaningOf(recipe, (width, index) => values.get(nameOf({ width, index })) as bigint);
}

function show(recipe: Recipe): string {
  if (recipe.kind === "constant") return `${recipe.value}`;
  if (recipe.kind === "variable") return nameOf(recipe);
  const args = recipe.args.map(show).join(", ");
  return `${recipe.op}${recipe.low > 0 ? `@${recipe.low}` : ""}:${recipe.width}(${args})`;
}

/** Compares the circuit of a term with its meaning, for all values of its variables. */
function checkCircuit(recipe: Recipe): void {
  const m = new TermManager();
  const blaster = new BitBlaster((float) => lowerFloat(m, float));
  const word = blaster.word(buildTerm(m, recipe));
  const runs = assignmentsOf(variablesOf(recipe));
  const actual: bigint[] = [];
  for (let start = 0; start < runs.length; start += LANES) {
    const block = runs.slice(start, start + LANES);
    const inputs = new Map<Literal, number>();
    for (const term of blaster.variables) {
      const values = block.map((each) => Number(each.get(term.name as string)));
      blaster.word(term).forEach((literal, bit) => {
        let lanes = 0;
        for (const [lane, value] of values.entries()) lanes |= ((value >> bit) & 1) << lane;
        inputs.set(literal, lanes);
      });
    }
    const gates = simulate(blaster.graph, inputs);
    const bits = word.map((literal) => literalValue(gates, literal));
    for (const lane of block.keys()) {
      actual.push(BigInt(bits.reduce((sum, bit, i) => sum + ((bit >>> lane) & 1) * 2 ** i, 0)));
    }
  }
  const wrong = runs.findIndex((each, i) => expectedOf(recipe, each) !== actual[i]);
  if (wrong >= 0) {
    expect.fail(`${show(recipe)} is ${actual[wrong]} for ${[...(runs[wrong] as Values)]}`);
  }
}

describe("circuits, all operands", { timeout: 120_000 }, () => {
  const groups = { ...BINARY, ...RELATION };
  const resultOf = (op: string, width: number): number => (op in RELATION ? 0 : width);

  it.each(Object.keys(groups))("%s, up to 8 bits", (op) => {
    for (const width of WIDTHS) {
      checkCircuit(apply(op, resultOf(op, width), [variable(width), variable(width, 1)]));
    }
  });

  it.each(Object.keys(UNARY))("%s, up to 8 bits", (op) => {
    for (const width of WIDTHS) checkCircuit(apply(op, width, [variable(width)]));
  });

  it.each(Object.keys(groups))("%s with every constant, up to 4 bits", (op) => {
    for (const width of WIDTHS.filter((each) => each <= 4)) {
      for (const known of constantsOf(width)) {
        checkCircuit(apply(op, resultOf(op, width), [variable(width), known]));
        checkCircuit(apply(op, resultOf(op, width), [known, variable(width)]));
      }
    }
  });

  it("products with every constant, up to 8 bits", () => {
    for (const width of WIDTHS) {
      for (const known of constantsOf(width)) {
        checkCircuit(apply("mul", width, [variable(width), known]));
      }
    }
  });

  it.each(["zeroExtend", "signExtend"])("%s from and to every width", (op) => {
    for (const width of WIDTHS) {
      for (const from of WIDTHS.filter((each) => each < width)) {
        checkCircuit(apply(op, width, [variable(from)]));
      }
    }
  });

  it.each(["mul", "udiv", "srem", "add", "slt"])("%s of extended operands, up to 6 bits", (op) => {
    for (const width of WIDTHS.filter((each) => each <= 6)) {
      for (const from of WIDTHS.filter((each) => each < width)) {
        for (const extend of ["zeroExtend", "signExtend"]) {
          const narrow = apply(extend, width, [variable(from)]);
          checkCircuit(apply(op, resultOf(op, width), [narrow, variable(width, 1)]));
          checkCircuit(apply(op, resultOf(op, width), [variable(width, 1), narrow]));
          const other = apply(extend, width, [variable(from, 1)]);
          checkCircuit(apply(op, resultOf(op, width), [narrow, other]));
        }
      }
    }
  });

  it("sums of negated operands, up to 6 bits", () => {
    for (const width of WIDTHS.filter((each) => each <= 6)) {
      const [x, y] = [variable(width), variable(width, 1)];
      const negated = (term: Recipe): Recipe => apply("neg", width, [term]);
      for (const [a, b] of [
        [negated(x), y],
        [x, negated(y)],
        [negated(x), negated(y)],
      ] as const) {
        checkCircuit(apply("add", width, [a, b]));
        checkCircuit(apply("sub", width, [a, b]));
      }
    }
  });

  it("extract, every part", () => {
    for (const from of WIDTHS) {
      for (let low = 0; low < from; low++) {
        for (let width = 1; low + width <= from; width++) {
          checkCircuit(apply("extract", width, [variable(from)], low));
        }
      }
    }
  });

  it("concat, every two widths", () => {
    for (const high of WIDTHS) {
      for (const low of WIDTHS.filter((each) => high + each <= MAX_WIDTH)) {
        checkCircuit(apply("concat", high + low, [variable(high), variable(low, 1)]));
      }
    }
  });

  it("ite, also of Bools", () => {
    for (const width of [0, ...WIDTHS]) {
      const [x, y] = [variable(width, 1), variable(width, 2)];
      checkCircuit(apply("ite", width, [variable(0), x, y]));
    }
    for (const width of WIDTHS) checkCircuit(apply("toBits", width, [variable(0)]));
  });

  it.each([...Object.keys(CONNECTIVE), "not"])("%s", (op) => {
    const operands = op === "not" ? [variable(0)] : [variable(0), variable(0, 1)];
    checkCircuit(apply(op, 0, operands));
  });
});

/** Tests rewriting: terms in one manager, with one evaluator for every assignment. */
class Rewriting {
  #manager = new TermManager();
  #evaluators = new Map<string, readonly (readonly [Values, Evaluator])[]>();
  checked = 0;

  check(recipe: Recipe): void {
    if (this.#manager.size > MAX_TERMS) {
      this.#manager = new TermManager();
      this.#evaluators.clear();
    }
    const term = buildTerm(this.#manager, recipe);
    if (term.width !== recipe.width) expect.fail(`${show(recipe)} has ${term.width} bits`);
    this.checked++;
    for (const [values, evaluator] of this.#evaluatorsOf(recipe)) {
      const actual = evaluator.value(term);
      if (actual !== expectedOf(recipe, values)) {
        expect.fail(`${show(recipe)} became ${term.op}, which is ${actual} for ${[...values]}`);
      }
    }
  }

  #evaluatorsOf(recipe: Recipe): readonly (readonly [Values, Evaluator])[] {
    const variables = variablesOf(recipe);
    const key = variables.map(nameOf).sort().join(" ");
    let known = this.#evaluators.get(key);
    if (known === undefined) {
      known = assignmentsOf(variables).map((values) => {
        const value = (each: Term): bigint => values.get(each.name as string) ?? 0n;
        return [values, new Evaluator(value)] as const;
      });
      this.#evaluators.set(key, known);
    }
    return known;
  }
}

/** Checks every nth of the recipes. */
function checkAll(recipes: Iterable<Recipe>, step = 1): number {
  const rewriting = new Rewriting();
  let count = 0;
  for (const recipe of recipes) if (count++ % step === 0) rewriting.check(recipe);
  return rewriting.checked;
}

function leavesOf(width: number): readonly Recipe[] {
  return [variable(width), variable(width, 1), ...constantsOf(width)];
}

/** One operator with a result of so many bits, on variables and constants. */
function* single(width: number): Generator<Recipe> {
  const leaves = leavesOf(width);
  for (const a of leaves) {
    for (const op of Object.keys(UNARY)) yield apply(op, width, [a]);
    for (const b of leaves) {
      for (const op of Object.keys(BINARY)) yield apply(op, width, [a, b]);
      yield apply("ite", width, [variable(0), a, b]);
    }
  }
  yield apply("toBits", width, [variable(0)]);
  for (const low of [0, 1]) yield apply("extract", width, [variable(width + 1)], low);
  for (let part = 1; part < width; part++) {
    yield apply("zeroExtend", width, [variable(part)]);
    yield apply("signExtend", width, [variable(part)]);
    for (const a of [variable(part), ...constantsOf(part)]) {
      for (const b of [variable(width - part, 1), ...constantsOf(width - part)]) {
        yield apply("concat", width, [a, b]);
      }
    }
  }
}

/** Every operator around a term. */
function* around(inner: Recipe): Generator<Recipe> {
  const { width } = inner;
  for (const op of Object.keys(UNARY)) yield apply(op, width, [inner]);
  for (const leaf of leavesOf(width)) {
    for (const args of [
      [inner, leaf],
      [leaf, inner],
    ]) {
      for (const op of Object.keys(BINARY)) yield apply(op, width, args);
      for (const op of Object.keys(RELATION)) yield apply(op, 0, args);
      yield apply("ite", width, [variable(0, 1), ...args]);
    }
  }
  for (let low = 0; low < width; low++) {
    for (let part = 1; low + part <= width; part++) yield apply("extract", part, [inner], low);
  }
  for (const op of ["zeroExtend", "signExtend"]) yield apply(op, width + 1, [inner]);
  for (const bit of [variable(1), ...constantsOf(1)]) {
    yield apply("concat", width + 1, [inner, bit]);
    yield apply("concat", width + 1, [bit, inner]);
  }
}

function* nested(width: number): Generator<Recipe> {
  for (const inner of single(width)) yield* around(inner);
}

/** Two relations of one variable in a connective, and as the condition of a choice. */
function* relations(width: number): Generator<Recipe> {
  const [x, ...others] = leavesOf(width) as [Recipe, ...Recipe[]];
  const all = Object.keys(RELATION).flatMap((op) =>
    others.flatMap((leaf) => [apply(op, 0, [x, leaf]), apply(op, 0, [leaf, x])]),
  );
  for (const first of all) {
    yield apply("not", 0, [first]);
    for (const leaf of others) yield apply("ite", width, [first, x, leaf]);
    for (const second of all) {
      for (const op of Object.keys(CONNECTIVE)) yield apply(op, 0, [first, second]);
    }
  }
}

/** An operator on two operators. */
function* pairs(width: number): Generator<Recipe> {
  const leaves = leavesOf(width);
  const [x, y] = leaves as [Recipe, Recipe];
  const operators = Object.keys(BINARY);
  for (const op of [...operators, ...Object.keys(RELATION)]) {
    const result = op in RELATION ? 0 : width;
    for (const left of operators) {
      for (const right of operators) {
        for (const a of leaves) {
          for (const [b, c] of [
            [x, y],
            [y, x],
            [x, a],
            [a, y],
          ] as const) {
            const args = [apply(left, width, [x, a]), apply(right, width, [b, c])];
            yield apply(op, result, args);
          }
        }
      }
    }
  }
}

describe("rewriting, all operands", { timeout: 120_000 }, () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 61],
  ])("every two nested operators at %i bits, every %i.", (width, step) => {
    expect(checkAll(nested(width), step)).toBeGreaterThan(10_000);
  });

  it.each([
    [1, 1],
    [2, 1],
    [3, 17],
  ])("two relations of one variable at %i bits, every %i.", (width, step) => {
    expect(checkAll(relations(width), step)).toBeGreaterThan(2_000);
  });

  it.each([
    [1, 1],
    [2, 7],
    [3, 97],
  ])("an operator on two operators at %i bits, every %i.", (width, step) => {
    expect(checkAll(pairs(width), step)).toBeGreaterThan(1_000);
  });
});
