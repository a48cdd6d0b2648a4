import { describe, expect, it } from "vitest";
import { buildCfa, formatExpression } from "../../../cfa/index.ts";
import { LP64, parseC } from "../../../cfront/index.ts";
import { ObservedContracts } from "./observed-contracts.ts";

function contractsOf(text: string): Record<string, string[]> {
  const program = buildCfa(
    parseC("tables.c", `${text}\nint main(void) { return f(3); }`, LP64),
    LP64,
  );
  return Object.fromEntries(
    [...new ObservedContracts(program).of("laws")].map(([name, hints]) => [
      name,
      hints.map(({ condition }) => formatExpression(condition).replace(/[()]/g, "")),
    ]),
  );
}

describe("tables of recursive functions of one integer", () => {
  it("hold what C computes", () => {
    const { f } = contractsOf(
      "int f(int n) { int r; if (n < 2) r = 1; else { r = n * f(n - 1) % 1000 + (n & 1 ? 7 : -3) / 2; } return r; }",
    );
    let [expected, n] = [1, 1];
    for (; n <= 64; n++) {
      if (n > 1) expected = ((n * expected) % 1000) + Math.trunc((n % 2 === 1 ? 7 : -3) / 2);
      expect(f).toContain(`n == ${n} ? result == ${expected} : 1`);
    }
    expect(f).toContain("n <= 2 ? result == 1 : 1");
  });

  it.each([
    ["a global", "int g; int f(int n) { return n <= 0 ? g : f(n - 1); }"],
    [
      "an input",
      "int __VERIFIER_nondet_int(void); int f(int n) { if (n <= 0) return __VERIFIER_nondet_int(); return f(n - 1); }",
    ],
    [
      "a variable without a value",
      "int f(int n) { int x; if (n <= 0) return x; return f(n - 1); }",
    ],
    ["a pointer", "int f(int n) { int x = n, *p = &x; if (n <= 0) return *p; return f(n - 1); }"],
    [
      "output",
      'int printf(const char *, ...); int f(int n) { printf("%d", n); return n <= 0 ? 0 : f(n - 1); }',
    ],
  ])("are empty for %s", (_, text) => {
    expect(contractsOf(text)).toEqual({});
  });

  it("lack results that overflow", () => {
    const { f } = contractsOf("int f(int n) { return n <= 0 ? 1 : 1000 * f(n - 1); }");
    expect(f).toContain("n == 3 ? result == 1000000000 : 1");
    expect(f?.some((text) => text.startsWith("n == 4 "))).toBe(false);
  });
});
