import type { Decimal } from "../../../ground/util/decimal.ts";
import { capitalised, commandPart, suffixesOf } from "../../../ground/util/latex-command.ts";
import { isNumeric, type TypedColumn } from "./column.ts";
import type { Figures } from "./figures.ts";
import { formatValue } from "./format-value.ts";
import type { ColumnStatistics, Group } from "./statistics.ts";
import type { TableData } from "./table-data.ts";

/** The comments at the start of BenchExec's files differ; LaTeX reads the same. */
const HEADER = String.raw`% Statistics of a table: one LaTeX command for each figure, whose name has the parts
% benchmark, run set, column, category, status, statistic, in camel case, with
% roman numerals for numbers. Define \StoreBenchExecResult with these parts and
% the value as its seven arguments before this file is read to store them
% otherwise; \num of the package siunitx rounds.
\providecommand\StoreBenchExecResult[7]{\expandafter\newcommand\csname#1#2#3#4#5#6\endcsname{#7}}%
`;

/**
 * Statistics as LaTeX commands, the same as BenchExec's format
 * `statistics-tex`. `warn` is called for names that occur twice.
 */
export function* writeLatexStatistics(
  table: TableData,
  statistics: readonly (readonly (ColumnStatistics | undefined)[])[],
  warn: (message: string) => void,
): Generator<string> {
  yield HEADER;
  const names = table.attributes.map((attributes): readonly [string, string] => [
    commandPart(attributes.get("benchmarkname") ?? ""),
    commandPart(attributes.get("name") ?? ""),
  ]);
  const suffixes = suffixesOf(names.map((parts) => parts.join("\n")));
  const hasUnconfirmed = hasResults(statistics, "correct_unconfirmed");
  for (const [index, runSet] of table.runSets.entries()) {
    const [benchmark, name] = names[index] as readonly [string, string];
    const suffix = suffixes[index] as string;
    if (suffix !== "")
      warn(`two run sets have the name '${benchmark}${name}': one gets '${suffix}'`);
    const titles = runSet.columns.map(({ displayTitle, title }) => displayTitle || title);
    const titleSuffixes = suffixesOf(titles);
    for (const [at, column] of runSet.columns.entries()) {
      const columnStatistics = statistics[index]?.[at];
      if (columnStatistics === undefined) continue;
      const title = commandPart(`${titles[at]}${titleSuffixes[at]}`);
      const prefix = `\\StoreBenchExecResult{${benchmark}${suffix}}{${name}}{${title}}`;
      for (const [group, figures] of columnStatistics) {
        const isUnconfirmed = group.startsWith("correct_unconfirmed");
        if (isUnconfirmed && !hasUnconfirmed) continue;
        yield* groupCommands(prefix, column, group, figures);
      }
    }
  }
}

/** Whether the group has a positive sum anywhere; otherwise tables leave it out. */
export function hasResults(
  statistics: readonly (readonly (ColumnStatistics | undefined)[])[],
  group: Group,
): boolean {
  return statistics.some((columns) =>
    columns.some((column) => {
      const sum = column?.get(group)?.sum;
      return sum !== undefined && sum.special !== "NaN" && !sum.isNegative && !sum.isZero;
    }),
  );
}

function* groupCommands(
  prefix: string,
  column: TypedColumn,
  group: Group,
  figures: Figures,
): Generator<string> {
  const [, block = "", status = ""] = /^(.*?)(?:_(true|false))?$/.exec(group) ?? [];
  const category = block === "total" ? "All" : block.split("_").map(capitalised).join("");
  const command = (statistic: string, value: string): string => {
    // The score belongs to all results, as one of their statistics.
    const place =
      category === "Score"
        ? `{All}{}{Score}`
        : `{${category}}{${capitalised(status)}}{${statistic}}`;
    return `${prefix}${place}{${value}}%\n`;
  };
  const values: readonly (readonly [string, Decimal | undefined])[] = [
    [isNumeric(column) ? "Sum" : "Count", figures.sum],
    ["Min", figures.minimum],
    ["Max", figures.maximum],
    ["Avg", figures.mean],
    ["Median", figures.median],
    ["Stdev", figures.deviation?.()],
  ];
  for (const [statistic, value] of values) {
    if (value !== undefined) yield command(statistic, formatValue(column, value, "csv"));
  }
  if (column.unit) yield command("Unit", column.unit);
}
