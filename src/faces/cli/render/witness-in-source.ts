import { LineIndex } from "../../../ground/util/text-position.ts";
import type { Annotation } from "../../../ground/witness/index.ts";

export interface ShowOptions {
  /** Lines around annotated ones; all lines when undefined. */
  readonly context: number | undefined;
}

/** The program's lines, each followed by the annotations of the witness at this line. */
export function showInSource(
  programText: string,
  annotations: readonly Annotation[],
  { context }: ShowOptions,
): string {
  const lines = new LineIndex(programText);
  const byLine = groupByLine(annotations);
  const width = String(lines.lineCount).length;
  const isNear = (line: number): boolean => {
    if (context === undefined) return true;
    for (let near = line - context; near <= line + context; near++) {
      if (byLine.has(near)) return true;
    }
    return false;
  };
  const shown: string[] = [];
  let isGap = false;
  for (let line = 1; line <= lines.lineCount; line++) {
    if (!isNear(line)) {
      isGap = true;
      continue;
    }
    if (isGap) shown.push(`${" ".repeat(width)} ⋮`);
    isGap = false;
    const text = lines.lineText(line);
    shown.push(`${String(line).padStart(width)} | ${text}`.trimEnd());
    for (const { location, text: note } of byLine.get(line) ?? []) {
      const column = location.column ?? Math.max(text.search(/\S/), 0) + 1;
      const indent = text.slice(0, column - 1).replace(/[^\t]/g, " ");
      shown.push(`${" ".repeat(width)} | ${indent}^ ${note}`);
    }
  }
  const beyond = annotations.filter(({ location }) => location.line > lines.lineCount);
  for (const { location, text } of beyond) {
    shown.push(`line ${location.line} (the program has ${lines.lineCount}): ${text}`);
  }
  return `${shown.join("\n")}\n`;
}

function groupByLine(annotations: readonly Annotation[]): ReadonlyMap<number, Annotation[]> {
  const byLine = new Map<number, Annotation[]>();
  for (const annotation of annotations) {
    const { line } = annotation.location;
    const others = byLine.get(line);
    if (others === undefined) byLine.set(line, [annotation]);
    else others.push(annotation);
  }
  return byLine;
}
