import { Decimal } from "../../../ground/util/decimal.ts";
import { defined } from "../../../ground/util/defined.ts";
import { cellsOf } from "../../results/index.ts";
import { isNumeric, type TypedColumn, typeColumn } from "./column.ts";
import type { Figures, NearFigure } from "./figures.ts";
import { type FormatTarget, formatValue } from "./format-value.ts";
import { hasResults } from "./latex-statistics.ts";
import type { ColumnStatistics, Group } from "./statistics.ts";
import type { TableData } from "./table-data.ts";

/** Statistics in a table: a row for a group of results. */
export interface StatisticsRow {
  readonly group: Group;
  readonly title?: string;
  readonly description?: string;
  /** By run set and column. */
  readonly cells: readonly (readonly (FormattedFigures | undefined)[])[];
}

/** Rounded texts; the sum of a number is padded, so that points are aligned. */
export interface FormattedFigures {
  readonly sum: string;
  readonly min?: string;
  readonly max?: string;
  readonly avg?: string;
  readonly median?: string;
  readonly stdev?: string;
}

/** The non-empty rows, with the texts of BenchExec's pages. */
export function statisticsRows(
  table: TableData,
  rows: Int32Array,
  statistics: readonly (readonly (ColumnStatistics | undefined)[])[],
): readonly StatisticsRow[] {
  const columns = table.runSets.map((runSet, index) =>
    runSet.columns.map((column, at) => alignedBySums(column, statistics[index]?.[at])),
  );
  const row = (
    group: Group,
    texts: { title?: string; description?: string } = {},
  ): StatisticsRow => ({
    group,
    ...texts,
    cells: statistics.map((ofRunSet, index) =>
      ofRunSet.map((ofColumn, at) => {
        const figures = ofColumn?.get(group);
        return figures && formatFigures(columns[index]?.[at] as TypedColumn, figures);
      }),
    ),
  });
  const { trueTasks, falseTasks, maximalScore } = countTasks(table, rows);
  const hasVerdicts = trueTasks > 0 || falseTasks > 0;
  const counts = hasVerdicts
    ? { description: `in total ${trueTasks} true tasks, ${falseTasks} false tasks` }
    : {};
  const has = (group: Group): boolean => hasResults(statistics, group);
  const hasAnswers = has("correct") || has("wrong");
  return [
    row("total", counts),
    ...(has("summary") ? [row("summary", SUMMARY)] : []),
    ...(hasAnswers ? blockOf("correct").map((group) => row(group)) : []),
    ...(hasAnswers && has("correct_unconfirmed")
      ? blockOf("correct_unconfirmed").map((group) => row(group))
      : []),
    ...(hasAnswers ? blockOf("wrong").map((group) => row(group)) : []),
    ...(maximalScore === undefined
      ? []
      : [
          row("score", {
            title: `score (${rows.length} tasks, max score: ${maximalScore})`,
            ...counts,
          }),
        ]),
  ];
}

const SUMMARY = {
  title: "summary measurements",
  description:
    "Measurements of the whole execution of the run set: wall time is that from the start of the" +
    " first run to the end of the last one, less than the sum where runs were executed in parallel.",
};

function blockOf(block: "correct" | "correct_unconfirmed" | "wrong"): readonly Group[] {
  return [block, `${block}_true`, `${block}_false`];
}

/** Sums are padded to the length of sums, not of the table's values. */
function alignedBySums(column: TypedColumn, statistics: ColumnStatistics | undefined): TypedColumn {
  if (statistics === undefined) return column;
  const sums = [...statistics.values()].map(({ sum }) => scientific(sum));
  return typeColumn(column, cellsOf(sums), () => undefined);
}

/** As Python prints decimals: very small and very large ones with an exponent. */
function scientific(value: Decimal): string {
  if (value.special === "Inf" || value.special === "-Inf") return value.toString();
  if (value.special !== undefined || (value.exponent <= 0 && value.adjusted >= -6)) {
    return value.toString();
  }
  const digits = String(value.coefficient);
  const exponent = value.adjusted;
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
  const sign = value.isNegative ? "-" : "";
  return `${sign}${digits[0]}${fraction}E${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`;
}

function formatFigures(column: TypedColumn, figures: Figures): FormattedFigures {
  const format = (value: Decimal | undefined, target: FormatTarget): string | undefined =>
    value && formatValue(column, value, target);
  const texts = {
    min: format(figures.minimum, "tooltip"),
    max: format(figures.maximum, "tooltip"),
    avg: format(figures.mean, "tooltip_stochastic"),
    median: format(figures.median, "tooltip"),
    stdev: formatDeviation(column, figures),
  };
  return {
    sum: format(figures.sum, "html_cell") as string,
    ...(Object.fromEntries(
      Object.entries(texts).filter(([, text]) => text !== undefined),
    ) as Partial<FormattedFigures>),
  };
}

/** Cheap where the displayed digits do not depend on the unknown ones. */
function formatDeviation(column: TypedColumn, figures: Figures): string | undefined {
  const { deviation, nearDeviation } = figures;
  if (deviation === undefined) return undefined;
  const near = nearDeviation?.();
  const text = near && formatNear(column, near);
  return text ?? formatValue(column, deviation(), "tooltip_stochastic");
}

/** Greatest relative error of near figures that are used: it leaves more digits than are shown. */
const MAX_NEAR_ERROR = 1e-11;
const MAX_NEAR_DIGITS = 6;

/** Undefined when another number within the error might be displayed differently. */
function formatNear(column: TypedColumn, { value, error }: NearFigure): string | undefined {
  if (!isNumeric(column) || !(value > 1e-6 && value < 1e15)) return undefined;
  if (error > value * MAX_NEAR_ERROR) return undefined;
  const { kind, significantDigits } = column;
  const isCount = kind === "count" && significantDigits === undefined;
  if (!isCount) {
    if ((significantDigits ?? 3) > MAX_NEAR_DIGITS) return undefined;
    // A number of few digits may be exact, and is then displayed without trailing zeros.
    const digits = value.toExponential(9).replace(/\.?0*e.*$/, "").length - 1;
    if (digits <= MAX_NEAR_DIGITS) return undefined;
  }
  const [low, high] = [value - error, value + error].map((bound) =>
    formatValue(column, Decimal.parse(String(bound)) as Decimal, "tooltip_stochastic"),
  );
  return low === high ? low : undefined;
}

function countTasks(
  { tasks }: TableData,
  rows: Int32Array,
): { readonly trueTasks: number; readonly falseTasks: number; readonly maximalScore?: number } {
  let trueTasks = 0;
  let falseTasks = 0;
  let maximalScore: number | undefined;
  for (const row of rows) {
    const task = tasks[row];
    if (task?.property === undefined || task.expectedVerdict === undefined) continue;
    const { kind } = task.expectedVerdict;
    if (kind === "true") trueTasks++;
    else if (kind === "false") falseTasks++;
    if (!task.property.isScored) continue;
    const isCounted =
      task.witnessCategory === undefined || ["correct", "wrong"].includes(task.witnessCategory);
    const score = isCounted ? (kind === "true" ? 2 : kind === "false" ? 1 : 0) : 0;
    maximalScore = (maximalScore ?? 0) + score;
  }
  return {
    trueTasks,
    falseTasks,
    ...defined({ maximalScore }),
  };
}
