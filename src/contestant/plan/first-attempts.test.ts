import { expect, test } from "vitest";
import { firstAttempts, helperSeconds, isDecidedByOne, mainOf } from "./first-attempts.ts";
import type { PlannedTechnique } from "./strategy.ts";

function planned(
  technique: string,
  firstSeconds: number,
  capSeconds = 20,
  share = 0.5,
): PlannedTechnique {
  return { technique, firstSeconds, capSeconds, share, momentSeconds: 0.1, firstShare: 0.5 };
}

const QUICK = [
  planned("values", 2, 20, 0.3),
  planned("search", 0.2),
  planned("unrolling", 0.7, 20, 1),
];
const OTHERS = [planned("equations", 0.5), planned("induction", 3)];

function order(role?: "leader" | "helper", quick = QUICK): readonly string[] {
  return firstAttempts(quick, OTHERS, 60, role).map(({ technique }) => technique);
}

test("the leader has the order that one thread has: the briefest first", () => {
  const alone = ["search", "unrolling", "values", "equations", "induction"];
  expect(order()).toEqual(alone);
  expect(order("leader")).toEqual(alone);
});

test("the helper begins with what has the greatest share and is not brief, and goes on with the briefest", () => {
  expect(order("helper")).toEqual(["unrolling", "search", "equations", "values", "induction"]);
  const brief = [planned("search", 0.2, 20, 1), planned("values", 2, 20, 0.3)];
  expect(order("helper", brief)[0]).toBe("induction");
});

test("what a helper begins with it is given a quarter of the time for, what is brief no more than alone", () => {
  expect(helperSeconds(planned("unrolling", 0.7, 20, 1), 60)).toBe(15);
  expect(helperSeconds(planned("unrolling", 0.7, 5, 1), 60)).toBe(5);
  expect(helperSeconds(planned("values", 0.7, 20, 0.1), 60)).toBe(6);
  expect(helperSeconds(planned("search", 0.2, 20, 1), 60)).toBe(0.2);
});

test("what the leader takes over is the one that gets most of the time in the end", () => {
  expect(mainOf([planned("a", 1, 20, 0.6), planned("b", 1, 20, 0.3)])?.technique).toBe("a");
  expect(mainOf([planned("a", 1, 20, 0.6), planned("b", 1, 20, 0.6)])).toBeUndefined();
  expect(mainOf([planned("a", 1, 20, 0.4), planned("b", 1, 20, 0.3)])).toBeUndefined();
  expect(mainOf([])).toBeUndefined();
});

test("what is long at once stays in front for both", () => {
  const quick = [...QUICK, planned("execution", 5, 5)];
  expect([order("leader", quick)[0], order("helper", quick)[0]]).toEqual([
    "execution",
    "execution",
  ]);
});

test("what may take most of the time the leader begins at once, and the helper has what comes before", () => {
  const most = planned("unrolling", 20, 20, 0.8);
  const ranges = planned("ranges", 0.1, 0.1);
  const of = (role: "leader" | "helper"): readonly string[] =>
    firstAttempts([], [ranges, most, ...OTHERS], 24, role).map(({ technique }) => technique);
  expect(of("leader")).toEqual(["unrolling", "equations", "induction"]);
  expect(of("helper")).toEqual(["ranges"]);
  expect(isDecidedByOne([ranges, most], 24)).toBe(true);
  expect(isDecidedByOne([ranges, most], 900)).toBe(false);
});
