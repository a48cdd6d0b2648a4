/**
 * Cuts a YAML witness into entries and elements of their content as its text arrives, so that
 * witnesses of gigabytes can be read part by part. This works for block style with `content` as the
 * last key, as all known producers write; other files must be read as a whole.
 */
import { InputError } from "../util/errors.ts";

/** A part of the file, to be parsed as YAML by itself; `firstLine` counts from 1. */
export interface WitnessPart {
  /**
   * `entry`: an entry without its content, whose elements follow.
   * `whole-entry`: an entry whose content is no list.
   */
  readonly kind: "entry" | "whole-entry" | "element" | "end-of-elements";
  readonly text: string;
  readonly firstLine: number;
}

/** In characters: much more than any element needs, much less than memory holds. */
const MAX_PART = 16_000_000;

const CONTENT_KEY = /^content:\s*(#.*)?\r?$/;

type State = "before-entry" | "header" | "before-content" | "elements" | "mapping";

export class WitnessSplitter {
  readonly #file: string;
  readonly #onPart: (part: WitnessPart) => void;
  #rest = "";
  #line = 0;
  #state: State = "before-entry";
  /** Indentation of entries, of their keys, of elements. */
  #entryIndent = 0;
  #keyIndent = 0;
  #elementIndent = 0;
  #part: string[] = [];
  #partLine = 1;
  #partLength = 0;

  /** `file` is used for messages only. */
  constructor(file: string, onPart: (part: WitnessPart) => void) {
    this.#file = file;
    this.#onPart = onPart;
  }

  /** @throws InputError when the text cannot be cut, or a part is too long. */
  write(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#take(line);
    if (this.#rest.length > MAX_PART) this.#tooLong();
  }

  /** Call after the last text. */
  close(): void {
    if (this.#rest !== "") this.#take(this.#rest);
    this.#rest = "";
    this.#endEntry();
  }

  #take(line: string): void {
    this.#line++;
    const content = line.trimStart();
    const indent = line.length - content.length;
    const isItem = content === "-" || content.startsWith("- ");
    if (content === "" || content.startsWith("#") || content === "\r") {
      if (this.#state !== "before-entry") this.#append(line);
      return;
    }
    switch (this.#state) {
      case "before-entry":
        if (/^(---|%YAML|\.\.\.)/.test(line)) return;
        if (!isItem) this.#refuse("the file is not a list of entries in block style");
        this.#beginEntry(line, indent);
        return;
      case "header":
        if (isItem && indent === this.#entryIndent) {
          this.#endEntry();
          this.#beginEntry(line, indent);
        } else if (indent === this.#keyIndent && CONTENT_KEY.test(content)) {
          this.#append(line);
          this.#state = "before-content";
        } else {
          this.#append(line);
        }
        return;
      case "before-content":
        if (isItem && indent >= this.#keyIndent) {
          this.#emit("entry");
          this.#elementIndent = indent;
          this.#state = "elements";
          this.#append(line);
        } else if (indent > this.#keyIndent) {
          this.#state = "mapping";
          this.#append(line);
        } else {
          this.#endEntry();
          this.#takeAfterEntry(line, indent, isItem);
        }
        return;
      case "elements":
        if (isItem && indent === this.#elementIndent) {
          this.#emit("element");
          this.#append(line);
        } else if (indent > this.#elementIndent) {
          this.#append(line);
        } else {
          this.#endEntry();
          this.#takeAfterEntry(line, indent, isItem);
        }
        return;
      case "mapping":
        if (indent > this.#keyIndent) {
          this.#append(line);
        } else {
          this.#endEntry();
          this.#takeAfterEntry(line, indent, isItem);
        }
        return;
    }
  }

  /** A line after the end of an entry: the next entry, or the end of the document. */
  #takeAfterEntry(line: string, indent: number, isItem: boolean): void {
    if (isItem && indent === this.#entryIndent) this.#beginEntry(line, indent);
    else if (!/^(---|\.\.\.)/.test(line)) {
      this.#refuse("expected the next entry; 'content' must be the last key of an entry");
    }
  }

  #beginEntry(line: string, indent: number): void {
    this.#entryIndent = indent;
    const afterDash = line.slice(indent + 1);
    this.#keyIndent = indent + 1 + (afterDash.length - afterDash.trimStart().length);
    this.#state = CONTENT_KEY.test(afterDash.trimStart()) ? "before-content" : "header";
    this.#append(line);
  }

  #endEntry(): void {
    if (this.#state === "elements") {
      this.#emit("element");
      this.#emit("end-of-elements");
    } else if (this.#state !== "before-entry") {
      this.#emit("whole-entry");
    }
    this.#state = "before-entry";
  }

  #append(line: string): void {
    if (this.#part.length === 0) this.#partLine = this.#line;
    this.#part.push(line);
    this.#partLength += line.length + 1;
    if (this.#partLength > MAX_PART) this.#tooLong();
  }

  #emit(kind: WitnessPart["kind"]): void {
    const part = { kind, text: this.#part.join("\n"), firstLine: this.#partLine };
    this.#part = [];
    this.#partLength = 0;
    this.#onPart(part);
  }

  #tooLong(): never {
    return this.#refuse(`a part of the witness has more than ${MAX_PART / 1e6} MB`);
  }

  #refuse(message: string): never {
    const code = "yaml-parts";
    const hint = "a large witness is read part by part, which needs YAML in block style";
    const place = { file: this.#file, line: this.#line, column: 1 };
    throw new InputError([{ severity: "error", code, message, hint, ...place }]);
  }
}
