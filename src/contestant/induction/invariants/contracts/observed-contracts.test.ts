import { describe, expect, it } from "vitest";
import { buildCfa, formatExpression } from "../../../cfa/index.ts";
import { LP64, parseC } from "../../../cfront/index.ts";
import { ObservedContracts } from "./observed-contracts.ts";

function lawsOf(text: string): Record<string, string[]> {
  const program = buildCfa(
    parseC("laws.c", `${text}\nint main(void) { return f(1); }`, LP64),
    LP64,
  );
  return Object.fromEntries(
    [...new ObservedContracts(program).of("laws")].map(([name, hints]) => [
      name,
      hints.map(({ condition }) => formatExpression(condition).replace(/[()]/g, "")),
    ]),
  );
}

describe("laws of what recursive functions returned", () => {
  it("are products of parameters", () => {
    const { g } = lawsOf(
      "int g(int n, int m) { if (m < 0) return g(n, -m); if (m == 0) return 0; return n + g(n, m - 1); } int f(int x) { return g(x, x); }",
    );
    expect(g).toContain("m >= 0 ? result == 0 + n * m : 1");
    expect(g).toContain("m < 0 ? result == 0 + n * m * -1 : 1");
  });

  it("differ by what the function decides", () => {
    const { f } = lawsOf("int f(int x) { if (x > 100) return x - 10; return f(f(x + 11)); }");
    expect(f).toContain("x > 100 ? result == -10 + x : 1");
    expect(f).toContain("x <= 100 ? result == 91 : 1");
  });

  it("differ by small values of one of the parameters", () => {
    const { g } = lawsOf(
      "int g(int m, int n) { if (m == 0) return n + 1; if (n == 0) return g(m - 1, 1); return g(m - 1, g(m, n - 1)); } int f(int x) { return g(x, x); }",
    );
    expect(g).toContain("m == 1 ? result == 2 + n : 1");
    expect(g).toContain("m == 2 ? result == 3 + n * 2 : 1");
    expect(g).toContain("m == 3 ? result == -3 + 1 << n * 8 : 1");
    // The ranges of arguments, separately for each value.
    expect(g).toContain("m == 2 ? n <= 33554432 : 1");
  });

  it("are seen beside calls that end in a loop that changes nothing", () => {
    const { g } = lawsOf(
      "int g(int n) { if (n < 0) { l: goto l; } return n == 0 ? 0 : g(n - 1) + 3; } int f(int x) { return g(x); }",
    );
    expect(g).toContain("n >= 0 ? result == 0 + n * 3 : 1");
  });

  it("are powers of two", () => {
    const { f } = lawsOf("int f(int n) { return n == 1 ? 1 : 2 * f(n - 1) + 1; }");
    expect(f).toContain("result == -1 + 1 << n");
  });

  it("are changes of static storage", () => {
    const { g, h } = lawsOf(
      `int c; void g(int n, int a, int b, int k) { if (n == 0) return; c++; g(n - 1, a, k, b); g(n - 1, k, b, a); }
       int h(int n) { c -= 2; return n < 1 ? 0 : h(n - 1) + 2; }
       int f(int n) { g(n, 1, 2, 3); return h(n); }`,
    );
    expect(g).toContain("c' - c == -1 + 1 << n");
    expect(g).toContain("c <= 2147483647 - -1 + 1 << n");
    expect(h).toContain("n >= 0 ? c' - c == -2 + n * -2 : 1");
    expect(h).toContain("n >= 0 ? result == 0 + n * 2 : 1");
    // The value of a variable determines the amount of its change.
    const { g: other } = lawsOf(
      "int c; void g(int n) { if (n < 1) return; c *= 2; g(n - 1); } int f(int x) { g(x); return c; }",
    );
    expect(other?.filter((law) => /== -?[0-9]+ [+]/.test(law)) ?? []).toEqual([]);
  });

  it("have denominators", () => {
    const { f } = lawsOf("int f(int n) { return n <= 0 ? 0 : n + f(n - 1); }");
    expect(f).toContain("n >= 0 ? result * 2 == 0 + n + n * n : 1");
  });

  it("are periods of numbers by which the program divides", () => {
    const { f } = lawsOf(
      "int odd(int n); int f(int n) { return n == 0 ? 1 : odd(n - 1) % 2; } int odd(int n) { return n == 0 ? 0 : f(n - 1); }",
    );
    expect(f).toContain("n >= 0 ? result == 1 + n % 2 * -1 : 1");
  });

  it("are distances from a parameter", () => {
    const { f } = lawsOf("int f(int n) { return n < 1 ? 0 : n == 1 ? 1 : f(n - 1) + f(n - 2); }");
    expect(f).toContain("n >= 0 ? result >= n + -1 : 1");
  });

  it("are parameters that results divide, and results that this decides", () => {
    const { g, h } = lawsOf(
      `int g(int a, int b) { return a == b ? a : a > b ? g(a - b, b) : g(a, b - a); }
       int h(int d, int x) { return x == 0 ? 1 : d > x ? 0 : h(d, x - d); }
       int f(int x) { return h(g(x, 6), x); }`,
    );
    expect(g).toContain("b > 0 ? a > 0 : 0 ? a % result == 0 : 1");
    expect(h).toContain("x % d == 0 ? d > 0 ? x >= 0 : 0 : 0 ? result == 1 : 1");
  });

  it("are arguments with which no call ends", () => {
    const { g } = lawsOf(
      "int g(int n, int m) { if (n == 0) return 1; return n < 0 ? g(-n, m) : g(n - m, m); } int f(int x) { return g(x, x); }",
    );
    expect(g).toContain("n < 0 ? 0 - n : n < m < 0 ? 0 - m : m ? n != 0 : 0 == 0");
    expect(lawsOf("int f(int x) { return f(x + 1); }").f).toContain("0");
  });

  it.each([
    [
      "a pointer as parameter",
      "int g(int *p) { return p ? g(0) : 1; } int f(int x) { return g(&x); }",
    ],
    ["no recursion", "int f(int x) { return x + 1; }"],
  ])("are not known for %s", (_, text) => {
    expect(lawsOf(text)).toEqual({});
  });
});
