/** Maps offsets in the parsed text to places in the user's files. */
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { LineIndex, type TextRange } from "../../ground/util/text-position.ts";

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
interface Marker {
  /** The line after the marker. */
  readonly physical: number;
  readonly claimed: number;
  readonly file: string;
}

const LINE_MARKER = /^#\s*(?:line\s+)?(\d+)\s+"((?:[^"\\]|\\.)*)"/;

export class Positions {
  readonly #fileName: string;
  readonly #lines: LineIndex;
  /** Ascending; undefined when the text is the user's own file. */
  readonly #markers: readonly Marker[] | undefined;

  /** With `isPreprocessed`, line markers in the text determine the origin of its lines. */
  constructor(fileName: string, text: string, isPreprocessed: boolean) {
    this.#fileName = fileName;
    this.#lines = new LineIndex(text);
    this.#markers = isPreprocessed ? findMarkers(text) : undefined;
  }

  /** The column is that of the preprocessed line, which macros may have changed. */
  at(offset: number): Place {
    const { line, column } = this.#lines.positionOf(offset);
    return { ...this.#presumed(line), column };
  }

  range({ start, end }: TextRange): Place & TextRange {
    return { ...this.at(start), start, end };
  }

  /** `file:line:column` */
  format(offset: number): string {
    const { file, line, column } = this.at(offset);
    return `${file}:${line}:${column}`;
  }

  /** Whether the text at the offset came from a header. */
  isInHeader(offset: number): boolean {
    if (this.#markers !== undefined) return this.at(offset).file !== this.#fileName;
    // Tokens from built-in headers have the place of the directive.
    const { line } = this.#lines.positionOf(offset);
    return /^\s*#\s*include/.test(this.#lines.lineText(line));
  }

  /** Converts a diagnostic about the parsed text to one about the user's file. */
  relocate(diagnostic: Diagnostic): Diagnostic {
    const { line } = diagnostic;
    return line === undefined
      ? { ...diagnostic, file: this.#fileName }
      : { ...diagnostic, ...this.#presumed(line) };
  }

  #presumed(line: number): { readonly file: string; readonly line: number } {
    const marker = this.#markers?.findLast(({ physical }) => physical <= line);
    return marker === undefined
      ? { file: this.#fileName, line }
      : { file: marker.file, line: line - marker.physical + marker.claimed };
  }
}

function findMarkers(text: string): Marker[] {
  const markers: Marker[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const match = LINE_MARKER.exec(line);
    if (match === null) continue;
    const file = (match[2] as string).replace(/\\(.)/g, "$1");
    markers.push({ physical: index + 2, claimed: Number(match[1]), file });
  }
  return markers;
}
