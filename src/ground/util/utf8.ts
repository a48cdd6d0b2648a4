/** UTF-8 where `TextDecoder` is not available, and without copying ASCII twice. */

/** Decodes the bytes, or undefined when they are not UTF-8 (RFC 3629: no surrogates, no long forms). */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start <= SHORT && isAscii(bytes, start, end)) {
    return String.fromCharCode.apply(null, bytes.subarray(start, end) as unknown as number[]);
  }
  let text = "";
  let codes: number[] = [];
  for (let at = start; at < end; ) {
    const lead = bytes[at] as number;
    if (lead < 0x80) {
      codes.push(lead);
      at++;
    } else {
      const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
      if (length === 0 || at + length > end) return undefined;
      let code = lead & (0x7f >> length);
      for (let next = at + 1; next < at + length; next++) {
        const byte = bytes[next] as number;
        if ((byte & 0xc0) !== 0x80) return undefined;
        code = (code << 6) | (byte & 0x3f);
      }
      if (length === 3 && (code < 0x800 || (code >= 0xd800 && code < 0xe000))) return undefined;
      if (length === 4 && (code < 0x10000 || code > 0x10ffff)) return undefined;
      codes.push(code);
      at += length;
    }
    if (codes.length >= 4096) {
      text += String.fromCodePoint(...codes);
      codes = [];
    }
  }
  return text + String.fromCodePoint(...codes);
}

/** Greatest number of bytes that are passed as arguments of one call. */
const SHORT = 4096;

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  let all = 0;
  for (let at = start; at < end; at++) all |= bytes[at] as number;
  return all < 0x80;
}

/** The bytes of a text. */
export function encodeUtf8(text: string): Uint8Array {
  const ascii = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) return encodeAny(text);
    ascii[at] = code;
  }
  return ascii;
}

function encodeAny(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 0x3f));
    else if (code < 0x10000) {
      bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
    } else {
      bytes.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 0x3f),
        0x80 | ((code >> 6) & 0x3f),
        0x80 | (code & 0x3f),
      );
    }
  }
  return Uint8Array.from(bytes);
}
