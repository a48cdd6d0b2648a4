/** Functions with which modules search a tool's output. */
import type { ToolRun } from "./tool-info.ts";

export const FALSE_REACH = "false(unreach-call)";
export const FALSE_TERMINATION = "false(termination)";
export const FALSE_OVERFLOW = "false(no-overflow)";
export const FALSE_DEREF = "false(valid-deref)";
export const FALSE_FREE = "false(valid-free)";
export const FALSE_MEMTRACK = "false(valid-memtrack)";
export const FALSE_MEMCLEANUP = "false(valid-memcleanup)";
export const FALSE_DATA_RACE = "false(no-data-race)";

/** The lines of a text with line breaks of any system; no empty line after the last break. */
export function outputLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|[\r\n]/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Whether the runner ended the run for a limit on time. */
export function wasTimeout({ terminationReason }: ToolRun): boolean {
  return ["cputime", "cputime-soft", "walltime"].includes(terminationReason ?? "");
}

/** Whether some line contains `part`. */
export function contains({ outputLines: lines }: ToolRun, part: string): boolean {
  return lines.some((line) => line.includes(part));
}

/** The value that belongs to the first of the parts that some line contains. */
export function firstContained(
  run: ToolRun,
  parts: readonly (readonly [part: string, status: string])[],
): string | undefined {
  return parts.find(([part]) => contains(run, part))?.[1];
}

/** The value that belongs to the first part in the last line that holds any of the parts. */
export function lastContained(
  { outputLines: lines }: ToolRun,
  parts: readonly (readonly [part: string, status: string])[],
): string | undefined {
  const inLine = (line: string): string | undefined =>
    parts.find(([part]) => line.includes(part))?.[1];
  return lines.map(inLine).findLast((status) => status !== undefined);
}

/** The value that belongs to the first of the prefixes of the text. */
export function firstPrefix(
  text: string,
  prefixes: readonly (readonly [prefix: string, status: string])[],
): string | undefined {
  return prefixes.find(([prefix]) => text.startsWith(prefix))?.[1];
}

/** The answers `P`, `P(valid-deref)` … of many tools, longest first. */
export function answersWithProperty(
  word: string,
  properties: readonly string[],
): readonly (readonly [string, string])[] {
  return [
    ...properties.map((property) => [`${word}(${property})`, `false(${property})`] as const),
    [word, FALSE_REACH],
  ];
}

/** Files that tools leave their witnesses in. */
export const WITNESS_FILES: readonly string[] = [
  "witness.yml",
  "witness.graphml",
  "output/witness.yml",
  "output/witness.graphml",
  "*/witness.yml",
  "*/witness.graphml",
];

/** The text between the first colon and the next parenthesis of a line with this beginning. */
export function statistic(line: string, identifier: string): string | undefined {
  if (!line.trimStart().startsWith(identifier)) return undefined;
  const start = line.indexOf(":") + 1;
  const end = line.indexOf("(", start);
  return line.slice(start, end < 0 ? undefined : end).trim();
}

/** The rest of the first line with this beginning; empty when there is none. */
export function afterPrefix(output: string, prefix: string): string {
  const line = outputLines(output.trim()).find((one) => one.startsWith(prefix));
  return line?.slice(prefix.length).trim() ?? "";
}

/**
 * A pattern in a table's column, in Python's notation, whose named groups are written
 * `(?P<name>…)`. Undefined when it is not a pattern.
 */
export function columnPattern(identifier: string): RegExp | undefined {
  try {
    return new RegExp(identifier.replaceAll("(?P<", "(?<").replaceAll(/\(\?P=(\w+)\)/g, "\\k<$1>"));
  } catch {
    return undefined;
  }
}
