/**
 * Random expressions as plain data, with a naive semantics over bigints: they are built through the
 * term API, which rewrites them, and compared with evaluation, bit-blasting and solving.
 */
import fc from "fast-check";
import type { Term, TermManager } from "../../src/contestant/smt/term.ts";

/** An expression: a constant, a variable, or an operator with its operands. A width of 0 is Bool. */
export type Recipe =
  | { readonly kind: "constant"; readonly width: number; readonly value: bigint }
  | { readonly kind: "variable"; readonly width: number; readonly index: number }
  | {
      readonly kind: "apply";
      readonly op: string;
      readonly width: number;
      readonly args: readonly Recipe[];
      readonly high: number;
      readonly low: number;
    };

/** Width of the operands, construction and semantics of one operator of the API. */
interface OperatorSpec {
  readonly build: (m: TermManager, args: Term[], width: number, high: number, low: number) => Term;
  readonly meaning: (args: bigint[], width: number, inWidth: number, low: number) => bigint;
}

const mod = (width: number, x: bigint): bigint =>
  ((x % (1n << BigInt(width))) + (1n << BigInt(width))) % (1n << BigInt(width));
const sgn = (width: number, x: bigint): bigint =>
  x >= 1n << BigInt(width - 1) ? x - (1n << BigInt(width)) : x;
const bit = (x: boolean): bigint => (x ? 1n : 0n);
const abs = (x: bigint): bigint => (x < 0n ? -x : x);

/** Operators on two bit-vectors of one width with a result of that width. */
export const BINARY = {
  add: {
    build: (m, [a, b]) => m.add(a as Term, b as Term),
    meaning: ([a, b], w) => mod(w, (a as bigint) + (b as bigint)),
  },
  sub: {
    build: (m, [a, b]) => m.sub(a as Term, b as Term),
    meaning: ([a, b], w) => mod(w, (a as bigint) - (b as bigint)),
  },
  mul: {
    build: (m, [a, b]) => m.mul(a as Term, b as Term),
    meaning: ([a, b], w) => mod(w, (a as bigint) * (b as bigint)),
  },
  udiv: {
    build: (m, [a, b]) => m.udiv(a as Term, b as Term),
    meaning: ([a, b], w) => (b === 0n ? mod(w, -1n) : (a as bigint) / (b as bigint)),
  },
  urem: {
    build: (m, [a, b]) => m.urem(a as Term, b as Term),
    meaning: ([a, b]) => (b === 0n ? (a as bigint) : (a as bigint) % (b as bigint)),
  },
  sdiv: {
    build: (m, [a, b]) => m.sdiv(a as Term, b as Term),
    meaning: ([a, b], w) => {
      const x = sgn(w, a as bigint);
      const y = sgn(w, b as bigint);
      if (y === 0n) return x < 0n ? 1n % (1n << BigInt(w)) : mod(w, -1n);
      const q = abs(x) / abs(y);
      return mod(w, x < 0n === y < 0n ? q : -q);
    },
  },
  srem: {
    build: (m, [a, b]) => m.srem(a as Term, b as Term),
    meaning: ([a, b], w) => {
      const x = sgn(w, a as bigint);
      const y = sgn(w, b as bigint);
      if (y === 0n) return a as bigint;
      const r = abs(x) % abs(y);
      return mod(w, x < 0n ? -r : r);
    },
  },
  shl: {
    build: (m, [a, b]) => m.shl(a as Term, b as Term),
    meaning: ([a, b], w) =>
      (b as bigint) >= BigInt(w) ? 0n : mod(w, (a as bigint) * 2n ** (b as bigint)),
  },
  lshr: {
    build: (m, [a, b]) => m.lshr(a as Term, b as Term),
    meaning: ([a, b], w) => ((b as bigint) >= BigInt(w) ? 0n : (a as bigint) / 2n ** (b as bigint)),
  },
  ashr: {
    build: (m, [a, b]) => m.ashr(a as Term, b as Term),
    meaning: ([a, b], w) => {
      const x = sgn(w, a as bigint);
      const n = (b as bigint) >= BigInt(w) ? BigInt(w) : (b as bigint);
      const d = 2n ** n;
      return mod(w, x >= 0n ? x / d : -((-x + d - 1n) / d));
    },
  },
  bvand: {
    build: (m, [a, b]) => m.bvand(a as Term, b as Term),
    meaning: ([a, b]) => (a as bigint) & (b as bigint),
  },
  bvor: {
    build: (m, [a, b]) => m.bvor(a as Term, b as Term),
    meaning: ([a, b]) => (a as bigint) | (b as bigint),
  },
  bvxor: {
    build: (m, [a, b]) => m.bvxor(a as Term, b as Term),
    meaning: ([a, b]) => (a as bigint) ^ (b as bigint),
  },
} satisfies Record<string, OperatorSpec>;

/** Operators on one bit-vector with a result of that width. */
export const UNARY = {
  neg: { build: (m, [a]) => m.neg(a as Term), meaning: ([a], w) => mod(w, -(a as bigint)) },
  bvnot: {
    build: (m, [a]) => m.bvnot(a as Term),
    meaning: ([a], w) => mod(w, -(a as bigint) - 1n),
  },
} satisfies Record<string, OperatorSpec>;

/** Relations of two bit-vectors of one width. */
export const RELATION = {
  eq: { build: (m, [a, b]) => m.eq(a as Term, b as Term), meaning: ([a, b]) => bit(a === b) },
  distinct: {
    build: (m, [a, b]) => m.distinct(a as Term, b as Term),
    meaning: ([a, b]) => bit(a !== b),
  },
  ult: {
    build: (m, [a, b]) => m.ult(a as Term, b as Term),
    meaning: ([a, b]) => bit((a as bigint) < (b as bigint)),
  },
  ule: {
    build: (m, [a, b]) => m.ule(a as Term, b as Term),
    meaning: ([a, b]) => bit((a as bigint) <= (b as bigint)),
  },
  ugt: {
    build: (m, [a, b]) => m.ugt(a as Term, b as Term),
    meaning: ([a, b]) => bit((a as bigint) > (b as bigint)),
  },
  uge: {
    build: (m, [a, b]) => m.uge(a as Term, b as Term),
    meaning: ([a, b]) => bit((a as bigint) >= (b as bigint)),
  },
  slt: {
    build: (m, [a, b]) => m.slt(a as Term, b as Term),
    meaning: ([a, b], _, w) => bit(sgn(w, a as bigint) < sgn(w, b as bigint)),
  },
  sle: {
    build: (m, [a, b]) => m.sle(a as Term, b as Term),
    meaning: ([a, b], _, w) => bit(sgn(w, a as bigint) <= sgn(w, b as bigint)),
  },
  sgt: {
    build: (m, [a, b]) => m.sgt(a as Term, b as Term),
    meaning: ([a, b], _, w) => bit(sgn(w, a as bigint) > sgn(w, b as bigint)),
  },
  sge: {
    build: (m, [a, b]) => m.sge(a as Term, b as Term),
    meaning: ([a, b], _, w) => bit(sgn(w, a as bigint) >= sgn(w, b as bigint)),
  },
} satisfies Record<string, OperatorSpec>;

/** Operators on Bools. */
export const CONNECTIVE = {
  and: { build: (m, args) => m.and(...args), meaning: ([a, b]) => (a as bigint) & (b as bigint) },
  or: { build: (m, args) => m.or(...args), meaning: ([a, b]) => (a as bigint) | (b as bigint) },
  implies: {
    build: (m, [a, b]) => m.implies(a as Term, b as Term),
    meaning: ([a, b]) => bit(a === 0n || b === 1n),
  },
  iff: { build: (m, [a, b]) => m.iff(a as Term, b as Term), meaning: ([a, b]) => bit(a === b) },
  xor: { build: (m, [a, b]) => m.xor(a as Term, b as Term), meaning: ([a, b]) => bit(a !== b) },
} satisfies Record<string, OperatorSpec>;

const SPECIAL = {
  not: { build: (m, [a]) => m.not(a as Term), meaning: ([a]) => 1n - (a as bigint) },
  ite: {
    build: (m, [c, a, b]) => m.ite(c as Term, a as Term, b as Term),
    meaning: ([c, a, b]) => (c === 1n ? a : b) as bigint,
  },
  toBits: { build: (m, [a], w) => m.boolToBits(a as Term, w), meaning: ([a]) => a as bigint },
  concat: { build: (m, [a, b]) => m.concat(a as Term, b as Term), meaning: () => 0n },
  extract: {
    build: (m, [a], _, high, low) => m.extract(a as Term, high, low),
    meaning: ([a], w, _, low) => mod(w, (a as bigint) / 2n ** BigInt(low)),
  },
  zeroExtend: { build: (m, [a], w) => m.zeroExtend(a as Term, w), meaning: ([a]) => a as bigint },
  signExtend: {
    build: (m, [a], w) => m.signExtend(a as Term, w),
    meaning: ([a], w, inWidth) => mod(w, sgn(inWidth, a as bigint)),
  },
} satisfies Record<string, OperatorSpec>;

const OPERATORS: Record<string, OperatorSpec> = {
  ...BINARY,
  ...UNARY,
  ...RELATION,
  ...CONNECTIVE,
  ...SPECIAL,
};

/** Builds the term of an expression. Variables are named `x<width>_<index>`. */
export function buildTerm(m: TermManager, recipe: Recipe): Term {
  switch (recipe.kind) {
    case "constant":
      return m.constant(recipe.width, recipe.value);
    case "variable":
      return m.variable(`x${recipe.width}_${recipe.index}`, recipe.width);
    case "apply": {
      const args = recipe.args.map((arg) => buildTerm(m, arg));
      const spec = OPERATORS[recipe.op] as OperatorSpec;
      return spec.build(m, args, recipe.width, recipe.high, recipe.low);
    }
  }
}

/** The naive meaning, given the value of variable `index` of a width. */
export function meaningOf(recipe: Recipe, value: (width: number, index: number) => bigint): bigint {
  switch (recipe.kind) {
    case "constant":
      return recipe.value;
    case "variable":
      return value(recipe.width, recipe.index);
    case "apply": {
      const args = recipe.args.map((arg) => meaningOf(arg, value));
      if (recipe.op === "concat") {
        return (
          (args[0] as bigint) * 2n ** BigInt((recipe.args[1] as Recipe).width) + (args[1] as bigint)
        );
      }
      const spec = OPERATORS[recipe.op] as OperatorSpec;
      return spec.meaning(args, recipe.width, (recipe.args[0] as Recipe).width, recipe.low);
    }
  }
}

function apply(op: string, width: number, args: readonly Recipe[], high = 0, low = 0): Recipe {
  return { kind: "apply", op, width, args, high, low };
}

/** Constants of a width; powers of two and their neighbours are frequent. */
export function constantOf(width: number): fc.Arbitrary<bigint> {
  const modulus = 1n << BigInt(Math.max(width, 1));
  const near = fc
    .tuple(fc.integer({ min: 0, max: Math.max(width, 1) }), fc.constantFrom(-1n, 0n, 1n))
    .map(([exponent, offset]) => ((1n << BigInt(exponent)) + offset + modulus) % modulus);
  return fc.oneof(near, fc.bigInt({ min: 0n, max: modulus - 1n }));
}

/** Expressions of the width (0 is Bool) with a bounded number of nested operators. */
export function recipeOf(width: number, depth: number): fc.Arbitrary<Recipe> {
  const leaf = fc.oneof(
    {
      weight: 2,
      arbitrary: constantOf(width).map((value): Recipe => ({ kind: "constant", width, value })),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(0, 1).map((index): Recipe => ({ kind: "variable", width, index })),
    },
  );
  if (depth === 0) return leaf;
  const inner = (w: number): fc.Arbitrary<Recipe> => recipeOf(w, depth - 1);
  const choices: fc.Arbitrary<Recipe>[] = [
    leaf,
    fc.tuple(inner(0), inner(width), inner(width)).map((args) => apply("ite", width, args)),
  ];
  if (width === 0) {
    const widths = fc.constantFrom(1, 3, 4, 8);
    choices.push(
      fc
        .tuple(fc.constantFrom(...Object.keys(CONNECTIVE)), inner(0), inner(0))
        .map(([op, a, b]) => apply(op, 0, [a, b])),
      inner(0).map((a) => apply("not", 0, [a])),
      fc
        .tuple(
          fc.constantFrom(...Object.keys(RELATION)),
          widths.chain((w) => fc.tuple(inner(w), inner(w))),
        )
        .map(([op, args]) => apply(op, 0, args)),
    );
  } else {
    choices.push(
      fc
        .tuple(fc.constantFrom(...Object.keys(BINARY)), inner(width), inner(width))
        .map(([op, a, b]) => apply(op, width, [a, b])),
      fc
        .tuple(fc.constantFrom(...Object.keys(UNARY)), inner(width))
        .map(([op, a]) => apply(op, width, [a])),
      inner(0).map((a) => apply("toBits", width, [a])),
      fc.integer({ min: 0, max: 4 }).chain((low) =>
        fc
          .integer({ min: 0, max: 3 })
          .chain((rest) => inner(width + low + rest))
          .map((a) => apply("extract", width, [a], low + width - 1, low)),
      ),
    );
    if (width > 1) {
      const narrower = fc.integer({ min: 1, max: width - 1 });
      choices.push(
        narrower
          .chain((w) => fc.tuple(inner(w), inner(width - w)))
          .map((args) => apply("concat", width, args)),
        fc
          .tuple(fc.constantFrom("zeroExtend", "signExtend"), narrower.chain(inner))
          .map(([op, a]) => apply(op, width, [a])),
      );
    }
  }
  return fc.oneof(...choices);
}
