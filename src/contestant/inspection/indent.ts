/** Line breaks for S-expressions that are too long for one line. */

const WIDTH = 100;
/** Deeper nesting is indented no further, so that long chains stay readable and small. */
const MAX_INDENT = 60;

/**
 * Breaks `(…)` and `{…}` that do not fit on a line: the first words of the former stay together,
 * the latter have one element per line.
 */
export function indent(text: string): string {
  const closing = matchingBrackets(text);
  const lines: string[] = [];
  let line = "";

  /** Appends text[start, end) to the current line, or to several; leaves no line open. */
  function print(start: number, end: number, depth: number): void {
    const opening = text[start];
    const isGroup = closing[start] === end - 1 && (opening === "(" || opening === "{");
    if (!isGroup || line.length + end - start <= WIDTH) {
      line += text.slice(start, end);
      return;
    }
    line += opening;
    const inner = depth + 1;
    const margin = " ".repeat(Math.min(2 * inner, MAX_INDENT));
    let isFirst = true;
    let isBroken = opening === "{";
    for (let from = start + 1; from < end - 1; ) {
      const to = wordEnd(text, closing, from, end - 1);
      isBroken ||= !isFirst && (text[from] === "{" || line.length + to - from >= WIDTH);
      if (isBroken && !(isFirst && opening === "(")) {
        lines.push(line);
        line = margin;
      } else if (!isFirst) line += " ";
      print(from, to, inner);
      isFirst = false;
      from = to + 1;
    }
    line += text[end - 1];
  }

  for (let from = 0; from < text.length; ) {
    const to = wordEnd(text, closing, from, text.length);
    if (from > 0) line += " ";
    print(from, to, 0);
    from = to + 1;
  }
  return [...lines, line].join("\n");
}

/** For the offset of each opening bracket the offset of its closing one; 0 elsewhere. */
function matchingBrackets(text: string): Uint32Array {
  const closing = new Uint32Array(text.length);
  const open: number[] = [];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[([{]|[)\]}]/g)) {
    if ("([{".includes(token)) open.push(index);
    else if (token.length === 1) {
      const start = open.pop();
      if (start !== undefined) closing[start] = index;
    } else closing[index] = index + token.length - 1;
  }
  return closing;
}

/** End of the word at `from`: at the next space outside of brackets and quotes. */
function wordEnd(text: string, closing: Uint32Array, from: number, end: number): number {
  let position = from;
  while (position < end && text[position] !== " ") {
    position = Math.max(position, closing[position] as number) + 1;
  }
  return Math.min(position, end);
}
