/**
 * Runs of any number of categories, addressed by one number each, without an
 * object per run: there are millions. Row = offset of the part + cell.
 */
import {
  RESULT_CATEGORIES,
  type ResultCategory,
  type ScoringSchema,
} from "../../ground/model/index.ts";
import { type JudgedRun, pointsOf } from "../scoring/index.ts";
import { type CategoryPart, type PartRun, type PartTask, runOfCell } from "./category-part.ts";

const RESULTS = RESULT_CATEGORIES.length;

export interface PartView {
  readonly part: CategoryPart;
  /** Row of its first cell. */
  readonly offset: number;
  readonly size: number;
  /** Points by `status code · 6 + result code`. */
  readonly points: Float64Array;
}

export interface Cell {
  readonly view: PartView;
  readonly cell: number;
}

export class RunStore {
  readonly views: readonly PartView[];
  readonly size: number;
  readonly #schema: ScoringSchema;

  constructor(parts: readonly CategoryPart[], schema: ScoringSchema) {
    this.#schema = schema;
    let offset = 0;
    this.views = parts.map((part) => {
      const size = part.columns.status.length;
      const view = { part, offset, size, points: pointsTable(part, schema) };
      offset += size;
      return view;
    });
    this.size = offset;
  }

  /** Position of a row; the row must be below `size`. */
  at(row: number): Cell {
    let low = 0;
    let high = this.views.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.views[middle] as PartView).offset <= row) low = middle;
      else high = middle - 1;
    }
    const view = this.views[low] as PartView;
    return { view, cell: row - view.offset };
  }

  /** Undefined where the tool has no run for the task. */
  run(row: number): PartRun | undefined {
    const { view, cell } = this.at(row);
    return runOfCell(view.part, cell, (status, result) => pointsOf(status, result, this.#schema));
  }

  rowOf(category: string, tool: string, task: string): number | undefined {
    const view = this.views.find(({ part }) => part.category === category);
    if (view === undefined) return undefined;
    const toolIndex = view.part.tools.indexOf(tool);
    const taskIndex = view.part.tasks.findIndex(({ id }) => id === task);
    if (toolIndex < 0 || taskIndex < 0) return undefined;
    const cell = toolIndex * view.part.tasks.length + taskIndex;
    return view.part.columns.status[cell] === 0 ? undefined : view.offset + cell;
  }

  /** All runs in the form of scoring; for computations that need every run. */
  *judgedRuns(): Generator<JudgedRun> {
    for (const { part, offset, size } of this.views) {
      for (let cell = 0; cell < size; cell++) {
        if (part.columns.status[cell] === 0) continue;
        yield this.run(offset + cell) as JudgedRun;
      }
    }
  }
}

export function taskOf({ view: { part }, cell }: Cell): PartTask {
  return part.tasks[cell % part.tasks.length] as PartTask;
}

export function toolOf({ view: { part }, cell }: Cell): string {
  return part.tools[Math.floor(cell / part.tasks.length)] as string;
}

export function statusOf({ view: { part }, cell }: Cell): string {
  return part.statuses[part.columns.status[cell] as number] as string;
}

export function resultOf({ view: { part }, cell }: Cell): ResultCategory {
  return RESULT_CATEGORIES[part.columns.result[cell] as number] as ResultCategory;
}

export function pointsOfCell({ view: { part, points }, cell }: Cell): number {
  const { status, result } = part.columns;
  return points[(status[cell] as number) * RESULTS + (result[cell] as number)] as number;
}

function pointsTable({ statuses }: CategoryPart, schema: ScoringSchema): Float64Array {
  const points = new Float64Array(statuses.length * RESULTS);
  for (const [code, status] of statuses.entries()) {
    for (const [result, name] of RESULT_CATEGORIES.entries()) {
      points[code * RESULTS + result] = pointsOf(status, name, schema);
    }
  }
  return points;
}
