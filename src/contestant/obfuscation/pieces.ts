/**
 * Cuts a C text into pieces, before preprocessing and without losing a character. This is no lexer
 * of C: it only finds which words are names.
 */
import { defined } from "../../ground/util/defined.ts";

export type PieceKind =
  | "name"
  | "space"
  | "comment"
  /** String and character literals with their prefixes. */
  | "literal"
  | "number"
  | "punctuation"
  /** The rest of an `#include`, `#pragma`, `#error` … line, which is not C. */
  | "directive-text";

export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
  /** Name of the piece's directive; `""` for a line marker `# 1 "file"`. */
  readonly directive?: string;
}

/** A line splice, or white space, or a comment. */
const SPACE = /(?:\\\r?\n|[ \t\v\f\r\n])+/y;
const BLANKS = /(?:\\\r?\n|[ \t\v\f])+/y;
const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)|\/\/(?:\\\r?\n|[^\n])*/y;
const LITERAL =
  /(?:u8|[uUL])?(?:"(?:\\[\s\S]|[^"\\\n])*(?:"|(?=\n)|$)|'(?:\\[\s\S]|[^'\\\n])*(?:'|(?=\n)|$))/y;
const NUMBER = /\.?[0-9](?:[eEpP][+-]|[\w.])*/y;
const NAME = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y;
const LINE_REST = /(?:\\\r?\n|[^\n])*/y;

/** Directives whose lines are no sequences of C tokens. */
const OPAQUE = new Set([
  "include",
  "include_next",
  "import",
  "pragma",
  "error",
  "warning",
  "ident",
]);

/** Returns the pieces of a text; their concatenation is the text. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let isLineStart = true;
  let directive: string | undefined;
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? "";
  };
  const push = (kind: PieceKind, piece: string): void => {
    at += piece.length;
    pieces.push({ kind, text: piece, ...defined({ directive }) });
  };
  while (at < text.length) {
    const blank = match(directive === undefined ? SPACE : BLANKS);
    if (blank !== "") {
      push("space", blank);
      if (blank.includes("\n")) isLineStart = true;
      continue;
    }
    const comment = match(COMMENT);
    if (comment !== "") {
      push("comment", comment);
      continue;
    }
    if (directive !== undefined && /[\r\n]/.test(text[at] as string)) {
      directive = undefined;
      continue;
    }
    if (isLineStart && directive === undefined && text[at] === "#") {
      directive = /^#[ \t]*([A-Za-z_]*)/.exec(text.slice(at, at + 80))?.[1] ?? "";
      push("punctuation", match(/#[ \t]*[A-Za-z_]*/y));
      if (OPAQUE.has(directive)) push("directive-text", match(LINE_REST));
      continue;
    }
    isLineStart = false;
    const literal = match(LITERAL);
    if (literal !== "") push("literal", literal);
    else if (match(NUMBER) !== "") push("number", match(NUMBER));
    else if (match(NAME) !== "") push("name", match(NAME));
    else push("punctuation", text[at] as string);
  }
  return pieces;
}
