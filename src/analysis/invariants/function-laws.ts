/**
 * Laws of what a function returned whenever it was tried out: polynomial equations by exact linear
 * algebra (Sharma et al., "A data driven approach for algebraic loop invariants", ESOP 2013) and
 * distances from parameters, for all calls and for those that a condition of the function selects.
 */
import {
  addressOf,
  binary,
  type CfaProgram,
  cast,
  compare,
  conditional,
  type Expression,
  expressionsOf,
  type FunctionCfa,
  forEachSubexpression,
  INT,
  type IntegerValueType,
  integer,
  type MemoryObject,
  pointerType,
} from "../../cfa/index.ts";

import { linearFit } from "../../util/linear-fit.ts";
import type { ContractHint } from "./contract-hints.ts";
import { guardsOf } from "./function-guards.ts";
import type { Observation } from "./tabulation.ts";

/** A function of the parameters. */
interface Quantity {
  readonly of: (values: readonly bigint[]) => bigint;
  readonly expression: Expression;
}

/** More observations than coefficients, by so many, make a law. */
const SURPLUS = 3;
const GREATEST_COEFFICIENT = 1_000n;
/** Greater distances from a parameter say nothing. */
const GREATEST_DISTANCE = 64n;
const MAX_MODULI = 3;

/** @param returned - stands for the result in conditions */
export function functionLaws(
  program: CfaProgram,
  fn: FunctionCfa,
  returned: MemoryObject,
  observations: readonly Observation[],
): ContractHint[] {
  const { scalar: type } = returned;
  if (type?.kind !== "int") return [];
  const pointer = pointerType(program.machine.pointerBits / 8);
  const load = (object: MemoryObject): Expression => ({
    kind: "load",
    type: object.scalar as IntegerValueType,
    address: addressOf(object, pointer),
  });
  const quantities = new Quantities(type, fn.parameters.map(load));
  const bases = quantities.bases(moduliOf(program));
  const result = load(returned);
  const hints: ContractHint[] = [];
  for (const guard of guardsOf(fn, pointer)) {
    const selected = observations.filter(({ values }) => guard.holds(values));
    const law = equation(bases, selected);
    const claims =
      law === undefined
        ? guard.isExact
          ? []
          : distances(quantities, selected, result)
        : [compare("eq", scaled(type, law.factor, result), law.sum)];
    for (const claim of claims) {
      const condition = conditional(guard.condition, claim, integer(INT, 1n));
      hints.push({ kind: "ensures", condition, result: returned });
    }
  }
  return hints;
}

/** The first basis in which all results are a combination. */
function equation(
  bases: readonly (readonly Quantity[])[],
  observations: readonly Observation[],
): { readonly factor: bigint; readonly sum: Expression } | undefined {
  for (const basis of bases) {
    if (observations.length < basis.length + SURPLUS) return undefined;
    const fit = linearFit(
      observations.map(({ values }) => basis.map((quantity) => quantity.of(values))),
      observations.map(({ result }) => result),
    );
    if (fit === undefined) continue;
    const factor = fit.reduce(
      (product, { denominator }) => leastMultiple(product, denominator),
      1n,
    );
    const factors = fit.map(({ numerator, denominator }) => (numerator * factor) / denominator);
    if ([factor, ...factors].some((each) => magnitude(each) > GREATEST_COEFFICIENT)) continue;
    const type = basis[0]?.expression.type as IntegerValueType;
    let sum: Expression = integer(type, 0n);
    for (const [index, { expression }] of basis.entries()) {
      const own = factors[index] as bigint;
      if (own !== 0n) sum = binary("add", type, sum, scaled(type, own, expression));
    }
    return { factor, sum };
  }
  return undefined;
}

/** How far results are at most from each parameter and from 0, where this was seen twice. */
function distances(
  quantities: Quantities,
  observations: readonly Observation[],
  result: Expression,
): Expression[] {
  const type = quantities.type;
  if (observations.length < SURPLUS) return [];
  return [quantities.one, ...quantities.parameters].flatMap((quantity, index) => {
    const base = index === 0 ? () => 0n : quantity.of;
    const differences = observations
      .map(({ values, result: r }) => r - base(values))
      .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const bounds = [
      ["ge", differences[0] as bigint],
      ["le", differences.at(-1) as bigint],
    ] as const;
    return bounds.flatMap(([operator, distance]) => {
      const reached = differences.filter((difference) => difference === distance).length;
      if (reached < 2 || magnitude(distance) > GREATEST_DISTANCE) return [];
      const constant = integer(type, distance);
      const limit = index === 0 ? constant : binary("add", type, quantity.expression, constant);
      return [compare(operator, result, limit)];
    });
  });
}

/** What equations are made of, in the type of the result. */
class Quantities {
  readonly type: IntegerValueType;
  readonly one: Quantity;
  readonly parameters: readonly Quantity[];

  constructor(type: IntegerValueType, parameters: readonly Expression[]) {
    this.type = type;
    this.one = { of: () => 1n, expression: integer(type, 1n) };
    this.parameters = parameters.map((parameter, index) => ({
      of: (values) => values[index] as bigint,
      expression: cast(type, parameter),
    }));
  }

  /** Smaller ones first. */
  bases(moduli: readonly bigint[]): Quantity[][] {
    const linear = [this.one, ...this.parameters];
    const products = this.parameters.flatMap((a, i) =>
      this.parameters.slice(i).map(
        (b): Quantity => ({
          of: (values) => a.of(values) * b.of(values),
          expression: binary("mul", this.type, a.expression, b.expression),
        }),
      ),
    );
    const periodic = moduli.map((modulus) => [
      this.one,
      ...this.parameters.map(
        (a): Quantity => ({
          of: (values) => a.of(values) % modulus,
          expression: binary("rem", this.type, a.expression, integer(this.type, modulus)),
        }),
      ),
    ]);
    return [[this.one], linear, ...periodic, [...linear, ...products]];
  }
}

/** By what the program divides to get remainders. */
function moduliOf(program: CfaProgram): readonly bigint[] {
  const found = new Set<bigint>();
  const visit = (part: Expression): void => {
    if (part.kind !== "binary" || part.operator !== "rem") return;
    if (part.right.kind === "integer" && part.right.value > 1n) found.add(part.right.value);
  };
  for (const { nodes, isLibrary } of program.functions.values()) {
    if (isLibrary) continue;
    for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
      for (const expression of expressionsOf(edge)) forEachSubexpression(expression, visit);
    }
  }
  return [...found].slice(0, MAX_MODULI);
}

function scaled(type: IntegerValueType, factor: bigint, of: Expression): Expression {
  if (factor === 1n) return of;
  return of.kind === "integer"
    ? integer(type, factor * of.value)
    : binary("mul", type, of, integer(type, factor));
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function leastMultiple(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return (a / x) * b;
}
