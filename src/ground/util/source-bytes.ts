/**
 * Source files whose bytes are not all UTF-8. A byte that belongs to no UTF-8 sequence becomes the lone surrogate
 * U+DC00 + byte, which no UTF-8 text contains, so that the bytes of the file can be computed from the text again
 * (Python calls this `surrogateescape`, PEP 383). String literals keep their bytes in this way.
 */
import { decodeUtf8, encodeUtf8 } from "./utf8.ts";

const ESCAPE_BASE = 0xdc00;
/** With the flag `u`, an escaped byte is never the second half of a surrogate pair. */
const ESCAPED = /[\udc80-\udcff]/u;

/** Decodes the bytes of a source file; a byte that is not part of a UTF-8 sequence is escaped. */
export function decodeSource(bytes: Uint8Array): string {
  const whole = decodeUtf8(bytes, 0, bytes.length);
  if (whole !== undefined) return whole;
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = sequenceEnd(bytes, at);
    const character = end === undefined ? undefined : decodeUtf8(bytes, at, end);
    if (character === undefined) {
      parts.push(String.fromCharCode(ESCAPE_BASE + (bytes[at] as number)));
      at++;
    } else {
      parts.push(character);
      at = end as number;
    }
  }
  return parts.join("");
}

/** The end of the sequence that the lead byte announces, or undefined when it does not fit into the file. */
function sequenceEnd(bytes: Uint8Array, at: number): number | undefined {
  const lead = bytes[at] as number;
  const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return at + length <= bytes.length ? at + length : undefined;
}

/** The bytes of the file that {@link decodeSource} decoded to the text; other texts as UTF-8. */
export function encodeSource(text: string): Uint8Array {
  if (!ESCAPED.test(text)) return encodeUtf8(text);
  const bytes: number[] = [];
  for (const character of text) {
    const byte = escapedByte(character.codePointAt(0) as number);
    if (byte === undefined) bytes.push(...encodeUtf8(character));
    else bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

/** The byte that a code point stands for in decoded source text, or undefined for a character. */
export function escapedByte(codePoint: number): number | undefined {
  return codePoint >= ESCAPE_BASE + 0x80 && codePoint <= ESCAPE_BASE + 0xff
    ? codePoint - ESCAPE_BASE
    : undefined;
}
