/** Writes tables of result files, like BenchExec's `table-generator`. */

import { mkdirSync } from "node:fs";
import { posix } from "node:path";
import { replaceWithPieces, writeAll } from "../../../ground/files/index.ts";
import { amount } from "../../../ground/util/amount.ts";
import { defined } from "../../../ground/util/defined.ts";
import { InputError, PlatformError } from "../../../ground/util/errors.ts";
import {
  expandResultPattern,
  FileSurroundings,
  readTableDefinition,
  TableLoader,
} from "../../benchexec/index.ts";
import {
  allRows,
  type ColumnStatistics,
  combineRunSets,
  formatTableDefinition,
  relevantForDiff,
  rowsWithDifferences,
  runSetStatistics,
  type TableData,
  writeCsv,
  writeLatexStatistics,
} from "../../tables/index.ts";
import { renderResultTable } from "./result-table-page.ts";

export const RESULT_FORMATS = ["html", "csv", "statistics-tex"] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

const DEFAULT_FORMATS: readonly ResultFormat[] = ["html", "csv"];
const DEFAULT_FOLDER = "results";

/** Folder and names of the tables. */
interface Output {
  readonly name: string;
  /** `-`: everything to standard output. */
  readonly folder: string;
  /** Files are named `NAME.csv`, not `NAME.table.csv`. */
  readonly isSingle: boolean;
}

export interface ResultTableOptions {
  /** Result files, patterns of them, or addresses; none: the files of the folder `results`. */
  readonly files: readonly string[];
  /** Table definition. */
  readonly definition?: string;
  /** Folder of the tables; `-`: everything to standard output. */
  readonly folder?: string;
  /** Beginning of the files' names. */
  readonly name?: string;
  /** Empty: HTML and CSV. */
  readonly formats: readonly ResultFormat[];
  /** Further folders with BenchExec's package. */
  readonly searchPath: readonly string[];
  /** Initial state of the pages, see {@link isTableState}. */
  readonly state?: string;
  /** File for a definition of these tables. */
  readonly definitionOutput?: string;
  readonly allColumns: boolean;
  readonly correctOnly: boolean;
  readonly ignoreErroneous: boolean;
  /** Include only tasks that all files have. */
  readonly commonOnly: boolean;
  /** Omit the table of differences. */
  readonly noDifferences: boolean;
  /** Omit the measurements of the whole run set from the statistics. */
  readonly noSummaryRow: boolean;
  warn(message: string): void;
  /** Called with messages about written files. */
  say(message: string): void;
}

export interface WrittenTables {
  readonly table: TableData;
  /** Files with pages. */
  readonly pages: readonly string[];
}

/**
 * Reads the results and writes the tables.
 * @throws InputError for faulty files; PlatformError `ERR_NO_RESULTS`.
 */
export function writeResultTables(options: ResultTableOptions): WrittenTables {
  const { warn, say, allColumns, correctOnly, ignoreErroneous, commonOnly } = options;
  const around = new FileSurroundings(options.searchPath, warn);
  try {
    const loader = new TableLoader(around, { allColumns, correctOnly, ignoreErroneous });
    const output = load(loader, options);
    if (loader.runSets.length === 0) throw noResults("there are no results");
    const table = combineRunSets(loader.runSets, loader.taskTable, commonOnly);
    const missing =
      table.missingRuns === 0 ? "" : `; ${table.missingRuns} runs are in some run sets only`;
    say(
      `${amount(table.tasks.length, "row")}, ${amount(table.runSets.length, "run set")}${missing}`,
    );
    if (table.tasks.length === 0) {
      throw noResults(commonOnly ? "no task is in all of the files" : "the files have no runs");
    }
    const pages = writeTables(table, output, options);
    const { definitionOutput } = options;
    if (definitionOutput !== undefined) {
      const definition = loader.definitionFor(posix.dirname(definitionOutput));
      replaceWithPieces(definitionOutput, [formatTableDefinition(definition)]);
      say(`wrote ${definitionOutput}`);
    }
    return { table, pages };
  } finally {
    around.close();
  }
}

function load(
  loader: TableLoader,
  { files: operands, definition: definitionFile, folder, name, warn }: ResultTableOptions,
): Output {
  if (definitionFile !== undefined) {
    const definition = readTableDefinition(definitionFile, warn);
    if (definition.results.length > 0) {
      if (operands.length > 0) {
        throw wrongFiles(
          definitionFile,
          `the definition lists its results: '${operands[0]}' is superfluous`,
        );
      }
      loader.loadDefinition(definition, definitionFile);
    } else {
      if (operands.length === 0) {
        throw wrongFiles(definitionFile, "the definition lists no results: name result files");
      }
      for (const file of operands.flatMap((operand) => expandResultPattern(operand, warn))) {
        loader.loadFile(file, definition.columns, relevantForDiff(definition.columns), undefined);
      }
    }
    const base = name ?? withoutEnding(definitionFile);
    return { name: base, folder: folder ?? posix.dirname(definitionFile), isSingle: false };
  }
  const searched = folder === undefined || folder === "-" ? DEFAULT_FOLDER : folder;
  const patterns = operands.length > 0 ? operands : [`${searched}/*.results*.xml*`];
  const files = patterns.flatMap((pattern) => expandResultPattern(pattern, warn));
  for (const file of files) loader.loadFile(file, [], new Set(), undefined);
  const folders = new Set(files.map((file) => posix.dirname(file)));
  const [first = "."] = folders;
  const isSingle = files.length === 1;
  return {
    name: name ?? (isSingle ? withoutEnding(files[0] as string) : timeStampedName()),
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

/** Writes the tables and returns the pages. */
function writeTables(
  table: TableData,
  output: Output,
  options: ResultTableOptions,
): readonly string[] {
  const { correctOnly, formats, state, warn, say } = options;
  const pages: string[] = [];
  if (output.folder !== "-") mkdirSync(output.folder, { recursive: true });
  const withSummary = !options.noSummaryRow && !correctOnly && !options.commonOnly;
  const write = (type: "table" | "diff", rows: Int32Array, withSummaryRow: boolean): void => {
    const rendering = new Rendering(
      type === "diff" ? `${output.name} differences` : output.name,
      table,
      rows,
      { correctOnly, withSummary: withSummaryRow, ...defined({ state }) },
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
  if (options.noDifferences) return pages;
  const different = rowsWithDifferences(table);
  if (different.length === table.tasks.length) say("all rows differ: no table of differences");
  else if (different.length > 0) write("diff", different, false);
  return pages;
}

interface RenderingOptions {
  readonly correctOnly: boolean;
  readonly withSummary: boolean;
  /** Initial state of the page. */
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

function noResults(message: string): PlatformError {
  return new PlatformError("ERR_NO_RESULTS", `${message}: no table`);
}

function wrongFiles(file: string, message: string): InputError {
  return new InputError([{ severity: "error", code: "wrong-result-files", message, file }]);
}
