import { expect, test } from "vitest";
import { loadProgram, TERMINATION } from "../../../../test/regression/verdicts.ts";
import { specificationOf } from "../../specification/index.ts";
import { type ValueCycle, ValueCycleSearch } from "./value-cycles.ts";

const TIME = (): number => 60;

/**
 * The input values on the path to a state and around the cycle, for all cycles in the order in which they are
 * tried.
 */
function cyclesOf(body: string): readonly (readonly [stem: bigint[], cycle: bigint[]])[] {
  const text = `extern int __VERIFIER_nondet_int(void);\nint main(void) { ${body} return 0; }`;
  const { program } = loadProgram("a.c", text, "LP64");
  const found: [bigint[], bigint[]][] = [];
  const valuesOf = (choices: ValueCycle["stem"]): bigint[] =>
    choices.map(({ value }) => BigInt.asIntN(32, value));
  const search = new ValueCycleSearch(program, specificationOf(TERMINATION));
  const accept = ({ stem, cycle }: ValueCycle): boolean => {
    found.push([valuesOf(stem), valuesOf(cycle)]);
    return false;
  };
  expect(search.run(accept, TIME)).toBe(false);
  return found;
}

test("the inputs that lead into a cycle and around it", () => {
  const [first] = cyclesOf(`int s = 1; while (s < 20) { int c = __VERIFIER_nondet_int();
    if (c == s * s + 3) s++; else break; if (s == 6) s = 4; }`);
  expect(first).toEqual([
    [4n, 7n, 12n],
    [19n, 28n],
  ]);
});

test("an input that is tested in the next turn", () => {
  const [first] = cyclesOf(`int s = 0, c = __VERIFIER_nondet_int();
    while (c == 40 + s) { s = s == 2 ? 1 : s + 1; c = __VERIFIER_nondet_int(); }`);
  expect(first).toEqual([
    [40n, 41n],
    [42n, 41n],
  ]);
});

test("nothing goes round where all executions end", () => {
  expect(
    cyclesOf("int s = 1; while (s < 9) { if (__VERIFIER_nondet_int() == s) s++; else break; }"),
  ).toEqual([]);
});

test("continues where the time limit has interrupted it", () => {
  const { program } = loadProgram(
    "a.c",
    "extern int __VERIFIER_nondet_int(void);\nint main(void) { int s = 0; while (__VERIFIER_nondet_int() == 7) s = (s + 1) % 50; return 0; }",
    "LP64",
  );
  const search = new ValueCycleSearch(program, specificationOf(TERMINATION));
  let questions = 0;
  const accept = (): boolean => true;
  expect(search.run(accept, () => (++questions < 20 ? 1 : 0))).toBe(false);
  expect(search.run(accept, TIME)).toBe(true);
});
