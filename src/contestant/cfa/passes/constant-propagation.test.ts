import { expect, test } from "vitest";
import { buildProgram } from "../../../../test/support/run-c.ts";
import { edgeTexts, executor, samplePrograms } from "../../../../test/support/same-executions.ts";
import { formatFunction } from "../model/format.ts";
import { propagateConstants } from "./constant-propagation.ts";
import { removeUnreachable } from "./unreachable.ts";

const transform = (text: string): string =>
  formatFunction(propagateConstants(buildProgram(text, "LP64")).main);

test("constants replace variables, branches they exclude disappear", () => {
  const text = transform(`int limit = 10;
    int main(void) { int x = 3; int y = x * 2; if (y > limit) y = 100; return x + y; }`);
  expect(text).toContain("y = 6");
  expect(text).toContain("return 9");
  expect(text).not.toContain("100");
});

test("a constant after branches that agree (conditional constants)", () => {
  const text = transform(`extern int __VERIFIER_nondet_int(void);
    int main(void) { int i = 1; for (int n = __VERIFIER_nondet_int(); n > 0; n--) {
      if (i != 1) i = 2; } return i; }`);
  expect(text).toContain("return 1");
  expect(text).not.toContain("i = 2");
});

test.each([
  ["a variable whose address is taken", "int x = 1; int *p = &x; *p = 2; return x;"],
  ["a volatile variable", "volatile int x = 1; return x;"],
  ["a variable without a value", "int x; return x;"],
  ["a variable that differs between branches", "int x = 1; if (g()) x = 2; return x;"],
])("no constant is known for %s", (_, body) => {
  expect(transform(`int g(void); int main(void) { ${body} }`)).toContain("return x");
});

test("what is undefined stays", () => {
  expect(transform("int main(void) { int x = 2147483647; return x + 1; }")).toContain(
    "return 2147483647 + 1",
  );
  expect(transform("int main(void) { int x = 0; return 1 / x; }")).toContain("return 1 / 0");
});

test("conversions to floating types keep their rounding", () => {
  const text = transform("int main(void) { int x = 16777217; float f = x; return f > 0; }");
  expect(text).toContain("f = (float)16777217");
});

test("unreachable branches and functions are removed", () => {
  const program = buildProgram(
    `int never(void) { return 3; } int sometimes(int x) { return x; }
     int main(void) { if (0) return never(); return sometimes(1); }`,
    "LP64",
  );
  const reduced = removeUnreachable(program);
  expect([...reduced.functions.keys()]).toEqual(["main", "sometimes"]);
  expect(edgeTexts(reduced).join("\n")).not.toContain("never");
});

test("executions stay the same", { timeout: 120_000 }, () => {
  const endings = new Set<string>();
  for (const { name, program } of samplePrograms(6)) {
    const before = edgeTexts(program);
    const transformed = [propagateConstants(program), removeUnreachable(program)];
    transformed.push(removeUnreachable(transformed[0] as typeof program));
    expect(edgeTexts(program), `${name} is changed`).toEqual(before);
    const run = executor(program);
    const others = transformed.map((other) => executor(other));
    for (let seed = 0; seed < 10; seed++) {
      const ending = run(seed);
      if (ending === undefined) continue;
      endings.add(ending.split(" ")[0] as string);
      for (const other of others) expect(other(seed), `${name}, seed ${seed}`).toBe(ending);
    }
  }
  // The inputs lead to different ends.
  for (const kind of ["exit", "error-reached", "blocked", "signed-overflow"]) {
    expect(endings).toContain(kind);
  }
});
