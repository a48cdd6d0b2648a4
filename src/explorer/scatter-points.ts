/** Two tools' measures on the same tasks, as typed arrays for hundreds of thousands of tasks. */
import { RESULT_CATEGORIES } from "../model/index.ts";
import { answerOf, type QuantileMeasure } from "../scoring/index.ts";
import { MEASURE_COLUMNS } from "./quantile-series.ts";
import type { RunStore } from "./run-store.ts";

/** Classes of points, as in the plots of `plots/scatter-plot.ts`. */
export const SCATTER_CLASSES = [
  "both correct, TRUE",
  "both correct, FALSE",
  "one correct",
  "one wrong",
  "neither",
] as const;

export interface ScatterPoints {
  /** NaN where it was not measured. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Index into {@link SCATTER_CLASSES}. */
  readonly classes: Uint8Array;
  readonly xRows: Uint32Array;
  readonly yRows: Uint32Array;
}

/** Points of all tasks that both tools ran on; `rows` restricts them to tasks with such a run. */
export function scatterPoints(
  store: RunStore,
  toolX: string,
  toolY: string,
  measure: QuantileMeasure,
  rows?: Uint32Array,
): ScatterPoints {
  const tasks = store.views.reduce((sum, { part }) => sum + part.tasks.length, 0);
  const x = new Float64Array(tasks);
  const y = new Float64Array(tasks);
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
    const column = part.columns[MEASURE_COLUMNS[measure]];
    const { status, result } = part.columns;
    const isTrue = part.statuses.map((text) => answerOf(text) === "true");
    const size = part.tasks.length;
    for (let task = 0; task < size; task++) {
      const cellX = indexX * size + task;
      const cellY = indexY * size + task;
      if (status[cellX] === 0 || status[cellY] === 0) continue;
      if (isShown !== undefined && !(isShown[offset + cellX] || isShown[offset + cellY])) continue;
      x[count] = column[cellX] ?? Number.NaN;
      y[count] = column[cellY] ?? Number.NaN;
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
    x: x.subarray(0, count),
    y: y.subarray(0, count),
    classes: classes.subarray(0, count),
    xRows: xRows.subarray(0, count),
    yRows: yRows.subarray(0, count),
  };
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
