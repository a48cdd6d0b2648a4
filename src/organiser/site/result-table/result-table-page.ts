import { createHash } from "node:crypto";
import { constants, deflateRawSync } from "node:zlib";
import { defined } from "../../../ground/util/defined.ts";
import { type Html, html, Html as SafeHtml } from "../../../ground/util/html.ts";
import {
  CATEGORY_LETTERS,
  ColumnPacker,
  type ColumnStatistics,
  categoryAt,
  columnTitle,
  type FormattedFigures,
  idParts,
  type PackedColumns,
  type PlacedRunSet,
  type ResultPageMeta,
  type StatisticsRow,
  shortName,
  statisticsRows,
  type TableData,
  type TableTask,
} from "../../tables/index.ts";
import { readTableScript } from "../app-assets.ts";
import { STYLE } from "./style.ts";

const GROUP_SEPARATOR = 0x1d;

/** Nothing is loaded; the only script and style are the page's own, named by their hashes. */
function policyFor(script: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${hashOf(STYLE)}'`,
    `script-src 'sha256-${hashOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

/** Whether the page accepts the text behind `#` of its address. */
export function isTableState(text: string): boolean {
  const [, view, query = ""] = /^\/(\w+)(?:\?(.*))?$/.exec(text) ?? [];
  const keys = query === "" ? [] : query.split("&").map((part) => part.replace(/=.*/, ""));
  return (
    TABS.some(([id]) => id === view) &&
    keys.every((key) => ["filter", "differ", "hidden"].includes(key))
  );
}

/**
 * A result table as one self-contained file: set-up and statistics can be read without script; the
 * table itself, with filters and plots, is packed columns that the page's script
 * (`web/src/result-table`) unpacks. Yields pieces.
 * @throws PlatformError `ERR_NO_APP` when the script has not been built.
 */
export function* renderResultTable(
  title: string,
  table: TableData,
  rows: Int32Array,
  statistics: readonly (readonly (ColumnStatistics | undefined)[])[],
  state?: string,
): Generator<string> {
  const script = readTableScript();
  yield html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new SafeHtml(STYLE)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="lead">${rows.length} tasks, ${table.runSets.length} run sets</p>
<nav class="tabs" aria-label="Views">
${TABS.map(([id, text]) => html`<a id="tab-${id}" href="#/${id}">${text}</a>\n`)}</nav>
</header>
<main>
<p id="wait">The table is being unpacked. (It needs JavaScript; what is below does not.)</p>
${FILTERS}
<section id="summary">
<h2>Set-up</h2>
<div class="scroll" tabindex="0">${setUpTable(table)}</div>
<h2>Statistics</h2>
<div class="scroll" tabindex="0">${statisticsTable(table, statisticsRows(table, rows, statistics))}</div>
</section>
${VIEWS}
</main>
<script type="application/json" id="meta">${new SafeHtml(scriptSafe(JSON.stringify({ ...metaOf(table), ...defined({ state }) })))}</script>
`.text;
  yield packed("tasks", [{ bytes: taskNames(table, rows), areNumbers: false }]);
  const packer = new ColumnPacker();
  for (const [index, runSet] of table.runSets.entries()) {
    const letters = categoryLetters(runSet, rows);
    yield packed(`set${index}`, packer.pack(runSet, rows, letters, GROUP_SEPARATOR));
  }
  yield `<script>${script}</script>\n</body>\n</html>\n`;
}

const TABS = [
  ["summary", "Summary"],
  ["table", "Table"],
  ["quantile", "Quantile plot"],
  ["scatter", "Scatter plot"],
] as const;

const FILTERS: Html = html`<div id="filters" hidden>
<input type="search" id="filter" placeholder="name or regular expression" aria-label="filter tasks">
<label><input type="checkbox" id="differ"> only different statuses</label>
<ul id="sets"></ul>
</div>`;

const VIEWS: Html = html`<section id="table" hidden>
<p class="pager"><button id="back">Back</button><button id="next">Next</button><span id="count"></span></p>
<div class="scroll" tabindex="0"><table><thead id="head"></thead><tbody id="body"></tbody></table></div>
</section>
<section id="quantile" hidden>
<p class="pager"><label>Column <select id="q-column"></select></label>
<label><input type="checkbox" id="q-correct" checked> correct results only</label>
<label><input type="checkbox" id="q-log" checked> logarithmic</label></p>
<canvas id="q-canvas" role="img" aria-label="quantile plot"></canvas>
<ul class="legend" id="q-legend"></ul>
</section>
<section id="scatter" hidden>
<p class="pager"><label>x <select id="s-x"></select></label><label>y <select id="s-y"></select></label>
<label><input type="checkbox" id="s-log" checked> logarithmic</label><span id="s-count"></span></p>
<canvas id="s-canvas" role="img" aria-label="scatter plot"></canvas>
</section>`;

function metaOf(table: TableData): ResultPageMeta {
  return {
    prefix: table.commonPrefix,
    sets: table.runSets.map(({ columns }, index) => ({
      tool: toolOf(table, index),
      name: table.attributes[index]?.get("niceName") ?? "",
      columns: columns.map((column) => ({
        title: columnTitle(column),
        kind: column.kind,
        ...defined({ digits: column.significantDigits }),
      })),
    })),
  };
}

function toolOf({ attributes }: TableData, index: number): string {
  const of = attributes[index];
  return `${of?.get("tool") ?? ""} ${of?.get("version") ?? ""}`.trim();
}

/** Within a script element only its end tag and comments have a meaning. */
function scriptSafe(json: string): string {
  return json.replaceAll("<", "\\u003c");
}

/** One line for each task: its name, and the parts that distinguish it from others. */
function taskNames(table: TableData, rows: Int32Array): Uint8Array {
  const names = [...rows].map((row) => {
    const task = table.tasks[row] as TableTask;
    const [, ...others] = idParts(task);
    const shown = others.filter((part, index) => part && table.relevantParts[index + 1] === true);
    return [shortName(table, task), ...shown].join(" · ").replace(/\p{Cc}/gu, " ");
  });
  return Buffer.from(names.join("\n"));
}

function categoryLetters(runSet: PlacedRunSet, rows: Int32Array): Uint8Array {
  return Uint8Array.from(rows, (row) =>
    (CATEGORY_LETTERS[categoryAt(runSet, row)] ?? "e").charCodeAt(0),
  );
}

/**
 * One stream of several parts. Numbers rarely repeat: searching for repetitions in them costs twice
 * the time and makes more bytes than codes for their digits alone.
 */
function packed(id: string, pieces: readonly PackedColumns[]): string {
  const { Z_DEFAULT_STRATEGY, Z_FINISH, Z_HUFFMAN_ONLY, Z_SYNC_FLUSH } = constants;
  const parts = pieces.map(({ bytes, areNumbers }, index) =>
    deflateRawSync(bytes, {
      level: 1,
      strategy: areNumbers ? Z_HUFFMAN_ONLY : Z_DEFAULT_STRATEGY,
      finishFlush: index < pieces.length - 1 ? Z_SYNC_FLUSH : Z_FINISH,
    }),
  );
  // Base64 is safe in a script element without escapes.
  const text = Buffer.concat(parts).toString("base64");
  return `<script type="text/plain" id="${id}">${text}</script>\n`;
}

const SET_UP = [
  ["tool", "Tool"],
  ["niceName", "Run set"],
  ["displayName", "Benchmark"],
  ["timelimit", "Time limit"],
  ["memlimit", "Memory limit"],
  ["cpuCores", "CPU core limit"],
  ["host", "Host"],
  ["os", "Operating system"],
  ["cpu", "CPU"],
  ["cores", "Cores"],
  ["freq", "Frequency"],
  ["turbo", "Turbo boost"],
  ["ram", "RAM"],
  ["date", "Date of execution"],
  ["options", "Options"],
] as const;

function setUpTable(table: TableData): Html {
  const lines = SET_UP.map(([key, name]) => ({
    name,
    values: table.attributes.map((attributes, index) =>
      key === "tool" ? toolOf(table, index) : (attributes.get(key) ?? ""),
    ),
  }));
  const shown = lines.filter(({ values }) => values.some((value) => value !== ""));
  return html`<table><tbody>
${shown.map(({ name, values }) => html`<tr><th scope="row">${name}</th>${values.map((value) => html`<td>${value}</td>`)}</tr>\n`)}</tbody></table>`;
}

function statisticsTable(table: TableData, rows: readonly StatisticsRow[]): Html {
  const names = table.runSets.map(
    ({ columns }, index) =>
      html`<th scope="colgroup" colspan="${columns.length}">${toolOf(table, index)} · ${table.attributes[index]?.get("niceName") ?? ""}</th>`,
  );
  const titles = table.runSets.flatMap(({ columns }) =>
    columns.map((column) => html`<th scope="col" class="right">${columnTitle(column)}</th>`),
  );
  return html`<table><thead><tr><th></th>${names}</tr><tr><th></th>${titles}</tr></thead><tbody>
${rows.map(statisticsLine)}</tbody></table>`;
}

function statisticsLine({ group, title, description, cells }: StatisticsRow): Html {
  return html`<tr><th scope="row" title="${description ?? ""}">${title ?? GROUP_NAMES[group] ?? group}</th>${cells.flat().map(figuresCell)}</tr>
`;
}

const GROUP_NAMES: Readonly<Record<string, string>> = {
  total: "all results",
  correct: "correct results",
  correct_true: "correct true",
  correct_false: "correct false",
  correct_unconfirmed: "correct, unconfirmed",
  correct_unconfirmed_true: "unconfirmed true",
  correct_unconfirmed_false: "unconfirmed false",
  wrong: "incorrect results",
  wrong_true: "incorrect true",
  wrong_false: "incorrect false",
};

/** Padding consists of two references to white space only. */
function figuresCell(figures: FormattedFigures | undefined): Html {
  if (figures === undefined) return html`<td></td>`;
  const { sum, ...others } = figures;
  const tip = Object.entries(others)
    .map(([name, text]) => `${name} ${text}`)
    .join(", ");
  return html`<td class="right" title="${tip}">${sum.replaceAll(/&#x200[78];/g, "")}</td>`;
}
