import { expect, test } from "vitest";
import { spreadCells, spreadOf, spreadRecordCells } from "./spread.ts";

test("spread of three runs", () => {
  const spread = spreadOf([
    { status: "true", cpuTimeSeconds: 2, wallTimeSeconds: 3, memoryBytes: 1e7 },
    { status: "unknown", cpuTimeSeconds: 4, wallTimeSeconds: 3, memoryBytes: 3e7 },
    { status: "true", cpuTimeSeconds: 6, wallTimeSeconds: 3, memoryBytes: 2e7 },
  ]);
  expect(spread.statuses).toEqual(["true", "unknown"]);
  expect(spread.cpuTimeSeconds).toEqual({
    minimum: 2,
    median: 4,
    maximum: 6,
    standardDeviation: Math.sqrt(8 / 3),
  });
  expect(spread.wallTimeSeconds?.standardDeviation).toBe(0);
  expect(spreadCells(spread)).toEqual([
    ...["3", "true / unknown", "2.0 s – 6.0 s", "40.8%", "10 MB – 30 MB"],
  ]);
  expect(spreadRecordCells(spread).slice(0, 5)).toEqual(["3", "true / unknown", "2", "4", "6"]);
});

test("an even number of runs; a figure that a run lacks", () => {
  const spread = spreadOf([
    { status: "true", cpuTimeSeconds: 1 },
    { status: "true", cpuTimeSeconds: 2, memoryBytes: 5 },
  ]);
  expect(spread.cpuTimeSeconds?.median).toBe(1.5);
  expect(spread.memoryBytes).toBeUndefined();
  expect(spreadCells(spread).slice(0, 2)).toEqual(["2", "true"]);
  expect(spreadCells(spread)[4]).toBe("?");
});
