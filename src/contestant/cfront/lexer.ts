/**
 * Lexical analysis of GNU C (C11 5.1.1.2 phases 2–3, 6.4).
 *
 * Line splices are removed first, with a table that maps offsets back, so that
 * the scanner itself never meets one. Trigraphs are replaced in the same way where
 * the dialect has them. Numbers are preprocessing numbers here; their form is checked
 * when a token leaves the preprocessor (`literals.ts`).
 */
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import type { TextRange } from "../../ground/util/text-position.ts";
import { type Dialect, GNU_DIALECT } from "./dialect.ts";
import type { SourceFile } from "./source.ts";
import { KEYWORDS, type Token, type TokenKind } from "./token.ts";

/** A token together with the data that only the preprocessor needs. */
export interface PreprocessingToken extends Token {
  readonly spaceBefore: boolean;
  /** First token of its line; only such a `#` starts a directive. */
  readonly lineStart: boolean;
  /** Names of the macros that produced this token and must not expand it again. */
  readonly hidden?: ReadonlySet<string>;
}

export interface LexerOptions {
  readonly log: Diagnostic[];
  /** When given, every token carries this range: the text is not the user's. */
  readonly place?: TextRange;
  /** Offset of the text in the whole that ranges refer to; default 0. */
  readonly base?: number;
  /** Where diagnostics point when `place` is given. */
  readonly placeSource?: SourceFile;
  readonly system?: boolean;
  /** Default: GNU C. */
  readonly dialect?: Dialect;
}

const LETTER = 1;
const DIGIT = 2;
const CHARACTER_CLASS = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_$]/.test(character)) CHARACTER_CLASS[code] = LETTER;
  else if (/[0-9]/.test(character)) CHARACTER_CLASS[code] = DIGIT;
}

interface Punctuator {
  readonly text: string;
  /** The equivalent punctuator: digraphs are other spellings. */
  readonly meaning: string;
}
const DIGRAPHS: ReadonlyMap<string, string> = new Map([
  ["<:", "["],
  [":>", "]"],
  ["<%", "{"],
  ["%>", "}"],
  ["%:", "#"],
  ["%:%:", "##"],
]);
/** Longest first for each first character. */
const PUNCTUATORS: readonly (readonly Punctuator[])[] = (() => {
  const table: Punctuator[][] = Array.from({ length: 128 }, () => []);
  const all =
    "%:%: ... <<= >>= -> ++ -- << >> <= >= == != && || *= /= %= += -= &= ^= |= ## <: :> <% %> %: " +
    "[ ] ( ) { } . & * + - ~ ! / % < > ^ | ? : ; = , #";
  for (const text of all.split(" ")) {
    table[text.charCodeAt(0)]?.push({ text, meaning: DIGRAPHS.get(text) ?? text });
  }
  return table;
})();

const NEWLINE = 10;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const ASTERISK = 42;
const DOT = 46;
const SLASH = 47;
const BACKSLASH = 92;

/** Produces the tokens of one text, one by one. */
export class Lexer {
  readonly source: SourceFile;
  readonly #log: Diagnostic[];
  readonly #text: string;
  readonly #splices: SpliceMap | undefined;
  readonly #place: TextRange | undefined;
  readonly #placeSource: SourceFile;
  readonly #system: boolean;
  readonly #base: number;
  readonly #hasLineComments: boolean;
  #position = 0;
  /** In a directive, the end of the line ends the tokens. */
  #inDirective = false;
  /** In a skipped group, wrong tokens are not reported (C11 6.10p4). */
  #quiet = false;
  #lineStart = true;

  constructor(source: SourceFile, options: LexerOptions) {
    this.source = source;
    this.#log = options.log;
    this.#place = options.place;
    this.#placeSource = options.placeSource ?? source;
    this.#system = options.system ?? false;
    this.#base = options.base ?? 0;
    const dialect = options.dialect ?? GNU_DIALECT;
    this.#hasLineComments = dialect.hasLineComments;
    this.#splices = findSplices(source.text, dialect.hasTrigraphs);
    this.#text = this.#splices?.text ?? source.text;
    if (this.#text.charCodeAt(0) === 0xfeff) this.#position = 1;
  }

  /** The next token; of kind `eof` at the end of the text, and at the end of the line in a directive. */
  next(): PreprocessingToken {
    let token = this.#tokenOrStray();
    while (token === undefined) token = this.#tokenOrStray();
    return token;
  }

  /** The next token; undefined after a character that begins none, which is reported. */
  #tokenOrStray(): PreprocessingToken | undefined {
    const spaceBefore = this.#skipSpace();
    const text = this.#text;
    const start = this.#position;
    const lineStart = this.#lineStart;
    if (start >= text.length || (this.#inDirective && text.charCodeAt(start) === NEWLINE)) {
      return this.#token("eof", "", start, start, spaceBefore, lineStart);
    }
    this.#lineStart = false;
    const code = text.charCodeAt(start);
    const characterClass = code < 128 ? (CHARACTER_CLASS[code] as number) : LETTER;
    if (characterClass === LETTER) return this.#identifier(start, spaceBefore, lineStart);
    if (
      characterClass === DIGIT ||
      (code === DOT && CHARACTER_CLASS[text.charCodeAt(start + 1)] === DIGIT)
    ) {
      return this.#number(start, spaceBefore, lineStart);
    }
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
      return this.#quoted(start, start, spaceBefore, lineStart);
    }
    for (const candidate of PUNCTUATORS[code] as readonly Punctuator[]) {
      const { length } = candidate.text;
      if (length === 1 || text.startsWith(candidate.text, start)) {
        this.#position = start + length;
        const { meaning } = candidate;
        return this.#token("punctuator", meaning, start, this.#position, spaceBefore, lineStart);
      }
    }
    if (code === BACKSLASH && UNIVERSAL_NAME.test(text.slice(start, start + 10))) {
      return this.#identifier(start, spaceBefore, lineStart);
    }
    this.#position = start + 1;
    const shown = code > SPACE ? `'${text[start]}'` : `character code ${code}`;
    this.#report("stray-character", `stray ${shown} in program`, start);
    this.#lineStart = lineStart;
    return undefined;
  }

  /** Reads on to the end of the line as a directive: tokens end there with `eof`. */
  beginDirective(): void {
    this.#inDirective = true;
  }

  /** Skips what is left of the directive's line; does nothing outside a directive. */
  endDirective(): void {
    if (!this.#inDirective) return;
    const wasQuiet = this.#quiet;
    this.#quiet = true;
    while (this.next().kind !== "eof");
    this.#quiet = wasQuiet;
    this.#inDirective = false;
  }

  /** The rest of the line as written, comments included; leaves the position before the line break. */
  restOfLine(): string {
    const end = lineEnd(this.#text, this.#position);
    const rest = this.#text.slice(this.#position, end).trim();
    this.#position = end;
    return rest;
  }

  /** The `<…>` or `"…"` of an include directive, or undefined (and nothing read) when there is none. */
  headerName(): { readonly name: string; readonly quoted: boolean } | undefined {
    this.#skipSpace();
    const line = this.#text.slice(this.#position, lineEnd(this.#text, this.#position));
    const match = /^(?:<([^>]+)>|"([^"]+)")/.exec(line);
    if (match === null) return undefined;
    this.#position += match[0].length;
    const quoted = match[2] !== undefined;
    return { name: (quoted ? match[2] : match[1]) as string, quoted };
  }

  /** Sets whether wrong tokens are reported. */
  set quiet(quiet: boolean) {
    this.#quiet = quiet;
  }

  /** Skips white space and comments; returns whether there was any. */
  #skipSpace(): boolean {
    const text = this.#text;
    let position = this.#position;
    const begin = position;
    for (;;) {
      const code = text.charCodeAt(position);
      if (code === SPACE || (code >= 9 && code <= 13)) {
        if (code === NEWLINE) {
          if (this.#inDirective) break;
          this.#lineStart = true;
        }
        position++;
      } else if (
        this.#hasLineComments &&
        code === SLASH &&
        text.charCodeAt(position + 1) === SLASH
      ) {
        position = lineEnd(text, position);
      } else if (code === SLASH && text.charCodeAt(position + 1) === ASTERISK) {
        const end = text.indexOf("*/", position + 2);
        if (end < 0) {
          this.#report("unterminated-comment", "comment without closing '*/'", position);
          position = text.length;
        } else position = end + 2;
      } else break;
    }
    this.#position = position;
    return position > begin;
  }

  #identifier(start: number, spaceBefore: boolean, lineStart: boolean): PreprocessingToken {
    const text = this.#text;
    let position = start;
    let plain = true;
    for (;;) {
      const code = text.charCodeAt(position);
      if (code < 128) {
        if ((CHARACTER_CLASS[code] as number) !== 0) position++;
        else if (code === BACKSLASH) {
          const match = UNIVERSAL_NAME.exec(text.slice(position, position + 10));
          if (match === null) break;
          position += match[0].length;
          plain = false;
        } else break;
      } else if (code >= 128) {
        position++;
        plain = false;
      } else break; // NaN: end of the text
    }
    const next = text.charCodeAt(position);
    if ((next === DOUBLE_QUOTE || next === SINGLE_QUOTE) && position - start <= 2) {
      const prefix = text.slice(start, position);
      if (
        prefix === "L" ||
        prefix === "u" ||
        prefix === "U" ||
        (prefix === "u8" && next === DOUBLE_QUOTE)
      ) {
        return this.#quoted(start, position, spaceBefore, lineStart);
      }
    }
    this.#position = position;
    let name = text.slice(start, position);
    if (!plain) name = this.#extendedName(name, start);
    const kind = KEYWORDS.has(name) ? "keyword" : "identifier";
    return this.#token(kind, name, start, position, spaceBefore, lineStart);
  }

  #extendedName(spelling: string, start: number): string {
    const name = spelling.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))/g, (_, u, U) => {
      const value = Number.parseInt(u ?? U, 16);
      return value <= 0x10ffff ? String.fromCodePoint(value) : "\u{fffd}";
    });
    if (!/^[\p{L}\p{M}\p{N}\p{Pc}\p{So}$]*$/u.test(name)) {
      this.#report("stray-character", `'${spelling}' is not an identifier`, start);
    }
    return name;
  }

  #number(start: number, spaceBefore: boolean, lineStart: boolean): PreprocessingToken {
    const text = this.#text;
    let position = start + 1;
    // Almost all numbers are plain digits; pp-number (C11 6.4.8) otherwise.
    while (CHARACTER_CLASS[text.charCodeAt(position)] === DIGIT) position++;
    let kind: TokenKind = "integer";
    const code = text.charCodeAt(position);
    if (code === DOT || CHARACTER_CLASS[code] === LETTER || text.charCodeAt(start) === DOT) {
      const pattern = /(?:[eEpP][+-]|[.\w])*/y;
      pattern.lastIndex = position;
      pattern.test(text);
      position = pattern.lastIndex;
      const spelling = text.slice(start, position);
      const isHexadecimal = /^0[xX]/.test(spelling);
      if ((isHexadecimal ? /[.pP]/ : /[.eE]/).test(spelling)) kind = "float";
    }
    this.#position = position;
    const spelling = text.slice(start, position);
    return this.#token(kind, spelling, start, position, spaceBefore, lineStart);
  }

  /** A character constant or string literal whose opening quote stands at `quote`. */
  #quoted(
    start: number,
    quote: number,
    spaceBefore: boolean,
    lineStart: boolean,
  ): PreprocessingToken {
    const text = this.#text;
    const delimiter = text.charCodeAt(quote);
    const kind = delimiter === DOUBLE_QUOTE ? "string" : "character";
    let position = quote + 1;
    for (;;) {
      const code = text.charCodeAt(position);
      if (code === delimiter) break;
      if (code === NEWLINE || position >= text.length) {
        const what = kind === "string" ? "string literal" : "character constant";
        this.#report(
          "unterminated-literal",
          `${what} is not terminated: expected ${String.fromCharCode(delimiter)} before the end of the line`,
          start,
        );
        this.#position = position;
        const repaired = text.slice(start, position).replace(/\\?\r?$/, "");
        const filler = kind === "character" && repaired.length === quote + 1 - start ? "0" : "";
        return this.#token(
          kind,
          repaired + filler + String.fromCharCode(delimiter),
          start,
          position,
          spaceBefore,
          lineStart,
        );
      }
      position += code === BACKSLASH && text.charCodeAt(position + 1) !== NEWLINE ? 2 : 1;
    }
    this.#position = position + 1;
    const spelling = text.slice(start, position + 1);
    return this.#token(kind, spelling, start, position + 1, spaceBefore, lineStart);
  }

  #token(
    kind: TokenKind,
    text: string,
    start: number,
    end: number,
    spaceBefore: boolean,
    lineStart: boolean,
  ): PreprocessingToken {
    const place = this.#place;
    if (place !== undefined) {
      return {
        kind,
        text,
        start: place.start,
        end: place.end,
        system: this.#system,
        spaceBefore,
        lineStart,
      };
    }
    const splices = this.#splices;
    if (splices !== undefined) {
      const last = end > start ? splices.original(end - 1) + 1 : splices.original(end);
      return {
        kind,
        text,
        start: this.#base + splices.original(start),
        end: this.#base + last,
        system: this.#system,
        spaceBefore,
        lineStart,
      };
    }
    const base = this.#base;
    return {
      kind,
      text,
      start: base + start,
      end: base + end,
      system: this.#system,
      spaceBefore,
      lineStart,
    };
  }

  #report(code: string, message: string, position: number): void {
    if (this.#quiet) return;
    const start = this.#place?.start ?? this.#splices?.original(position) ?? position;
    this.#log.push(this.#placeSource.diagnostic("error", code, message, { start, end: start + 1 }));
  }
}

const UNIVERSAL_NAME = /^\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})/;

function lineEnd(text: string, position: number): number {
  const end = text.indexOf("\n", position);
  return end < 0 ? text.length : end;
}

/** A text without its line splices and trigraphs, with the map to the offsets of the original. */
interface SpliceMap {
  readonly text: string;
  original(offset: number): number;
}

/** gcc accepts white space between the backslash and the line break. */
const SPLICE = /\\[ \t\v\f]*\r?\n/g;
/** The same where `??/` is another spelling of the backslash, and the trigraphs (C11 5.2.1.1). */
const SPLICE_OR_TRIGRAPH = /(?:\\|\?\?\/)[ \t\v\f]*\r?\n|\?\?([=/'()!<>-])/g;
const TRIGRAPHS: Readonly<Record<string, string>> = {
  "=": "#",
  "/": "\\",
  "'": "^",
  "(": "[",
  ")": "]",
  "!": "|",
  "<": "{",
  ">": "}",
  "-": "~",
};

function findSplices(text: string, hasTrigraphs: boolean): SpliceMap | undefined {
  const replacesTrigraphs = hasTrigraphs && text.includes("??");
  if (!replacesTrigraphs && !text.includes("\\")) return undefined;
  const starts: number[] = [];
  const removedBefore: number[] = [];
  let removed = 0;
  const replace = (match: string, replacement: string, offset: number): string => {
    removed += match.length - replacement.length;
    starts.push(offset + match.length - removed);
    removedBefore.push(removed);
    return replacement;
  };
  const spliced = replacesTrigraphs
    ? text.replace(SPLICE_OR_TRIGRAPH, (match: string, last: string | undefined, offset: number) =>
        replace(match, last === undefined ? "" : (TRIGRAPHS[last] as string), offset),
      )
    : text.replace(SPLICE, (match: string, offset: number) => replace(match, "", offset));
  if (removed === 0) return undefined;
  return {
    text: spliced,
    original(offset) {
      let low = 0;
      let high = starts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((starts[middle] as number) <= offset) low = middle + 1;
        else high = middle;
      }
      return low === 0 ? offset : offset + (removedBefore[low - 1] as number);
    },
  };
}
