/**
 * Reading YAML with positions. A reader walks the document and asks for what
 * it expects; every disappointment becomes a diagnostic with line and column,
 * so that all faults of a file are reported at once. Questions return
 * `undefined` after a fault; {@link YamlFile.finish} then throws.
 */
import {
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
import { LineIndex } from "./text-position.ts";

export class YamlFile {
  readonly file: string;
  readonly diagnostics: Diagnostic[] = [];
  readonly #lines: LineIndex;
  readonly #document: Document.Parsed;

  /** Parses at once; syntax errors are among the diagnostics. `file` is used for messages only. */
  constructor(text: string, file: string) {
    this.file = file;
    this.#lines = new LineIndex(text);
    const lineCounter = new LineCounter();
    this.#document = parseDocument(text, { lineCounter, prettyErrors: false });
    for (const { message, pos } of this.#document.errors) this.fault(pos[0], message);
  }

  get root(): YamlValue {
    return new YamlValue(this, this.#document, this.#document.contents, "the document", 0);
  }

  /** Whether no error was found so far. */
  get isSound(): boolean {
    return this.diagnostics.every(({ severity }) => severity !== "error");
  }

  placeOf(offset: number): Pick<Diagnostic, "file" | "line" | "column" | "sourceLine"> {
    const position = this.#lines.positionOf(offset);
    return { file: this.file, ...position, sourceLine: this.#lines.lineText(position.line) };
  }

  /** Asking the same question twice reports the same fault once. */
  fault(offset: number, message: string, severity: "error" | "warning" = "error"): void {
    const position = this.#lines.positionOf(offset);
    const isKnown = this.diagnostics.some(
      (known) =>
        known.message === message &&
        known.line === position.line &&
        known.column === position.column,
    );
    if (isKnown) return;
    this.diagnostics.push({
      severity,
      code: severity === "error" ? "invalid-yaml-content" : "questionable-yaml-content",
      message,
      file: this.file,
      ...position,
      sourceLine: this.#lines.lineText(position.line),
    });
  }

  /** Returns `value`, or throws what was found. A file without errors must have a value. */
  finish<T>(value: T | undefined): T {
    if (!this.isSound || value === undefined) throw new InputError(this.diagnostics);
    return value;
  }
}

/** One value of the document and how to call it in messages. */
export class YamlValue {
  readonly name: string;
  readonly #file: YamlFile;
  readonly #document: Document.Parsed;
  readonly #node: ParsedNode | null;
  readonly #offset: number;

  constructor(
    file: YamlFile,
    document: Document.Parsed,
    node: ParsedNode | null,
    name: string,
    fallbackOffset: number,
  ) {
    this.#file = file;
    this.#document = document;
    this.name = name;
    this.#offset = node?.range[0] ?? fallbackOffset;
    this.#node = isAlias(node)
      ? ((node.resolve(document) as ParsedNode | undefined) ?? null)
      : node;
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

  /** Where the value stands, for faults that only a later step can find. */
  get place(): Pick<Diagnostic, "file" | "line" | "column" | "sourceLine"> {
    return this.#file.placeOf(this.#offset);
  }

  fault(message: string): undefined {
    this.#file.fault(this.#offset, message);
    return undefined;
  }

  warn(message: string): void {
    this.#file.fault(this.#offset, message, "warning");
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

  /** The value as plain data (maps, lists, scalars), for parts that are passed on uninterpreted. */
  asData(): unknown {
    return this.#node === null ? null : (this.#node.toJS(this.#document) as unknown);
  }

  #expected(what: string): undefined {
    const node = this.#node;
    let found = "nothing";
    if (isMap(node)) found = "a mapping";
    else if (isSeq(node)) found = "a list";
    else if (isScalar(node) && node.value !== null)
      found = `'${node.source ?? String(node.value)}'`;
    return this.fault(`${this.name} must be ${what}, found ${found}`);
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

  fault(message: string): undefined {
    return this.#self.fault(message);
  }

  warn(message: string): void {
    this.#self.warn(message);
  }

  /** The value of a key; undefined when it is absent or empty. */
  get(key: string): YamlValue | undefined {
    const value = this.#entries.get(key);
    return value?.isNull === false ? value : undefined;
  }

  /** The value of a key that must be there. */
  require(key: string): YamlValue | undefined {
    return this.get(key) ?? this.fault(`${this.#self.name} has no '${key}'`);
  }

  /** Reports every key that is not among the known ones. */
  allowOnly(known: readonly string[], severity: "error" | "warning" = "error"): void {
    for (const [key, value] of this.#entries) {
      if (known.includes(key)) continue;
      const message = `${this.#self.name} has an unknown key '${key}'; known: ${known.join(", ")}`;
      if (severity === "error") value.fault(message);
      else value.warn(message);
    }
  }
}
