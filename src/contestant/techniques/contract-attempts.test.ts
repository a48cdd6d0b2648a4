import { expect, test } from "vitest";
import { buildCfa } from "../cfa/index.ts";
import { LP64, parseC } from "../cfront/index.ts";
import { leavesLawsOut } from "./contract-attempts.ts";

test.each([
  ["recursion in half a second", "int f(int n) { return n > 0 ? f(n - 1) : n; }", 0.5, true],
  ["recursion in two seconds", "int f(int n) { return n > 0 ? f(n - 1) : n; }", 2, false],
  ["no recursion", "int f(int n) { return n > 0 ? n - 1 : n; }", 0.5, false],
])("laws are left out: %s", (_, text, seconds, isLeftOut) => {
  const program = buildCfa(parseC("p.c", `${text} int main(void) { return f(3); }`, LP64), LP64);
  expect(leavesLawsOut(program, seconds)).toBe(isLeftOut);
});
