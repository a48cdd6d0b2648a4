import type { Edit, Finding } from "./finding.ts";

/**
 * Applies the fixes of findings to the lines of a witness as they pass. Of two
 * fixes that touch the same characters only the first is applied; running the
 * linter again offers the other.
 */
export class FixApplier {
  readonly #edits = new Map<number, Edit[]>();
  /** Number of applied fixes. */
  readonly applied: readonly Finding[];
  #line = 0;

  constructor(findings: readonly Finding[]) {
    this.applied = findings.filter(({ fix }) => fix?.edits.every((edit) => this.#add(edit)));
  }

  /** Returns the lines to write for the next line of the file, which has no line break. */
  next(line: string): readonly string[] {
    this.#line++;
    const edits = this.#edits.get(this.#line);
    if (edits === undefined) return [line];
    let text: string | undefined = line;
    const after: string[] = [];
    const replacements = edits
      .filter((edit) => edit.kind === "replace")
      .sort((a, b) => b.column - a.column);
    for (const { column, from, text: replacement } of replacements) {
      if (!text.startsWith(from, column - 1)) continue;
      text = text.slice(0, column - 1) + replacement + text.slice(column - 1 + from.length);
    }
    for (const edit of edits) {
      if (edit.kind === "delete-line") text = undefined;
      if (edit.kind === "insert-line-after") after.push(edit.text);
    }
    return text === undefined ? after : [text, ...after];
  }

  #add(edit: Edit): boolean {
    const others = this.#edits.get(edit.line) ?? [];
    if (others.some((other) => collide(edit, other))) return false;
    this.#edits.set(edit.line, [...others, edit]);
    return true;
  }
}

function collide(a: Edit, b: Edit): boolean {
  if (a.kind === "insert-line-after" || b.kind === "insert-line-after") return false;
  if (a.kind === "delete-line" || b.kind === "delete-line") return true;
  return a.column < b.column + b.from.length && b.column < a.column + a.from.length;
}
