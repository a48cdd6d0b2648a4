import { defined } from "../util/defined.ts";
import type { Diagnostic, Severity } from "../util/diagnostic.ts";
import { LineIndex, type TextRange } from "../util/text-position.ts";

/** A named text that diagnostics can point into. */
export class SourceFile {
  readonly name: string;
  readonly text: string;
  #lines: LineIndex | undefined;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }

  /** Built at the first use: most files have no diagnostics. */
  get lines(): LineIndex {
    this.#lines ??= new LineIndex(this.text);
    return this.#lines;
  }

  /** A diagnostic at the first character of `range`. */
  diagnostic(
    severity: Severity,
    code: string,
    message: string,
    range: TextRange,
    hint?: string,
  ): Diagnostic {
    const { line, column } = this.lines.positionOf(range.start);
    return {
      severity,
      code,
      message,
      file: this.name,
      line,
      column,
      sourceLine: this.lines.lineText(line),
      ...defined({ hint }),
    };
  }
}
