/** Conditions on state variables as expressions and in C have the meaning of the terms. */

import { describe, expect, test } from "vitest";
import { askConfiguration } from "../../../../test/support/ask-configuration.ts";
import { randomIntegers } from "../../../ground/util/pseudo-random.ts";
import { layoutOf } from "../../analysis-core/object-layout.ts";
import { pointerType } from "../../cfa/model/value-types.ts";
import { loadProgram } from "../../program/load-program.ts";
import { evaluate } from "../../smt/evaluate.ts";
import { type Term, TermManager } from "../../smt/term.ts";
import { EdgeExecution } from "../../symbolic/evaluation/edge-execution.ts";
import { clauseExpression } from "./term-expression.ts";
import type { StateVariable } from "./transition-system.ts";

const DECLARATIONS =
  "unsigned a, b; int c, d; unsigned char e; signed char f; long long g; unsigned short h;";
/** Cells at offsets, which C cannot name. */
const PARTS = "struct { int value; char *next; long long far; } all[2];";
const SEED = 20_261;
const COUNT = 150;

class RandomTerms {
  readonly #manager: TermManager;
  readonly #variables: readonly Term[];
  readonly #random: (below: number) => number;

  constructor(manager: TermManager, variables: readonly Term[], random: (below: number) => number) {
    this.#manager = manager;
    this.#variables = variables;
    this.#random = random;
  }

  condition(depth: number): Term {
    const manager = this.#manager;
    const width = [8, 16, 32, 64][this.#random(4)] as number;
    const [x, y] = [this.#value(width, depth), this.#value(width, depth)];
    switch (this.#random(6)) {
      case 0:
        return manager.eq(x, y);
      case 1:
        return manager.ult(x, y);
      case 2:
        return manager.slt(x, y);
      case 3:
        return manager.not(depth > 0 ? this.condition(depth - 1) : manager.eq(x, y));
      case 4:
        return depth > 0
          ? manager.and(this.condition(depth - 1), this.condition(depth - 1))
          : manager.sle(x, y);
      default: {
        const low = this.#random(width - 4);
        const bits = manager.extract(x, low + this.#random(4), low);
        return manager.eq(bits, manager.constant(bits.width, this.#random(8)));
      }
    }
  }

  #value(width: number, depth: number): Term {
    const manager = this.#manager;
    if (depth === 0) {
      const fitting = this.#variables.filter((variable) => variable.width === width);
      const chosen = fitting[this.#random(fitting.length + 1)];
      return chosen ?? manager.constant(width, BigInt(this.#random(2 ** 31)) - 2n ** 30n);
    }
    const inner = (): Term => this.#value(width, depth - 1);
    switch (this.#random(12)) {
      case 0:
        return manager.add(inner(), inner());
      case 1:
        return manager.sub(inner(), inner());
      case 2:
        return manager.mul(inner(), inner());
      case 3:
        return manager.neg(inner());
      case 4:
        return manager.bvand(inner(), inner());
      case 5:
        return manager.bvxor(inner(), inner());
      case 6:
        return manager.bvnot(inner());
      case 7:
        return manager.urem(inner(), manager.constant(width, 1 + this.#random(20)));
      case 8:
        return manager.ite(this.condition(depth - 1), inner(), inner());
      case 9:
        return width > 8
          ? manager.signExtend(this.#value(width / 2, depth - 1), width)
          : manager.extract(this.#value(32, depth - 1), 15, 8);
      case 10: {
        const low = 1 + this.#random(3);
        const upper = manager.extract(inner(), width - 1 - low, 0);
        return manager.concat(upper, manager.constant(low, this.#random(2)));
      }
      default:
        return width > 8 ? manager.zeroExtend(this.#value(width / 2, depth - 1), width) : inner();
    }
  }
}

describe.each(["ILP32", "LP64"] as const)(`random conditions, %s (seed ${SEED})`, (dataModel) => {
  const manager = new TermManager();
  // Variables that are not mentioned are not part of the program.
  const main = "int main(void) { a = b = c = d = e = f = g = h = all[1].value = 1; return 0; }";
  const { program } = loadProgram("p.c", `${DECLARATIONS} ${PARTS} ${main}`, dataModel);
  const edges = new EdgeExecution(program, manager, {
    errorFunctions: new Set(),
    overflow: "stop",
    classify: () => "ignored",
  });
  const state = edges.initialState();
  const stackFrame = edges.newFrame(program.main, undefined, state);
  const { pointerBits } = program.machine;
  const variables = program.globals.flatMap((object): StateVariable[] =>
    layoutOf(object, pointerBits).cells.flatMap(({ offset, size, type }) => {
      if (type.kind !== "int") return [];
      const term = manager.freshVariable(`${object.name}+${offset}`, size * 8);
      edges.access.writeAt(state, stackFrame.regionOf(object), offset, size, term);
      return [{ term, object, offset, isSigned: type.signed, isNamed: true, depth: undefined }];
    }),
  );
  const named = variables.filter(({ object }) => object.scalar !== undefined);
  const random = randomIntegers(SEED);
  const terms = variables.map(({ term }) => term);
  const maker = new RandomTerms(manager, terms, random);
  const conditions = Array.from({ length: COUNT }, () => maker.condition(2));
  const said = conditions.map((condition) =>
    clauseExpression([condition], variables, pointerType(pointerBits / 8)),
  );
  const assignments = Array.from(
    { length: 12 },
    () => new Map(terms.map((term) => [term, BigInt(random(2 ** 32)) << BigInt(random(16))])),
  );

  test("most terms have an expression", () => {
    expect([variables.length, named.length]).toEqual([12, 8]);
    expect(conditions.filter(({ op }) => op !== "constant").length).toBeGreaterThan(COUNT / 2);
    expect(said.filter((one) => one !== undefined).length).toBeGreaterThan(COUNT * 0.8);
    expect(said.filter((one) => one?.inC !== undefined).length).toBeGreaterThan(COUNT * 0.3);
  });

  test("as expressions, without anything undefined", () => {
    for (const [index, condition] of conditions.entries()) {
      const expression = said[index]?.condition;
      if (expression === undefined) continue;
      const evaluated = edges.evaluator.condition(expression, state, stackFrame);
      for (const values of assignments) {
        const valueIn = (variable: Term): bigint => values.get(variable) ?? 0n;
        expect(evaluate(evaluated, valueIn), said[index]?.inC?.text).toBe(
          evaluate(condition, valueIn),
        );
      }
    }
    expect([...edges.record.obligations]).toEqual([]);
  });

  test("in C", () => {
    for (const values of assignments.slice(0, 4)) {
      const valueIn = (variable: Term): bigint => values.get(variable) ?? 0n;
      const stores = named.map(({ object, term }) => {
        const value = BigInt.asUintN(term.width, valueIn(term));
        return `${object.name} = ${value}ULL;`;
      });
      const checks = conditions.flatMap((condition, index) => {
        const text = said[index]?.inC?.text;
        return text === undefined ? [] : `check((${text}) == ${evaluate(condition, valueIn)});`;
      });
      const body = `${DECLARATIONS} int main(void) { ${stores.join(" ")} ${checks.join("\n")} return 0; }`;
      expect(askConfiguration("bmc", body, { seconds: 10, dataModel })).toMatchObject({
        verdict: "true",
      });
      expect(
        askConfiguration("bmc", body, { seconds: 10, dataModel, property: "no-overflow" }),
      ).toMatchObject({ verdict: "true" });
    }
  });
});
