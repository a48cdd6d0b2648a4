/**
 * Reads YAML with positions. A reader walks the document and asks for what it expects; every unmet
 * expectation becomes a diagnostic with line and column, so that all faults of a file are reported
 * at once. Queries return
 * `undefined` after a fault; {@link YamlFile.finish} then throws.
 */
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseDocument,
} from "yaml";
import type { Diagnostic } from "./diagnostic.ts";
import { InputError } from "./errors.ts";
import { isStackExhaustion } from "./exhaustion.ts";
import { LineIndex } from "./text-position.ts";
import { parsePlainBlock } from "./yaml-block.ts";

const SYNTAX = "yaml-syntax";
const MAX_ALIASES = 10_000;
const MAX_DEPTH = 1000;
const TOO_DEEP = "the nesting is too deep";

/**
 * Whether brackets, or lists in lists on one line, nest absurdly deep: the
 * parser takes quadratic time for them. Brackets in texts count as well, but
 * they are balanced or few.
 */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const bracket of text.matchAll(/[[\]{}]/g)) {
    depth += bracket[0] === "[" || bracket[0] === "{" ? 1 : -1;
    if (depth > MAX_DEPTH) return true;
    if (depth < 0) depth = 0;
  }
  return /(?:[-?] +){500}/.test(text);
}

export class YamlFile {
  readonly file: string;
  readonly diagnostics: Diagnostic[] = [];
  readonly #text: string;
  #index: LineIndex | undefined;
  readonly #linesBefore: number;
  readonly #document: Document.Parsed | undefined;
  readonly #contents: ParsedNode | null;
  readonly #reported = new Set<string>();
  #aliases = 0;

  /**
   * Parses at once; syntax errors are among the diagnostics. `file` is used for
   * messages only. A text that is a part of the file starts at `firstLine`.
   */
  constructor(text: string, file: string, { firstLine = 1 }: { readonly firstLine?: number } = {}) {
    this.file = file;
    this.#text = text;
    this.#linesBefore = firstLine - 1;
    const plain = parsePlainBlock(text);
    this.#document = plain === undefined ? this.#parse(text) : undefined;
    this.#contents = plain ?? this.#document?.contents ?? null;
  }

  /** Computed at the first use: parts without faults need none. */
  get #lines(): LineIndex {
    this.#index ??= new LineIndex(this.#text);
    return this.#index;
  }

  #parse(text: string): Document.Parsed | undefined {
    if (isTooDeep(text)) {
      this.fault(0, TOO_DEEP, "error", SYNTAX);
      return undefined;
    }
    const lineCounter = new LineCounter();
    try {
      const document = parseDocument(text, { lineCounter, prettyErrors: false });
      for (const { message, pos } of document.errors) this.fault(pos[0], message, "error", SYNTAX);
      return document;
    } catch (error) {
      if (!isStackExhaustion(error)) throw error;
      this.fault(0, TOO_DEEP, "error", SYNTAX);
      return undefined;
    }
  }

  get root(): YamlValue {
    return new YamlValue(this, this.#document, this.#contents, "the document", 0);
  }

  /** Every alias costs a search of the document: a file full of aliases would be an attack. */
  resolveAlias(alias: Alias.Parsed): ParsedNode | null {
    this.#aliases++;
    if (this.#aliases > MAX_ALIASES) {
      this.fault(alias.range[0], `more than ${MAX_ALIASES} aliases`, "error", SYNTAX);
      return null;
    }
    return (this.#document && (alias.resolve(this.#document) as ParsedNode | undefined)) ?? null;
  }

  /** Whether no error was found so far. */
  get isSound(): boolean {
    return this.diagnostics.every(({ severity }) => severity !== "error");
  }

  placeOf(offset: number): Pick<Diagnostic, "file" | "line" | "column" | "sourceLine"> {
    const { line, column } = this.#lines.positionOf(offset);
    const sourceLine = this.#lines.lineText(line);
    return { file: this.file, line: line + this.#linesBefore, column, sourceLine };
  }

  textBetween(start: number, end: number): string {
    return this.#text.slice(start, end);
  }

  /** Asking the same question twice reports the same fault once. */
  fault(
    offset: number,
    message: string,
    severity: "error" | "warning" = "error",
    code: string = severity === "error" ? "invalid-yaml-content" : "questionable-yaml-content",
  ): void {
    const key = `${offset}:${message}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.diagnostics.push({ severity, code, message, ...this.placeOf(offset) });
  }

  /**
   * Returns `value`, or throws the errors that were found. A file without errors must have a value.
   */
  finish<T>(value: T | undefined): T {
    if (!this.isSound || value === undefined) throw new InputError(this.diagnostics);
    return value;
  }
}

/** One value of the document and how to call it in messages. */
export class YamlValue {
  readonly name: string;
  readonly #file: YamlFile;
  readonly #document: Document.Parsed | undefined;
  readonly #node: ParsedNode | null;
  readonly #offset: number;

  constructor(
    file: YamlFile,
    document: Document.Parsed | undefined,
    node: ParsedNode | null,
    name: string,
    fallbackOffset: number,
  ) {
    this.#file = file;
    this.#document = document;
    this.name = name;
    this.#offset = node?.range[0] ?? fallbackOffset;
    this.#node = isAlias(node) ? file.resolveAlias(node) : node;
  }

  get isNull(): boolean {
    return this.#node === null || (isScalar(this.#node) && this.#node.value === null);
  }

  get isList(): boolean {
    return isSeq(this.#node);
  }

  get isMap(): boolean {
    return isMap(this.#node);
  }

  /** Position of the value, for faults that only a later step can find. */
  get place(): Pick<Diagnostic, "file" | "line" | "column" | "sourceLine"> {
    return this.#file.placeOf(this.#offset);
  }

  /** `code`: the name of the rule that is broken, for readers with named rules. */
  fault(message: string, code?: string): undefined {
    this.#file.fault(this.#offset, message, "error", code);
    return undefined;
  }

  warn(message: string, code?: string): void {
    this.#file.fault(this.#offset, message, "warning", code);
  }

  /** The text of a scalar with its quotes, and the position of its first character. */
  get written(): { readonly text: string; readonly line: number; readonly column: number } {
    const node = this.#node;
    const { line, column } = this.#file.placeOf(this.#offset) as Required<
      ReturnType<YamlFile["placeOf"]>
    >;
    const text = node === null ? "" : this.#file.textBetween(node.range[0], node.range[1]);
    return { text, line, column };
  }

  asMap(): YamlMap | undefined {
    const node = this.#node;
    if (!isMap(node)) return this.#expected("a mapping");
    const entries = new Map<string, YamlValue>();
    for (const { key, value } of node.items) {
      const keyNode = key as ParsedNode;
      if (!isScalar(keyNode)) {
        this.#file.fault(keyNode.range[0], `keys of ${this.name} must be plain words`);
        continue;
      }
      const text = String(keyNode.value);
      entries.set(
        text,
        new YamlValue(
          this.#file,
          this.#document,
          value as ParsedNode | null,
          text,
          keyNode.range[0],
        ),
      );
    }
    return new YamlMap(this, entries);
  }

  asList(): readonly YamlValue[] | undefined {
    const node = this.#node;
    if (!isSeq(node)) return this.#expected("a list");
    return node.items.map(
      (item, index) =>
        new YamlValue(
          this.#file,
          this.#document,
          item as ParsedNode | null,
          `${this.name}[${index}]`,
          this.#offset,
        ),
    );
  }

  /** A list, or a single value in place of a list with one element. */
  asListOrSingle(): readonly YamlValue[] | undefined {
    return isSeq(this.#node) ? this.asList() : [this];
  }

  asString(): string | undefined {
    const node = this.#node;
    if (isScalar(node) && typeof node.value === "string") return node.value;
    return this.#expected("a text");
  }

  /** A text, or a number or truth value exactly as written (`2.0` stays `2.0`). */
  asWritten(): string | undefined {
    const node = this.#node;
    if (!isScalar(node) || node.value === null) return this.#expected("a text");
    return typeof node.value === "string" ? node.value : (node.source ?? String(node.value));
  }

  asBoolean(): boolean | undefined {
    const node = this.#node;
    if (isScalar(node) && typeof node.value === "boolean") return node.value;
    return this.#expected("true or false");
  }

  asNumber(): number | undefined {
    const node = this.#node;
    if (isScalar(node) && typeof node.value === "number") return node.value;
    return this.#expected("a number");
  }

  asInteger(minimum: number): number | undefined {
    const node = this.#node;
    if (isScalar(node) && Number.isSafeInteger(node.value) && (node.value as number) >= minimum) {
      return node.value as number;
    }
    return this.#expected(`an integer from ${minimum}`);
  }

  /** One of the given texts. */
  asOneOf<T extends string>(choices: readonly T[]): T | undefined {
    const text = isScalar(this.#node) && this.#node.value !== null ? this.asWritten() : undefined;
    const choice = choices.find((candidate) => candidate === text);
    return choice ?? this.#expected(`one of ${choices.join(", ")}`);
  }

  #expected(what: string): undefined {
    const node = this.#node;
    let found = "nothing";
    if (isMap(node)) found = "a mapping";
    else if (isSeq(node)) found = "a list";
    else if (isScalar(node) && node.value !== null)
      found = `'${node.source ?? String(node.value)}'`;
    return this.fault(`${this.name} must be ${what}, found ${found}`, "wrong-value");
  }
}

/** A mapping whose keys are texts. */
export class YamlMap {
  readonly #self: YamlValue;
  readonly #entries: ReadonlyMap<string, YamlValue>;

  constructor(self: YamlValue, entries: ReadonlyMap<string, YamlValue>) {
    this.#self = self;
    this.#entries = entries;
  }

  get entries(): Iterable<readonly [string, YamlValue]> {
    return this.#entries;
  }

  /** Where the mapping starts. */
  get place(): YamlValue["place"] {
    return this.#self.place;
  }

  fault(message: string, code?: string): undefined {
    return this.#self.fault(message, code);
  }

  warn(message: string, code?: string): void {
    this.#self.warn(message, code);
  }

  /** The value of a key; undefined when it is absent or empty. */
  get(key: string): YamlValue | undefined {
    const value = this.#entries.get(key);
    return value?.isNull === false ? value : undefined;
  }

  /** The value of a key that must be there. */
  require(key: string): YamlValue | undefined {
    return this.get(key) ?? this.fault(`${this.#self.name} has no '${key}'`, "missing-key");
  }

  /** Reports every key that is not among the known ones. */
  allowOnly(known: readonly string[], severity: "error" | "warning" = "error"): void {
    for (const [key, value] of this.#entries) {
      if (known.includes(key)) continue;
      const message = `${this.#self.name} has an unknown key '${key}'; known: ${known.join(", ")}`;
      if (severity === "error") value.fault(message, "unknown-key");
      else value.warn(message, "unknown-key");
    }
  }
}
