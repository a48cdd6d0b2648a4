/**
 * Laws of the results of sampled calls of a function: polynomial equations by exact linear algebra (Sharma et al.,
 * "A data driven approach for algebraic loop invariants", ESOP 2013), powers of two, distances from parameters and
 * divisibility of these, for all calls and for those that a condition of the function selects.
 */

import { lcm } from "../../../../ground/util/gcd.ts";
import { linearFit } from "../../../../ground/util/linear-fit.ts";
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
  formatExpression,
  INT,
  type IntegerValueType,
  integer,
  type MemoryObject,
  pointerType,
} from "../../../cfa/index.ts";
import { argumentRanges } from "./argument-ranges.ts";
import type { ContractHint } from "./contract-hints.ts";
import { divisionGuards, type Guard, guardsOf, positiveGuard } from "./function-guards.ts";
import type { Observation } from "./tabulation.ts";

/** A function of the parameters. */
interface Quantity {
  readonly of: (values: readonly bigint[]) => bigint;
  readonly expression: Expression;
}

/** Number of observations by which a law must exceed its coefficients. */
const SURPLUS = 3;
const MAX_COEFFICIENT = 1_000n;
/** Greater distances from a parameter are not meaningful. */
const MAX_DISTANCE = 64n;
const MAX_MODULI = 3;
/**
 * With this many values of a parameter that have separate laws, the ranges of arguments may differ by value, too.
 */
const MIN_CASES = 2;

/** `exact`: equations, divisions, and bounds by numbers. */
export type LawKind = "exact" | "all";

/** The quantity that laws describe: a result, or a change. */
export interface Subject {
  readonly type: IntegerValueType;
  readonly value: Expression;
  readonly hint: (condition: Expression) => ContractHint;
  /** Conditions that must hold before a call, where the value is this sum. */
  readonly required?: (sum: Expression) => readonly Expression[];
}

/** @param returned - denotes the result in conditions */
export function resultOf({ machine }: CfaProgram, returned: MemoryObject): Subject {
  const type = returned.scalar as IntegerValueType;
  const address = addressOf(returned, pointerType(machine.pointerBits / 8));
  return {
    type,
    value: { kind: "load", type, address },
    hint: (condition) => ({ kind: "ensures", condition, result: returned }),
  };
}

export function functionLaws(
  program: CfaProgram,
  fn: FunctionCfa,
  { type, value: result, hint, required }: Subject,
  observations: readonly Observation[],
  kind: LawKind,
): ContractHint[] {
  const pointer = pointerType(program.machine.pointerBits / 8);
  const load = (object: MemoryObject): Expression => ({
    kind: "load",
    type: object.scalar as IntegerValueType,
    address: addressOf(object, pointer),
  });
  const quantities = new Quantities(type, fn.parameters.map(load));
  const bases = quantities.bases(moduliOf(program));
  const laws: Law[] = [];
  /** Values of a parameter for which results follow separate laws. */
  const cases: Guard[] = [];
  const requirements: ContractHint[] = [];
  const add = (guard: Guard, selected: readonly Observation[], claims: Expression[]): void => {
    for (const claim of claims) laws.push({ guard, claim, observed: selected.length });
  };
  const selectedBy = (guard: Guard): Observation[] =>
    observations.filter(({ values }) => guard.holds(values));
  for (const guard of guardsOf(fn, pointer)) {
    const selected = selectedBy(guard);
    const law = equation(bases, selected);
    if (law !== undefined) {
      add(guard, selected, [compare("eq", scaled(type, law.factor, result), law.sum)]);
      if (guard.fixed !== undefined && !law.isConstant) cases.push(guard);
      for (const condition of required?.(law.sum) ?? []) {
        requirements.push({ kind: "requires", condition: under(guard, condition) });
      }
    } else if (guard.fixed === undefined) {
      add(guard, selected, distances(quantities, selected, result, kind));
    }
  }
  const positive = positiveGuard(fn, pointer);
  const ofPositive = selectedBy(positive);
  add(positive, ofPositive, divisions(quantities, ofPositive, result));
  for (const guard of divisionGuards(fn, pointer)) {
    const selected = selectedBy(guard);
    const law = equation(bases.slice(0, 1), selected);
    if (law !== undefined) add(guard, selected, [compare("eq", result, law.sum)]);
  }
  const hints = new Map<string, ContractHint>();
  for (const { guard, claim } of kind === "exact" ? weakest(laws) : laws) {
    const condition = under(guard, claim);
    hints.set(formatExpression(condition), hint(condition));
  }
  if (hints.size === 0) return [];
  const ranges = argumentRanges(program, fn, cases.length < MIN_CASES ? [] : cases);
  return [...hints.values(), ...requirements, ...ranges];
}

function under(guard: Guard, claim: Expression): Expression {
  return conditional(guard.condition, claim, integer(INT, 1n));
}

/** A statement that holds under a condition. */
interface Law {
  readonly guard: Guard;
  readonly claim: Expression;
  /** Number of calls. */
  readonly observed: number;
}

/** Among laws with the same statement, those observed for most calls. */
function weakest(laws: readonly Law[]): Law[] {
  const most = new Map<string, number>();
  for (const { claim, observed } of laws) {
    const text = formatExpression(claim);
    most.set(text, Math.max(observed, most.get(text) ?? 0));
  }
  return laws.filter(({ claim, observed }) => observed === most.get(formatExpression(claim)));
}

/** A multiple of the observed value is a sum over the parameters. */
interface Equation {
  readonly factor: bigint;
  readonly sum: Expression;
  readonly isConstant: boolean;
}

/** An equation over the first basis of which all results are a combination. */
function equation(
  bases: readonly (readonly Quantity[])[],
  observations: readonly Observation[],
): Equation | undefined {
  for (const basis of bases) {
    if (observations.length < basis.length + SURPLUS) continue;
    const fit = linearFit(
      observations.map(({ values }) => basis.map((quantity) => quantity.of(values))),
      observations.map(({ result }) => result),
    );
    if (fit === undefined) continue;
    const factor = fit.reduce((product, { denominator }) => lcm(product, denominator), 1n);
    const factors = fit.map(({ numerator, denominator }) => (numerator * factor) / denominator);
    if ([factor, ...factors].some((each) => magnitude(each) > MAX_COEFFICIENT)) continue;
    const type = basis[0]?.expression.type as IntegerValueType;
    let sum: Expression = integer(type, 0n);
    for (const [index, { expression }] of basis.entries()) {
      const own = factors[index] as bigint;
      if (own !== 0n) sum = binary("add", type, sum, scaled(type, own, expression));
    }
    return { factor, sum, isConstant: basis.length === 1 };
  }
  return undefined;
}

/** The greatest distances of results from each parameter and from 0, where they were observed twice. */
function distances(
  quantities: Quantities,
  observations: readonly Observation[],
  result: Expression,
  kind: LawKind,
): Expression[] {
  const type = quantities.type;
  if (observations.length < SURPLUS) return [];
  const bases = [quantities.one, ...(kind === "all" ? quantities.parameters : [])];
  return bases.flatMap((quantity, index) => {
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
      if (reached < 2 || magnitude(distance) > MAX_DISTANCE) return [];
      const constant = integer(type, distance);
      const limit = index === 0 ? constant : binary("add", type, quantity.expression, constant);
      return [compare(operator, result, limit)];
    });
  });
}

/** Laws that results divide parameters, where results other than units were observed. */
function divisions(
  { type, parameters }: Quantities,
  observations: readonly Observation[],
  result: Expression,
): Expression[] {
  const zero = integer(type, 0n);
  return parameters.flatMap(({ of, expression }) => {
    const isDivided = observations.every(
      ({ values, result: r }) => r !== 0n && of(values) % r === 0n,
    );
    const proper = observations.filter(
      ({ values, result: r }) => magnitude(r) > 1n && magnitude(r) < magnitude(of(values)),
    );
    return isDivided && proper.length >= SURPLUS
      ? [compare("eq", binary("rem", type, expression, result), zero)]
      : [];
  });
}

/** The ingredients of equations, in the type of the result. */
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
    const powers = this.parameters.map((a) => [this.one, this.#powerOfTwo(a)]);
    return [[this.one], linear, ...periodic, ...powers, [...linear, ...products]];
  }

  /** Modulo the width, as for shifted bits: 0 for large and for negative exponents. */
  #powerOfTwo({ of, expression }: Quantity): Quantity {
    const { type } = this;
    const bits = BigInt(type.bits);
    return {
      of: (values) => {
        const exponent = of(values);
        return exponent >= 0n && exponent < bits ? 1n << exponent : 0n;
      },
      expression: binary("shl", type, integer(type, 1n), expression),
    };
  }
}

/** The divisors by which the program computes remainders. */
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
