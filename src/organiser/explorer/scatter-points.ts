/**
 * Two tools' measurements on the same tasks, as typed arrays for hundreds of thousands of tasks.
 */
import { RESULT_CATEGORIES } from "../../ground/model/index.ts";
import { answerOf, type QuantileMeasure } from "../scoring/index.ts";
import { MEASURE_COLUMNS } from "./quantile-series.ts";
import type { RunStore } from "./run-store.ts";

/** Classes of points, as in the plots of `organiser/plots/scatter-plot.ts`. */
export const SCATTER_CLASSES = [
  "both correct, TRUE",
  "both correct, FALSE",
  "one correct",
  "one wrong",
  "neither",
] as const;

/** The runs of two tools on the same tasks. */
export interface ScatterPairs {
  /** Index into {@link SCATTER_CLASSES}. */
  readonly classes: Uint8Array;
  readonly xRows: Uint32Array;
  readonly yRows: Uint32Array;
}

export interface ScatterPoints extends ScatterPairs {
  /** NaN where it was not measured. */
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Pairs of all tasks that both tools ran on; `rows` restricts them to tasks with such a run. */
export function scatterPairs(
  store: RunStore,
  toolX: string,
  toolY: string,
  rows?: Uint32Array,
): ScatterPairs {
  const tasks = store.views.reduce((sum, { part }) => sum + part.tasks.length, 0);
  const classes = new Uint8Array(tasks);
  const xRows = new Uint32Array(tasks);
  const yRows = new Uint32Array(tasks);
  let isShown: Uint8Array | undefined;
  if (rows !== undefined) {
    isShown = new Uint8Array(store.size);
    for (const row of rows) isShown[row] = 1;
  }
  let count = 0;
  for (const { part, offset } of store.views) {
    const [indexX, indexY] = [part.tools.indexOf(toolX), part.tools.indexOf(toolY)];
    if (indexX < 0 || indexY < 0) continue;
    const { status, result } = part.columns;
    const isTrue = part.statuses.map((text) => answerOf(text) === "true");
    const size = part.tasks.length;
    for (let task = 0; task < size; task++) {
      const cellX = indexX * size + task;
      const cellY = indexY * size + task;
      if (status[cellX] === 0 || status[cellY] === 0) continue;
      if (isShown !== undefined && !(isShown[offset + cellX] || isShown[offset + cellY])) continue;
      xRows[count] = offset + cellX;
      yRows[count] = offset + cellY;
      classes[count] = classOf(
        result[cellX] as number,
        result[cellY] as number,
        isTrue[status[cellX] as number] === true,
      );
      count++;
    }
  }
  return {
    classes: classes.subarray(0, count),
    xRows: xRows.subarray(0, count),
    yRows: yRows.subarray(0, count),
  };
}

/** The pairs with measurements. */
export function scatterPoints(
  store: RunStore,
  pairs: ScatterPairs,
  measure: QuantileMeasure,
): ScatterPoints {
  return {
    ...pairs,
    x: valuesOf(store, pairs.xRows, measure),
    y: valuesOf(store, pairs.yRows, measure),
  };
}

/** @param rows Ascending. */
function valuesOf(store: RunStore, rows: Uint32Array, measure: QuantileMeasure): Float64Array {
  const values = new Float64Array(rows.length);
  let from = 0;
  for (const { part, offset, size } of store.views) {
    let to = from;
    while (to < rows.length && (rows[to] as number) < offset + size) to++;
    gather(values, rows, from, to, offset, part.columns[MEASURE_COLUMNS[measure]]);
    from = to;
  }
  return values;
}

function gather(
  values: Float64Array,
  rows: Uint32Array,
  from: number,
  to: number,
  offset: number,
  column: Float32Array | Float64Array,
): void {
  if (column.length === 0) values.fill(Number.NaN, from, to);
  else
    for (let at = from; at < to; at++) values[at] = column[(rows[at] as number) - offset] as number;
}

const CORRECT = RESULT_CATEGORIES.indexOf("correct");
const WRONG = RESULT_CATEGORIES.indexOf("wrong");

/** @param x Code of the result, as `y`. */
function classOf(x: number, y: number, isTrue: boolean): number {
  if (x === WRONG || y === WRONG) return 3;
  if (x !== CORRECT && y !== CORRECT) return 4;
  if (x !== y) return 2;
  return isTrue ? 0 : 1;
}
