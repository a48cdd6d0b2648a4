/** Exported formats, read by other programs than Agon. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tableFromIPC } from "apache-arrow";
import { readParquet } from "parquet-wasm/node";
import { expect, test } from "vitest";
import { hasLatex, setWithLatex } from "../../../test/support/latex.ts";
import { storeCompetition, witnessText } from "../../../test/support/stored-competition.ts";
import { recordsToParquet, type ScoredResults } from "../../organiser/reports/index.ts";
import { recordsToJson, runRecords, scoreRecords } from "../../organiser/tables/index.ts";
import { parseWords } from "./arguments.ts";
import { command } from "./commands/export.ts";
import { RESULTS_OPTIONS, readScoredResults } from "./results-option.ts";

const FALSE = "false(unreach-call)";
const { spool } = storeCompetition(
  [
    {
      name: "a",
      expected: false,
      answers: {
        x: { status: FALSE, witness: witnessText("violation", "2.0"), validator: FALSE },
        y: { status: 'ERROR ("odd", tab\there, ümlaut & 100%)' },
      },
    },
    { name: "b", expected: true, answers: { x: { status: "true" }, y: { status: FALSE } } },
  ],
  { voidTasks: [{ task: "b.yml#unreach-call", reason: "reads a freed object" }] },
);
const folder = mkdtempSync(join(tmpdir(), "agon-exports-"));

function results(operand: string, ...words: readonly string[]): ScoredResults {
  return readScoredResults([operand], parseWords([operand, ...words], ["SPOOL"], RESULTS_OPTIONS));
}

async function exported(format: string, ...words: readonly string[]): Promise<string> {
  const output = join(folder, `out-${words.join("")}.${format}`);
  const file = format === "columns" ? `${output}.agonruns` : output;
  expect(await command.run([spool.directory, "--format", format, "-o", file, ...words])).toBe(0);
  return file;
}

test("Parquet as another implementation reads it: names, types, nulls, values", () => {
  const { runs, standings } = results(spool.directory);
  for (const records of [runRecords(runs), scoreRecords(standings)]) {
    const table = tableFromIPC(readParquet(recordsToParquet(records)).intoIPCStream());
    const types = { text: "Utf8", number: "Float64", integer: "Int32", boolean: "Bool" } as const;
    expect(table.schema.fields.map(({ name, type }) => [name, String(type)])).toEqual(
      records.map(({ name, type }) => [name, types[type]]),
    );
    const rows = table.toArray().map((row) => row.toJSON() as Record<string, unknown>);
    const known = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
    );
    expect(known).toEqual(recordsToJson(records));
  }
});

test("many rows, more than one row group", () => {
  const values = Array.from({ length: 250_000 }, (_, index) =>
    index % 7 === 0 ? undefined : index / 3,
  );
  const records = [{ name: "n", type: "number" as const, values }];
  const table = tableFromIPC(readParquet(recordsToParquet(records)).intoIPCStream());
  expect(table.numRows).toBe(values.length);
  const column = table.getChild("n");
  expect([0, 1, 124_999, 249_999].map((row) => column?.get(row) ?? undefined)).toEqual(
    [0, 1, 124_999, 249_999].map((row) => values[row]),
  );
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.skipIf(!hasPython)("CSV as Python reads it (skipped without python3)", async () => {
  const file = await exported("csv");
  const script =
    "import csv,json,sys; print(json.dumps(list(csv.DictReader(open(sys.argv[1], newline='')))))";
  const { stdout, status } = spawnSync("python3", ["-c", script, file], { encoding: "utf8" });
  expect(status).toBe(0);
  const rows = JSON.parse(stdout) as readonly Record<string, string>[];
  const records = recordsToJson(runRecords(results(spool.directory).runs));
  const texts = records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)])),
  );
  const filled = rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== "")),
  );
  expect(filled).toEqual(texts);
});

test("TSV and JSON have the same rows", async () => {
  const json = JSON.parse(readFileSync(await exported("json", "--scores"), "utf8")) as unknown[];
  const tsv = readFileSync(await exported("tsv", "--scores"), "utf8")
    .replace(/\n$/, "")
    .split("\n");
  expect(tsv).toHaveLength(json.length + 1);
  expect(new Set(tsv.map((line) => line.split("\t").length)).size).toBe(1);
});

test("relations of the score table", async () => {
  const text = readFileSync(await exported("rsf"), "utf8");
  expect(text).toContain(
    "Main\tTASKSTOTAL\t2\nMain\tTASKSTRUE\t0\nMain\tTASKSFALSE\t1\nMain\tMAXSCORE\t1\n",
  );
  expect(text).toContain("Main\tx\tSCORE\t1\n");
  expect(text).toContain("Main\tx\tCORRECTFALSE\t1\n");
});

test("a file of columns scores as the spool, under any edition", async () => {
  const file = await exported("columns");
  for (const edition of ["svcomp-2012", "svcomp-2019", "svcomp-2026"]) {
    const [own, columns] = [spool.directory, file].map((operand) =>
      results(operand, "--edition", edition),
    );
    expect(scoreRecords(columns?.standings ?? [])).toEqual(scoreRecords(own?.standings ?? []));
    const withoutId = (each: ScoredResults | undefined): unknown =>
      recordsToJson(runRecords(each?.runs ?? [])).map(({ run: _, ...rest }) => rest);
    expect(withoutId(columns)).toEqual(withoutId(own));
  }
});

test.skipIf(!hasLatex("booktabs.sty", "siunitx.sty"))(
  "every report is a table that LaTeX sets (skipped without pdflatex and siunitx)",
  async () => {
    const tables: string[] = [];
    for (const report of [
      "scores",
      "top",
      "correct",
      "green",
      "new",
      "confirmation",
      "effort",
      "virtues",
    ]) {
      const file = await exported("latex", "--report", report, "--new", "y");
      tables.push(readFileSync(file, "utf8"));
    }
    writeFileSync(
      join(folder, "all.tex"),
      `\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{booktabs,siunitx}\\begin{document}\n${tables.join("\n\n")}\\end{document}\n`,
    );
    expect(setWithLatex(folder, "all.tex")).toEqual({ firstError: undefined, status: 0 });
  },
  120_000,
);

test("Markdown", async () => {
  const text = readFileSync(await exported("markdown", "--report", "top"), "utf8");
  expect(text).toMatch(/^\| rank \| verifier \| score/);
});
