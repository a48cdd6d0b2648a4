import { relative, resolve } from "node:path";
import { AGON_VERSION } from "../../../ground/installation/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { exportBenchExec } from "../../../organiser/benchexec/index.ts";
import {
  evaluateSpool,
  RUN_COLUMNS_ENDING,
  writeRunColumns,
} from "../../../organiser/competition/index.ts";
import {
  isResultFile,
  REPORTS,
  type Report,
  recordsToParquet,
  reportTable,
  runsInCategories,
  type ScoredResults,
} from "../../../organiser/reports/index.ts";
import { RunColumnsBuilder } from "../../../organiser/scoring/index.ts";
import {
  type Records,
  recordsToCsv,
  recordsToJson,
  recordsToTsv,
  runRecords,
  scoreRecords,
  scoreRelations,
  type Table,
  tableToLatex,
  tableToMarkdown,
} from "../../../organiser/tables/index.ts";
import type { Arguments } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { editionOption } from "../edition-option.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { parseWordsAndMore } from "../more-words.ts";
import {
  chosenStanding,
  RESULTS_OPTIONS,
  RESULTS_USAGE,
  readScoredResults,
} from "../results-option.ts";
import { writeOutput } from "../write-output.ts";

const RECORD_PRINTERS: Readonly<Record<string, (records: Records) => string | Uint8Array>> = {
  csv: recordsToCsv,
  tsv: recordsToTsv,
  json: (records) => `${JSON.stringify(recordsToJson(records))}\n`,
  parquet: recordsToParquet,
};

const REPORT_PRINTERS: Readonly<Record<string, (table: Table) => string>> = {
  latex: (table) => tableToLatex(table),
  markdown: tableToMarkdown,
};

const FORMATS = [
  "benchexec-xml",
  ...Object.keys(RECORD_PRINTERS),
  ...Object.keys(REPORT_PRINTERS),
  "rsf",
  "columns",
] as const;

export const command: Command = {
  usage: `
Usage: agon export SPOOL --format FORMAT [-o FILE] [options]
       agon export --edition E FILE.xml[.gz|.bz2]… --format FORMAT [-o FILE] [options]
       agon export SPOOL --format benchexec-xml -o DIR [--tasks DIR]

csv, tsv, json, parquet: tidy records with raw numbers, one row per run, or with
--scores one per category and tool; the same columns in every format.

latex, markdown: a table of the competition's reports, rounded as printed there
(--report: ${REPORTS.join(", ")}; default: scores). latex needs booktabs
and siunitx.

rsf: the score table as relations, a figure a line, as the organisers publish it.

columns: runs before the rules, for millions of them; agon score and the other
commands take the file (${RUN_COLUMNS_ENDING}) instead of a spool.

benchexec-xml: result files that BenchExec's tools (table-generator …) read, one
per participant and category, and one per validator, participant and category.
Statuses and result categories are the final ones, with the validators' answers
merged in. Logs are copied beside the files.

  -o, --output FILE written as a whole or not at all (default: standard output);
                    a folder for benchexec-xml
  --scores          records of scores instead of runs
  --report R        which table, for latex and markdown
  --new A,B         ids of first-time participants, for --report new
  --tasks DIR       benchexec-xml: folder of the tasks: names in the files are relative to it,
                    so that other tools find programs and properties
                    (default: names as in the competition)
  ${RESULTS_USAGE}`,
  examples: [
    "agon export agon-demo --format parquet -o runs.parquet",
    "agon export agon-demo --format latex --report top",
    "agon export agon-demo --format benchexec-xml -o results --tasks examples/mini",
  ],
  run: async (words) => {
    const { args, more } = parseWordsAndMore(words, ["SPOOL"], {
      ...RESULTS_OPTIONS,
      format: { type: "string" },
      new: { type: "string" },
      output: { type: "string", short: "o" },
      report: { type: "string" },
      scores: { type: "boolean" },
      tasks: { type: "string" },
    });
    const format = args.oneOf("format", FORMATS);
    if (format === undefined) throw new UsageError(`--format is missing: ${FORMATS.join(", ")}`);
    const operands = [args.operands.SPOOL, ...more];
    if (format === "benchexec-xml") exportFolder(operands, args);
    else exportFile(format, readScoredResults(operands, args), args);
    return EXIT_CODES.done.code;
  },
};

function exportFile(format: string, results: ScoredResults, args: Arguments<string>): void {
  const output = args.text("output");
  const printRecords = RECORD_PRINTERS[format];
  const printReport = REPORT_PRINTERS[format];
  if (printRecords !== undefined) {
    const records = args.flag("scores")
      ? scoreRecords(results.standings)
      : runRecords(results.runs);
    writeOutput(output, printRecords(records));
  } else if (printReport !== undefined) {
    const report: Report = args.oneOf("report", REPORTS) ?? "scores";
    const newTools = (args.text("new") ?? "").split(",");
    const standing = chosenStanding(results, args.text("category"));
    const table = reportTable(report, results, { standing, newTools });
    writeOutput(output, printReport(table));
  } else if (format === "rsf") {
    writeOutput(output, scoreRelations(results.standings, runsInCategories(results)));
  } else {
    exportColumns(results, output);
  }
}

function exportColumns(results: ScoredResults, output: string | undefined): void {
  if (output?.endsWith(RUN_COLUMNS_ENDING) !== true) {
    throw new UsageError(`--output must be a file that ends with ${RUN_COLUMNS_ENDING}`);
  }
  const builder = new RunColumnsBuilder();
  for (const [category, tasks] of results.tasks) {
    for (const task of tasks) builder.addTask(category, task);
  }
  for (const { raw } of results.runs) builder.addRun(raw);
  const { name, edition, categories, tools, participations } = results;
  writeRunColumns(
    output,
    { name, edition: edition.id, categories, tools, participations },
    builder,
  );
}

function exportFolder(operands: readonly string[], args: Arguments<string>): void {
  const [directory = "", further] = operands;
  if (further !== undefined || isResultFile(directory)) {
    throw new UsageError("benchexec-xml is made of a spool");
  }
  const output = args.text("output");
  if (output === undefined) throw new UsageError("--output is missing");
  const { spool, evaluation } = evaluateSpool(directory, editionOption(args));
  const tasks = args.text("tasks");
  const files = exportBenchExec(evaluation, spool, {
    output,
    generator: `Agon ${AGON_VERSION}`,
    ...defined({ tasks }),
  });
  for (const file of files) console.log(relative(process.cwd(), resolve(output, file)));
}
