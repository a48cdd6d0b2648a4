import {
  type Evaluation,
  evaluateSpool,
  participantTools,
} from "../../../organiser/competition/index.ts";
import { isResultFile } from "../../../organiser/reports/index.ts";
import type { JudgedRun } from "../../../organiser/scoring/index.ts";
import { RESULT_FORMATS } from "../../../organiser/site/index.ts";
import {
  runRecordTable,
  runTable,
  type Spread,
  scoreTable,
  spreadOf,
  standingsTable,
  type Table,
  tableToCsv,
  tableToHtml,
  tableToMarkdown,
  tableToText,
} from "../../../organiser/tables/index.ts";
import { expandArgumentFiles } from "../argument-files.ts";
import type { Arguments } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { EDITION_USAGE, editionOption } from "../edition-option.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { parseWordsAndMore } from "../more-words.ts";
import { makeResultTables } from "../result-tables.ts";

const FORMATS = ["text", "csv", "markdown", "html"] as const;
type Format = (typeof FORMATS)[number];

const PRINTERS: Readonly<Record<Format, (table: Table) => string>> = {
  text: tableToText,
  csv: tableToCsv,
  markdown: tableToMarkdown,
  html: (table) => `${tableToHtml(table).text}\n`,
};

export const command: Command = {
  usage: `
Usage: agon table SPOOL [--format FORMAT] [--runs] [--edition E]
       agon table RESULT.xml[.gz|.bz2]… [options]   (files, patterns, or http:// and https://)
       agon table -x DEFINITION.xml [RESULT…] [options]

The first form prints a competition's scores.

  ${EDITION_USAGE}
  --format FORMAT   ${FORMATS.join(", ")} (default: text); numbers in csv are raw
  --runs            one row per run instead of one per category; after
                    'agon run --repeat N' with the variation of all N

The others make the tables of BenchExec's table-generator, with its options:
run sets side by side, a row for each task, statistics, and a second table of
the tasks whose results differ. RESULT may have wildcards; without any,
results/*.results*.xml* is read. @FILE stands for the words in FILE, one a line.

  -x, --xml FILE    table definition: which columns, with which units and digits,
                    and perhaps which results
  -o, --outputpath DIR   folder of the tables (default: that of the definition or the
                    results, else 'results'); '-' is standard output
  -n, --name NAME   files have the names NAME.table.csv, NAME.diff.csv …
  -f, --format F    ${RESULT_FORMATS.join(", ")}; may be repeated (default: html and csv)
  -c, --common      only tasks that all results have
  --no-diff         no table of differences
  --correct-only    values of correct results only
  --all-columns     hidden columns, too, where no definition chooses
  --no-summary-row  statistics without the measurements of the whole run set
  --ignore-erroneous-benchmarks   leave out results that were interrupted
  --show            open the page in the default browser (xdg-open)
  --initial-table-state S   initial view of the page: /summary, /table, /quantile or /scatter,
                    perhaps with ?filter=TEXT (regular expression), &differ (only different
                    statuses) and &hidden=0,2 (numbers of run sets); the same is accepted behind '#'
                    in the address of every page
  -d, --dump        print the number of regressions, and correct, wrong and other results
  --ignore-flapping-timeout-regressions   earlier timeouts are not regressions
  --write-definition FILE   also write a table definition (for -x, here and in
                    table-generator) of these results and columns, as a template
  --search-path DIR folder with BenchExec's package, for values that are in logs (may be repeated)
  -q, --quiet       warnings and errors only`,
  examples: [
    "agon table agon-demo",
    "agon table agon-demo --runs --format csv",
    "agon table 'results/*.results.*.xml.bz2' --name comparison",
    "agon table -x table.xml -f csv -f statistics-tex -o tables",
  ],
  run: async (words) => {
    const { args, more } = parseWordsAndMore(expandArgumentFiles(words), [], OPTIONS);
    const isAboutFiles =
      more.length === 0 || args.text("xml") !== undefined || more.some(isResultOperand);
    if (isAboutFiles) {
      for (const option of ["runs", "edition"]) {
        if (args.flag(option) || args.text(option) !== undefined) {
          throw new UsageError(`--${option} is for spools, not for result files`);
        }
      }
      makeResultTables(args, more);
    } else printSpool(args, more);
    return EXIT_CODES.done.code;
  },
};

const OPTIONS = {
  edition: { type: "string" },
  format: { type: "string", multiple: true, short: "f" },
  runs: { type: "boolean" },
  xml: { type: "string", short: "x" },
  outputpath: { type: "string", short: "o" },
  name: { type: "string", short: "n" },
  common: { type: "boolean", short: "c" },
  "no-diff": { type: "boolean" },
  "correct-only": { type: "boolean" },
  "all-columns": { type: "boolean" },
  "no-summary-row": { type: "boolean" },
  "ignore-erroneous-benchmarks": { type: "boolean" },
  dump: { type: "boolean", short: "d" },
  "ignore-flapping-timeout-regressions": { type: "boolean" },
  "write-definition": { type: "string" },
  "search-path": { type: "string", multiple: true },
  show: { type: "boolean" },
  "initial-table-state": { type: "string" },
  quiet: { type: "boolean", short: "q" },
} as const;

/** A spool is a folder; result files may be patterns or on the web. */
function isResultOperand(operand: string): boolean {
  return isResultFile(operand) || /[*?[]/.test(operand);
}

function printSpool(args: Arguments<string>, [spool, unexpected]: readonly string[]): void {
  if (spool === undefined) throw new UsageError("SPOOL is missing");
  if (unexpected !== undefined) throw new UsageError(`unexpected word '${unexpected}'`);
  const [chosen = "text", another] = args.list("format");
  const format = FORMATS.find((known) => known === chosen);
  if (format === undefined || another !== undefined) {
    const found = args.list("format").join(", ");
    throw new UsageError(
      `--format of a spool must be one of ${FORMATS.join(", ")}, found '${found}'`,
    );
  }
  const { evaluation } = evaluateSpool(spool, editionOption(args));
  const { competition, standings, judgedRuns } = evaluation;
  const { name } = competition;
  const tools = participantTools(competition);
  const spread = spreadsOf(evaluation);
  // Rounded for display, raw for programs.
  const forPeople = format !== "csv";
  const runs = (): Table =>
    forPeople ? runTable(name, judgedRuns, spread) : runRecordTable(name, judgedRuns, spread);
  const scores = (): Table =>
    forPeople ? scoreTable(name, standings, tools) : standingsTable(name, standings);
  process.stdout.write(PRINTERS[format](args.flag("runs") ? runs() : scores()));
}

/** Undefined when there are no repetitions. */
function spreadsOf({
  competition,
  judgements,
}: Evaluation): ((run: JudgedRun) => Spread | undefined) | undefined {
  if ((competition.repeat ?? 1) === 1) return undefined;
  const spreads = new Map(
    judgements.map(({ judged, result, repetitions }) => [
      judged,
      spreadOf([result, ...repetitions]),
    ]),
  );
  return (run) => spreads.get(run);
}
