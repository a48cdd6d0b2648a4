import { expect, test } from "vitest";
import {
  type ArithmeticOperator,
  type Expression,
  type IntegerValueType,
  wrap,
} from "../../../cfa/index.ts";
import type { IntegerOperation } from "../../../semantics/index.ts";
import { residueClass } from "../congruence/residue-class.ts";
import { mayBe, type Range, range, restrict, sparseHull, withinClass } from "../interval/range.ts";
import { IntegerArithmetic } from "./integer-arithmetic.ts";
import type { SymbolRanges } from "./symbol-ranges.ts";
import { UnknownValues } from "./unknown-values.ts";
import { canonical, type Integer, IntegerSymbol, type Value } from "./value.ts";

const int = (bits: number, signed: boolean): IntegerValueType => ({ kind: "int", bits, signed });
const TYPES = [int(6, true), int(6, false)];
const OPERATORS = ["add", "sub", "mul", "div", "rem", "shl", "shr", "and", "or", "xor"] as const;

class Ranges implements SymbolRanges {
  readonly #ranges = new Map<IntegerSymbol, Range>();

  rangeOf(value: Integer | IntegerSymbol): Range {
    return value instanceof IntegerSymbol
      ? (this.#ranges.get(value) as Range)
      : range(value, value);
  }

  addSymbol(symbol: IntegerSymbol, values: Range): void {
    this.#ranges.set(symbol, values);
  }
}

const unknown = new UnknownValues({ add: () => undefined });
unknown.knowsResidues = true;
const arithmetic = new IntegerArithmetic(unknown, "wrap");

function operationOf(operator: ArithmeticOperator, type: IntegerValueType): IntegerOperation {
  const zero: Expression = { kind: "integer", type, value: 0n };
  const expression = { kind: "binary", operator, type, left: zero, right: zero } as const;
  return { operator, type, amount: type, hazards: [], expression };
}

/** Classes of several moduli in several bounds of a type. */
function samples({ bits, signed }: IntegerValueType): Range[] {
  const least = signed ? -(2 ** (bits - 1)) : 0;
  const all: Range[] = [];
  for (const [modulus, value] of [
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 2],
    [12, 8],
  ] as const) {
    for (const [from, to] of [
      [0, 63],
      [28, 50],
      [5, 20],
      [40, 45],
    ] as const) {
      const bounds = range(least + from, least + to);
      const members = withinClass(bounds, residueClass(BigInt(modulus), BigInt(value)));
      if (members !== undefined) all.push(members);
    }
  }
  for (const constant of [0, 1, 3, 4, least + 32, least + 63]) all.push(range(constant, constant));
  return all;
}

function membersOf(values: Range): bigint[] {
  const all: bigint[] = [];
  for (let value = BigInt(values.low); value <= BigInt(values.high); value++) {
    if (mayBe(values, canonical(value))) all.push(value);
  }
  return all;
}

/** Undefined where the C operation is undefined. */
function exact(
  operator: ArithmeticOperator,
  { bits }: IntegerValueType,
  a: bigint,
  b: bigint,
): bigint | undefined {
  switch (operator) {
    case "add":
      return a + b;
    case "sub":
      return a - b;
    case "mul":
      return a * b;
    case "div":
      return b === 0n ? undefined : a / b;
    case "rem":
      return b === 0n ? undefined : a % b;
    case "shl":
      return b < 0n || b >= bits ? undefined : a << b;
    case "shr":
      return b < 0n || b >= bits ? undefined : a >> b;
    case "and":
      return a & b;
    case "or":
      return a | b;
    case "xor":
      return a ^ b;
  }
}

const cases = TYPES.flatMap((type) => OPERATORS.map((operator) => ({ operator, type })));

test.each(cases)("results modulo a number have all results: $operator, $type", (each) => {
  const { operator, type } = each;
  const operation = arithmetic.operation(operationOf(operator, type));
  let known = 0;
  for (const x of samples(type)) {
    for (const y of samples(type)) {
      const state = new Ranges();
      const made = operation(state, unknown.within(state, x), unknown.within(state, y));
      const result = state.rangeOf(made as Integer | IntegerSymbol);
      if (result.residue !== undefined) known++;
      for (const a of membersOf(x)) {
        for (const b of membersOf(y)) {
          const value = exact(operator, type, a, b);
          if (value === undefined) continue;
          const isIn = mayBe(result, canonical(wrap(type, value)));
          if (!isIn) expect.fail(`${a} ${operator} ${b} is not in ${show(result)}`);
        }
      }
    }
  }
  expect(known).toBeGreaterThan(0);
});

test("conversions modulo a number have all results", () => {
  for (const from of TYPES) {
    for (const to of [...TYPES, int(4, true), int(4, false), int(9, true)]) {
      for (const x of samples(from)) {
        const state = new Ranges();
        const made = arithmetic.convert(state, unknown.within(state, x), to);
        const result = state.rangeOf(made as Integer | IntegerSymbol);
        for (const a of membersOf(x)) expect(mayBe(result, canonical(wrap(to, a)))).toBe(true);
      }
    }
  }
});

test("joins and restrictions modulo a number have all values", () => {
  const all = samples(int(6, true));
  for (const x of all) {
    for (const y of all) {
      const joined = sparseHull(x, y);
      for (const a of [...membersOf(x), ...membersOf(y)]) {
        expect(mayBe(joined, canonical(a))).toBe(true);
      }
      expect(mayBe(joined, joined.low) && mayBe(joined, joined.high)).toBe(true);
    }
    for (const operator of ["eq", "ne", "lt", "le", "gt", "ge"] as const) {
      for (const bound of [-7, 0, 6]) {
        const left = restrict(x, operator, bound);
        for (const a of membersOf(x)) {
          if (holds(operator, Number(a), bound)) {
            expect(left !== undefined && mayBe(left, canonical(a))).toBe(true);
          }
        }
      }
    }
  }
});

test.each([
  ["multiples of 6 that wrap around are even only", 6, 200, 2],
  ["multiples of 6 that do not stay multiples of 6", 6, 20, 6],
])("%s", (_, modulus, high, after) => {
  const byte = int(8, false);
  const state = new Ranges();
  const values = withinClass(range(0, high), residueClass(BigInt(modulus), 0n)) as Range;
  const sum = arithmetic.operation(operationOf("add", byte));
  const value: Value = sum(state, unknown.within(state, values), unknown.within(state, values));
  expect(state.rangeOf(value as IntegerSymbol).residue?.modulus).toBe(BigInt(after));
});

function holds(operator: string, a: number, b: number): boolean {
  switch (operator) {
    case "eq":
      return a === b;
    case "ne":
      return a !== b;
    case "lt":
      return a < b;
    case "le":
      return a <= b;
    case "gt":
      return a > b;
    default:
      return a >= b;
  }
}

function show({ low, high, residue }: Range): string {
  return `[${low}, ${high}], ${residue?.value} modulo ${residue?.modulus}`;
}
