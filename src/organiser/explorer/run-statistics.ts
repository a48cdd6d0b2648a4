/**
 * Statistics of runs as LaTeX commands with the names of BenchExec's format
 * `statistics-tex`: verifier, category, column, result, answer, statistic. Texts that were written
 * for BenchExec's tables can use them unchanged.
 */

import { commandPart, suffixesOf } from "../../ground/util/latex-command.ts";
import { figuresOf } from "../../ground/util/sample-figures.ts";
import { answerOf } from "../scoring/index.ts";
import { shortest } from "./category-part.ts";
import { type Cell, pointsOfCell, type RunStore, resultOf, statusOf, toolOf } from "./run-store.ts";

const HEADER = `% One command for each figure: verifier, category, column, result, answer, statistic.
% Define \\StoreBenchExecResult with these parts and the value as its seven
% arguments before this file is read to store them otherwise; \\num of siunitx rounds.
\\providecommand\\StoreBenchExecResult[7]{\\expandafter\\newcommand\\csname#1#2#3#4#5#6\\endcsname{#7}}%
`;

/** Figures by the titles that BenchExec's columns have. */
const MEASURES = [
  ["cputime", "cpu", "s"],
  ["walltime", "wall", "s"],
  ["memory", "memory", "B"],
  ["cpuenergy", "energy", "J"],
] as const;

const RESULTS: Readonly<Record<string, string>> = {
  correct: "Correct",
  "correct-unconfirmed": "CorrectUnconfirmed",
  wrong: "Wrong",
};

/** @param category Name of the displayed category; used in place of BenchExec's run definition. */
export function latexStatistics(
  store: RunStore,
  rows: Uint32Array,
  category: string,
  tools: readonly { readonly id: string; readonly name: string }[],
): string {
  const byTool = new Map<string, Cell[]>();
  for (const row of rows) {
    const cell = store.at(row);
    const known = byTool.get(toolOf(cell));
    if (known === undefined) byTool.set(toolOf(cell), [cell]);
    else known.push(cell);
  }
  const names = tools.map(({ name }) => commandPart(name));
  const suffixes = suffixesOf(names);
  const lines: string[] = [];
  for (const [index, { id }] of tools.entries()) {
    const cells = byTool.get(id);
    if (cells === undefined) continue;
    const prefix = `\\StoreBenchExecResult{${names[index]}${suffixes[index]}}{${commandPart(category)}}`;
    lines.push(...commandsOf(cells).map((command) => `${prefix}${command}%\n`));
  }
  return HEADER + lines.join("");
}

/** By result and answer; the empty answer holds both. */
function groupsOf(cells: readonly Cell[]): ReadonlyMap<string, readonly Cell[]> {
  const groups = new Map<string, Cell[]>([["{All}{}", [...cells]]]);
  for (const cell of cells) {
    const result = RESULTS[resultOf(cell)];
    const answer = answerOf(statusOf(cell));
    if (result === undefined || answer === undefined) continue;
    for (const word of ["", answer === "true" ? "True" : "False"]) {
      const key = `{${result}}{${word}}`;
      const known = groups.get(key);
      if (known === undefined) groups.set(key, [cell]);
      else known.push(cell);
    }
  }
  return groups;
}

function commandsOf(cells: readonly Cell[]): readonly string[] {
  const groups = groupsOf(cells);
  const score = cells.reduce((sum, cell) => sum + pointsOfCell(cell), 0);
  return [
    ...[...groups].map(([group, { length }]) => `{Status}${group}{Count}{${length}}`),
    `{Status}{All}{}{Score}{${score}}`,
    ...MEASURES.flatMap(([title, id, unit]) =>
      [...groups].flatMap(([group, own]) => {
        const values = own
          .map(({ view, cell }) => shortest(view.part.columns[id][cell]) ?? Number.NaN)
          .filter((value) => !Number.isNaN(value));
        if (values.length === 0) return [];
        const column = `{${commandPart(title)}}${group}`;
        return [
          ...namedFigures(values).map(([name, value]) => `${column}{${name}}{${decimal(value)}}`),
          `${column}{Unit}{${unit}}`,
        ];
      }),
    ),
  ];
}

/** With BenchExec's names. */
function namedFigures(
  values: readonly number[],
): readonly (readonly [name: string, value: number])[] {
  const figures = figuresOf([...values].sort((a, b) => a - b));
  if (figures === undefined) return [];
  const { sum, min, max, mean, median, deviation } = figures;
  return [
    ["Sum", sum],
    ["Min", min],
    ["Max", max],
    ["Avg", mean],
    ["Median", median],
    ["Stdev", deviation],
  ];
}

/** Without exponent, as LaTeX packages read numbers; twelve digits. */
function decimal(value: number): string {
  const short = Number(value.toPrecision(12));
  const text = String(short);
  return /e/.test(text) ? short.toFixed(20).replace(/\.?0+$/, "") : text;
}
