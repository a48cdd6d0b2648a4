/** `agon table` over result files, with the options of BenchExec's `table-generator`. */

import { spawn } from "node:child_process";
import { defined } from "../../ground/util/defined.ts";
import {
  isTableState,
  RESULT_FORMATS,
  type ResultFormat,
  writeResultTables,
} from "../../organiser/site/index.ts";
import { regressionCount, resultCounts, type TableData } from "../../organiser/tables/index.ts";
import type { Arguments } from "./arguments.ts";
import { UsageError } from "./command.ts";

/** Initial state of the page; see `organiser/site/result-table`. */
function initialState(args: Arguments<string>): string | undefined {
  const text = args.text("initial-table-state")?.replace(/^#+/, "");
  if (text === undefined) return undefined;
  if (isTableState(text)) return text;
  throw new UsageError(
    `--initial-table-state must be /summary, /table, /quantile or /scatter, perhaps with ?filter=TEXT&differ&hidden=0,2; found '${text}' (states of table-generator's own pages are others)`,
  );
}

/** Shows files in the browser of the desktop, which continues independently. */
function openInBrowser(files: readonly string[], warn: (message: string) => void): void {
  for (const file of files) {
    const child = spawn("xdg-open", [file], { stdio: "ignore", detached: true });
    child.on("error", () => warn(`--show: xdg-open is missing; open ${file} yourself`));
    child.unref();
  }
}

/** Makes the tables. @throws UsageError, InputError, PlatformError. */
export function makeResultTables(args: Arguments<string>, operands: readonly string[]): void {
  const isQuiet = args.flag("quiet");
  const warn = (message: string): void => console.error(`agon: warning: ${message}`);
  if (args.flag("show") && args.text("outputpath") === "-") {
    throw new UsageError("--show needs a page on disk: not with --outputpath -");
  }
  const definition = args.text("xml");
  const folder = args.text("outputpath");
  const name = args.text("name");
  const state = initialState(args);
  const definitionOutput = args.text("write-definition");
  const { table, pages } = writeResultTables({
    files: operands,
    ...defined({ definition, folder, name, state, definitionOutput }),
    formats: args.list("format").map(asFormat),
    searchPath: args.list("search-path"),
    allColumns: args.flag("all-columns"),
    correctOnly: args.flag("correct-only"),
    ignoreErroneous: args.flag("ignore-erroneous-benchmarks"),
    commonOnly: args.flag("common"),
    noDifferences: args.flag("no-diff"),
    noSummaryRow: args.flag("no-summary-row"),
    warn,
    say: (message) => {
      if (!isQuiet) console.error(message);
    },
  });
  if (args.flag("show")) openInBrowser(pages, warn);
  if (args.flag("dump")) dumpCounts(table, args.flag("ignore-flapping-timeout-regressions"));
}

function asFormat(text: string): ResultFormat {
  const format = RESULT_FORMATS.find((known) => known === text);
  if (format !== undefined) return format;
  throw new UsageError(
    `--format of tables of result files must be one of ${RESULT_FORMATS.join(", ")}, found '${text}'`,
  );
}

function dumpCounts(table: TableData, ignoreFlapping: boolean): void {
  console.log(`REGRESSIONS ${regressionCount(table, ignoreFlapping)}`);
  console.log("STATS");
  for (const { correct, wrong, other } of resultCounts(table)) {
    console.log(`${correct} ${wrong} ${other}`);
  }
}
