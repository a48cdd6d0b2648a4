import { expect, test } from "vitest";
import { coreColumns } from "./core-columns.ts";

test("columns by core, as BenchExec names them, in the order of the cores", () => {
  expect(coreColumns({ cpuCoreSeconds: { "10": 0.5, "2": 1.25 } })).toEqual([
    ["cputime-cpu2", 1.25],
    ["cputime-cpu10", 0.5],
  ]);
  expect(coreColumns({ cpuUserSeconds: 1 })).toEqual([]);
  expect(coreColumns(undefined)).toEqual([]);
});
