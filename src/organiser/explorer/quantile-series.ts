/**
 * Quantile functions from columns, for millions of runs: the same functions as
 * in `organiser/scoring/reports/quantile.ts` (which see), in doubles and typed arrays.
 */

import { type Edition, parseVerdict, RESULT_CATEGORIES } from "../../ground/model/index.ts";
import { answerOf, categoryWeights, type QuantileMeasure } from "../scoring/index.ts";
import type { Manifest } from "./manifest.ts";
import { radixSort } from "./radix-sort.ts";
import type { RunStore } from "./run-store.ts";

export const QUANTILE_BASES = ["score", "correct", "answered"] as const;

/**
 * The quantity that moves a graph to the right: `score`: the points; `correct`: one for each
 * correct result; `answered`: one for each run that is not an error.
 */
export type QuantileBasis = (typeof QUANTILE_BASES)[number];

export interface QuantileSeries {
  readonly tool: string;
  /** Start of the graph: the sum of all negative points. */
  readonly start: number;
  /** Ascending; accumulated points including those of the run. */
  readonly x: Float64Array;
  /** Ascending; in the unit of the measure. */
  readonly y: Float64Array;
  /** The run of each point. */
  readonly rows: Uint32Array;
  /** The score: the last x plus the points without a measurement. */
  readonly end: number;
}

export interface QuantileQuery {
  readonly basis: QuantileBasis;
  readonly measure: QuantileMeasure;
  /** Default: all. */
  readonly answers?: "all" | "true" | "false";
  /** Weight of a point, by base category; default: 1. */
  readonly weights?: ReadonlyMap<string, number>;
  /** Rows to include; default: all. */
  readonly rows?: Uint32Array;
}

export const MEASURE_COLUMNS: Readonly<
  Record<QuantileMeasure, "cpu" | "wall" | "memory" | "energy">
> = {
  cpuTimeSeconds: "cpu",
  wallTimeSeconds: "wall",
  memoryBytes: "memory",
  cpuEnergyJoules: "energy",
};

const CORRECT = RESULT_CATEGORIES.indexOf("correct");
const ERROR = RESULT_CATEGORIES.indexOf("error");
const MISSING = RESULT_CATEGORIES.indexOf("missing");

/** One per tool that has runs, in the order given. */
export function quantileSeries(
  store: RunStore,
  tools: readonly string[],
  { basis, measure, answers = "all", weights, rows }: QuantileQuery,
): readonly QuantileSeries[] {
  const isShown = rows === undefined ? undefined : membership(store, rows);
  return tools.flatMap((tool): readonly QuantileSeries[] => {
    const found: number[] = [];
    const worths: number[] = [];
    const values: number[] = [];
    let start = 0;
    let unmeasured = 0;
    let runs = 0;
    for (const { part, offset, points } of store.views) {
      const weight = weights === undefined ? 1 : weights.get(part.category);
      const index = part.tools.indexOf(tool);
      if (index < 0 || weight === undefined) continue;
      const { status, result } = part.columns;
      const column = part.columns[MEASURE_COLUMNS[measure]];
      const counts = part.statuses.map((text) => answers === "all" || answerOf(text) === answers);
      const first = index * part.tasks.length;
      for (let cell = first; cell < first + part.tasks.length; cell++) {
        const code = status[cell] as number;
        if (code === 0 || isShown?.[offset + cell] === 0) continue;
        runs++;
        if (counts[code] !== true) continue;
        const kind = result[cell] as number;
        const worth =
          worthOf(basis, kind, points[code * RESULT_CATEGORIES.length + kind] as number) * weight;
        const value = column[cell] ?? Number.NaN;
        if (worth < 0) start += worth;
        else if (worth > 0 && Number.isNaN(value)) unmeasured += worth;
        else if (worth > 0) {
          found.push(offset + cell);
          worths.push(worth);
          values.push(value);
        }
      }
    }
    if (runs === 0) return [];
    return [sorted(tool, start, unmeasured, found, worths, values)];
  });
}

function worthOf(basis: QuantileBasis, result: number, points: number): number {
  switch (basis) {
    case "score":
      return points;
    case "correct":
      return Number(result === CORRECT);
    case "answered":
      return Number(result !== ERROR && result !== MISSING);
  }
}

function sorted(
  tool: string,
  start: number,
  unmeasured: number,
  found: readonly number[],
  worths: readonly number[],
  values: readonly number[],
): QuantileSeries {
  const measures = Float64Array.from(values);
  const order = radixSort(
    Uint32Array.from(found, (_, index) => index),
    measures,
    false,
  );
  const x = new Float64Array(order.length);
  let sum = start;
  for (const [position, index] of order.entries()) {
    sum += worths[index] as number;
    x[position] = sum;
  }
  return {
    tool,
    start,
    x,
    y: Float64Array.from(order, (index) => measures[index] as number),
    rows: Uint32Array.from(order, (index) => found[index] as number),
    end: sum + unmeasured,
  };
}

function membership(store: RunStore, rows: Uint32Array): Uint8Array {
  const isIn = new Uint8Array(store.size);
  for (const row of rows) isIn[row] = 1;
  return isIn;
}

/**
 * The weight of a point of each base category in a category, from its normalisation; undefined for
 * base categories. The store must hold all categories below it that have runs.
 */
export function weightsIn(
  { categories, edition }: Pick<Manifest, "categories"> & { readonly edition: Edition },
  store: RunStore,
  name: string,
): ReadonlyMap<string, number> | undefined {
  const category = categories.find((each) => each.name === name);
  if (category?.kind !== "meta") return undefined;
  const tasks = new Map(
    categories.flatMap((each) => (each.kind === "base" ? [[each.name, []] as const] : [])),
  ) as Map<string, { task: string; expectedVerdict?: { kind: "true" | "false" } }[]>;
  for (const { part } of store.views) {
    tasks.set(
      part.category,
      part.tasks.map(({ id, expected, voidReason }) => {
        const verdict = expected === undefined ? undefined : parseVerdict(expected);
        return {
          task: id,
          ...(verdict === undefined || verdict.kind === "unknown"
            ? {}
            : { expectedVerdict: { kind: verdict.kind } }),
          ...(voidReason === undefined ? {} : { isVoid: true }),
        };
      }),
    );
  }
  const weights = categoryWeights({ edition, categories, tasks }, name);
  return new Map([...weights].map(([base, weight]) => [base, weight.toNumber()]));
}
