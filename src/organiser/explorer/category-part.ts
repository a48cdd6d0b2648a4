/**
 * All runs of one base category as columns. A cell stands for one tool and one
 * task: `tool index · number of tasks + task index`. A status code of 0 means
 * that there is no run.
 */

import { RESULT_CATEGORIES, type ResultCategory } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import type { JudgedRun, WitnessFacts } from "../scoring/index.ts";
import { type Check, type CheckTable, CheckTableBuilder, checksIn } from "./check-table.ts";
import { type CodeColumn, codeColumn } from "./code-column.ts";
import { decodeColumns, encodeColumns, type NumberColumn } from "./column-file.ts";
import { decodeTimes, encodeTimes } from "./time-column.ts";

/** A task as a member of the category. */
export interface PartTask {
  readonly id: string;
  /** Text form; absent when it is unknown. */
  readonly expected?: string;
  /** The reason why it does not count. */
  readonly voidReason?: string;
}

/** A run as stored in the columns. */
export interface PartRun extends JudgedRun {
  /** Status before validation; absent where it is unknown (published result files). */
  readonly verificationStatus?: string;
  readonly witnessFacts?: WitnessFacts;
  readonly checks?: readonly Check[];
}

export interface CategoryPart {
  readonly category: string;
  readonly tasks: readonly PartTask[];
  /** Identifiers of the tools that have runs. */
  readonly tools: readonly string[];
  /** By code; the first is empty. */
  readonly statuses: readonly string[];
  /** By code; the first is empty. */
  readonly witnesses: readonly (WitnessFacts | undefined)[];
  readonly checks: CheckTable;
  readonly columns: PartColumns;
}

/** Columns of measurements; absent ones are NaN. */
export interface PartColumns {
  readonly status: Uint16Array;
  readonly result: Uint8Array;
  readonly cpu: Float64Array;
  /** Seven significant digits, as in the next two columns. */
  readonly wall: Float32Array;
  readonly memory: Float32Array;
  readonly energy: Float32Array;
  /**
   * Codes of the statuses before validation, 0 for runs where they are unknown; the column and the
   * next two are empty where they are unknown for every run.
   */
  readonly verification: Uint16Array;
  readonly witness: CodeColumn;
  /** Codes of combinations in the table of checks. */
  readonly checks: CodeColumn;
}

/** Puts the runs of one category into columns. */
export function categoryPart(
  category: string,
  tasks: readonly PartTask[],
  tools: readonly string[],
  runs: Iterable<PartRun>,
): CategoryPart {
  const builder = new CategoryPartBuilder(category, tasks, tools);
  for (const run of runs) builder.add(run);
  return builder.build();
}

/**
 * A builder of the columns of one category; runs are added one by one, for there may be millions.
 */
export class CategoryPartBuilder {
  readonly #category: string;
  readonly #tasks: readonly PartTask[];
  readonly #tools: readonly string[];
  readonly #taskIndex: ReadonlyMap<string, number>;
  readonly #toolIndex: ReadonlyMap<string, number>;
  readonly #used = new Set<number>();
  #hasFacts = false;
  #hasEnergy = false;
  readonly #statuses = new Dictionary<string>("");
  readonly #witnesses = new Dictionary<WitnessFacts | undefined>(undefined);
  readonly #checks = new CheckTableBuilder();
  /** By tool, then by task: also cells for tools without runs, which are left out at the end. */
  readonly #columns: Cells;

  constructor(category: string, tasks: readonly PartTask[], tools: readonly string[]) {
    this.#category = category;
    this.#tasks = tasks;
    this.#tools = tools;
    this.#taskIndex = new Map(tasks.map(({ id }, index) => [id, index]));
    this.#toolIndex = new Map(tools.map((tool, index) => [tool, index]));
    this.#columns = emptyCells(tools.length * tasks.length);
  }

  add(run: PartRun): void {
    const tool = this.#toolIndex.get(run.tool);
    if (tool === undefined) return;
    this.#used.add(tool);
    const { verificationStatus, witnessFacts, checks = [], cpuEnergyJoules } = run;
    if (verificationStatus !== undefined || checks.length > 0) this.#hasFacts = true;
    if (cpuEnergyJoules !== undefined) this.#hasEnergy = true;
    const task = this.#taskIndex.get(run.task);
    if (task === undefined) return;
    const cell = tool * this.#tasks.length + task;
    const columns = this.#columns;
    columns.status[cell] = narrow(this.#statuses.code(run.status));
    columns.result[cell] = RESULT_CATEGORIES.indexOf(run.resultCategory);
    columns.cpu[cell] = run.cpuTimeSeconds ?? Number.NaN;
    columns.wall[cell] = run.wallTimeSeconds ?? Number.NaN;
    columns.memory[cell] = run.memoryBytes ?? Number.NaN;
    if (cpuEnergyJoules !== undefined) columns.energy[cell] = cpuEnergyJoules;
    columns.verification[cell] = narrow(this.#statuses.code(verificationStatus ?? ""));
    columns.witness[cell] = this.#witnesses.code(witnessFacts);
    columns.checks[cell] = this.#checks.code(checks);
  }

  build(): CategoryPart {
    const places = this.#tools.flatMap((_, index) => (this.#used.has(index) ? [index] : []));
    const size = this.#tasks.length;
    const present = <T extends Cells[keyof Cells]>(column: T): T => {
      if (places.length === this.#tools.length) return column;
      const kept = new (column.constructor as new (length: number) => T)(places.length * size);
      for (const [index, place] of places.entries()) {
        kept.set(column.subarray(place * size, (place + 1) * size), index * size);
      }
      return kept;
    };
    const { status, result, cpu, wall, memory, energy, verification, witness, checks } =
      this.#columns;
    const none = { verification: new Uint16Array(), codes: new Uint32Array() };
    return {
      category: this.#category,
      tasks: this.#tasks,
      tools: places.map((place) => this.#tools[place] as string),
      statuses: this.#statuses.values,
      witnesses: this.#witnesses.values,
      checks: this.#checks.table(),
      columns: {
        status: present(status),
        result: present(result),
        cpu: present(cpu),
        wall: present(wall),
        memory: present(memory),
        energy: this.#hasEnergy ? present(energy) : new Float32Array(),
        verification: this.#hasFacts ? present(verification) : none.verification,
        witness: codeColumn(
          this.#hasFacts ? present(witness) : none.codes,
          this.#witnesses.values.length,
        ),
        checks: codeColumn(this.#hasFacts ? present(checks) : none.codes, this.#checks.size),
      },
    };
  }
}

type Cells = ReturnType<typeof emptyCells>;

function emptyCells(cells: number) {
  return {
    status: new Uint16Array(cells),
    result: new Uint8Array(cells),
    cpu: new Float64Array(cells).fill(Number.NaN),
    wall: new Float32Array(cells).fill(Number.NaN),
    memory: new Float32Array(cells).fill(Number.NaN),
    energy: new Float32Array(cells).fill(Number.NaN),
    verification: new Uint16Array(cells),
    witness: new Uint32Array(cells),
    checks: new Uint32Array(cells),
  };
}

const MAX_CODE = 0xffff;

function narrow(code: number): number {
  if (code > MAX_CODE) throw new RangeError("more than 65535 different statuses in one category");
  return code;
}

/** Values by code in the order of their first use; equal ones (as JSON) share a code. */
class Dictionary<T> {
  readonly values: T[];
  readonly #codes = new Map<string | undefined, number>();

  constructor(first: T) {
    this.values = [first];
    this.#codes.set(keyOf(first), 0);
  }

  code(value: T): number {
    const key = keyOf(value);
    let code = this.#codes.get(key);
    if (code === undefined) {
      code = this.values.length;
      this.values.push(value);
      this.#codes.set(key, code);
    }
    return code;
  }
}

function keyOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : JSON.stringify(value);
}

interface PartHeader extends Omit<CategoryPart, "columns" | "checks"> {
  readonly checks: Pick<CheckTable, "validators" | "answers">;
}

/** The part as bytes, to be compressed. */
export function encodePart({ columns, checks, ...header }: CategoryPart): Uint8Array {
  const { cpu, ...rest } = columns;
  const { validators, answers, ends, validator, answer } = checks;
  return encodeColumns({
    header: { ...header, checks: { validators, answers } } satisfies PartHeader,
    columns: {
      ...rest,
      ...encodeTimes("cpu", cpu),
      "checks.ends": ends,
      "checks.validator": validator,
      "checks.answer": answer,
    },
  });
}

export function decodePart(bytes: Uint8Array): CategoryPart {
  const { header, columns } = decodeColumns(bytes);
  const { checks, ...rest } = header as PartHeader;
  return {
    ...rest,
    checks: {
      ...checks,
      ends: columns["checks.ends"] as Uint32Array,
      validator: columns["checks.validator"] as CodeColumn,
      answer: columns["checks.answer"] as CodeColumn,
    },
    columns: {
      ...(columns as Readonly<Record<string, NumberColumn>> & Omit<PartColumns, "cpu">),
      cpu: decodeTimes("cpu", columns),
    },
  };
}

/** One cell as a run, with points by `pointsOf`; undefined where there is no run. */
export function runOfCell(
  part: CategoryPart,
  cell: number,
  pointsOf: (status: string, result: ResultCategory) => number,
): PartRun | undefined {
  const { columns, statuses, tasks, tools } = part;
  const code = columns.status[cell] ?? 0;
  if (code === 0) return undefined;
  const status = statuses[code] as string;
  const resultCategory = RESULT_CATEGORIES[columns.result[cell] as number] as ResultCategory;
  const verification = columns.verification[cell] ?? 0;
  const witness = part.witnesses[columns.witness[cell] ?? 0] ?? undefined;
  const checks = checksIn(part.checks, columns.checks[cell] ?? 0);
  return {
    tool: tools[Math.floor(cell / tasks.length)] as string,
    category: part.category,
    task: (tasks[cell % tasks.length] as PartTask).id,
    status,
    resultCategory,
    points: pointsOf(status, resultCategory),
    ...measured("cpuTimeSeconds", columns.cpu[cell]),
    ...measured("wallTimeSeconds", shortest(columns.wall[cell])),
    ...measured("memoryBytes", shortest(columns.memory[cell])),
    ...measured("cpuEnergyJoules", shortest(columns.energy[cell])),
    ...(verification === 0 ? {} : { verificationStatus: statuses[verification] as string }),
    ...defined({ witnessFacts: witness }),
    ...(verification === 0 && checks.length === 0 ? {} : { checks }),
  };
}

function measured<Name extends string>(
  name: Name,
  value: number | undefined,
): { readonly [key in Name]?: number } {
  if (value === undefined || Number.isNaN(value)) return {};
  return { [name]: value } as { readonly [key in Name]: number };
}

/** The shortest decimal that a single-precision number represents: 0.1, not 0.10000000149. */
export function shortest(value: number | undefined): number | undefined {
  if (value === undefined || !Number.isFinite(value) || Number.isInteger(value)) return value;
  for (let digits = 6; digits < 9; digits++) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return text;
  }
  return value;
}
