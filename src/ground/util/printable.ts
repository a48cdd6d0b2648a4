/**
 * Text of tools, programs and witnesses for a terminal. Control characters could move the cursor,
 * rename the window or hide text; bidirectional controls could show a text in another order than it
 * has.
 */
const SUSPICIOUS = /\p{Cc}|\p{Bidi_Control}/gu;

/**
 * The text with such characters as escapes (`\x1b`). Line feeds and tabs stay, and so do carriage
 * returns that end a line or rewrite the last one.
 */
export function printable(text: string): string {
  return text.replace(SUSPICIOUS, (character, offset: number) => {
    if (character === "\n" || character === "\t") return character;
    if (character === "\r" && isHarmlessReturn(text, offset)) return character;
    const code = character.charCodeAt(0);
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, "0")}`
      : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

/** Whether the carriage return is at the end of a line, or in the last one. */
function isHarmlessReturn(text: string, offset: number): boolean {
  return text[offset + 1] === "\n" || !text.includes("\n", offset);
}
