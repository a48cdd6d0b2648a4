/** From result files to the run set that a table shows. */
import {
  type Cells,
  CellsBuilder,
  cellsOf,
  cellText,
  logPrefix,
  MISSING,
  type ResultColumns,
} from "../../results/index.ts";
import { ByteInterner } from "../../util/byte-interner.ts";
import { folderOf } from "../../util/path.ts";
import { decodeUtf8 } from "../../util/utf8.ts";
import { type ColumnDefinition, type TypedColumn, typeColumn } from "./column.ts";
import { ABORTED, type InternedTexts, NO_SCORE, type RunSet, scoreOf } from "./run-set.ts";
import type { TableTask, TaskName, TaskProperty, TaskTable, TaskVerdict } from "./task-table.ts";

/** A result file that was read, and what the world around it is asked for. */
export interface RunSetFile {
  /** As given by the user. */
  readonly file: string;
  readonly content: ResultColumns;
  /** `id` of the result in the table definition. */
  readonly runSet?: string;
}

/** What the files beside a result file tell. Paths are relative to where the program was started. */
export interface RunSetSurroundings {
  /** A path in a result file, from the outside. */
  resolve(path: string, resultFile: string): string;
  /** Whether every line of the property file begins with CHECK; undefined: it cannot be read. */
  isScoredProperty(path: string): boolean | undefined;
  /** What a task definition says about the property of that name; undefined: nothing, or it cannot be read. */
  taskProperty(
    taskDefinition: string,
    property: string,
  ): { readonly property: TaskProperty; readonly verdict?: TaskVerdict } | undefined;
  /** Values of the patterns in a log, by the tool's module. */
  logValues(
    toolModule: string | undefined,
    log: string,
    patterns: readonly string[],
  ): readonly (string | undefined)[];
  warn(message: string): void;
}

export interface RunSetOptions {
  /** None: what the (first) file has. */
  readonly columns?: readonly ColumnDefinition[];
  readonly relevantForDiff: ReadonlySet<string>;
  /** Hidden columns, too, where the file decides. */
  readonly allColumns: boolean;
  /** Values of correct results only. */
  readonly correctOnly: boolean;
  /** Title of a union of files. */
  readonly title?: string;
}

/** Columns that come first, in this order, where the files decide. */
const MAIN_COLUMNS: readonly ColumnDefinition[] = [
  { title: "status" },
  { title: "category" },
  { title: "cputime" },
  { title: "walltime" },
  { title: "memory", unit: "MB", sourceUnit: "B" },
  // Until 2015.
  { title: "memUsage", displayTitle: "memory", unit: "MB", sourceUnit: "B" },
  { title: "cpuenergy" },
];

/** Builds the run set of a file, or of several whose runs stand below each other. */
export function buildRunSet(
  files: readonly [RunSetFile, ...RunSetFile[]],
  taskTable: TaskTable,
  around: RunSetSurroundings,
  options: RunSetOptions,
): RunSet {
  const definitions =
    options.columns !== undefined && options.columns.length > 0
      ? options.columns
      : columnsOfFile(files[0], options.allColumns, around);
  const parts = files.map((file) => buildPart(file, definitions, taskTable, around, options));
  const whole = withoutDuplicates(joinParts(parts), files, taskTable, around);
  const columns = definitions.map((definition, index): TypedColumn => {
    const warn = (message: string): void => around.warn(`${files[0].file}: ${message}`);
    return typeColumn(definition, whole.values[index] as Cells, warn);
  });
  return {
    ...whole,
    attributes: joinAttributes(files, options.title),
    summary: files.length === 1 ? files[0].content.totals : new Map(),
    columns,
    relevantForDiff: options.relevantForDiff,
  };
}

function columnsOfFile(
  { file, content }: RunSetFile,
  allColumns: boolean,
  around: RunSetSurroundings,
): readonly ColumnDefinition[] {
  if (content.runCount === 0) around.warn(`${file}: there are no runs`);
  const titles = new Set(
    content.columns.filter((column) => allColumns || column.isVisible).map(({ title }) => title),
  );
  if (titles.size === 0) return [MAIN_COLUMNS[0] as ColumnDefinition];
  const main = MAIN_COLUMNS.filter(({ title }) => titles.has(title));
  for (const { title } of main) titles.delete(title);
  return [...main, ...[...titles].sort().map((title) => ({ title }))];
}

type Part = Omit<RunSet, "attributes" | "summary" | "columns" | "relevantForDiff">;

function buildPart(
  file: RunSetFile,
  definitions: readonly ColumnDefinition[],
  taskTable: TaskTable,
  around: RunSetSurroundings,
  options: RunSetOptions,
): Part {
  const { content } = file;
  const byTitle = new Map(content.columns.map(({ title, cells }) => [title, cells]));
  const absent = cellsOf(new Array<undefined>(content.runCount).fill(undefined));
  const cells = (title: string): Cells => byTitle.get(title) ?? absent;
  const statuses = intern(cells("status"), "");
  const categories = withCategories(intern(cells("category"), ""), statuses);
  const identified = new TaskIdentification(file, taskTable, around).identify(
    byTitle.get("witness-category"),
  );
  const scores = scoresOf(identified.tasks, taskTable, categories, statuses);
  const isCorrect = (run: number): boolean =>
    categories.texts[categories.ids[run] as number] === "correct";
  const fromLogs = new LogColumns(definitions, file, around, (run) =>
    options.correctOnly ? isCorrect(run) : true,
  );
  const values = definitions.map((definition, index) => {
    const title = definition.title.toLowerCase();
    if (title === "status") return textCells(statuses);
    const found = fromLogs.cells(index) ?? cells(definition.title);
    const kept = options.correctOnly ? only(found, isCorrect) : found;
    return title === "score" ? withScores(kept, scores) : kept;
  });
  return {
    runCount: content.runCount,
    tasks: identified.tasks,
    hasFiles: identified.hasFiles,
    statuses,
    categories,
    scores,
    values,
  };
}

/** Gives repeated texts numbers; rows without text get `absent`. */
function intern(cells: Cells, absent: string): InternedTexts {
  const interner = new ByteInterner();
  const ids = new Uint32Array(cells.count);
  const nothing = Uint8Array.from([...absent].map((character) => character.charCodeAt(0)));
  for (let row = 0; row < cells.count; row++) {
    const length = cells.lengths[row] as number;
    const start = cells.starts[row] as number;
    ids[row] =
      length < 0
        ? interner.intern(nothing, 0, nothing.length)
        : interner.intern(cells.bytes, start, start + length);
  }
  const texts = Array.from({ length: interner.size }, (_, id) => {
    const bytes = interner.bytesOf(id);
    return decodeUtf8(bytes, 0, bytes.length) as string;
  });
  return { ids, texts };
}

/** Runs without a category: `missing` when they have a status, else `aborted`. */
function withCategories(categories: InternedTexts, statuses: InternedTexts): InternedTexts {
  const empty = categories.texts.indexOf("");
  if (empty < 0) return categories;
  const texts = [...categories.texts];
  texts[empty] = "missing";
  const aborted = texts.push(ABORTED) - 1;
  const ids = categories.ids.map((id, run) =>
    id === empty && statuses.texts[statuses.ids[run] as number] === "" ? aborted : id,
  );
  return { ids, texts };
}

function textCells({ ids, texts }: InternedTexts): Cells {
  const once = cellsOf(texts);
  return {
    count: ids.length,
    bytes: once.bytes,
    starts: Uint32Array.from(ids, (id) => once.starts[id] as number),
    lengths: Int32Array.from(ids, (id) => once.lengths[id] as number),
  };
}

function only(cells: Cells, isKept: (run: number) => boolean): Cells {
  return {
    ...cells,
    lengths: cells.lengths.map((length, run) => (isKept(run) ? length : MISSING)),
  };
}

/** The computed score where the file has none. */
function withScores(cells: Cells, scores: Int16Array): Cells {
  return cellsOf(
    [...scores].map(
      (score, run) => cellText(cells, run) ?? (score === NO_SCORE ? undefined : String(score)),
    ),
  );
}

function scoresOf(
  tasks: Int32Array,
  { tasks: all }: TaskTable,
  categories: InternedTexts,
  statuses: InternedTexts,
): Int16Array {
  return Int16Array.from(tasks, (id, run) => {
    const task = all[id] as TableTask;
    if (task.property?.isScored !== true) return NO_SCORE;
    const category = categories.texts[categories.ids[run] as number] as string;
    const status = statuses.texts[statuses.ids[run] as number] as string;
    return scoreOf(category, status, task.witnessCategory);
  });
}

/** Finds out which task each run of a file is about. */
class TaskIdentification {
  readonly #file: RunSetFile;
  readonly #taskTable: TaskTable;
  readonly #around: RunSetSurroundings;

  constructor(file: RunSetFile, taskTable: TaskTable, around: RunSetSurroundings) {
    this.#file = file;
    this.#taskTable = taskTable;
    this.#around = around;
  }

  identify(witnessCategories: Cells | undefined): {
    readonly tasks: Int32Array;
    readonly hasFiles: Uint8Array;
  } {
    const { runAttributes, runCount } = this.#file.content;
    const tasks = new Int32Array(runCount);
    const hasFiles = new Uint8Array(runCount);
    const names = runAttributes.get("name") as Cells;
    const filesOfRuns = runAttributes.get("files");
    const parts = ["properties", "propertyFile", "expectedVerdict"].map((name) =>
      runAttributes.get(name),
    );
    parts.push(witnessCategories);
    const interned = parts.map((cells) =>
      cells === undefined ? undefined : internOptional(cells),
    );
    const ids = combined(interned, runCount);
    const known = new Map<number | string, Combination>();
    const properties = interned[0];
    const propertyFiles = interned[1];
    for (let run = 0; run < runCount; run++) {
      const isFile = filesOfRuns !== undefined && namesFiles(filesOfRuns, run);
      hasFiles[run] = isFile ? 1 : 0;
      const { name, id: nameId } = this.#nameOf(names, run, isFile);
      // Without a property file the task's definition is asked.
      const needsDefinition =
        properties !== undefined &&
        textOf(properties, run) !== undefined &&
        !(propertyFiles && textOf(propertyFiles, run)) &&
        name.endsWith(".yml");
      const key = needsDefinition ? `${ids[run]} ${name}` : (ids[run] as number);
      let combination = known.get(key);
      if (combination === undefined) {
        const texts = interned.map((part) => part && textOf(part, run));
        combination = this.#combination(name, texts);
        known.set(key, combination);
      }
      const { id, rest } = combination;
      tasks[run] = this.#taskTable.intern(nameId, id, () => ({ name, ...rest }));
    }
    return { tasks, hasFiles };
  }

  #combination(
    name: string,
    [properties, propertyFile, expected, witnessCategory]: readonly (string | undefined)[],
  ): Combination {
    const rest = {
      ...this.#propertyOf(name, properties, propertyFile, expected),
      ...(witnessCategory === undefined ? {} : { witnessCategory }),
      ...(this.#file.runSet === undefined ? {} : { runSet: this.#file.runSet }),
    };
    return { id: this.#taskTable.combinationId(rest), rest };
  }

  #nameOf({ bytes, starts, lengths }: Cells, run: number, isFile: boolean): TaskName {
    const { file } = this.#file;
    const start = starts[run] as number;
    const known = this.#taskTable.writtenNames(isFile ? folderOf(file) : undefined);
    return known.nameOf(bytes, start, start + (lengths[run] as number), (written) =>
      isFile ? this.#around.resolve(written, file) : written,
    );
  }

  #propertyOf(
    taskName: string,
    properties: string | undefined,
    propertyFile: string | undefined,
    expected: string | undefined,
  ): Pick<TableTask, "property" | "expectedVerdict"> {
    if (properties === undefined) return {};
    if (propertyFile) {
      const file = this.#around.resolve(propertyFile, this.#file.file);
      const isScored = this.#around.isScoredProperty(file);
      const name = isScored === undefined ? properties : nameOfProperty(file);
      return {
        property: { name, file, isScored: isScored ?? false },
        ...(expected === undefined ? {} : { expectedVerdict: this.#verdictOf(expected) }),
      };
    }
    if (taskName.endsWith(".yml")) {
      const found = this.#around.taskProperty(taskName, properties);
      if (found !== undefined) {
        const { property, verdict } = found;
        return { property, ...(verdict === undefined ? {} : { expectedVerdict: verdict }) };
      }
    }
    return { property: { name: properties, isScored: false } };
  }

  #verdictOf(text: string): TaskVerdict {
    if (text === "") return {};
    const [, kind, subproperty] = /^(true|false)(?:\((.+)\))?$/.exec(text) ?? [];
    if (kind !== "true" && kind !== "false") {
      this.#around.warn(
        `${this.#file.file}: expectedVerdict '${text}' is not true, false or one of these with a subproperty: taken as unknown`,
      );
      return {};
    }
    return { kind, ...(subproperty === undefined ? {} : { subproperty }) };
  }
}

/** What a run's task is but for its name. */
interface Combination {
  readonly id: number;
  readonly rest: Omit<TableTask, "name">;
}

interface OptionalTexts {
  readonly ids: Uint32Array;
  readonly texts: readonly (string | undefined)[];
}

function textOf({ ids, texts }: OptionalTexts, row: number): string | undefined {
  return texts[ids[row] as number];
}

/** Of each row one number that tells the combination of its texts from all others. */
function combined(parts: readonly (OptionalTexts | undefined)[], count: number): Float64Array {
  const combinations = new Float64Array(count);
  for (const part of parts) {
    if (part === undefined || part.texts.length < 2) continue;
    const numbers = new Map<number, number>();
    for (let row = 0; row < count; row++) {
      // Both are below 2^26: they count what is in a file.
      const pair = (combinations[row] as number) * part.texts.length + (part.ids[row] as number);
      let number = numbers.get(pair);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(pair, number);
      }
      combinations[row] = number;
    }
  }
  return combinations;
}

function nameOfProperty(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1).replace(/(?<=.)\.[^.]*$/, "");
}

/** Whether the attribute `files`, a list in brackets, names any. */
function namesFiles({ bytes, starts, lengths }: Cells, run: number): boolean {
  const start = starts[run] as number;
  const end = start + (lengths[run] as number) - 1;
  for (let at = start + 1; at < end; at++) {
    // Neither a blank nor a comma.
    if (bytes[at] !== 0x20 && bytes[at] !== 0x2c) return true;
  }
  return false;
}

function internOptional(cells: Cells): OptionalTexts {
  const { ids, texts } = intern(cells, "\u0000");
  return { ids, texts: texts.map((text) => (text === "\u0000" ? undefined : text)) };
}

/** Of each run the path of its log. */
function logPaths({ file, content }: RunSetFile, around: RunSetSurroundings): Cells {
  const name = content.attributes.get("name");
  const block = content.attributes.get("block");
  const prefix = logPrefix(file, {
    ...(name === undefined ? {} : { name }),
    ...(block === undefined ? {} : { block }),
  });
  const written = content.runAttributes.get("logfile");
  const names = content.runAttributes.get("name");
  const builder = new CellsBuilder();
  for (let run = 0; run < content.runCount; run++) {
    const log = written && cellText(written, run);
    if (log !== undefined) builder.appendText(run, around.resolve(log, file));
    else {
      const task = cellText(names as Cells, run) as string;
      builder.appendText(run, `${prefix}${task.slice(task.lastIndexOf("/") + 1)}.log`);
    }
  }
  return builder.build(content.runCount);
}

/** Columns whose values are in the logs: each log is read once. */
class LogColumns {
  readonly #cells = new Map<number, Cells>();

  constructor(
    definitions: readonly ColumnDefinition[],
    file: RunSetFile,
    around: RunSetSurroundings,
    isWanted: (run: number) => boolean,
  ) {
    const wanted = [...definitions.entries()].filter(
      ([, { title, pattern, href }]) =>
        pattern !== undefined && !href && title.toLowerCase() !== "status",
    );
    if (wanted.length === 0) return;
    const { content } = file;
    const logs = logPaths(file, around);
    const patterns = wanted.map(([, { pattern }]) => pattern as string);
    const builders = wanted.map(() => new CellsBuilder());
    const toolModule = content.attributes.get("toolmodule");
    for (let run = 0; run < content.runCount; run++) {
      if (!isWanted(run)) continue;
      const values = around.logValues(toolModule, cellText(logs, run) as string, patterns);
      values.forEach((value, index) => {
        if (value !== undefined) builders[index]?.appendText(run, value);
      });
    }
    wanted.forEach(([column], index) => {
      this.#cells.set(column, (builders[index] as CellsBuilder).build(content.runCount));
    });
  }

  cells(column: number): Cells | undefined {
    return this.#cells.get(column);
  }
}

function joinParts(parts: readonly Part[]): Part {
  const [first] = parts as [Part];
  if (parts.length === 1) return first;
  const runCount = parts.reduce((sum, part) => sum + part.runCount, 0);
  const rows = (select: (part: Part) => Cells): Cells => joinCells(parts.map(select));
  const texts = (select: (part: Part) => InternedTexts): InternedTexts =>
    intern(joinCells(parts.map((part) => textCells(select(part)))), "");
  return {
    runCount,
    tasks: Int32Array.from(parts.flatMap(({ tasks }) => [...tasks])),
    hasFiles: Uint8Array.from(parts.flatMap(({ hasFiles }) => [...hasFiles])),
    statuses: texts(({ statuses }) => statuses),
    categories: texts(({ categories }) => categories),
    scores: Int16Array.from(parts.flatMap(({ scores }) => [...scores])),
    values: first.values.map((_, index) => rows(({ values }) => values[index] as Cells)),
  };
}

function joinCells(all: readonly Cells[]): Cells {
  return cellsOf(
    all.flatMap((cells) => Array.from({ length: cells.count }, (_, row) => cellText(cells, row))),
  );
}

/** The first run of a task counts. */
function withoutDuplicates(
  part: Part,
  files: readonly RunSetFile[],
  { tasks }: TaskTable,
  around: RunSetSurroundings,
): Part {
  const seen = new Uint8Array(tasks.length);
  const kept: number[] = [];
  part.tasks.forEach((task, run) => {
    if (seen[task] === 0) kept.push(run);
    else {
      const name = (tasks[task] as TableTask).name;
      around.warn(
        `${files.map(({ file }) => file).join(", ")}: ${name} is there twice: the first run counts`,
      );
    }
    seen[task] = 1;
  });
  if (kept.length === part.runCount) return part;
  const pick = <T extends Int32Array | Uint32Array | Uint8Array | Int16Array>(array: T): T => {
    const Type = array.constructor as new (length: number) => T;
    const picked = new Type(kept.length);
    kept.forEach((run, index) => {
      picked[index] = array[run] as number;
    });
    return picked;
  };
  const pickCells = (cells: Cells): Cells => ({
    count: kept.length,
    bytes: cells.bytes,
    starts: pick(cells.starts),
    lengths: pick(cells.lengths),
  });
  const pickTexts = ({ ids, texts }: InternedTexts): InternedTexts => ({ ids: pick(ids), texts });
  return {
    runCount: kept.length,
    tasks: pick(part.tasks),
    hasFiles: pick(part.hasFiles),
    statuses: pickTexts(part.statuses),
    categories: pickTexts(part.categories),
    scores: pick(part.scores),
    values: part.values.map(pickCells),
  };
}

/** What the files say of themselves, several texts where they differ. */
function joinAttributes(
  files: readonly RunSetFile[],
  title: string | undefined,
): ReadonlyMap<string, readonly string[]> {
  const joined = new Map<string, string[]>();
  for (const file of files) {
    for (const [key, values] of attributesOf(file)) {
      joined.set(key, [...(joined.get(key) ?? []), ...values]);
    }
  }
  if (title !== undefined && title !== "") joined.set("name", [title]);
  return joined;
}

function attributesOf({ file, content }: RunSetFile): ReadonlyMap<string, readonly string[]> {
  const attributes = new Map<string, string[]>([
    ["filename", [file]],
    ["branch", [branchOf(file)]],
    ["timelimit", ["-"]],
    ["memlimit", ["-"]],
    ["cpuCores", ["-"]],
    ["displayName", []],
  ]);
  for (const [key, value] of content.attributes) attributes.set(key, [value]);
  const hostOf = (host: string | undefined): string => host ?? "unknown";
  const systems = [...content.systems].sort((a, b) =>
    hostOf(a.host) < hostOf(b.host) ? -1 : hostOf(a.host) > hostOf(b.host) ? 1 : 0,
  );
  const add = (key: string, value: string | undefined): void => {
    if (value !== undefined) attributes.set(key, [...(attributes.get(key) ?? []), value]);
  };
  for (const system of systems) {
    add("os", system.os);
    add("cpu", system.cpu);
    add("cores", system.cores);
    if (system.frequency !== "") add("freq", system.frequency);
    add("turbo", system.turbo ?? "");
    add("ram", system.ram);
    add("host", hostOf(system.host));
  }
  return attributes;
}

/** Files of a branch are called `BRANCH#…`. */
function branchOf(file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1);
  return file.includes("#") ? (name.split("#")[0] as string) : "";
}
