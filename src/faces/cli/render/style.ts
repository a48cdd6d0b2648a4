/** Colours of a terminal, and its width. */
import { styleText } from "node:util";

export interface Style {
  bold(text: string): string;
  /** For a violation. */
  bad(text: string): string;
  /** For a proof. */
  good(text: string): string;
  /** For an unknown answer. */
  open(text: string): string;
  /** Columns at which lines are broken; infinite where the output is not a terminal. */
  readonly columns: number;
}

type Format = Parameters<typeof styleText>[0];

/** @param stream - where the text goes; NO_COLOR and FORCE_COLOR are honoured (no-color.org) */
export function styleOf(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  environment: NodeJS.ProcessEnv = process.env,
): Style {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  const isForced = FORCE_COLOR !== undefined && FORCE_COLOR !== "" && FORCE_COLOR !== "0";
  const isRefused = (NO_COLOR !== undefined && NO_COLOR !== "") || TERM === "dumb";
  const isColoured = isForced || (!isRefused && stream.isTTY === true);
  const with_ =
    (format: Format) =>
    (text: string): string =>
      isColoured ? styleText(format, text, { validateStream: false }) : text;
  return {
    bold: with_("bold"),
    bad: with_(["bold", "red"]),
    good: with_(["bold", "green"]),
    open: with_(["bold", "yellow"]),
    columns: stream.isTTY === true ? columnsOf(stream) : Number.POSITIVE_INFINITY,
  };
}

/** Columns of a terminal; one with an unknown width reports 0. */
export function columnsOf({ columns }: { readonly columns?: number }): number {
  return columns || 80;
}

/** A text in lines of at most `columns` columns, all except the first indented. */
export function wrapText(text: string, columns: number, indent: string): string {
  const lines: string[] = [];
  const start = /^ */.exec(text)?.[0] ?? "";
  let line = "";
  for (const word of text.slice(start.length).split(" ")) {
    const next = line === "" ? start + word : `${line} ${word}`;
    if (next.length <= columns || line.trim() === "") line = next;
    else {
      lines.push(line);
      line = indent + word;
    }
  }
  return [...lines, line].join("\n");
}
