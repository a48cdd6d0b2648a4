import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseResultXml } from "../../../test/support/parse-result-xml.ts";
import { storeCompetition, witnessText } from "../../../test/support/stored-competition.ts";
import { evaluate, evaluateResultFiles } from "../competition/index.ts";
import { columnValue } from "../results/index.ts";
import { exportBenchExec } from "./export-results.ts";

const FALSE = "false(unreach-call)";
const { spool, competition } = storeCompetition(
  [
    {
      name: "c/a",
      expected: false,
      answers: {
        x: { status: FALSE, witness: witnessText("violation", "2.0"), validator: FALSE },
        y: { status: FALSE, witness: witnessText("violation", "2.0"), validator: "unknown" },
      },
    },
    {
      name: "d/a",
      expected: false,
      answers: { x: { status: "true" }, y: { status: "ERROR (2)" } },
    },
    { name: "e", expected: true, answers: { y: { status: "true" } } },
  ],
  { voidTasks: [{ task: "e.yml#unreach-call", reason: "no" }] },
);
const evaluation = evaluate(competition, spool);
const output = join(mkdtempSync(join(tmpdir(), "agon-export-")), "new", "folder");
const files = exportBenchExec(evaluation, spool, {
  output,
  tasks: join(output, "../tasks"),
  generator: "Agon",
});

const YEAR = competition.edition.year % 100;
const REST = `2026-01-01_00-00-00.results.SV-COMP${YEAR}_unreach-call.Main.xml`;

test("one file per tool and category, with its logs", () => {
  expect(files).toEqual([
    `val-validate-violation-witnesses-x.${REST}`,
    `val-validate-violation-witnesses-y.${REST}`,
    `x.${REST}`,
    `y.${REST}`,
  ]);
  expect(readdirSync(join(output, "y.2026-01-01_00-00-00.logfiles"))).toHaveLength(3);
});

test("what stands in a file", () => {
  const { header, runs } = parseResultXml(
    readFileSync(join(output, files[2] as string), "utf8"),
    "x",
  );
  expect(header).toMatchObject({
    benchmarkName: "x",
    tool: "Tool x",
    version: "1.0",
    date: "2026-01-01 00:00:00 UTC",
    timeLimit: "10s",
    memoryLimit: "1000000000B",
    cpuCores: "1",
    name: `SV-COMP${YEAR}_unreach-call.Main`,
    block: "Main",
  });
  const [run] = runs;
  expect(run).toMatchObject({
    name: "../tasks/c/a.yml",
    files: ["../tasks/c/a.c"],
    properties: "unreach-call",
    propertyFile: "../tasks/unreach-call.prp",
    expectedVerdict: "false",
  });
  const columns = run?.columns ?? [];
  expect(columns.filter(({ hidden }) => !hidden)).toEqual([
    { title: "cputime", value: "1.5s", hidden: false },
    { title: "memory", value: "1000000B", hidden: false },
    { title: "status", value: FALSE, hidden: false },
    { title: "walltime", value: "1.75s", hidden: false },
  ]);
  expect(columnValue(columns, "category")).toBe("correct");
  expect(columnValue(columns, "score")).toBe("1");
  const log = readFileSync(join(output, run?.logFile ?? ""), "utf8").split("\n");
  expect(log[0]).toContain("agon verify");
  expect(log[3]).toBe("-".repeat(80));
  expect(log[6]).toBe("working");
});

test.each([
  ["verifiers' files", 2],
  ["all files", 0],
])("scoring %s gives the scores of the spool", (_, first) => {
  const paths = files.slice(first).map((file) => join(output, file));
  const {
    standings: [standing],
    warnings,
    tools,
  } = evaluateResultFiles(paths, { edition: competition.edition, category: "Main" });
  expect(warnings).toEqual([]);
  expect(tools.map(({ id }) => id)).toEqual(["x", "y"]);
  const [own] = evaluation.standings;
  expect(standing?.tasks).toEqual(own?.tasks);
  expect(standing?.maxScore).toEqual(own?.maxScore);
  const withoutTool = ({ tool: _, ...rest }: { tool: string }): unknown => rest;
  expect(standing?.scores.map(withoutTool)).toEqual(own?.scores.map(withoutTool));
});

const hasBenchExec = spawnSync("table-generator", ["--version"]).error === undefined;

test.skipIf(!hasBenchExec)("BenchExec's table-generator reads the files (where installed)", () => {
  const words = ["-f", "csv", "-n", "t", "-o", output, "--no-diff"];
  const { status, stderr } = spawnSync("table-generator", [...words, ...files.slice(2)], {
    cwd: output,
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
  const csv = readFileSync(join(output, "t.table.csv"), "utf8");
  expect(csv).toContain("Tool x 1.0");
  expect(csv).toContain("false(unreach-call)");
});
