import { escapeLatex } from "../../ground/util/latex.ts";
import { commandPart, suffixesOf } from "../../ground/util/latex-command.ts";
import type { Column, Table } from "./table.ts";

export interface LatexOptions {
  /**
   * Tools whose identifiers and names are printed by a command each, so that a paper can choose
   * their names.
   */
  readonly tools?: readonly { readonly id: string; readonly name: string }[];
  /** Origin of the table, printed as a comment. */
  readonly source?: string;
}

/**
 * A `tabular` with the rules of booktabs. Columns of numbers are siunitx's
 * `S`, aligned at the decimal point; other columns to the right are plain.
 */
export function tableToLatex(table: Table, options: LatexOptions = {}): string {
  const { title, columns, rows, isBold } = table;
  const formats = columns.map((column, index) => numberFormat(column, rows, index));
  const commands = toolCommands(options.tools ?? []);
  const used = new Set<string>();
  const print = (text: string): string => withCommands(text, commands, used);
  const header = columns.map(({ title: text }, index) =>
    formats[index] === undefined ? print(text) : `{${print(text)}}`,
  );
  const lines = rows.map((row, at) =>
    row.map((text, index) => {
      const printed = formats[index] === undefined ? print(text) : text;
      return printed !== "" && isBold?.(at, index) === true
        ? bold(printed, formats[index])
        : printed;
    }),
  );
  const line = (cells: readonly string[]): string => `  ${cells.join(" & ")} \\\\`;
  const specification = columns
    .map(({ align }, index) => formats[index] ?? (align === "right" ? "r" : "l"))
    .join("");
  return `${[
    ...[title, ...(options.source === undefined ? [] : [options.source])].map(
      (text) => `% ${text.replace(/[\r\n]+/g, " ")}`,
    ),
    "% needs \\usepackage{booktabs}",
    ...(formats.some((format) => format !== undefined) ? ["% needs \\usepackage{siunitx}"] : []),
    ...[...used].map((command) => `\\providecommand${command}`),
    `\\begin{tabular}{${specification}}`,
    "  \\toprule",
    line(header),
    "  \\midrule",
    ...lines.map(line),
    "  \\bottomrule",
    "\\end{tabular}",
  ].join("\n")}\n`;
}

const NUMBER = /^-?(\d+)(?:\.(\d+))?$/;

/** The column type of siunitx for a column of decimal numbers only; undefined for others. */
function numberFormat({ align }: Column, rows: Table["rows"], index: number): string | undefined {
  if (align !== "right") return undefined;
  let [whole, decimals, sign] = [0, 0, ""];
  for (const row of rows) {
    const text = row[index] ?? "";
    if (text === "") continue;
    const match = NUMBER.exec(text);
    if (match === null) return undefined;
    whole = Math.max(whole, (match[1] ?? "").length);
    decimals = Math.max(decimals, (match[2] ?? "").length);
    if (text.startsWith("-")) sign = "-";
  }
  return whole === 0 ? undefined : `S[table-format=${sign}${whole}.${decimals}]`;
}

/** In an `S` column, texts that are not numbers need braces. */
function bold(text: string, format: string | undefined): string {
  return format === undefined ? `\\textbf{${text}}` : `{\\bfseries ${text}}`;
}

/**
 * By identifier and name: `{\toolCpachecker}{CPAchecker}`. Tools with the same name have a command
 * each.
 */
function toolCommands(tools: NonNullable<LatexOptions["tools"]>): ReadonlyMap<string, string> {
  const parts = tools.map(({ name }) => commandPart(name) || "X");
  const suffixes = suffixesOf(parts);
  const commands = new Map<string, string>();
  for (const [index, { id, name }] of tools.entries()) {
    const command = `{\\tool${parts[index]}${suffixes[index]}}{${escapeLatex(name)}}`;
    for (const text of [id, name]) if (!commands.has(text)) commands.set(text, command);
  }
  return commands;
}

/** Replaces a text that is a tool, or begins with one (`CPAchecker points`), by its command. */
function withCommands(
  text: string,
  commands: ReadonlyMap<string, string>,
  used: Set<string>,
): string {
  let name = text;
  while (name !== "" && !commands.has(name))
    name = name.slice(0, Math.max(0, name.lastIndexOf(" ")));
  const command = commands.get(name);
  if (command === undefined) return escapeLatex(text);
  used.add(command);
  const [, macro = ""] = /^\{(.*?)\}/.exec(command) ?? [];
  return `${macro}{}${escapeLatex(text.slice(name.length))}`;
}

/** One object per row, by column title. */
export function tableToJson({ title, columns, rows }: Table): string {
  const records = rows.map((row) =>
    Object.fromEntries(columns.map((column, index) => [column.title, row[index] ?? ""])),
  );
  return `${JSON.stringify({ title, rows: records }, undefined, 1)}\n`;
}
