/**
 * XML as a stream of bytes: elements, attributes and text of UTF-8 documents of any size, without
 * creating strings that the handler does not ask for. Checks well-formedness (XML 1.0, 5th
 * edition), with one restriction: a document type may only name its identifiers, so there are no
 * entities except XML's own, and nothing is ever fetched.
 */

import type { Diagnostic } from "./diagnostic.ts";
import { InputError } from "./errors.ts";
import { decodeUtf8 } from "./utf8.ts";
import {
  type ExpectedTag,
  expectedTag,
  hasBytes,
  type KnownBytes,
  viewOf,
} from "./xml-expected-tag.ts";

export type { ExpectedTag } from "./xml-expected-tag.ts";

/** Callbacks of a scanner. Attributes are read from the scanner, during `open` only. */
export interface XmlHandler {
  /** @param depth Number of elements around it. */
  open(name: string, depth: number): void;
  close(name: string, depth: number): void;
  /** Text within the innermost element, in pieces; called only while {@link XmlScanner.wantsText} is set. */
  text?(text: string): void;
  /**
   * Called instead of `open`, and of `close` for empty elements, when the tag was {@link
   * XmlScanner.expected}. Its unknown values are the scanner's first attributes, in their order.
   */
  expected?(): void;
}

/** Greatest depth of elements; the deepest format in use has five levels. */
const MAX_DEPTH = 100;
/** Greatest size of one tag or one piece of text. */
const MAX_TOKEN_BYTES = 1 << 22;
const MAX_ATTRIBUTES = 256;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLANK = 0x20;
const EXCLAMATION = 0x21;
const QUOTE = 0x22;
const AMPERSAND = 0x26;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;

/** 1 for bytes that may occur in names: letters, digits, `_ : - .` and everything beyond ASCII. */
const NAME_BYTES = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 || /[\w:.-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** 1 for the bytes of values that stand for themselves and do not end them. */
const PLAIN_BYTES = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= BLANK && byte < 0x80 && !/["'&<]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** The token continues in bytes that have not arrived yet. */
const INCOMPLETE = -1;

export class XmlScanner {
  readonly #file: string;
  readonly #code: string;
  readonly #maxTokenBytes: number;
  readonly #handler: XmlHandler;
  /** Set by handlers: the text that follows is reported. */
  wantsText = false;
  /** Set by handlers: the probable next tag, which the scanner then reads several times as fast. */
  expected: ExpectedTag | undefined = undefined;
  /** The bytes that are being read, and a 0 behind them. Valid during calls of the handler. */
  bytes: Uint8Array = new Uint8Array(1 << 17);
  #view: DataView = viewOf(this.bytes);
  attributeCount = 0;
  readonly nameStarts: Int32Array = new Int32Array(MAX_ATTRIBUTES);
  readonly nameEnds: Int32Array = new Int32Array(MAX_ATTRIBUTES);
  readonly valueStarts: Int32Array = new Int32Array(MAX_ATTRIBUTES);
  readonly valueEnds: Int32Array = new Int32Array(MAX_ATTRIBUTES);
  /** Not 0: the value has references or line breaks, so that its bytes are not its text. */
  readonly isEncoded: Uint8Array = new Uint8Array(MAX_ATTRIBUTES);
  #length = 0;
  /** Line of the token that is being read, from 1, and the position where that line begins. */
  #line = 1;
  #lineStart = 0;
  /** Line while a token is being read. */
  #nextLine = 1;
  #nextLineStart = 0;
  #tokenStart = 0;
  /** Place of `>` or `/>` of the tag that is being handled. */
  #tagEnd = 0;
  readonly #path: string[] = [];
  #hasRoot = false;
  #isStarted = false;
  readonly #names: { readonly bytes: Uint8Array; readonly name: string }[] = [];

  /**
   * @param file for messages only
   * @param options `code`: of diagnostics; `maxTokenBytes`: greatest size of one tag or one piece of text
   */
  constructor(
    file: string,
    handler: XmlHandler,
    options: { readonly code?: string; readonly maxTokenBytes?: number } = {},
  ) {
    this.#file = file;
    this.#handler = handler;
    this.#code = options.code ?? "invalid-xml";
    this.#maxTokenBytes = options.maxTokenBytes ?? MAX_TOKEN_BYTES;
  }

  /** Line of the tag that is being handled, from 1. */
  get line(): number {
    return this.#line;
  }

  /** Column of that tag, from 1, in bytes. */
  get column(): number {
    return this.#tokenStart - this.#lineStart + 1;
  }

  /** @throws InputError with the position of the first fault. */
  write(piece: Uint8Array): void {
    const needed = this.#length + piece.length + 1;
    if (needed > this.bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
      larger.set(this.bytes.subarray(0, this.#length));
      this.bytes = larger;
      this.#view = viewOf(larger);
    }
    this.bytes.set(piece, this.#length);
    this.#length += piece.length;
    this.bytes[this.#length] = 0;
    if (!this.#isStarted) {
      if (this.#length < 4) return;
      this.#start();
    }
    this.#keepFrom(this.#readTokens(0));
  }

  /** @throws InputError also when the text ends too early. */
  end(): void {
    if (!this.#isStarted) this.#start();
    const rest = this.#readTokens(0);
    this.#tokenStart = rest;
    if (this.bytes[rest] !== LESS) this.#decode(rest, this.#length);
    if (this.#path.length > 0) {
      this.fault(`the text ends within <${this.#path.at(-1)}>: unclosed element`);
    }
    if (rest < this.#length) {
      this.#requireBlank(rest, this.#length);
    }
    if (!this.#hasRoot) this.fault("document must contain a root element");
  }

  /** The text of the attribute; undefined when the tag has none of the name. */
  attribute(name: string): string | undefined {
    for (let index = 0; index < this.attributeCount; index++) {
      if (this.isNamed(index, name)) return this.value(index);
    }
    return undefined;
  }

  /** Whether the attribute has this name, which must be ASCII. */
  isNamed(index: number, name: string): boolean {
    return this.#hasText(this.nameStarts[index] as number, this.nameEnds[index] as number, name);
  }

  /** Whether this text, which must be ASCII without references, is the attribute's value. */
  hasValue(index: number, text: string): boolean {
    const start = this.valueStarts[index] as number;
    if (this.isEncoded[index] !== 0) return this.value(index) === text;
    return this.#hasText(start, this.valueEnds[index] as number, text);
  }

  name(index: number): string {
    return this.#nameAt(this.nameStarts[index] as number, this.nameEnds[index] as number);
  }

  value(index: number): string {
    const text = this.#decode(this.valueStarts[index] as number, this.valueEnds[index] as number);
    return this.isEncoded[index] === 0 ? text : this.#resolve(text.replace(/\r\n|[\t\n\r]/g, " "));
  }

  /**
   * The tag that is being handled, with other values of these attributes, in their order; undefined
   * when the next token is not a tag or has not arrived yet.
   */
  expectation(attributes: readonly number[]): ExpectedTag | undefined {
    const { bytes } = this;
    const isEmpty = bytes[this.#tagEnd] === SLASH;
    let end = this.#tagEnd + (isEmpty ? 2 : 1);
    while (bytes[end] === BLANK || bytes[end] === LINE_FEED) end++;
    if (bytes[end] !== LESS || end >= this.#length) return undefined;
    const before: Uint8Array[] = [];
    let start = this.#tokenStart;
    for (const attribute of attributes) {
      before.push(bytes.slice(start, this.valueStarts[attribute]));
      start = this.valueEnds[attribute] as number;
    }
    const opened = isEmpty ? undefined : this.#path.at(-1);
    return expectedTag(this.#path.length - 1, opened, before, bytes.slice(start, end));
  }

  /** @throws InputError at the tag that is being handled. */
  fault(message: string): never {
    throw this.#errorAt(this.#line, this.column, message);
  }

  #faultAt(place: number, message: string): never {
    throw this.#errorAt(this.#nextLine, place - this.#nextLineStart + 1, message);
  }

  #errorAt(line: number, column: number, message: string): InputError {
    const diagnostic: Diagnostic = {
      severity: "error",
      code: this.#code,
      message,
      file: this.#file,
      line,
      column,
    };
    return new InputError([diagnostic]);
  }

  #start(): void {
    this.#isStarted = true;
    const [first, second, third] = this.bytes;
    if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) {
      this.fault("the encoding is UTF-16, expected UTF-8");
    }
    if (first !== 0xef || second !== 0xbb || third !== 0xbf) return;
    this.bytes.copyWithin(0, 3, this.#length + 1);
    this.#length -= 3;
  }

  /** Discards the bytes before a position. */
  #keepFrom(place: number): void {
    if (this.#length - place > this.#maxTokenBytes) this.fault("the tag or text is too long");
    this.bytes.copyWithin(0, place, this.#length + 1);
    this.#length -= place;
    this.#lineStart -= place;
    this.#nextLine = this.#line;
    this.#nextLineStart = this.#lineStart;
  }

  /** Returns the position of the first byte that does not belong to a complete token. */
  #readTokens(start: number): number {
    let at = start;
    while (at < this.#length) {
      this.#tokenStart = at;
      this.#line = this.#nextLine;
      this.#lineStart = this.#nextLineStart;
      const end = this.#readToken(at);
      if (end === INCOMPLETE) return at;
      at = end;
    }
    this.#line = this.#nextLine;
    this.#lineStart = this.#nextLineStart;
    return at;
  }

  #readToken(start: number): number {
    if (this.bytes[start] !== LESS) return this.#readText(start);
    const end = this.expected === undefined ? INCOMPLETE : this.#readExpected(start, this.expected);
    return end === INCOMPLETE ? this.#readMarkup(start) : end;
  }

  /** Returns INCOMPLETE when the tag is not the expected one, or a value is not plain. */
  #readExpected(start: number, tag: ExpectedTag): number {
    const { bytes, valueStarts, valueEnds, isEncoded } = this;
    const { before, after } = tag;
    let at = start;
    for (let value = 0; value < before.length; value++) {
      const known = before[value] as KnownBytes;
      // Bytes behind `#length` are left-overs and must not be compared.
      if (at + known.length > this.#length || !hasBytes(this.#view, at, known)) return INCOMPLETE;
      at += known.length;
      valueStarts[value] = at;
      while (PLAIN_BYTES[bytes[at] as number] === 1) at++;
      valueEnds[value] = at;
      isEncoded[value] = 0;
    }
    const end = at + after.length;
    if (end > this.#length || this.#path.length !== tag.depth) return INCOMPLETE;
    if (!hasBytes(this.#view, at, after)) return INCOMPLETE;
    if (tag.lineBreaks > 0) {
      this.#nextLine += tag.lineBreaks;
      this.#nextLineStart = end - tag.indentation;
    }
    if (tag.opened !== undefined) this.#path.push(tag.opened);
    this.#handler.expected?.();
    return end;
  }

  #readText(start: number): number {
    const { bytes } = this;
    let at = start;
    let all = 0;
    let isBlank = true;
    let isEncoded = false;
    for (;;) {
      const byte = bytes[at] as number;
      if (byte === LESS) break;
      if (byte < BLANK) {
        if (byte === LINE_FEED) {
          this.#nextLine++;
          this.#nextLineStart = at + 1;
        } else if (byte === CARRIAGE_RETURN) isEncoded = true;
        else if (byte !== TAB) {
          // Any number of blanks may follow; they are skipped.
          if (at >= this.#length) return isBlank && !this.wantsText ? at : INCOMPLETE;
          this.#faultAt(at, `the byte ${byte} is not an XML character`);
        }
      } else if (byte !== BLANK) {
        isBlank = false;
        if (byte === AMPERSAND) isEncoded = true;
        all |= byte;
      }
      at++;
    }
    if (this.#path.length === 0 && !isBlank) this.#requireBlank(start, at);
    if (all >= 0x80 || isEncoded || this.wantsText) {
      const text = this.#decode(start, at).replace(/\r\n?/g, "\n");
      const resolved = isEncoded ? this.#resolve(text) : text;
      if (this.wantsText) this.#handler.text?.(resolved);
    }
    return at;
  }

  #requireBlank(start: number, end: number): void {
    const text = this.#decode(start, end);
    if (text.startsWith("<")) this.fault("the text ends within a tag: unclosed tag");
    if (/[^ \t\r\n]/.test(text)) {
      this.fault(
        this.#hasRoot || start > 0
          ? "text data outside of root element"
          : "text data outside of root element: this is not XML",
      );
    }
  }

  #readMarkup(start: number): number {
    const { bytes } = this;
    switch (bytes[start + 1]) {
      case SLASH:
        return this.#readClosingTag(start);
      case EXCLAMATION:
        return this.#readDeclaration(start);
      case QUESTION:
        return this.#readInstruction(start);
      default:
        return this.#readTag(start);
    }
  }

  #readTag(start: number): number {
    const { bytes, nameStarts, nameEnds, valueStarts, valueEnds, isEncoded } = this;
    let at = start + 1;
    let all = 0;
    while (NAME_BYTES[bytes[at] as number] === 1) all |= bytes[at++] as number;
    if (at === start + 1 || isDigitLike(bytes[start + 1] as number)) {
      if (at >= this.#length) return INCOMPLETE;
      this.#faultAt(start, "a tag must begin with the name of its element");
    }
    const nameEnd = at;
    let count = 0;
    for (;;) {
      const before = at;
      at = this.#skipBlanks(at);
      const byte = bytes[at] as number;
      if (byte === GREATER) break;
      if (byte === SLASH) {
        if (bytes[at + 1] === GREATER) break;
        if (at + 1 >= this.#length) return INCOMPLETE;
        this.#faultAt(at, "expected '>' after '/'");
      }
      if (at >= this.#length) return INCOMPLETE;
      if (at === before) this.#faultAt(at, "expected a blank, an attribute or '>'");
      if (count === MAX_ATTRIBUTES) this.#faultAt(at, "too many attributes");
      nameStarts[count] = at;
      while (NAME_BYTES[bytes[at] as number] === 1) all |= bytes[at++] as number;
      if (at === nameStarts[count] && at < this.#length) {
        this.#faultAt(at, "expected the name of an attribute, or '>'");
      }
      nameEnds[count] = at;
      if (bytes[at] !== EQUALS) {
        at = this.#skipBlanks(at);
        if (at >= this.#length) return INCOMPLETE;
        if (bytes[at] !== EQUALS) this.#faultAt(at, "expected '=' after the attribute's name");
      }
      at++;
      if (bytes[at] !== QUOTE) at = this.#skipBlanks(at);
      const quote = bytes[at] as number;
      if (quote !== QUOTE && quote !== APOSTROPHE) {
        if (at >= this.#length) return INCOMPLETE;
        this.#faultAt(at, "expected a value in quotes");
      }
      at++;
      valueStarts[count] = at;
      let encoded = 0;
      for (;;) {
        while (PLAIN_BYTES[bytes[at] as number] === 1) at++;
        const value = bytes[at] as number;
        if (value === quote) break;
        all |= value;
        if (value === AMPERSAND) encoded = 1;
        else if (value === LESS) this.#faultAt(at, "'<' in the value of an attribute");
        else if (value < BLANK) {
          if (at >= this.#length) return INCOMPLETE;
          if (value === LINE_FEED) {
            this.#nextLine++;
            this.#nextLineStart = at + 1;
          } else if (value !== TAB && value !== CARRIAGE_RETURN) {
            this.#faultAt(at, `the byte ${value} is not an XML character`);
          }
          encoded = 1;
        }
        at++;
      }
      valueEnds[count] = at;
      isEncoded[count] = encoded;
      this.#refuseDuplicate(count);
      count++;
      at++;
    }
    if (all >= 0x80) this.#decode(start, at);
    this.attributeCount = count;
    this.#tagEnd = at;
    this.#openElement(this.#nameAt(start + 1, nameEnd), bytes[at] === SLASH);
    return bytes[at] === SLASH ? at + 2 : at + 1;
  }

  #openElement(name: string, isEmpty: boolean): void {
    const depth = this.#path.length;
    if (depth === 0) {
      if (this.#hasRoot) this.fault("documents may contain only one root element");
      this.#hasRoot = true;
    }
    if (depth >= MAX_DEPTH) this.fault("the elements are nested too deeply");
    for (let index = 0; index < this.attributeCount; index++) {
      // References are checked even if the value is never read.
      if (this.isEncoded[index] !== 0) this.value(index);
    }
    this.#path.push(name);
    this.#handler.open(name, depth);
    if (!isEmpty) return;
    this.#path.pop();
    this.#handler.close(name, depth);
  }

  #readClosingTag(start: number): number {
    const { bytes } = this;
    let at = start + 2;
    while (NAME_BYTES[bytes[at] as number] === 1) at++;
    const nameEnd = at;
    at = this.#skipBlanks(at);
    if (at >= this.#length) return INCOMPLETE;
    if (bytes[at] !== GREATER) this.#faultAt(at, "expected '>'");
    const name = this.#nameAt(start + 2, nameEnd);
    const open = this.#path.pop();
    if (name !== open) {
      this.fault(
        open === undefined
          ? `unexpected close tag </${name}>: nothing is open`
          : `unexpected close tag </${name}>, expected </${open}>`,
      );
    }
    this.#handler.close(name, this.#path.length);
    return at + 1;
  }

  /** Comments, character data and the document type. */
  #readDeclaration(start: number): number {
    if (this.#startsWith(start, "<!--")) {
      const end = this.#find(start + 4, "--");
      if (end === INCOMPLETE) return INCOMPLETE;
      if (end + 2 >= this.#length) return INCOMPLETE;
      if (this.bytes[end + 2] !== GREATER) this.#faultAt(end, "'--' in a comment");
      this.#decode(start, end);
      return end + 3;
    }
    if (this.#startsWith(start, "<![CDATA[")) {
      const end = this.#find(start + 9, "]]>");
      if (end === INCOMPLETE) return INCOMPLETE;
      if (this.#path.length === 0) this.fault("text data outside of root element");
      const text = this.#decode(start + 9, end).replace(/\r\n?/g, "\n");
      if (this.wantsText) this.#handler.text?.(text);
      return end + 3;
    }
    if (this.#startsWith(start, "<!DOCTYPE")) {
      let quote = 0;
      for (let at = start + 9; at < this.#length; at++) {
        const byte = this.bytes[at] as number;
        if (quote !== 0) {
          if (byte === quote) quote = 0;
        } else if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
        else if (byte === 0x5b) {
          this.#faultAt(at, "a document type with declarations is not allowed");
        } else if (byte === GREATER) {
          if (this.#hasRoot) this.fault("the document type must come before the root element");
          this.#decode(start, at);
          this.#countLines(start, at);
          return at + 1;
        }
      }
      return INCOMPLETE;
    }
    if (this.#length - start < 9) return INCOMPLETE;
    this.fault("a declaration that is not a comment, character data or document type");
  }

  #readInstruction(start: number): number {
    const end = this.#find(start + 2, "?>");
    if (end === INCOMPLETE) return INCOMPLETE;
    const text = this.#decode(start + 2, end);
    if (/^xml\s/.test(text)) {
      const encoding = /\sencoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1] ?? "utf-8";
      if (!/^(utf-?8|us-ascii)$/i.test(encoding)) {
        this.fault(`the encoding is ${encoding}, expected UTF-8`);
      }
    }
    return end + 2;
  }

  #hasText(start: number, end: number, text: string): boolean {
    return end - start === text.length && this.#startsWith(start, text);
  }

  #startsWith(start: number, text: string): boolean {
    for (let at = 0; at < text.length; at++) {
      if (this.bytes[start + at] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  /**
   * Position of the text, searched from `start` on, counting lines; INCOMPLETE when it has not
   * arrived yet.
   */
  #find(start: number, text: string): number {
    for (let at = start; at + text.length <= this.#length; at++) {
      if (!this.#startsWith(at, text)) continue;
      this.#countLines(start, at);
      return at;
    }
    return INCOMPLETE;
  }

  #countLines(start: number, end: number): void {
    for (let at = start; at < end; at++) {
      if (this.bytes[at] !== LINE_FEED) continue;
      this.#nextLine++;
      this.#nextLineStart = at + 1;
    }
  }

  #skipBlanks(start: number): number {
    const { bytes } = this;
    let at = start;
    for (;;) {
      const byte = bytes[at];
      if (byte === LINE_FEED) {
        this.#nextLine++;
        this.#nextLineStart = at + 1;
      } else if (byte !== BLANK && byte !== TAB && byte !== CARRIAGE_RETURN) return at;
      at++;
    }
  }

  #refuseDuplicate(index: number): void {
    const { bytes, nameStarts, nameEnds } = this;
    const start = nameStarts[index] as number;
    const length = (nameEnds[index] as number) - start;
    next: for (let other = 0; other < index; other++) {
      const otherStart = nameStarts[other] as number;
      if ((nameEnds[other] as number) - otherStart !== length) continue;
      for (let at = 0; at < length; at++) {
        if (bytes[start + at] !== bytes[otherStart + at]) continue next;
      }
      this.#faultAt(start, `duplicate attribute '${this.name(index)}'`);
    }
  }

  /** Names are few: equal bytes give the same string. */
  #nameAt(start: number, end: number): string {
    const { bytes } = this;
    const length = end - start;
    next: for (const known of this.#names) {
      if (known.bytes.length !== length) continue;
      for (let at = 0; at < length; at++) {
        if (known.bytes[at] !== bytes[start + at]) continue next;
      }
      return known.name;
    }
    const name = this.#decode(start, end);
    if (this.#names.length < 64) this.#names.push({ bytes: bytes.slice(start, end), name });
    return name;
  }

  #decode(start: number, end: number): string {
    const text = decodeUtf8(this.bytes, start, end);
    return text ?? this.fault("the text is not UTF-8");
  }

  #resolve(text: string): string {
    return text.replace(/&([^;&\s]*)(;?)/g, (written, name: string, semicolon: string) => {
      if (semicolon === "") this.fault(`'${written}' is not a reference: write '&amp;' for '&'`);
      const known = REFERENCES[name];
      if (known !== undefined) return known;
      const number = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name);
      if (number === null) this.fault(`undefined entity '${written}'`);
      const code = number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1], 16);
      if (!isCharacter(code)) this.fault(`'${written}' is not an XML character`);
      return String.fromCodePoint(code);
    });
  }
}

const REFERENCES: Readonly<Record<string, string | undefined>> = {
  __proto__: null as never,
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** Digits, `-` and `.` may not begin a name. */
function isDigitLike(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2e;
}

/** XML 1.0, production 2. */
function isCharacter(code: number): boolean {
  return (
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  );
}
