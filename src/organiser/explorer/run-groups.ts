/**
 * Runs of one category that agree in everything that the rules depend on, counted once: a million
 * runs are of some thousand kinds. Other rules judge the kinds only, and use sums of measurements.
 */

import { RESULT_CATEGORIES } from "../../ground/model/index.ts";
import { type Measure, unitsOf } from "../scoring/index.ts";
import {
  type CategoryPart,
  type PartRun,
  type PartTask,
  runOfCell,
  shortest,
} from "./category-part.ts";

/** The input of the rules. */
export interface RunKind {
  /** A run with its task: any run of this kind. */
  readonly run: PartRun;
  readonly task: PartTask;
  /** The task is one of those that are taken out. */
  readonly isTakenOut: boolean;
  /** Equal for runs that the rules cannot distinguish, in any category. */
  readonly key: string;
}

/** Runs of one tool that are of one kind. */
export interface RunGroup {
  /** Into {@link GroupedPart.kinds}. */
  readonly kind: number;
  /** Identity of the task of its first run. */
  readonly example: string;
  readonly runs: number;
  addCpuTimeTo(measure: Measure): void;
  addEnergyTo(measure: Measure): void;
}

export interface GroupedPart {
  readonly part: CategoryPart;
  readonly kinds: readonly RunKind[];
  /** By index of the tool, in the order of their first runs. */
  readonly groups: readonly (readonly RunGroup[])[];
}

/** Counts the runs of a part by kinds. */
export function groupRuns(part: CategoryPart, takenOut: ReadonlySet<string>): GroupedPart {
  const kinds = new Kinds(part, takenOut);
  const { columns, tasks } = part;
  const groups = part.tools.map((_, tool) => {
    const current: (Group | undefined)[] = [];
    const all: Group[] = [];
    for (let task = 0; task < tasks.length; task++) {
      const cell = tool * tasks.length + task;
      if (columns.status[cell] === 0) continue;
      const kind = kinds.of(cell, task);
      let group = current[kind];
      if (group === undefined || group.isFull) {
        group = new Group(kind, (tasks[task] as PartTask).id);
        current[kind] = group;
        all.push(group);
      }
      group.add(columns.cpu[cell], columns.energy[cell]);
    }
    return all;
  });
  return { part, kinds: kinds.all, groups };
}

class Group implements RunGroup {
  readonly kind: number;
  readonly example: string;
  runs = 0;
  readonly #cpuTime = new Units();
  readonly #energy = new Units();

  constructor(kind: number, example: string) {
    this.kind = kind;
    this.example = example;
  }

  get isFull(): boolean {
    return this.#cpuTime.isFull || this.#energy.isFull;
  }

  add(cpuTime: number | undefined, energy: number | undefined): void {
    this.runs++;
    this.#cpuTime.add(cpuTime);
    this.#energy.add(shortest(energy));
  }

  addCpuTimeTo(measure: Measure): void {
    this.#cpuTime.addTo(measure);
  }

  addEnergyTo(measure: Measure): void {
    this.#energy.addTo(measure);
  }
}

/** Sums below this stay exact after any further addition. */
const FULL = Number.MAX_SAFE_INTEGER - 1e15;

/** A sum in units of 10⁻⁹, and the values that are not multiples of them. */
class Units {
  #sum = 0;
  /** Undefined: not measured. */
  #others: (number | undefined)[] | undefined;

  get isFull(): boolean {
    return this.#sum > FULL;
  }

  add(value: number | undefined): void {
    const units = value === undefined ? undefined : unitsOf(value);
    if (units !== undefined) {
      this.#sum += units;
      return;
    }
    const isMeasured = value !== undefined && !Number.isNaN(value);
    this.#others ??= [];
    // One run without a time is as good as many.
    if (isMeasured) this.#others.push(value);
    else if (!this.#others.includes(undefined)) this.#others.push(undefined);
  }

  addTo(measure: Measure): void {
    measure.addUnits(this.#sum);
    for (const value of this.#others ?? []) measure.add(value);
  }
}

/** Codes of kinds in the order of their first runs. */
class Kinds {
  readonly all: RunKind[] = [];
  readonly #part: CategoryPart;
  readonly #codes = new Map<number | string, number>();
  /** By index of the task. */
  readonly #taskCodes: Uint32Array;
  readonly #isTakenOut: readonly boolean[];
  /** Numbers of codes of the columns that decide. */
  readonly #sizes: readonly number[];
  readonly #isSmall: boolean;

  constructor(part: CategoryPart, takenOut: ReadonlySet<string>) {
    this.#part = part;
    this.#isTakenOut = part.tasks.map(({ id }) => takenOut.has(id));
    const taskCodes = new Map<string, number>();
    this.#taskCodes = Uint32Array.from(part.tasks, ({ expected, voidReason }, index) => {
      const key = JSON.stringify([expected, voidReason, this.#isTakenOut[index]]);
      const code = taskCodes.get(key) ?? taskCodes.size;
      taskCodes.set(key, code);
      return code;
    });
    const statuses = part.statuses.length;
    this.#sizes = [RESULTS, statuses, statuses, part.witnesses.length, part.checks.ends.length];
    const product = this.#sizes.reduce((all, size) => all * size, Math.max(1, taskCodes.size));
    this.#isSmall = Number.isSafeInteger(product);
  }

  of(cell: number, task: number): number {
    const key = this.#keyOf(cell, task);
    let code = this.#codes.get(key);
    if (code === undefined) {
      code = this.all.length;
      this.#codes.set(key, code);
      this.all.push(this.#kindOf(cell, task));
    }
    return code;
  }

  #keyOf(cell: number, task: number): number | string {
    const { status, result, verification, witness, checks } = this.#part.columns;
    const [results = 1, statuses = 1, , witnesses = 1, combinations = 1] = this.#sizes;
    const codes = this.#taskCodes[task] as number;
    const [r, s, v, w, c] = [
      result[cell] as number,
      status[cell] as number,
      verification[cell] ?? 0,
      witness[cell] ?? 0,
      checks[cell] ?? 0,
    ];
    if (!this.#isSmall) return `${codes} ${r} ${s} ${v} ${w} ${c}`;
    return (
      ((((codes * results + r) * statuses + s) * statuses + v) * witnesses + w) * combinations + c
    );
  }

  #kindOf(cell: number, index: number): RunKind {
    const task = this.#part.tasks[index] as PartTask;
    const run = runOfCell(this.#part, cell, () => 0) as PartRun;
    const isTakenOut = this.#isTakenOut[index] as boolean;
    const { status, resultCategory, verificationStatus, witnessFacts, checks } = run;
    const answers = checks?.map(({ phase, format, status: answer }) => [phase, format, answer]);
    const ofTask = [task.expected, task.voidReason, isTakenOut];
    const key = JSON.stringify([
      ...ofTask,
      ...[status, resultCategory, verificationStatus, witnessFacts, answers],
    ]);
    return { run, task, isTakenOut, key };
  }
}

const RESULTS = RESULT_CATEGORIES.length;
