/** A plot as a `tikzpicture` for pgfplots ≥ 1.12, in the style of the competition's reports. */
import { escapeLatex } from "../../ground/util/latex.ts";
import type { PaperSize } from "./paper-size.ts";
import type { Axis, Guide, Plot, Point, Series } from "./plot.ts";
import { ticksOf } from "./scale.ts";
import { type Mark, styleOf } from "./series-style.ts";
import { thinPoints } from "./thin-points.ts";

export interface PgfplotsOptions {
  /** A whole document that `pdflatex` turns into one page, instead of the picture alone. */
  readonly isStandalone?: boolean;
  /** Default: as wide as the surrounding text. */
  readonly paper?: PaperSize;
  /**
   * Name of the file that {@link plotToDat} made, beside the document; absent: the document
   * contains the points.
   */
  readonly dataFile?: string;
}

/** Finer than print; keeps TeX's memory small for graphs of many thousands of points. */
const CELLS = 1500;

const MARKS: Readonly<Record<Mark, string>> = {
  circle: "*",
  square: "square*",
  triangle: "triangle*",
  diamond: "diamond*",
  cross: "x",
  plus: "+",
};

export function renderPgfplots(
  plot: Plot,
  { isStandalone = false, paper, dataFile }: PgfplotsOptions = {},
): string {
  const picture = [
    "% needs \\usepackage{pgfplots} and \\pgfplotsset{compat=1.12} or later",
    "\\begin{tikzpicture}",
    ...plot.series.map(({ style }, index) => {
      const hex = styleOf(style ?? index)
        .color.slice(1)
        .toUpperCase();
      return `\\definecolor{agon${index}}{HTML}{${hex}}`;
    }),
    "\\begin{axis}[",
    ...frameKeys(plot, paper),
    ...axisKeys("x", plot.x),
    ...axisKeys("y", plot.y),
    "]",
    ...plot.guides.map(guideLine),
    ...plot.series.flatMap((series, index) => graph(plot, series, index, dataFile)),
    "\\end{axis}",
    "\\end{tikzpicture}",
  ];
  if (!isStandalone) return `${picture.join("\n")}\n`;
  const document = [
    "\\documentclass{article}",
    "\\usepackage[T1]{fontenc}",
    "\\usepackage{pgfplots}",
    "\\pgfplotsset{compat=1.12}",
    ...(paper?.hasSerifs === false ? ["\\renewcommand{\\familydefault}{\\sfdefault}"] : []),
    "\\begin{document}",
    "\\noindent",
    ...picture,
    "\\end{document}",
  ];
  return `${document.join("\n")}\n`;
}

/** Size, title and legend, which is below the drawing on paper. */
function frameKeys({ title, series }: Plot, paper: PaperSize | undefined): readonly string[] {
  const titleKey = `  title={${escapeLatex(title)}},`;
  if (paper === undefined) {
    return [
      titleKey,
      `  width=\\linewidth, height=0.6\\linewidth, grid=major,`,
      "  legend cell align=left, legend style={font=\\scriptsize}, legend pos=outer north east,",
      "  mark size=1.5pt,",
    ];
  }
  const { widthMillimetres, heightMillimetres, fontPoints, hasTitle } = paper;
  const longest = Math.max(1, ...series.map(({ name }) => [...name].length));
  // A letter is about half as wide as it is high; the sample line takes about ten letters.
  const entry = (longest + 10) * fontPoints * 0.5;
  const columns = Math.max(1, Math.floor((widthMillimetres * 72) / 25.4 / entry));
  const font = `\\fontsize{${fontPoints}}{${Number((fontPoints * 1.2).toFixed(1))}}\\selectfont`;
  return [
    ...(hasTitle ? [titleKey] : []),
    `  width=${widthMillimetres}mm, height=${heightMillimetres}mm, grid=major, font=${font},`,
    `  legend cell align=left, legend columns=${Math.min(columns, Math.max(1, series.length))},`,
    `  legend style={at={(0.5,0)}, anchor=north, yshift=-${fontPoints * 4}pt, draw=none, font=${font}},`,
    "  mark size=1.5pt,",
  ];
}

function axisKeys(name: "x" | "y", axis: Axis): readonly string[] {
  const [low, high] = axis.domain;
  const keys = [
    `  ${name}label={${escapeLatex(axis.label)}}, ${name}min=${low}, ${name}max=${high},`,
  ];
  if (axis.scale === "log") keys.push(`  ${name}mode=log,`);
  if (axis.scale === "linear-log") {
    const ticks = ticksOf(axis);
    keys.push(
      `  ${name} coord trafo/.code={\\pgfmathparse{#1 < 1 ? #1 : 1 + log10(max(#1, 1))}},`,
      `  ${name} coord inv trafo/.code={\\pgfmathparse{#1 < 1 ? #1 : 10^(#1 - 1)}},`,
      `  ${name}tick={${ticks.map(({ value }) => value).join(",")}},`,
      `  ${name}ticklabels={${ticks.map(({ label }) => label).join(",")}},`,
    );
  }
  return keys;
}

const GUIDE_STYLES: Readonly<Record<Guide["kind"], string>> = {
  solid: "gray",
  dashed: "gray, dashed",
  fitted: "blue, dash pattern=on 4.5pt off 1.5pt on 1pt off 1.5pt",
};

function guideLine({ from, to, kind }: Guide): string {
  return `\\addplot[${GUIDE_STYLES[kind]}, no marks, forget plot] coordinates {${coordinates([from, to])}};`;
}

function graph(
  plot: Plot,
  series: Series,
  index: number,
  dataFile: string | undefined,
): readonly string[] {
  const { mark, dash } = styleOf(series.style ?? index);
  const options = [`color=agon${index}`, `mark=${MARKS[mark]}`];
  const points = thinPoints(series.points, plot, CELLS);
  if (series.kind === "marks") options.push("only marks");
  else {
    // Thinned points are not evenly spread, so the density of the marks is kept approximately.
    const kept = series.points.length === 0 ? 1 : points.length / series.points.length;
    options.push(`mark repeat=${Math.max(1, Math.round(plot.markEvery * kept))}`);
    options.push(`mark phase=${Math.max(1, Math.round(plot.markEvery * kept))}`);
    if (dash.length > 0) options.push(`dash pattern=${dashPattern(dash)}`);
  }
  const data =
    dataFile === undefined
      ? [`\\addplot[${options.join(", ")}] coordinates {`, ...lines(points), "};"]
      : [`\\addplot[${options.join(", ")}] table[x=x${index}, y=y${index}] {${dataFile}};`];
  return [...data, `\\addlegendentry{${escapeLatex(series.name)}}`];
}

/**
 * The points that {@link renderPgfplots} draws, thinned, as a table for
 * `\\addplot table`: columns `x0 y0 x1 y1 …` by series, `nan` below the shorter ones.
 */
export function plotToDat(plot: Plot): string {
  const all = plot.series.map(({ points }) => thinPoints(points, plot, CELLS));
  const rows = Math.max(0, ...all.map(({ length }) => length));
  const names = plot.series.map(({ name }, index) => `# x${index} y${index}: ${name}`);
  const cells = (row: number): readonly string[] =>
    all.map((points) => {
      const point = points[row];
      return point === undefined ? "nan nan" : `${number(point.x)} ${number(point.y)}`;
    });
  const printed = [
    ...names.map((name) => name.replace(/[\r\n]+/g, " ")),
    all.map((_, index) => `x${index} y${index}`).join(" "),
    ...Array.from({ length: rows }, (_, row) => cells(row).join(" ")),
  ];
  return `${printed.join("\n")}\n`;
}

function dashPattern(dash: readonly number[]): string {
  return dash.map((length, index) => `${index % 2 === 0 ? "on" : "off"} ${length / 2}pt`).join(" ");
}

const POINTS_PER_LINE = 8;

function lines(points: readonly Point[]): readonly string[] {
  const result: string[] = [];
  for (let start = 0; start < points.length; start += POINTS_PER_LINE) {
    result.push(`  ${coordinates(points.slice(start, start + POINTS_PER_LINE))}`);
  }
  return result;
}

function coordinates(points: readonly Point[]): string {
  return points.map(({ x, y }) => `(${number(x)},${number(y)})`).join(" ");
}

/** Nine digits: more than TeX's own precision. */
function number(value: number): string {
  return String(Number(value.toPrecision(9)));
}
