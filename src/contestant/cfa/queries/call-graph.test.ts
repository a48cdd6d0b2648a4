import { expect, test } from "vitest";
import { buildProgram } from "../../../../test/support/run-c.ts";
import { callGraph, functionsReachedFrom } from "./call-graph.ts";

const graphOf = (text: string) => callGraph(buildProgram(text, "LP64"));

test("direct calls, components callees first", () => {
  const graph = graphOf(`int leaf(void) { return 1; } int middle(void) { return leaf(); }
    int main(void) { return middle() + leaf(); }`);
  expect(graph.callees.get("main")).toEqual(new Set(["middle", "leaf"]));
  expect(graph.components).toEqual([["leaf"], ["middle"], ["main"]]);
  expect(graph.recursive).toEqual(new Set());
});

test("recursion, direct and mutual", () => {
  const { recursive, components } =
    graphOf(`int odd(int n); int even(int n) { return n ? odd(n - 1) : 1; }
    int odd(int n) { return n ? even(n - 1) : 0; } int fact(int n) { return n ? n * fact(n - 1) : 1; }
    int main(void) { return even(3) + fact(3); }`);
  expect(recursive).toEqual(new Set(["even", "odd", "fact"]));
  expect(components.map((names) => [...names].sort())).toEqual([
    ["even", "odd"],
    ["fact"],
    ["main"],
  ]);
});

test("calls through pointers reach what has its address taken, in code or in initial values", () => {
  const graph =
    graphOf(`int a(void) { return 1; } int b(void) { return 2; } int c(void) { return 3; }
    int (*table[])(void) = { a };
    int main(void) { int (*p)(void) = b; return p() + table[0]() + c(); }`);
  expect(graph.addressTaken).toEqual(new Set(["a", "b"]));
  expect(graph.callees.get("main")).toEqual(new Set(["a", "b", "c"]));
});

test("functions that are not modelled may call back", () => {
  const graph =
    graphOf(`extern int on_exit(void (*)(int, void *), void *); void a(int s, void *p) { }
    int main(void) { on_exit(a, 0); return 0; }`);
  expect(functionsReachedFrom(graph, "main")).toEqual(new Set(["main", "a"]));
});

test("long chains of calls", () => {
  const count = 3000;
  const functions = Array.from(
    { length: count },
    (_, i) => `int f${i + 1}(void) { return f${i}(); }`,
  );
  const graph = graphOf(
    `int f0(void) { return 0; }\n${functions.join("\n")}\nint main(void) { return f${count}(); }`,
  );
  expect(graph.components).toHaveLength(count + 2);
});
