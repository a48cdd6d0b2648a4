import { describe, expect, it } from "vitest";
import { ReferenceSat } from "../../../../../test/support/reference-sat.ts";
import { buildCfa } from "../../../cfa/index.ts";
import { LP64, parseC } from "../../../cfront/index.ts";
import { SmtSolver, type Term, TermManager } from "../../../smt/index.ts";
import { exhaustiveTable } from "./exhaustive-table.ts";
import { Tabulation } from "./tabulation.ts";

/** The table of `f` for 8-bit arguments on a path, and a solver that decides properties there. */
function tabulate(text: string, parameters: number, path: (m: TermManager, args: Term[]) => Term) {
  const program = buildCfa(
    parseC("f.c", `${text}\nint main(void) { return f(${Array(parameters).fill(0)}); }`, LP64),
    LP64,
  );
  const fn = program.functions.get("f");
  if (fn === undefined) throw new Error("no f");
  const manager = new TermManager();
  const solver = new SmtSolver(manager, new ReferenceSat());
  const isUnsatisfiable = (...conditions: Term[]) => solver.check(conditions) === "unsat";
  const args = Array.from({ length: parameters }, (_, i) => manager.variable(`x${i}`, 8));
  const table = exhaustiveTable(
    {
      manager,
      tabulation: new Tabulation(program, new Set(["error"])),
      proveAll: (on, goals) => goals.map((goal) => isUnsatisfiable(on, manager.not(goal))),
      counterexample: (on, goal, terms) =>
        isUnsatisfiable(on, manager.not(goal)) ? "none" : terms.map((term) => solver.value(term)),
    },
    fn,
    path(manager, args),
    args,
  );
  /** The result for some arguments. */
  const at = (...values: number[]): number | undefined => {
    if (table === undefined) return undefined;
    const equal = values.map((value, index) =>
      manager.eq(args[index] as Term, manager.constant(8, BigInt.asUintN(8, BigInt(value)))),
    );
    solver.check(equal);
    return Number(BigInt.asIntN(table.width, solver.value(table)));
  };
  return { table, at };
}

const between =
  (low: number, high: number) =>
  (m: TermManager, args: Term[]): Term => {
    const number = (value: number): Term => m.constant(8, BigInt.asUintN(8, BigInt(value)));
    return m.and(...args.flatMap((x) => [m.sle(number(low), x), m.sle(x, number(high))]));
  };

describe("tables of all arguments", () => {
  it("hold what the function returns", () => {
    const { at } = tabulate(
      "int f(signed char n) { return n <= 0 ? 10 * n : n + f(n - 1); }",
      1,
      between(-3, 9),
    );
    for (let n = -3; n <= 9; n++) expect(at(n)).toBe(n <= 0 ? 10 * n : (n * (n + 1)) / 2);
  });

  it("lack arguments that are not passed", () => {
    const binomial =
      "int f(signed char n, signed char k) { return k == 0 || k == n ? 1 : f(n - 1, k - 1) + f(n - 1, k); }";
    const inTriangle = (m: TermManager, args: Term[]): Term =>
      m.and(between(0, 8)(m, args), m.sle(args[1] as Term, args[0] as Term));
    const { at } = tabulate(binomial, 2, inTriangle);
    expect([0, 1, 2, 3, 4].map((k) => at(4, k))).toEqual([1, 4, 6, 4, 1]);
    expect(at(8, 3)).toBe(56);
    // Below zero, the recursion on k never ends.
    expect(tabulate(binomial, 2, between(0, 8)).table).toBeUndefined();
  });

  it.each([
    ["a global", "int g; int f(signed char n) { return n <= 0 ? g : f(n - 1); }"],
    ["a change", "int g; int f(signed char n) { g = n; return n <= 0 ? 1 : f(n - 1); }"],
    [
      "a forbidden operation",
      "void error(void) {} int f(signed char n) { if (n == 2) error(); return n <= 0 ? 1 : f(n - 1); }",
    ],
    ["overflow", "int f(signed char n) { return n <= 0 ? 1 : 1000 * f(n - 1); }"],
    ["a wrong shift", "int f(signed char n) { return n <= 0 ? 1 << (n - 1) : f(n - 1); }"],
    [
      "a program that never ends",
      "int f(signed char n) { while (n == 3) {} return n <= 0 ? 1 : f(n - 1); }",
    ],
  ])("do not exist with %s", (_, text) => {
    expect(tabulate(text, 1, between(0, 5)).table).toBeUndefined();
  });

  it("know of functions without a result", () => {
    const { at } = tabulate(
      "void error(void) {} void check(int c) { if (!c) error(); } int f(signed char n) { check(n < 6); return n <= 0 ? 1 : 2 * f(n - 1); }",
      1,
      between(0, 5),
    );
    expect(at(5)).toBe(32);
  });

  it("are not made of too many arguments", () => {
    const text = "int f(signed char n, signed char m) { return n <= 0 ? m : f(n - 1, m); }";
    expect(tabulate(text, 2, between(-100, 100)).table).toBeUndefined();
  });
});
