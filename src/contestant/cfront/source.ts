import { defined } from "../../ground/util/defined.ts";
import type { Diagnostic, Severity } from "../../ground/util/diagnostic.ts";
import { LineIndex, type TextRange } from "../../ground/util/text-position.ts";

/**
 * A named text for diagnostics. Other files may be joined to it: their texts follow, each from a
 * line of its own, so that one offset determines file and place.
 */
export interface SourcePart {
  readonly name: string;
  /** Offset of its first character. */
  readonly start: number;
}

/**
 * A named text that diagnostics can point into. Other files may be joined to it: their texts follow,
 * each from a line of its own, so that one offset says file and place.
 */
export class SourceFile {
  readonly name: string;
  #text: string;
  readonly #parts: SourcePart[];
  #lines: LineIndex | undefined;

  constructor(name: string, text: string) {
    this.name = name;
    this.#text = text;
    this.#parts = [{ name, start: 0 }];
  }

  get text(): string {
    return this.#text;
  }

  /** In order of their offsets; the first is the file itself. */
  get parts(): readonly SourcePart[] {
    return this.#parts;
  }

  /** Joins a file; returns the offset at which it starts. */
  join(name: string, text: string): number {
    const separator = this.#text === "" || this.#text.endsWith("\n") ? "" : "\n";
    const start = this.#text.length + separator.length;
    this.#text += separator + text;
    this.#parts.push({ name, start });
    this.#lines = undefined;
    return start;
  }

  /** Built at the first use: most files have no diagnostics. */
  get lines(): LineIndex {
    this.#lines ??= new LineIndex(this.#text);
    return this.#lines;
  }

  /** Line and column in the file that the offset belongs to. */
  placeOf(offset: number): SourcePlaceInFile {
    return placeInParts(this.lines, this.#parts, offset);
  }

  /** A diagnostic at the first character of `range`. */
  diagnostic(
    severity: Severity,
    code: string,
    message: string,
    range: TextRange,
    hint?: string,
  ): Diagnostic {
    const { line } = this.lines.positionOf(range.start);
    return {
      severity,
      code,
      message,
      ...this.placeOf(range.start),
      sourceLine: this.lines.lineText(line),
      ...defined({ hint }),
    };
  }
}

/** Line and column count from 1. */
export interface SourcePlaceInFile {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** @param parts - in order of their offsets, the first at 0 */
export function placeInParts(
  lines: LineIndex,
  parts: readonly SourcePart[],
  offset: number,
): SourcePlaceInFile {
  const { line, column } = lines.positionOf(offset);
  const part = parts.findLast(({ start }) => start <= offset) ?? (parts[0] as SourcePart);
  const before = part.start === 0 ? 0 : lines.positionOf(part.start).line - 1;
  return { file: part.name, line: line - before, column };
}
