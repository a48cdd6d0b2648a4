/** `agon table` over result files: what BenchExec's `table-generator` does, with its options. */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { posix } from "node:path";
import {
  expandResultPattern,
  FileSurroundings,
  readTableDefinition,
  TableLoader,
} from "../benchexec/index.ts";
import { replaceWithPieces, writeAll } from "../execution/index.ts";
import { isTableState, renderResultTable } from "../site/index.ts";
import {
  allRows,
  type ColumnStatistics,
  combineRunSets,
  formatTableDefinition,
  regressionCount,
  relevantForDiff,
  resultCounts,
  rowsWithDifferences,
  runSetStatistics,
  type TableData,
  writeCsv,
  writeLatexStatistics,
} from "../tables/index.ts";
import { PlatformError } from "../util/errors.ts";
import type { Arguments } from "./arguments.ts";
import { UsageError } from "./command.ts";

export const RESULT_FORMATS = ["html", "csv", "statistics-tex"] as const;
type ResultFormat = (typeof RESULT_FORMATS)[number];

const DEFAULT_FORMATS: readonly ResultFormat[] = ["html", "csv"];
const DEFAULT_FOLDER = "results";

/** Where tables go, and what they are called. */
interface Output {
  readonly name: string;
  /** `-`: everything to standard output. */
  readonly folder: string;
  /** Files are called `NAME.csv`, not `NAME.table.csv`. */
  readonly isSingle: boolean;
}

/** What the page shows first, see `site/result-table`. */
function initialState(args: Arguments<string>): string | undefined {
  const text = args.text("initial-table-state")?.replace(/^#+/, "");
  if (text === undefined) return undefined;
  if (isTableState(text)) return text;
  throw new UsageError(
    `--initial-table-state must be /summary, /table, /quantile or /scatter, perhaps with ?filter=TEXT&differ&hidden=0,2; found '${text}' (states of table-generator's own pages are others)`,
  );
}

/** Shows files in the browser of the desktop; it goes on without us. */
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
  const say = (message: string): void => {
    if (!isQuiet) console.error(message);
  };
  if (args.flag("show") && args.text("outputpath") === "-") {
    throw new UsageError("--show needs a page on disk: not with --outputpath -");
  }
  const state = initialState(args);
  const around = new FileSurroundings(args.list("search-path"), warn);
  try {
    const loader = new TableLoader(around, {
      allColumns: args.flag("all-columns"),
      correctOnly: args.flag("correct-only"),
      ignoreErroneous: args.flag("ignore-erroneous-benchmarks"),
    });
    const output = load(loader, args, operands, warn);
    if (loader.runSets.length === 0) throw noResults("there are no results");
    const table = combineRunSets(loader.runSets, loader.taskTable, args.flag("common"));
    say(
      `${table.tasks.length} rows, ${table.runSets.length} run sets; ${table.missingRuns} runs are in some run sets only`,
    );
    if (table.tasks.length === 0) {
      throw noResults(
        args.flag("common") ? "no task is in all of the files" : "the files have no runs",
      );
    }
    const pages = writeTables(table, output, args, state, warn, say);
    if (args.flag("show")) openInBrowser(pages, warn);
    const definitionFile = args.text("write-definition");
    if (definitionFile !== undefined) {
      const definition = loader.definitionFor(posix.dirname(definitionFile));
      replaceWithPieces(definitionFile, [formatTableDefinition(definition)]);
      say(`wrote ${definitionFile}`);
    }
    if (args.flag("dump")) dumpCounts(table, args.flag("ignore-flapping-timeout-regressions"));
  } finally {
    around.close();
  }
}

function load(
  loader: TableLoader,
  args: Arguments<string>,
  operands: readonly string[],
  warn: (message: string) => void,
): Output {
  const definitionFile = args.text("xml");
  const folder = args.text("outputpath");
  if (definitionFile !== undefined) {
    const definition = readTableDefinition(definitionFile, warn);
    if (definition.results.length > 0) {
      if (operands.length > 0) {
        throw new UsageError(`${definitionFile} lists its results: '${operands[0]}' is too much`);
      }
      loader.loadDefinition(definition, definitionFile);
    } else {
      if (operands.length === 0) {
        throw new UsageError(`${definitionFile} lists no results: name result files`);
      }
      for (const file of operands.flatMap((operand) => expandResultPattern(operand, warn))) {
        loader.loadFile(file, definition.columns, relevantForDiff(definition.columns), undefined);
      }
    }
    const name = args.text("name") ?? withoutEnding(definitionFile);
    return { name, folder: folder ?? posix.dirname(definitionFile), isSingle: false };
  }
  const searched = folder === undefined || folder === "-" ? DEFAULT_FOLDER : folder;
  const patterns = operands.length > 0 ? operands : [`${searched}/*.results*.xml*`];
  const files = patterns.flatMap((pattern) => expandResultPattern(pattern, warn));
  for (const file of files) loader.loadFile(file, [], new Set(), undefined);
  const folders = new Set(files.map((file) => posix.dirname(file)));
  const [first = "."] = folders;
  const isSingle = files.length === 1;
  return {
    name: args.text("name") ?? (isSingle ? withoutEnding(files[0] as string) : timeStampedName()),
    folder: folder ?? (folders.size === 1 ? first : DEFAULT_FOLDER),
    isSingle,
  };
}

function withoutEnding(file: string): string {
  return posix.basename(file).replace(/\.xml(\.gz|\.bz2)?$/, "");
}

function timeStampedName(): string {
  const now = new Date();
  const two = (number: number): string => String(number).padStart(2, "0");
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join("-");
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join("-");
  return `results.${day}_${time}`;
}

/** Returns the pages. */
function writeTables(
  table: TableData,
  output: Output,
  args: Arguments<string>,
  state: string | undefined,
  warn: (message: string) => void,
  say: (message: string) => void,
): readonly string[] {
  const pages: string[] = [];
  if (output.folder !== "-") mkdirSync(output.folder, { recursive: true });
  const correctOnly = args.flag("correct-only");
  const withSummary = !args.flag("no-summary-row") && !correctOnly && !args.flag("common");
  const formats = args.list("format").map(asFormat);
  const write = (type: "table" | "diff", rows: Int32Array, withSummaryRow: boolean): void => {
    const rendering = new Rendering(
      type === "diff" ? `${output.name} differences` : output.name,
      table,
      rows,
      { correctOnly, withSummary: withSummaryRow, ...(state === undefined ? {} : { state }) },
      warn,
    );
    for (const format of formats.length > 0 ? formats : DEFAULT_FORMATS) {
      const ending = format.replaceAll("-", ".");
      const name = output.isSingle
        ? `${output.name}.${ending}`
        : `${output.name}.${type}.${ending}`;
      if (output.folder === "-") {
        for (const piece of rendering.pieces(format)) writeAll(1, piece);
        continue;
      }
      const path = posix.join(output.folder, name);
      replaceWithPieces(path, rendering.pieces(format));
      say(`wrote ${path}`);
      if (format === "html") pages.push(path);
    }
  };
  write("table", allRows(table), withSummary);
  if (args.flag("no-diff")) return pages;
  const different = rowsWithDifferences(table);
  if (different.length === table.tasks.length) say("all rows differ: no table of differences");
  else if (different.length > 0) write("diff", different, false);
  return pages;
}

function asFormat(text: string): ResultFormat {
  const format = RESULT_FORMATS.find((known) => known === text);
  if (format !== undefined) return format;
  throw new UsageError(
    `--format of tables of result files must be one of ${RESULT_FORMATS.join(", ")}, found '${text}'`,
  );
}

interface RenderingOptions {
  readonly correctOnly: boolean;
  readonly withSummary: boolean;
  /** Of the page at its start. */
  readonly state?: string;
}

class Rendering {
  readonly #title: string;
  readonly #table: TableData;
  readonly #rows: Int32Array;
  readonly #options: RenderingOptions;
  readonly #warn: (message: string) => void;
  #statistics: readonly (readonly (ColumnStatistics | undefined)[])[] | undefined;

  constructor(
    title: string,
    table: TableData,
    rows: Int32Array,
    options: RenderingOptions,
    warn: (message: string) => void,
  ) {
    this.#title = title;
    this.#table = table;
    this.#rows = rows;
    this.#options = options;
    this.#warn = warn;
  }

  pieces(format: ResultFormat): Iterable<Uint8Array | string> {
    switch (format) {
      case "html":
        return renderResultTable(
          this.#title,
          this.#table,
          this.#rows,
          this.#computed(),
          this.#options.state,
        );
      case "csv":
        return writeCsv(this.#table, this.#rows);
      case "statistics-tex":
        return writeLatexStatistics(this.#table, this.#computed(), this.#warn);
    }
  }

  #computed(): readonly (readonly (ColumnStatistics | undefined)[])[] {
    const { correctOnly, withSummary } = this.#options;
    this.#statistics ??= this.#table.runSets.map((runSet) =>
      runSetStatistics(runSet, this.#rows, { isCorrectOnly: correctOnly, withSummary }),
    );
    return this.#statistics;
  }
}

function dumpCounts(table: TableData, ignoreFlapping: boolean): void {
  console.log(`REGRESSIONS ${regressionCount(table, ignoreFlapping)}`);
  console.log("STATS");
  for (const { correct, wrong, other } of resultCounts(table)) {
    console.log(`${correct} ${wrong} ${other}`);
  }
}

function noResults(message: string): PlatformError {
  return new PlatformError("ERR_NO_RESULTS", `${message}: no table`);
}
