/**
 * Decompression of bzip2, in which every result file of SV-COMP is published.
 * The format has no written standard: this follows the description by Joe
 * Tsai, "BZIP2: Format Specification" (2016), and agrees with the program
 * `bzip2` 1.0.8 in the tests. Output comes in pieces, so that a reader can
 * stop before a small file has become a huge one.
 */

/** Why a bzip2 file cannot be read. */
export class Bzip2Error extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Bzip2Error";
  }
}

const PIECE_BYTES = 1 << 16;
const BLOCK_MAGIC = [0x314159, 0x265359] as const;
const END_MAGIC = [0x177245, 0x385090] as const;
const MAXIMAL_CODE_LENGTH = 20;
/** Symbols between two changes of the Huffman table. */
const GROUP_SIZE = 50;

/** Whether the bytes begin like a bzip2 file. */
export function isBzip2(bytes: Uint8Array): boolean {
  return bytes[0] === 0x42 && bytes[1] === 0x5a && bytes[2] === 0x68;
}

/**
 * The decompressed bytes, piece by piece; each piece is valid until the next
 * one is asked for. Files of several streams (pbzip2) are read as one.
 * @throws Bzip2Error when the file is damaged, cut short, or not bzip2.
 */
export function* decodeBzip2(input: Uint8Array): Generator<Uint8Array, void> {
  const bits = new BitReader(input);
  do {
    if (bits.read(24) !== 0x425a68) throw new Bzip2Error("no bzip2 data");
    const level = bits.read(8) - 0x30;
    if (level < 1 || level > 9) throw new Bzip2Error("damaged: unknown block size");
    let streamCrc = 0;
    for (let block = readBlock(bits, level * 100_000); block; ) {
      const crc = yield* expandRuns(block);
      if (crc !== block.crc) throw new Bzip2Error("damaged: the checksum of a block is wrong");
      streamCrc = ((streamCrc << 1) | (streamCrc >>> 31)) ^ crc;
      block = readBlock(bits, level * 100_000);
    }
    if (bits.readWord() !== streamCrc >>> 0) {
      throw new Bzip2Error("damaged: the checksum of the file is wrong");
    }
    bits.alignToByte();
  } while (!bits.isAtEnd);
}

interface Block {
  /** Byte in the low 8 bits, index of the next entry above: the inverted Burrows–Wheeler transform. */
  readonly links: Uint32Array;
  readonly first: number;
  /** Number of bytes before the outer run lengths are undone. */
  readonly size: number;
  readonly crc: number;
}

/** Undefined at the end of the stream, before its checksum. */
function readBlock(bits: BitReader, maximalSize: number): Block | undefined {
  const magic = [bits.read(24), bits.read(24)] as const;
  if (magic[0] === END_MAGIC[0] && magic[1] === END_MAGIC[1]) return undefined;
  if (magic[0] !== BLOCK_MAGIC[0] || magic[1] !== BLOCK_MAGIC[1]) {
    throw new Bzip2Error("damaged: a block does not begin where it should");
  }
  const crc = bits.readWord();
  // Only versions before 0.9.5 (1999) wrote such blocks.
  if (bits.read(1) === 1) throw new Bzip2Error("randomised blocks are not supported");
  const origin = bits.read(24);
  const links = new Uint32Array(maximalSize);
  const counts = new Uint32Array(256);
  const size = readSymbols(bits, links, counts);
  if (origin >= size) throw new Bzip2Error("damaged: the block has no such byte");
  return { links, first: linkUp(links, counts, size, origin), size, crc };
}

/** Undoes Huffman coding, run lengths of zeros and move-to-front; returns the number of bytes. */
function readSymbols(bits: BitReader, bytes: Uint32Array, counts: Uint32Array): number {
  const front = readUsedBytes(bits);
  const symbolCount = front.length + 2;
  const endOfBlock = symbolCount - 1;
  const { tables, selectors } = readTables(bits, symbolCount);
  let size = 0;
  let runLength = 0;
  let runBit = 1;
  let group = 0;
  let left = 0;
  let table = tables[0] as HuffmanTable;
  for (;;) {
    if (left === 0) {
      const selected = tables[selectors[group++] ?? tables.length];
      if (selected === undefined) throw new Bzip2Error("damaged: a Huffman table is missing");
      table = selected;
      left = GROUP_SIZE;
      bits.requireNotPastEnd();
    }
    left--;
    const symbol = table.decode(bits);
    if (symbol <= 1) {
      // Run lengths in bijective base 2: the digits are 1 (RUNA) and 2 (RUNB).
      runLength += runBit << symbol;
      runBit <<= 1;
      if (runLength > bytes.length) throw tooLong(bits);
      continue;
    }
    if (runLength > 0) {
      const byte = front[0] as number;
      if (size + runLength > bytes.length) throw tooLong(bits);
      bytes.fill(byte, size, size + runLength);
      counts[byte] = (counts[byte] as number) + runLength;
      size += runLength;
      runLength = 0;
      runBit = 1;
    }
    if (symbol === endOfBlock) return size;
    if (size >= bytes.length) throw tooLong(bits);
    const position = symbol - 1;
    const byte = front[position] as number;
    front.copyWithin(1, 0, position);
    front[0] = byte;
    bytes[size++] = byte;
    counts[byte] = (counts[byte] as number) + 1;
  }
}

/** The zeros behind the end of a file that was cut short may stand for a long run. */
function tooLong(bits: BitReader): Bzip2Error {
  bits.requireNotPastEnd();
  return new Bzip2Error("damaged: a block is too long");
}

/** The bytes that occur in the block, upwards. */
function readUsedBytes(bits: BitReader): Uint8Array {
  const rows = bits.read(16);
  const used: number[] = [];
  for (let row = 0; row < 16; row++) {
    if ((rows & (0x8000 >> row)) === 0) continue;
    const columns = bits.read(16);
    for (let column = 0; column < 16; column++) {
      if ((columns & (0x8000 >> column)) !== 0) used.push(row * 16 + column);
    }
  }
  if (used.length === 0) throw new Bzip2Error("damaged: a block uses no byte");
  return Uint8Array.from(used);
}

function readTables(
  bits: BitReader,
  symbolCount: number,
): { readonly tables: readonly HuffmanTable[]; readonly selectors: Uint8Array } {
  const tableCount = bits.read(3);
  const selectorCount = bits.read(15);
  if (tableCount < 2 || tableCount > 6 || selectorCount === 0) {
    throw new Bzip2Error("damaged: wrong number of Huffman tables");
  }
  const order = Uint8Array.from({ length: tableCount }, (_, index) => index);
  const selectors = new Uint8Array(selectorCount);
  for (let index = 0; index < selectorCount; index++) {
    let position = 0;
    while (bits.read(1) === 1) {
      if (++position >= tableCount) throw new Bzip2Error("damaged: there is no such Huffman table");
    }
    const selected = order[position] as number;
    order.copyWithin(1, 0, position);
    order[0] = selected;
    selectors[index] = selected;
  }
  const tables = Array.from({ length: tableCount }, () => {
    const lengths = new Uint8Array(symbolCount);
    let length = bits.read(5);
    for (let symbol = 0; symbol < symbolCount; symbol++) {
      for (;;) {
        if (length < 1 || length > MAXIMAL_CODE_LENGTH) {
          throw new Bzip2Error("damaged: wrong length of a Huffman code");
        }
        if (bits.read(1) === 0) break;
        length += bits.read(1) === 0 ? 1 : -1;
      }
      lengths[symbol] = length;
    }
    return new HuffmanTable(lengths);
  });
  return { tables, selectors };
}

/** Canonical Huffman codes: codes of one length are consecutive, shorter ones come first. */
class HuffmanTable {
  readonly #symbols: Uint16Array;
  /** By code length: the first code that is too large, left-aligned to the maximal length. */
  readonly #ends = new Uint32Array(MAXIMAL_CODE_LENGTH + 1);
  /** By code length: index in #symbols minus code. */
  readonly #offsets = new Int32Array(MAXIMAL_CODE_LENGTH + 1);

  constructor(lengths: Uint8Array) {
    const symbols = Array.from(lengths.keys()).sort(
      (a, b) => (lengths[a] as number) - (lengths[b] as number) || a - b,
    );
    this.#symbols = Uint16Array.from(symbols);
    let code = 0;
    let index = 0;
    for (let length = 1; length <= MAXIMAL_CODE_LENGTH; length++) {
      this.#offsets[length] = index - code;
      while (lengths[symbols[index] ?? lengths.length] === length) {
        index++;
        code++;
      }
      this.#ends[length] = code << (MAXIMAL_CODE_LENGTH - length);
      code <<= 1;
    }
  }

  decode(bits: BitReader): number {
    const ahead = bits.peek();
    for (let length = 1; length <= MAXIMAL_CODE_LENGTH; length++) {
      if (ahead >= (this.#ends[length] as number)) continue;
      bits.skip(length);
      const code = ahead >>> (MAXIMAL_CODE_LENGTH - length);
      const symbol = this.#symbols[code + (this.#offsets[length] as number)];
      if (symbol !== undefined) return symbol;
      break;
    }
    throw new Bzip2Error("damaged: there is no such Huffman code");
  }
}

/** Sorts the bytes stably, which tells for each one the place of its successor; returns the first place. */
function linkUp(links: Uint32Array, counts: Uint32Array, size: number, origin: number): number {
  let sum = 0;
  for (let byte = 0; byte < 256; byte++) {
    const count = counts[byte] as number;
    counts[byte] = sum;
    sum += count;
  }
  for (let index = 0; index < size; index++) {
    const byte = (links[index] as number) & 0xff;
    const place = counts[byte] as number;
    counts[byte] = place + 1;
    links[place] = (links[place] as number) | (index << 8);
  }
  return (links[origin] as number) >>> 8;
}

/** Walks the links and undoes the outer run lengths; the result is the checksum of the output. */
function* expandRuns({ links, first, size }: Block): Generator<Uint8Array, number> {
  const piece = new Uint8Array(PIECE_BYTES);
  let filled = 0;
  let crc = 0xffffffff;
  let previous = -1;
  let repeated = 0;
  let place = first;
  for (let left = size; left > 0; left--) {
    const link = links[place] as number;
    const byte = link & 0xff;
    place = link >>> 8;
    let copies = 1;
    let written = byte;
    if (repeated === 4) {
      // After four equal bytes a count of further ones.
      copies = byte;
      written = previous;
      repeated = 0;
      previous = -1;
    } else if (byte === previous) {
      repeated++;
    } else {
      previous = byte;
      repeated = 1;
    }
    for (; copies > 0; copies--) {
      if (filled === PIECE_BYTES) {
        yield piece;
        filled = 0;
      }
      piece[filled++] = written;
      crc = (crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ written) & 0xff] as number);
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
  return ~crc >>> 0;
}

/** CRC-32 with the highest bit first. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc >>> 0;
});

/** Bits from the highest on. Behind the end there are zeros, as far as looking ahead needs them. */
class BitReader {
  readonly #input: Uint8Array;
  #next = 0;
  #buffer = 0;
  /** Bits of the buffer that are not used up, at most 32. */
  #count = 0;

  constructor(input: Uint8Array) {
    this.#input = input;
  }

  get isAtEnd(): boolean {
    return this.#next - (this.#count >> 3) >= this.#input.length;
  }

  /** At most 24 bits. */
  read(width: number): number {
    while (this.#count < width) this.#fill();
    this.#count -= width;
    this.requireNotPastEnd();
    return (this.#buffer >>> this.#count) & ((1 << width) - 1);
  }

  /** 32 bits. */
  readWord(): number {
    const high = this.read(16);
    return high * 0x10000 + this.read(16);
  }

  /** The next 20 bits, without using them up. */
  peek(): number {
    while (this.#count < MAXIMAL_CODE_LENGTH) this.#fill();
    return (this.#buffer >>> (this.#count - MAXIMAL_CODE_LENGTH)) & 0xfffff;
  }

  skip(width: number): void {
    this.#count -= width;
  }

  alignToByte(): void {
    this.#count -= this.#count & 7;
  }

  requireNotPastEnd(): void {
    if (this.#next * 8 - this.#count > this.#input.length * 8) {
      throw new Bzip2Error("the file is cut short");
    }
  }

  #fill(): void {
    // Looking ahead goes three bytes beyond the end at most; then nothing but zeros would come.
    if (this.#next > this.#input.length + 3) throw new Bzip2Error("the file is cut short");
    this.#buffer = (this.#buffer << 8) | (this.#input[this.#next++] ?? 0);
    this.#count += 8;
  }
}
