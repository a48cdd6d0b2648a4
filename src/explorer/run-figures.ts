/** Sum, extremes, mean, median and deviation of what was measured, by result. */
import { RESULT_CATEGORIES, type ResultCategory } from "../model/index.ts";
import { shortest } from "./category-part.ts";
import type { RunStore } from "./run-store.ts";

export interface Figures {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly median: number;
  /** Of the population, as BenchExec computes it. */
  readonly deviation: number;
}

/** Undefined for no values. @param sorted Ascending. */
export function figuresOf(sorted: ArrayLike<number>): Figures | undefined {
  const count = sorted.length;
  if (count === 0) return undefined;
  let sum = 0;
  for (let index = 0; index < count; index++) sum += sorted[index] as number;
  const mean = sum / count;
  let squares = 0;
  for (let index = 0; index < count; index++) squares += ((sorted[index] as number) - mean) ** 2;
  const half = count >> 1;
  const upper = sorted[half] as number;
  const median = count % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
  return {
    ...{ count, sum, mean, median, deviation: Math.sqrt(squares / count) },
    ...{ min: sorted[0] as number, max: sorted[count - 1] as number },
  };
}

export const FIGURE_COLUMNS = ["cpu", "wall", "memory", "energy"] as const;

export type FigureColumn = (typeof FIGURE_COLUMNS)[number];

export interface ResultFigures {
  readonly result: ResultCategory | "all";
  readonly figures: Figures;
}

/** One line for all runs and one for each result that occurs; empty where nothing was measured. */
export function figuresByResult(
  store: RunStore,
  rows: Uint32Array,
  column: FigureColumn,
): readonly ResultFigures[] {
  const values = new Float64Array(rows.length);
  const results = new Uint8Array(rows.length);
  let known = 0;
  for (const row of rows) {
    const { view, cell } = store.at(row);
    const value = shortest(view.part.columns[column][cell]) ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    values[known] = value;
    results[known++] = view.part.columns.result[cell] as number;
  }
  const line = (result: ResultFigures["result"], own: Float64Array): readonly ResultFigures[] => {
    const figures = figuresOf(own.sort());
    return figures === undefined ? [] : [{ result, figures }];
  };
  return [
    ...RESULT_CATEGORIES.flatMap((result, code) =>
      line(
        result,
        values.subarray(0, known).filter((_, index) => results[index] === code),
      ),
    ),
    ...line("all", values.slice(0, known)),
  ];
}
