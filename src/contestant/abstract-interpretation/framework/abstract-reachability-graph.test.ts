import { expect, test } from "vitest";
import { AbstractReachabilityGraph } from "./abstract-reachability-graph.ts";

test("states below a pivot are removed, and states that they covered wait again", () => {
  const graph = new AbstractReachabilityGraph<string>();
  const root = graph.add("root", undefined);
  const pivot = graph.add("pivot", root);
  const below = graph.add("below", pivot);
  const beside = graph.add("beside", root);
  const covered = graph.add("covered", beside);
  const alsoBelow = graph.add("also below", pivot);
  graph.cover(covered, below);
  graph.cover(alsoBelow, below);
  expect(graph.pathTo(below)).toEqual([root, pivot, below]);
  const { removed, uncovered } = graph.removeBelow(pivot);
  expect(removed).toEqual(new Set([pivot, below, alsoBelow]));
  expect(uncovered).toEqual([covered]);
  expect(covered.coveredBy).toBeUndefined();
  expect([...root.children]).toEqual([beside]);
});

test("merged nodes have several parents; the path is that of the first", () => {
  const graph = new AbstractReachabilityGraph<string>();
  const root = graph.add("root", undefined);
  const left = graph.add("left", root);
  const right = graph.add("right", root);
  const join = graph.add("join", left);
  graph.connect(right, join);
  graph.connect(right, join);
  expect(join.parents).toEqual([left, right]);
  expect(graph.pathTo(join)).toEqual([root, left, join]);
  // A loop back to the root must not prevent the path from ending.
  graph.connect(join, root);
  expect(graph.pathTo(join)).toEqual([root, left, join]);
});
