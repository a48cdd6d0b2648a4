import { expect, test } from "vitest";
import { findEdition } from "../scoring/index.ts";
import { categoryPart } from "./category-part.ts";
import { filterRows } from "./filter-rows.ts";
import { latexStatistics } from "./run-statistics.ts";
import { RunStore } from "./run-store.ts";

const run = (
  task: string,
  status: string,
  resultCategory: "correct" | "wrong" | "unknown",
  cpuTimeSeconds: number,
) => ({
  tool: "x-1",
  category: "A",
  task,
  status,
  resultCategory,
  points: 0,
  cpuTimeSeconds,
});

test("commands have BenchExec's names; figures are those of the displayed runs", () => {
  const tasks = ["a", "b", "c", "d"].map((id) => ({ id }));
  const runs = [
    run("a", "true", "correct", 1),
    run("b", "true", "correct", 4),
    run("c", "false", "wrong", 0.00000025),
    run("d", "TIMEOUT", "unknown", 900),
  ];
  const store = new RunStore([categoryPart("A", tasks, ["x-1"], runs)], findEdition(2025).scoring);
  const tools = [{ id: "x-1", name: "Tool X 2" }];
  const text = latexStatistics(store, filterRows(store, []), "ReachSafety", tools);
  const value = (place: string): string | undefined =>
    text
      .split("\n")
      .find((line) => line.startsWith(`\\StoreBenchExecResult{ToolXII}{ReachSafety}${place}{`))
      ?.slice(-40)
      .replace(/^.*\{([^}]*)\}%$/, "$1");
  expect(text).toContain("\\providecommand\\StoreBenchExecResult[7]");
  expect(value("{Status}{All}{}{Count}")).toBe("4");
  expect(value("{Status}{Correct}{True}{Count}")).toBe("2");
  expect(value("{Status}{All}{}{Score}")).toBe(String(2 + 2 - 16));
  expect(value("{Cputime}{Correct}{}{Sum}")).toBe("5");
  expect(value("{Cputime}{Correct}{True}{Median}")).toBe("2.5");
  expect(value("{Cputime}{Correct}{True}{Stdev}")).toBe("1.5");
  expect(value("{Cputime}{Wrong}{False}{Min}")).toBe("0.00000025");
  expect(value("{Cputime}{All}{}{Max}")).toBe("900");
  expect(value("{Cputime}{All}{}{Unit}")).toBe("s");
  expect(value("{Walltime}{All}{}{Sum}")).toBeUndefined();
  // Only the filtered runs.
  const [first] = filterRows(store, []);
  expect(latexStatistics(store, Uint32Array.of(first ?? 0), "A", tools)).toContain(
    "{Status}{All}{}{Count}{1}%",
  );
});
