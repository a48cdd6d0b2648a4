import { RESULT_CATEGORIES, RUN_PHASES } from "../../../ground/model/index.ts";
import { type Column, ColumnFileError } from "../../../ground/util/column-file.ts";
import { LINT_PHASE, type RunColumns, type RunTable } from "./run-columns.ts";

const TEXTS: Readonly<Record<RunTable, readonly string[]>> = {
  tasks: ["category", "task", "expectedVerdict"],
  verification: ["tool", "status", "witness", "resultCategory"],
  validation: ["tool", "phase", "format", "status"],
};

const NUMBERS: Readonly<Record<RunTable, readonly string[]>> = {
  tasks: ["isVoid"],
  verification: ["task", "cpuTime", "wallTime", "memory", "energy"],
  validation: ["run", "cpuTime"],
};

/** Texts that a column may contain, besides the empty text. */
const CHOICES: readonly (readonly [RunTable, string, readonly string[]])[] = [
  ["tasks", "expectedVerdict", ["true", "false"]],
  ["verification", "resultCategory", RESULT_CATEGORIES],
  ["validation", "phase", [...RUN_PHASES, LINT_PHASE]],
  ["validation", "format", ["graphml", "yaml"]],
];

/**
 * Checks everything about the columns that scoring relies on: they are complete, of the right type,
 * and refer to existing rows.
 *
 * @throws ColumnFileError for the first fault.
 */
export function checkRunColumns(runs: RunColumns): void {
  checkMetadata(runs);
  for (const table of Object.keys(TEXTS) as RunTable[]) {
    for (const name of TEXTS[table]) {
      const { dictionary } = runs.column(table, name);
      if (dictionary === undefined) fail(`${table}.${name} must be a column of texts`);
    }
    for (const name of NUMBERS[table]) {
      const { dictionary } = runs.column(table, name);
      if (dictionary !== undefined) fail(`${table}.${name} must be a column of numbers`);
    }
  }
  for (const [table, name, choices] of CHOICES) checkChoices(runs, table, name, choices);
  checkReferences(runs.column("verification", "task"), rowsOf(runs, "tasks", "task"), "a task");
  const runOf = runs.column("validation", "run");
  checkReferences(runOf, rowsOf(runs, "verification", "task"), "a run");
  for (let row = 1; row < runOf.values.length; row++) {
    if ((runOf.values[row] as number) < (runOf.values[row - 1] as number)) {
      fail("the answers of validators are not in the order of the runs");
    }
  }
  for (const text of runs.column("verification", "witness").dictionary ?? []) checkWitness(text);
}

function checkMetadata({ metadata, column }: RunColumns): void {
  const { categories, tools, participations, name, edition } = metadata;
  const areLists = [categories, tools, participations].every((list) => Array.isArray(list));
  if (!areLists || typeof name !== "string" || typeof edition !== "string") {
    fail("the metadata lack categories, tools, participations, a name or an edition");
  }
  const isText = (value: unknown): boolean => typeof value === "string";
  const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
  for (const category of categories) {
    const isSound =
      isText(category?.name) &&
      (category.kind === "base"
        ? isText(category.property)
        : category.kind === "meta" && areTexts(category.children));
    if (!isSound) fail("the description of a category is faulty");
  }
  for (const tool of tools) {
    if (!isText(tool?.id) || !isText(tool.name)) fail("the description of a tool is faulty");
  }
  for (const entry of participations) {
    if (!isText(entry?.tool) || !areTexts(entry.categories) || !areTexts(entry.optOut)) {
      fail("the description of a participation is faulty");
    }
  }
  const bases = new Set(categories.flatMap((each) => (each.kind === "base" ? [each.name] : [])));
  for (const category of column("tasks", "category").dictionary ?? []) {
    if (!bases.has(category)) fail(`a task is in the unknown category ${category}`);
  }
}

function checkChoices(
  runs: RunColumns,
  table: RunTable,
  name: string,
  choices: readonly string[],
): void {
  for (const text of runs.column(table, name).dictionary ?? []) {
    const isKnown =
      text === "" || choices.some((choice) => text === choice || isPart(text, choice));
    if (!isKnown) fail(`${table}.${name} has '${text}', expected one of ${choices.join(", ")}`);
  }
}

/** `false(valid-deref)`: a verdict with its subproperty. */
function isPart(text: string, choice: string): boolean {
  const isVerdict = choice === "true" || choice === "false";
  return isVerdict && text.startsWith(`${choice}(`) && text.endsWith(")");
}

function checkReferences({ values }: Column, end: number, what: string): void {
  for (const value of values) {
    if (!(Number.isInteger(value) && value < end))
      fail(`${what} with the number ${value} is not there`);
  }
}

function rowsOf(runs: RunColumns, table: RunTable, name: string): number {
  return runs.column(table, name).values.length;
}

const WITNESS_STATES = ["unexamined", "missing", "invalid", "present"];

function checkWitness(text: string): void {
  let facts: unknown;
  try {
    facts = JSON.parse(text);
  } catch {
    facts = undefined;
  }
  const { state, version, reason } = (facts ?? {}) as Readonly<Record<string, unknown>>;
  const isSound =
    WITNESS_STATES.some((known) => known === state) &&
    (state !== "present" || typeof version === "string") &&
    (state !== "invalid" || typeof reason === "string");
  if (!isSound) fail(`the facts of a witness are faulty: ${text}`);
}

function fail(message: string): never {
  throw new ColumnFileError(message);
}
