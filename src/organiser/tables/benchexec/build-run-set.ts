/** Builds the run set of a table from result files. */
import { type Cells, cellsOf, cellText, MISSING } from "../../results/index.ts";
import { type ColumnDefinition, type TypedColumn, typeColumn } from "./column.ts";
import { joinAttributes } from "./file-attributes.ts";
import { TaskIdentification } from "./identify-tasks.ts";
import { intern, textCells } from "./interned-cells.ts";
import { LogColumns } from "./log-columns.ts";
import { ABORTED, type InternedTexts, NO_SCORE, type RunSet, scoreOf } from "./run-set.ts";
import type { RunSetFile, RunSetSurroundings } from "./run-set-file.ts";
import type { TableTask, TaskTable } from "./task-table.ts";

export interface RunSetOptions {
  /** None: the columns of the (first) file. */
  readonly columns?: readonly ColumnDefinition[];
  readonly relevantForDiff: ReadonlySet<string>;
  /** Include hidden columns, where the file decides. */
  readonly allColumns: boolean;
  /** Include values of correct results only. */
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

/** Builds the run set of a file, or of several files whose runs are concatenated. */
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
