import { escapeLatex } from "../util/latex.ts";
import type { Table } from "./table.ts";

/** A `tabular` with the rules of booktabs; columns of numbers are aligned to the right. */
export function tableToLatex({ title, columns, rows }: Table): string {
  const line = (cells: readonly string[]): string => `  ${cells.map(escapeLatex).join(" & ")} \\\\`;
  return `${[
    `% ${title.replace(/[\r\n]+/g, " ")}`,
    "% needs \\usepackage{booktabs}",
    `\\begin{tabular}{${columns.map(({ align }) => (align === "right" ? "r" : "l")).join("")}}`,
    "  \\toprule",
    line(columns.map((column) => column.title)),
    "  \\midrule",
    ...rows.map(line),
    "  \\bottomrule",
    "\\end{tabular}",
  ].join("\n")}\n`;
}

/** One object per row, by column title. */
export function tableToJson({ title, columns, rows }: Table): string {
  const records = rows.map((row) =>
    Object.fromEntries(columns.map((column, index) => [column.title, row[index] ?? ""])),
  );
  return `${JSON.stringify({ title, rows: records }, undefined, 1)}\n`;
}
