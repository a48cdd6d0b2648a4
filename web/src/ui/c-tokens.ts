/** Kinds of pieces of a line of C, used for colours only. */
export interface Piece {
  readonly kind: "plain" | "comment" | "string" | "number" | "keyword" | "call" | "directive";
  readonly text: string;
}

const KEYWORDS = new Set(
  "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool _Atomic _Noreturn _Thread_local __extension__ __attribute__ __inline__ __int128 __restrict __signed__ __volatile__ class new public private protected boolean byte import package throws throw try catch final null true false this".split(
    " ",
  ),
);

const TOKEN =
  /(\/\/.*$)|(\/\*)|("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|(\b\d[\w.]*)|([A-Za-z_]\w*)(\s*\()?|(^\s*#\s*\w+)/gm;

/** Colours one line, which may start inside of a comment. */
export function colourLine(
  line: string,
  inComment: boolean,
): { readonly pieces: readonly Piece[]; readonly endsInComment: boolean } {
  const pieces: Piece[] = [];
  let position = 0;
  const push = (kind: Piece["kind"], end: number): void => {
    if (end > position) pieces.push({ kind, text: line.slice(position, end) });
    position = end;
  };
  /** Whether the comment continues in the next line. */
  const comment = (): boolean => {
    const end = line.indexOf("*/", position + (pieces.length === 0 && inComment ? 0 : 2));
    push("comment", end < 0 ? line.length : end + 2);
    return end < 0;
  };
  if (inComment && comment()) return { pieces, endsInComment: true };
  TOKEN.lastIndex = position;
  for (let match = TOKEN.exec(line); match !== null; match = TOKEN.exec(line)) {
    const [all, lineComment, blockComment, string, number, word, call] = match;
    push("plain", match.index);
    if (lineComment !== undefined) push("comment", line.length);
    else if (blockComment !== undefined) {
      if (comment()) return { pieces, endsInComment: true };
    } else if (string !== undefined) push("string", match.index + all.length);
    else if (number !== undefined) push("number", match.index + all.length);
    else if (word !== undefined) {
      const end = match.index + word.length;
      if (KEYWORDS.has(word)) push("keyword", end);
      else push(call === undefined ? "plain" : "call", end);
    } else push("directive", match.index + all.length);
    TOKEN.lastIndex = position;
  }
  push("plain", line.length);
  return { pieces, endsInComment: false };
}
