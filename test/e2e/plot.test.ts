/** Plots from a stored competition and from result files. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { storeCompetition } from "../support/stored-competition.ts";
import { agon } from "./cli.ts";

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "agon-plot-"));
const { spool } = storeCompetition(
  ["a", "b", "c"].map((name) => ({
    name,
    expected: true,
    answers: { x: { status: "true" }, y: { status: name === "a" ? "unknown" : "true" } },
  })),
);

test("every kind in every format", async () => {
  for (const kind of ["score-quantile", "quantile", "scatter"]) {
    for (const [format, begin] of [
      ["svg", "<svg "],
      ["pgfplots", "% needs"],
      ["csv", "series,"],
    ] as const) {
      const { code, stdout, stderr } = await agon(
        ...["plot", spool.directory, "--kind", kind, "--tools", "x,y"],
        ...["--edition", "svcomp-2012", "--format", format],
      );
      expect(code, stderr).toBe(0);
      expect(stdout.startsWith(begin)).toBe(true);
    }
  }
});

test("from result files, into a file", async () => {
  const runs = [1, 2, 3].map(
    (seconds) =>
      `<run name="${seconds}.yml" properties="unreach-call" expectedVerdict="true"><column title="status" value="true"/><column title="cputime" value="${seconds}s"/></run>`,
  );
  const input = join(folder, "a.results.xml");
  writeFileSync(input, `<result tool="T" version="1">${runs.join("")}</result>`);
  const output = join(folder, "plot.csv");
  const { code, stderr } = await agon(
    ...[
      "plot",
      "--edition",
      "2025",
      "--category",
      "Mine",
      "--merged",
      input,
      "--format",
      "csv",
      "-o",
      output,
    ],
  );
  expect(code, stderr).toBe(0);
  expect(readFileSync(output, "utf8")).toBe(
    "series,accumulated score,CPU time (s)\nT 1,0,1\nT 1,2,1\nT 1,4,2\nT 1,6,3\n",
  );
});

test("wrong arguments are reported", async () => {
  const wrong = async (...words: readonly string[]): Promise<string> => {
    const { code, stderr } = await agon("plot", spool.directory, ...words);
    expect(code).toBe(2);
    return stderr;
  };
  expect(await wrong("--kind", "scatter", "--tools", "x")).toContain("needs two tools");
  expect(await wrong("--tools", "x,z")).toContain("there is no tool 'z'; there are x, y");
  expect(await wrong("--category", "None")).toContain("there is no category 'None'");
  expect(await wrong("--measure", "joy")).toContain("--measure must be one of cputime");
});
