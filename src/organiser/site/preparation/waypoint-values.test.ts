import { expect, test } from "vitest";
import { withValues } from "./waypoint-values.ts";

const waypoint = (line: number) => ({
  ...({ file: "a.c", line, segment: 1, action: "follow", type: "assumption" } as const),
});
const step = (line: number, value?: string) => ({
  line,
  ...(value === undefined ? {} : { values: [{ name: "x", value }] }),
});

test("waypoints get the values of the execution in its order", () => {
  const steps = [step(1, "0"), step(3, "1"), step(2, "2"), step(3, "3"), step(9)];
  const shown = withValues(
    [waypoint(3), waypoint(2), waypoint(3), waypoint(9), waypoint(1)],
    steps,
  );
  expect(shown.map(({ values }) => values)).toEqual([
    [["x", "1"]],
    [["x", "2"]],
    [["x", "3"]],
    undefined,
    undefined,
  ]);
});

test("two waypoints at one line may be one step", () => {
  const shown = withValues([waypoint(3), waypoint(3)], [step(3, "1"), step(4, "2")]);
  expect(shown.map(({ values }) => values?.[0]?.[1])).toEqual(["1", "1"]);
});
