/**
 * Pictures as PNG (ISO/IEC 15948) without a library, so that Node and every browser write the same
 * bytes. The compression (RFC 1951, fixed codes) finds repetitions of the pixel before and of the
 * row above only: the pictures drawn here are mostly empty, and empty pixels cost almost nothing.
 */

/** @param pixels RGBA, rows from the top. */
export function encodePng(
  pixels: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
): Uint8Array {
  const stride = width * 4;
  const raw = new Uint8Array(height * (stride + 1));
  // Each row begins with its filter: none.
  for (let row = 0; row < height; row++) {
    raw.set(pixels.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Eight bits for each of red, green, blue and opacity.
  header.set([8, 6], 8);
  return joined([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", header),
    chunk("IDAT", zlib(raw, stride + 1)),
    chunk("IEND", new Uint8Array(0)),
  ]);
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(content.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  bytes.set(
    [...name].map((letter) => letter.charCodeAt(0)),
    4,
  );
  bytes.set(content, 8);
  view.setUint32(content.length + 8, crc(bytes.subarray(4, content.length + 8)));
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (CRC_TABLE[(value ^ byte) & 255] as number);
  return ~value >>> 0;
}

function adler(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  return ((high << 16) | low) >>> 0;
}

const PIXEL = 4;
/** Greatest distance of a repetition. */
const WINDOW = 32_768;
const SHORTEST = 3;
const LONGEST = 258;

/** @param row Bytes of a row. */
function zlib(bytes: Uint8Array, row: number): Uint8Array {
  const out = new BitWriter();
  // Deflate with a window of 32 kB; one last block of fixed codes.
  out.bits(0x0178, 16);
  out.bits(0b011, 3);
  for (let at = 0; at < bytes.length; ) {
    const across = repeated(bytes, at, PIXEL);
    const down = across === LONGEST || row > WINDOW ? 0 : repeated(bytes, at, row);
    const length = Math.max(across, down);
    if (length < SHORTEST) {
      out.symbol(bytes[at] as number);
      at++;
    } else {
      out.length(length);
      out.distance(across === length ? PIXEL : row);
      at += length;
    }
  }
  out.symbol(256);
  const packed = out.finish();
  const end = new Uint8Array(4);
  new DataView(end.buffer).setUint32(0, adler(bytes));
  return joined([packed, end]);
}

/** Number of bytes that are equal to those `distance` before them. */
function repeated(bytes: Uint8Array, at: number, distance: number): number {
  if (at < distance) return 0;
  const most = Math.min(LONGEST, bytes.length - at);
  let length = 0;
  while (length < most && bytes[at + length] === bytes[at + length - distance]) length++;
  return length;
}

class BitWriter {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;
  #pending = 0;
  #count = 0;

  /** Writes bits, lowest first; at most 16. */
  bits(value: number, count: number): void {
    this.#pending |= value << this.#count;
    this.#count += count;
    while (this.#count >= 8) {
      this.#push(this.#pending & 255);
      this.#pending >>>= 8;
      this.#count -= 8;
    }
  }

  /** Writes a code, highest bit first. */
  code(value: number, count: number): void {
    let turned = 0;
    for (let bit = 0; bit < count; bit++) turned |= ((value >> bit) & 1) << (count - 1 - bit);
    this.bits(turned, count);
  }

  /** Writes a literal or a code of a length (RFC 1951, 3.2.6). */
  symbol(value: number): void {
    if (value < 144) this.code(0x30 + value, 8);
    else if (value < 256) this.code(0x190 + value - 144, 9);
    else if (value < 280) this.code(value - 256, 7);
    else this.code(0xc0 + value - 280, 8);
  }

  /** RFC 1951, 3.2.5: groups of four codes, each with one bit more than the one before. */
  length(length: number): void {
    if (length === LONGEST) {
      this.symbol(285);
      return;
    }
    const rest = length - SHORTEST;
    const extra = rest < 8 ? 0 : 29 - Math.clz32(rest);
    this.symbol(257 + 4 * extra + (rest >> extra));
    this.bits(rest & ((1 << extra) - 1), extra);
  }

  /** Groups of two codes, each with one bit more than the one before. */
  distance(distance: number): void {
    const rest = distance - 1;
    const extra = rest < 4 ? 0 : 30 - Math.clz32(rest);
    this.code(2 * extra + (rest >> extra), 5);
    this.bits(rest & ((1 << extra) - 1), extra);
  }

  finish(): Uint8Array {
    if (this.#count > 0) this.#push(this.#pending & 255);
    return this.#bytes.subarray(0, this.#length);
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** RFC 4648; the languages' own functions differ between Node and browsers. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const word = (a << 16) | (b << 8) | c;
    const letters = [18, 12, 6, 0].map((shift) => ALPHABET[(word >> shift) & 63] as string);
    const missing = Math.max(0, at + 3 - bytes.length);
    parts.push(letters.slice(0, 4 - missing).join("") + "=".repeat(missing));
  }
  return parts.join("");
}
