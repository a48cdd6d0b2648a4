/** `\at(EXPRESSION, LABEL)` and `\old(EXPRESSION)` of witness formats 2.1 and 2.2. */

export interface AtExpression {
  readonly label: "Old" | "Pre" | "AnyPrev" | "LastPrev";
  readonly text: string;
}

/**
 * Returns the text with every `\at` replaced by the result of `nameOf`; undefined when one is
 * malformed, nested, or gets no name.
 */
export function replaceAt(
  text: string,
  nameOf: (part: AtExpression) => string | undefined,
): string | undefined {
  let result = "";
  let rest = text;
  for (;;) {
    const match = /\\(at|old)\s*\(/.exec(rest);
    if (match === null) return result + rest;
    const open = match.index + match[0].length - 1;
    const end = closingParenthesis(rest, open);
    if (end === undefined) return undefined;
    const part = partOf(match[1] as "at" | "old", rest.slice(open + 1, end));
    const name = part === undefined || part.text.includes("\\") ? undefined : nameOf(part);
    if (name === undefined) return undefined;
    result += rest.slice(0, match.index) + name;
    rest = rest.slice(end + 1);
  }
}

function partOf(operator: "at" | "old", inner: string): AtExpression | undefined {
  if (operator === "old") return { label: "Old", text: inner };
  const [, text, label] = /^([\s\S]*),\s*(Old|Pre|AnyPrev|LastPrev|Here)\s*$/.exec(inner) ?? [];
  if (text === undefined || label === undefined || label === "Here") return undefined;
  return { label: label as AtExpression["label"], text };
}

function closingParenthesis(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at;
  }
  return undefined;
}
