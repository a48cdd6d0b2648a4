/** A place in a text; line and column count from 1, column in UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Half-open range of character offsets `[start, end)` into one source text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Translates between offsets and positions of one text in O(log lines). */
export class LineIndex {
  readonly text: string;
  readonly #lineStarts: number[] = [0];

  constructor(text: string) {
    this.text = text;
    for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) {
      this.#lineStarts.push(i + 1);
    }
  }

  get lineCount(): number {
    return this.#lineStarts.length;
  }

  positionOf(offset: number): TextPosition {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#lineStarts[low] as number) + 1 };
  }

  /** Offset of a position, or undefined when the text has no such line. */
  offsetOf(position: TextPosition): number | undefined {
    const start = this.#lineStarts[position.line - 1];
    return start === undefined ? undefined : start + position.column - 1;
  }

  /** Text of a line without its line break; empty when there is no such line. */
  lineText(line: number): string {
    const start = this.#lineStarts[line - 1];
    if (start === undefined) return "";
    const end = this.#lineStarts[line];
    return this.text.slice(start, end === undefined ? undefined : end - 1).replace(/\r$/, "");
  }
}
