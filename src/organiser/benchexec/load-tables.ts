/** Result files and table definitions from the file system to run sets. */

import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { posix } from "node:path";
import { defined } from "../../ground/util/defined.ts";
import { type Diagnostic, formatDiagnostic } from "../../ground/util/diagnostic.ts";
import { InputError } from "../../ground/util/errors.ts";
import { isUrl, readInput, readResultPieces } from "../competition/index.ts";
import { type ResultColumns, ResultColumnsReader } from "../results/index.ts";
import {
  buildRunSet,
  type ColumnDefinition,
  formatTableDefinition,
  parseTableDefinition,
  type ResultEntry,
  type RunSet,
  type RunSetFile,
  relevantForDiff,
  type TableDefinition,
  TaskTable,
  type TypedColumn,
  type UnionEntry,
} from "../tables/index.ts";
import { Glob } from "../tasks/index.ts";
import { listAnyFolder } from "./list-any-folder.ts";
import type { FileSurroundings } from "./surroundings.ts";

export interface LoadOptions {
  readonly allColumns: boolean;
  readonly correctOnly: boolean;
  /** Leave out files that are marked as incomplete or interrupted. */
  readonly ignoreErroneous: boolean;
}

/** Reads table-definition files. @throws InputError. */
export function readTableDefinition(
  file: string,
  warn: (message: string) => void,
): TableDefinition {
  const warnings: Diagnostic[] = [];
  const definition = parseTableDefinition(readInput(file, file), file, warnings);
  for (const warning of warnings) warn(formatDiagnostic(warning));
  return definition;
}

/**
 * Names of files for a pattern with wildcards, `~` and `$VARIABLES`, sorted. When empty, `warn` was
 * called.
 */
export function expandResultPattern(
  pattern: string,
  warn: (message: string) => void,
): readonly string[] {
  if (isUrl(pattern)) return [pattern];
  const home = pattern.replace(/^~(?=\/|$)/, () => homedir());
  const expanded = home.replace(
    /\$(?:(\w+)|\{(\w+)\})/g,
    (written, name: string | undefined, braced: string | undefined) =>
      process.env[(name ?? braced) as string] ?? written,
  );
  // Names are kept as they were given, because tables show them.
  if (!/[*?[]/.test(expanded)) {
    if (existsSync(expanded)) return [expanded];
  }
  const files = new Glob(listAnyFolder).expand(expanded, ".");
  if (files.length === 0) warn(`no file matches '${pattern}'`);
  return files;
}

type Source = Pick<RunSetFile, "file" | "runSet">;

/** Loads the run sets of a table, each from its file or files. */
export class TableLoader {
  readonly taskTable: TaskTable = new TaskTable();
  readonly runSets: RunSet[] = [];
  /** For each run set: the source of its runs. */
  readonly #sources: { readonly files: readonly Source[]; readonly title?: string }[] = [];
  readonly #around: FileSurroundings;
  readonly #options: LoadOptions;

  constructor(around: FileSurroundings, options: LoadOptions) {
    this.#around = around;
    this.#options = options;
  }

  /** @throws InputError for unreadable and invalid files. */
  loadFile(
    file: string,
    columns: readonly ColumnDefinition[],
    relevant: ReadonlySet<string>,
    id: string | undefined,
  ): void {
    const content = this.#read(file);
    const error = content.attributes.get("error");
    if (error !== undefined && this.#options.ignoreErroneous) {
      this.#around.warn(`${file}: left out, as it says '${error}'`);
      return;
    }
    this.#add([{ file, content, ...defined({ runSet: id }) }], columns, relevant);
  }

  /**
   * A definition of the loaded tables, for a file in `folder`: their results, and the derived
   * properties of columns.
   */
  definitionFor(folder: string): TableDefinition {
    const columnsOf = ({ columns }: RunSet): readonly ColumnDefinition[] =>
      columns.map((column) => explicitDefinition(column, folder));
    const [first] = this.runSets;
    const columns = first === undefined ? [] : columnsOf(first);
    const asXml = (some: readonly ColumnDefinition[]): string =>
      formatTableDefinition({ columns: some, results: [] });
    const results = this.#sources.map(({ files, title }, index) => {
      const own = columnsOf(this.runSets[index] as RunSet);
      const others = asXml(own) === asXml(columns) ? [] : own;
      const entries = files.map(
        ({ file, runSet }): ResultEntry => ({
          kind: "result",
          fileName: posix.isAbsolute(file) || isUrl(file) ? file : posix.relative(folder, file),
          ...defined({ id: runSet }),
          columns: [],
        }),
      );
      const [only, another] = entries as [ResultEntry, ResultEntry?];
      if (another === undefined && title === undefined) return { ...only, columns: others };
      return {
        kind: "union" as const,
        ...defined({ title }),
        results: entries,
        columns: others,
      };
    });
    return { columns, results };
  }

  /** Loads everything that a definition lists, in its order. */
  loadDefinition(definition: TableDefinition, definitionFile: string): void {
    const relevant = relevantForDiff(definition.columns);
    for (const entry of definition.results) {
      const columns = entry.columns.length > 0 ? entry.columns : definition.columns;
      if (entry.kind === "union") this.#loadUnion(entry, columns, definitionFile);
      else {
        for (const file of this.#filesOf(entry.fileName, definitionFile)) {
          this.loadFile(file, columns, relevant, entry.id);
        }
      }
    }
  }

  #loadUnion(
    { results, title }: UnionEntry,
    columns: readonly ColumnDefinition[],
    definitionFile: string,
  ): void {
    const files: RunSetFile[] = [];
    for (const { fileName, id } of results) {
      for (const file of this.#filesOf(fileName, definitionFile)) {
        if (files.some((known) => known.file === file)) {
          throw fault(definitionFile, `${file} is twice in one <union>`);
        }
        const content = this.#read(file);
        files.push({ file, content, ...defined({ runSet: id }) });
      }
    }
    if (files.length > 0) this.#add(files, columns, new Set(), title);
  }

  #add(
    files: readonly RunSetFile[],
    columns: readonly ColumnDefinition[],
    relevant: ReadonlySet<string>,
    title?: string,
  ): void {
    const { allColumns, correctOnly } = this.#options;
    const [first, ...others] = files as [RunSetFile, ...RunSetFile[]];
    // Names only, because contents would occupy memory.
    const names = files.map(({ file, runSet }) => ({
      file,
      ...defined({ runSet }),
    }));
    this.#sources.push({ files: names, ...defined({ title }) });
    this.runSets.push(
      buildRunSet([first, ...others], this.taskTable, this.#around, {
        columns,
        relevantForDiff: relevant,
        allColumns,
        correctOnly,
        ...defined({ title }),
      }),
    );
  }

  #filesOf(pattern: string, definitionFile: string): readonly string[] {
    const folder = posix.dirname(definitionFile);
    const isAsItIs = folder === "." || posix.isAbsolute(pattern) || isUrl(pattern);
    const place = isAsItIs ? pattern : `${folder}/${pattern}`;
    return expandResultPattern(place, (message) => this.#around.warn(message));
  }

  #read(file: string): ResultColumns {
    const reader = new ResultColumnsReader(file);
    readResultPieces(file, file, (piece) => reader.write(piece));
    return reader.end();
  }
}

/** The column with its derived properties, except those that can be derived again. */
function explicitDefinition(column: TypedColumn, folder: string): ColumnDefinition {
  const {
    kind: _,
    maximalDecimals: __,
    numberWidth: ___,
    plainLengths: ____,
    ...definition
  } = column;
  const { unit, sourceUnit, scaleFactor, href, ...rest } = definition;
  const isScaled = unit !== undefined && unit !== sourceUnit;
  const isPlace = href !== undefined && !/^(https?:\/\/|\/)/.test(href);
  return {
    ...rest,
    ...(href === undefined ? {} : { href: isPlace ? posix.relative(folder, href) : href }),
    ...(isScaled ? { unit } : {}),
    ...(isScaled && sourceUnit !== undefined ? { sourceUnit } : {}),
    ...(isScaled && scaleFactor !== undefined ? { scaleFactor } : {}),
  };
}

function fault(file: string, message: string): InputError {
  return new InputError([{ severity: "error", code: "invalid-table-definition", message, file }]);
}
