import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";

const TAIL_BYTES = 65536;
const SHOWN_CHARACTERS = 300;

/**
 * The last line of a log that is not blank; undefined when there is none. The text is untrusted:
 * control characters become `�`, and a long line is cut.
 */
export function lastLineOf(file: string): string | undefined {
  return existsSync(file) ? lastLineIn(tailOf(file)) : undefined;
}

/** The same for a text. */
export function lastLineIn(text: string): string | undefined {
  const line = text
    .split("\n")
    .filter((candidate) => candidate.trim() !== "")
    .at(-1)
    ?.trim()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
  if (line === undefined || line.length <= SHOWN_CHARACTERS) return line;
  return `${line.slice(0, SHOWN_CHARACTERS)}…`;
}

function tailOf(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const { size } = statSync(file);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const length = readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString("utf8", 0, length);
  } finally {
    closeSync(descriptor);
  }
}
