/**
 * Runs of a competition as columns: the data of millions of runs that scoring needs, without an
 * object for each. Statuses are those before the edition's rules, so that any edition's rules can
 * be applied.
 *
 * | table          | columns |
 * |----------------|---------|
 * | `tasks`        | `category`, `task`, `expectedVerdict` (empty: unknown), `isVoid` (0, 1) |
 * | `verification` | `tool`, `task` (row of `tasks`), `status`, `witness` (JSON of {@link
 * WitnessFacts}), `resultCategory` (empty: by the rules), `cpuTime`, `wallTime` (s), `memory` (B),
 * `energy` (J) |
 * | `validation`   | `run` (row of `verification`, ascending), `tool`, `phase` (`lint` for
 * linters), `format` (or empty), `status`, `cpuTime` (s) |
 *
 * Absent measurements are NaN.
 */

import {
  type Category,
  formatVerdict,
  type Participation,
  type ResultCategory,
  type RunPhase,
  type Tool,
} from "../../../ground/model/index.ts";

import { IntegerColumn, NumberColumn, TextColumn } from "../../../ground/util/column-builder.ts";
import type { Column, ColumnTables } from "../../../ground/util/column-file.ts";
import { defined } from "../../../ground/util/defined.ts";
import type { CategoryTask } from "../category-sizes.ts";
import type { JudgedRun } from "../tally.ts";
import type { WitnessFacts, WitnessFormat } from "../validation/input.ts";

/** Value of `format` in the metadata of the file. */
export const RUN_COLUMNS_FORMAT = "agon-runs/1";

/** Data beside the runs. */
export interface RunColumnsMetadata {
  readonly format: typeof RUN_COLUMNS_FORMAT;
  readonly name: string;
  /** Id of the edition that the competition followed. */
  readonly edition: string;
  readonly categories: readonly Category[];
  readonly tools: readonly Tool[];
  readonly participations: readonly Participation[];
}

export interface RunColumns {
  readonly metadata: RunColumnsMetadata;
  /** @throws the file's error for a missing column. */
  column(table: RunTable, name: string): Column;
}

export type RunTable = "tasks" | "verification" | "validation";

/** The value of `phase` for a linter's answer. */
export const LINT_PHASE = "lint";

/** An answer about a run's witness. */
export interface RawOpinion {
  readonly tool: string;
  readonly phase: RunPhase | typeof LINT_PHASE;
  readonly format?: WitnessFormat;
  readonly status: string;
  readonly cpuTimeSeconds?: number;
}

/** A verification run before the rules. */
export interface RawRun
  extends Pick<
    JudgedRun,
    | "tool"
    | "category"
    | "task"
    | "cpuTimeSeconds"
    | "wallTimeSeconds"
    | "memoryBytes"
    | "cpuEnergyJoules"
  > {
  /** Status of the tool. */
  readonly status: string;
  readonly witness: WitnessFacts;
  /** Absent: the rules decide. Given: the source decides, and no rule changes it. */
  readonly resultCategory?: ResultCategory | undefined;
  readonly opinions: readonly RawOpinion[];
}

/** Collects tasks, then runs. */
export class RunColumnsBuilder {
  readonly #taskRows = new Map<string, number>();
  readonly #tasks = {
    category: new TextColumn(),
    task: new TextColumn(),
    expectedVerdict: new TextColumn(),
    isVoid: new NumberColumn(),
  };
  readonly #verification = {
    tool: new TextColumn(),
    status: new TextColumn(),
    witness: new TextColumn(),
    resultCategory: new TextColumn(),
    cpuTime: new NumberColumn(),
    wallTime: new NumberColumn(),
    memory: new NumberColumn(),
    energy: new NumberColumn(),
  };
  readonly #task = new IntegerColumn();
  #runs = 0;
  readonly #validation = {
    tool: new TextColumn(),
    phase: new TextColumn(),
    format: new TextColumn(),
    status: new TextColumn(),
    cpuTime: new NumberColumn(),
  };
  readonly #run = new IntegerColumn();

  addTask(category: string, { task, expectedVerdict, isVoid }: CategoryTask): void {
    this.#taskRows.set(`${category}\n${task}`, this.#taskRows.size);
    this.#tasks.category.push(category);
    this.#tasks.task.push(task);
    this.#tasks.expectedVerdict.push(
      expectedVerdict === undefined ? "" : formatExpected(expectedVerdict),
    );
    this.#tasks.isVoid.push(isVoid === true ? 1 : 0);
  }

  /** Adds a run; returns false for a run whose task was not added, which is left out. */
  addRun(run: RawRun): boolean {
    const taskRow = this.#taskRows.get(`${run.category}\n${run.task}`);
    if (taskRow === undefined) return false;
    this.#task.push(taskRow);
    const columns = this.#verification;
    columns.tool.push(run.tool);
    columns.status.push(run.status);
    columns.witness.push(JSON.stringify(run.witness));
    columns.resultCategory.push(run.resultCategory ?? "");
    columns.cpuTime.push(run.cpuTimeSeconds);
    columns.wallTime.push(run.wallTimeSeconds);
    columns.memory.push(run.memoryBytes);
    columns.energy.push(run.cpuEnergyJoules);
    for (const opinion of run.opinions) this.#addOpinion(opinion);
    this.#runs++;
    return true;
  }

  build(): ColumnTables {
    const built = (
      columns: Readonly<Record<string, { build(): Column }>>,
    ): Record<string, Column> =>
      Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.build()]));
    return {
      tasks: built(this.#tasks),
      verification: { task: this.#task.build(), ...built(this.#verification) },
      validation: { run: this.#run.build(), ...built(this.#validation) },
    };
  }

  #addOpinion({ tool, phase, format, status, cpuTimeSeconds }: RawOpinion): void {
    this.#run.push(this.#runs);
    this.#validation.tool.push(tool);
    this.#validation.phase.push(phase);
    this.#validation.format.push(format ?? "");
    this.#validation.status.push(status);
    this.#validation.cpuTime.push(cpuTimeSeconds);
  }
}

/**
 * The runs in the order in which they were added, one by one; `expectedVerdict` in text form, empty
 * when unknown.
 */
export function* rawRunsOf(
  runs: RunColumns,
): Generator<RawRun & { readonly expectedVerdict: string }> {
  const texts = (table: RunTable, name: string): ((row: number) => string) => {
    const { values, dictionary = [] } = runs.column(table, name);
    return (row) => dictionary[values[row] as number] as string;
  };
  const numbers = (table: RunTable, name: string): ((row: number) => number | undefined) => {
    const { values } = runs.column(table, name);
    return (row) => {
      const value = values[row] as number;
      return Number.isNaN(value) ? undefined : value;
    };
  };
  const taskRows = runs.column("verification", "task").values;
  const [category, task, expected] = ["category", "task", "expectedVerdict"].map((name) =>
    texts("tasks", name),
  ) as [ReturnType<typeof texts>, ReturnType<typeof texts>, ReturnType<typeof texts>];
  const [tool, status, witness, resultCategory] = [
    "tool",
    "status",
    "witness",
    "resultCategory",
  ].map((name) => texts("verification", name)) as [
    ReturnType<typeof texts>,
    ReturnType<typeof texts>,
    ReturnType<typeof texts>,
    ReturnType<typeof texts>,
  ];
  const measures = {
    cpuTimeSeconds: numbers("verification", "cpuTime"),
    wallTimeSeconds: numbers("verification", "wallTime"),
    memoryBytes: numbers("verification", "memory"),
    cpuEnergyJoules: numbers("verification", "energy"),
  };
  const opinionsOf = opinionReader(runs, texts, numbers);
  for (let row = 0; row < taskRows.length; row++) {
    const taskRow = taskRows[row] as number;
    const fixed = resultCategory(row);
    yield {
      tool: tool(row),
      category: category(taskRow),
      task: task(taskRow),
      expectedVerdict: expected(taskRow),
      status: status(row),
      witness: JSON.parse(witness(row)) as WitnessFacts,
      ...(fixed === "" ? {} : { resultCategory: fixed as ResultCategory }),
      ...Object.fromEntries(
        Object.entries(measures).flatMap(([name, read]) => {
          const value = read(row);
          return value === undefined ? [] : [[name, value]];
        }),
      ),
      opinions: opinionsOf(row),
    };
  }
}

/** Rows of `validation` are in the order of the runs, so each is read once. */
function opinionReader(
  runs: RunColumns,
  texts: (table: RunTable, name: string) => (row: number) => string,
  numbers: (table: RunTable, name: string) => (row: number) => number | undefined,
): (run: number) => readonly RawOpinion[] {
  const runOf = runs.column("validation", "run").values;
  const tool = texts("validation", "tool");
  const phase = texts("validation", "phase");
  const format = texts("validation", "format");
  const status = texts("validation", "status");
  const cpuTime = numbers("validation", "cpuTime");
  let next = 0;
  return (run) => {
    const opinions: RawOpinion[] = [];
    for (; next < runOf.length && runOf[next] === run; next++) {
      const seconds = cpuTime(next);
      opinions.push({
        tool: tool(next),
        phase: phase(next) as RawOpinion["phase"],
        ...(format(next) === "" ? {} : { format: format(next) as WitnessFormat }),
        status: status(next),
        ...defined({ cpuTimeSeconds: seconds }),
      });
    }
    return opinions;
  };
}

/** Includes the subproperty that BenchExec allows for an expected `true` as well. */
function formatExpected(verdict: NonNullable<CategoryTask["expectedVerdict"]>): string {
  return verdict.kind === "true" && verdict.subproperty !== undefined
    ? `true(${verdict.subproperty})`
    : formatVerdict(verdict);
}
