/** Sum, extremes, mean, median and deviation of measurements, by result. */
import { RESULT_CATEGORIES, type ResultCategory } from "../../ground/model/index.ts";
import { type Figures, figuresOf } from "../../ground/util/sample-figures.ts";
import { shortest } from "./category-part.ts";
import type { RunStore } from "./run-store.ts";

export const FIGURE_COLUMNS = ["cpu", "wall", "memory", "energy"] as const;

export type FigureColumn = (typeof FIGURE_COLUMNS)[number];

export interface ResultFigures {
  readonly result: ResultCategory | "all";
  readonly figures: Figures;
}

/** One line for all runs and one for each result that occurs; empty without measurements. */
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
