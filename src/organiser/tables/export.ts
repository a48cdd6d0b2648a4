import { type Html, html } from "../../ground/util/html.ts";
import type { Table } from "./table.ts";

/**
 * Aligned columns for terminals. Control characters become `?`, so that no text can control a
 * terminal.
 */
export function tableToText({ columns, rows }: Table): string {
  const printable = (text: string): string => text.replace(/\p{Cc}/gu, "?");
  const header = columns.map(({ title }) => printable(title));
  const lines = [header, ...rows.map((row) => row.map(printable))];
  const widths = columns.map((_, index) =>
    Math.max(...lines.map((line) => [...(line[index] ?? "")].length)),
  );
  const format = (line: readonly string[]): string =>
    columns
      .map(({ align }, index) => {
        const text = line[index] ?? "";
        const padding = " ".repeat((widths[index] ?? 0) - [...text].length);
        return align === "right" ? padding + text : text + padding;
      })
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return `${[format(header), rule, ...lines.slice(1).map(format)].join("\n")}\n`;
}

/** RFC 4180, with line feeds. */
export function tableToCsv({ columns, rows }: Table): string {
  const quote = (text: string): string =>
    /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = [columns.map(({ title }) => title), ...rows];
  return lines.map((line) => `${line.map(quote).join(",")}\n`).join("");
}

/** Cells between tabs, to be pasted into spreadsheets; tabs and line ends inside become blanks. */
export function tableToTsv({ columns, rows }: Table): string {
  const lines = [columns.map(({ title }) => title), ...rows];
  return lines
    .map((line) => `${line.map((text) => text.replace(/[\t\r\n]+/g, " ")).join("\t")}\n`)
    .join("");
}

/** A table of GitHub's Markdown. */
export function tableToMarkdown({ columns, rows }: Table): string {
  const escapeCell = (text: string): string =>
    text.replace(/[\\|`*_<>[\]]/g, "\\$&").replace(/\s+/g, " ");
  const format = (line: readonly string[]): string => `| ${line.map(escapeCell).join(" | ")} |\n`;
  const rule = columns.map(({ align }) => (align === "right" ? "---:" : ":---")).join(" | ");
  return [format(columns.map(({ title }) => title)), `| ${rule} |\n`, ...rows.map(format)].join("");
}

/** A `<table>` element; the first column is the header of its row. */
export function tableToHtml({ title, columns, rows }: Table): Html {
  const cell = (text: string, index: number): Html => {
    const align = columns[index]?.align ?? "left";
    return index === 0
      ? html`<th scope="row" class="${align}">${text}</th>`
      : html`<td class="${align}">${text}</td>`;
  };
  return html`<table>
<caption>${title}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col" class="${column.align}">${column.title}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map(cell)}</tr>\n`)}</tbody>
</table>`;
}
