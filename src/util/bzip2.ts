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
/** Bytes of a block for each of the nine levels. */
const LEVEL_BYTES = 100_000;
const BLOCK_MAGIC = [0x314159, 0x265359] as const;
const END_MAGIC = [0x177245, 0x385090] as const;
const MAXIMAL_CODE_LENGTH = 20;
/** Codes up to that length are looked up at once. */
const SHORT_CODE_LENGTH = 10;
const SHORT_CODE_MASK = (1 << SHORT_CODE_LENGTH) - 1;
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
  const workspace = spareWorkspace ?? new Workspace();
  spareWorkspace = undefined;
  try {
    yield* decodeStreams(input, workspace);
  } finally {
    spareWorkspace = workspace;
  }
}

function* decodeStreams(input: Uint8Array, workspace: Workspace): Generator<Uint8Array, void> {
  const bits = new BitReader(input);
  do {
    if (bits.read(24) !== 0x425a68) throw new Bzip2Error("no bzip2 data");
    const level = bits.read(8) - 0x30;
    if (level < 1 || level > 9) throw new Bzip2Error("damaged: unknown block size");
    let streamCrc = 0;
    for (let block = readBlock(bits, level * LEVEL_BYTES, workspace); block; ) {
      const crc = yield* expandRuns(block.bytes);
      if (crc !== block.crc) throw new Bzip2Error("damaged: the checksum of a block is wrong");
      streamCrc = ((streamCrc << 1) | (streamCrc >>> 31)) ^ crc;
      block = readBlock(bits, level * LEVEL_BYTES, workspace);
    }
    if (bits.readWord() !== streamCrc >>> 0) {
      throw new Bzip2Error("damaged: the checksum of the file is wrong");
    }
    bits.alignToByte();
  } while (!bits.isAtEnd);
}

/** Memory of several megabytes that one block after the other is decoded in. */
class Workspace {
  /** Byte in the low 8 bits, place of the next one above: the inverted Burrows–Wheeler transform. */
  readonly links: Uint32Array;
  /** Equal bytes in a row: the byte in the low 8 bits, how many above. */
  readonly runs: Uint32Array;
  /** Each lane has as many bytes as a block can have. */
  readonly lanes: Uint8Array;
  readonly joined: Uint8Array;

  constructor() {
    this.links = new Uint32Array(9 * LEVEL_BYTES);
    this.runs = new Uint32Array(9 * LEVEL_BYTES);
    this.lanes = new Uint8Array(LANES * 9 * LEVEL_BYTES);
    this.joined = new Uint8Array(9 * LEVEL_BYTES);
  }
}

/** Of the last file: the next one need not allocate it again. */
let spareWorkspace: Workspace | undefined;

interface Block {
  /** Before the outer run lengths are undone. */
  readonly bytes: Uint8Array;
  readonly crc: number;
}

/** Undefined at the end of the stream, before its checksum. */
function readBlock(bits: BitReader, maximalSize: number, workspace: Workspace): Block | undefined {
  const magic = [bits.read(24), bits.read(24)] as const;
  if (magic[0] === END_MAGIC[0] && magic[1] === END_MAGIC[1]) return undefined;
  if (magic[0] !== BLOCK_MAGIC[0] || magic[1] !== BLOCK_MAGIC[1]) {
    throw new Bzip2Error("damaged: a block does not begin where it should");
  }
  const crc = bits.readWord();
  // Only versions before 0.9.5 (1999) wrote such blocks.
  if (bits.read(1) === 1) throw new Bzip2Error("randomised blocks are not supported");
  const origin = bits.read(24);
  const { links, runs } = workspace;
  const counts = new Uint32Array(256);
  const { runCount, size } = readSymbols(bits, runs, counts, maximalSize);
  if (origin >= size) throw new Bzip2Error("damaged: the block has no such byte");
  linkUp(links, runs, runCount, counts);
  return { bytes: walkLinks(workspace, links, origin, size), crc };
}

/** Undoes Huffman coding, run lengths of zeros and move-to-front. */
function readSymbols(
  bits: BitReader,
  runs: Uint32Array,
  counts: Uint32Array,
  maximalSize: number,
): { readonly runCount: number; readonly size: number } {
  const front = readUsedBytes(bits);
  const symbolCount = front.length + 2;
  const endOfBlock = symbolCount - 1;
  const { tables, selectors } = readTables(bits, symbolCount);
  const { input } = bits;
  // The reader's state, in variables: this is the innermost loop.
  let { next, buffer, count } = bits;
  let size = 0;
  let runCount = 0;
  let runLength = 0;
  let runBit = 1;
  let group = 0;
  let left = 0;
  let table = tables[0] as HuffmanTable;
  let { short } = table;
  for (;;) {
    if (left === 0) {
      const selected = tables[selectors[group++] ?? tables.length];
      if (selected === undefined) throw new Bzip2Error("damaged: a Huffman table is missing");
      table = selected;
      short = table.short;
      left = GROUP_SIZE;
      bits.moveTo(next, buffer, count);
      bits.requireNotPastEnd();
    }
    left--;
    while (count < MAXIMAL_CODE_LENGTH) {
      // Looking ahead goes three bytes beyond the end at most; then nothing but zeros would come.
      if (next > input.length + 3) throw new Bzip2Error("the file is cut short");
      buffer = (buffer << 8) | (next < input.length ? (input[next] as number) : 0);
      next++;
      count += 8;
    }
    const entry =
      (short[(buffer >>> (count - SHORT_CODE_LENGTH)) & SHORT_CODE_MASK] as number) ||
      table.longEntry((buffer >>> (count - MAXIMAL_CODE_LENGTH)) & 0xfffff);
    count -= entry & 31;
    const symbol = entry >>> 5;
    if (symbol <= 1) {
      // Run lengths in bijective base 2: the digits are 1 (RUNA) and 2 (RUNB).
      runLength += runBit << symbol;
      runBit <<= 1;
      if (runLength > maximalSize) throw tooLong(bits.moveTo(next, buffer, count));
      continue;
    }
    if (runLength > 0) {
      const byte = front[0] as number;
      size += runLength;
      if (size > maximalSize) throw tooLong(bits.moveTo(next, buffer, count));
      counts[byte] = (counts[byte] as number) + runLength;
      // The byte at the front has just been there, but at the beginning of the block.
      if (runCount > 0) runs[runCount - 1] = (runs[runCount - 1] as number) + (runLength << 8);
      else runs[runCount++] = (runLength << 8) | byte;
      runLength = 0;
      runBit = 1;
    }
    if (symbol === endOfBlock) {
      bits.moveTo(next, buffer, count);
      return { runCount, size };
    }
    if (size >= maximalSize) throw tooLong(bits.moveTo(next, buffer, count));
    const position = symbol - 1;
    const byte = front[position] as number;
    for (let place = position; place > 0; place--) front[place] = front[place - 1] as number;
    front[0] = byte;
    runs[runCount++] = 256 | byte;
    size++;
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
  /** By the next bits: symbol and, in the low five bits, length of its code; 0: the code is longer. */
  readonly short: Uint16Array = new Uint16Array(1 << SHORT_CODE_LENGTH);

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
        const symbol = symbols[index] as number;
        const free = SHORT_CODE_LENGTH - length;
        if (free >= 0) this.short.fill((symbol << 5) | length, code << free, (code + 1) << free);
        index++;
        code++;
      }
      this.#ends[length] = code << (MAXIMAL_CODE_LENGTH - length);
      code <<= 1;
    }
  }

  /** As in {@link short}, for longer codes. `ahead`: as many bits as the longest code has. */
  longEntry(ahead: number): number {
    for (let length = SHORT_CODE_LENGTH + 1; length <= MAXIMAL_CODE_LENGTH; length++) {
      if (ahead >= (this.#ends[length] as number)) continue;
      const code = ahead >>> (MAXIMAL_CODE_LENGTH - length);
      const symbol = this.#symbols[code + (this.#offsets[length] as number)];
      if (symbol !== undefined) return (symbol << 5) | length;
      break;
    }
    throw new Bzip2Error("damaged: there is no such Huffman code");
  }
}

/** Sorts the bytes stably: each one is linked to the place where it was, whose byte follows it. */
function linkUp(
  links: Uint32Array,
  runs: Uint32Array,
  runCount: number,
  counts: Uint32Array,
): void {
  let sum = 0;
  for (let byte = 0; byte < 256; byte++) {
    const count = counts[byte] as number;
    counts[byte] = sum;
    sum += count;
  }
  let index = 0;
  for (let run = 0; run < runCount; run++) {
    // Runs are long, and what belongs to one lies together: that is what the transform is for.
    const entry = runs[run] as number;
    const byte = entry & 0xff;
    const start = counts[byte] as number;
    const end = start + (entry >>> 8);
    let link = (index << 8) | byte;
    for (let place = start; place < end; place++) {
      links[place] = link;
      link += 256;
    }
    index += end - start;
    counts[byte] = end;
  }
}

/** Places take 20 bits of a link, above the byte; {@link START} is above them. */
const PLACE_MASK = 0xfffff;
/** In a link: a walk begins here, so the one that comes here ends. */
const START = 1 << 28;
const LANES = 8;
/** Bytes of a block for each walk, on average. */
const WALK_BYTES = 1024;

/**
 * The bytes of a block, in order, before the outer run lengths are undone.
 * Following the links is one cache miss after the other; so the chain is cut
 * at many places and eight pieces of it are followed at a time.
 */
function walkLinks(
  { lanes, joined }: Workspace,
  links: Uint32Array,
  first: number,
  size: number,
): Uint8Array {
  const walks = Math.max(1, Math.floor(size / WALK_BYTES));
  const starts = new Int32Array(walks);
  for (let walk = 1; walk < walks; walk++) {
    let place = Math.floor((walk * size) / walks);
    if (place === first) place++;
    starts[walk] = place;
  }
  starts[0] = first;
  for (const place of starts) links[place] = (links[place] as number) | START;
  const found = followLanes(links, starts, size, lanes);
  return joinWalks(links, starts, found, first, joined.subarray(0, size));
}

interface Walks {
  readonly bytes: Uint8Array;
  /** Of each walk: where its bytes begin and end, and the place where the next walk begins. */
  readonly begins: Int32Array;
  readonly ends: Int32Array;
  readonly next: Int32Array;
}

function followLanes(
  links: Uint32Array,
  starts: Int32Array,
  size: number,
  bytes: Uint8Array,
): Walks {
  const count = starts.length;
  const begins = new Int32Array(count);
  const ends = new Int32Array(count);
  const next = new Int32Array(count);
  const places = new Int32Array(LANES);
  const outs = new Int32Array(LANES);
  const walkOf = new Int32Array(LANES).fill(-1);
  let waiting = 0;
  const begin = (lane: number): boolean => {
    if (waiting === count) {
      walkOf[lane] = -1;
      return false;
    }
    const walk = waiting++;
    walkOf[lane] = walk;
    const place = starts[walk] as number;
    const link = links[place] as number;
    begins[walk] = outs[lane] as number;
    bytes[outs[lane] as number] = link & 0xff;
    outs[lane] = (outs[lane] as number) + 1;
    places[lane] = (link >>> 8) & PLACE_MASK;
    return true;
  };
  const finish = (lane: number): boolean => {
    const walk = walkOf[lane] as number;
    ends[walk] = outs[lane] as number;
    next[walk] = places[lane] as number;
    return begin(lane);
  };
  for (let lane = 0; lane < LANES; lane++) outs[lane] = lane * size;
  let isFull = true;
  for (let lane = 0; lane < LANES; lane++) if (!begin(lane)) isFull = false;
  while (isFull) {
    followTogether(links, bytes, places, outs);
    for (let lane = 0; lane < LANES; lane++) {
      if ((links[places[lane] as number] as number) >= START && !finish(lane)) isFull = false;
    }
  }
  for (let lane = 0; lane < LANES; lane++) {
    while ((walkOf[lane] as number) >= 0) {
      let place = places[lane] as number;
      let out = outs[lane] as number;
      for (let link = links[place] as number; link < START; link = links[place] as number) {
        bytes[out++] = link;
        place = (link >>> 8) & PLACE_MASK;
      }
      places[lane] = place;
      outs[lane] = out;
      finish(lane);
    }
  }
  return { bytes, begins, ends, next };
}

/** All lanes step by step, until one of them is at a start. */
function followTogether(
  links: Uint32Array,
  bytes: Uint8Array,
  places: Int32Array,
  outs: Int32Array,
): void {
  let [p0, p1, p2, p3, p4, p5, p6, p7] = places as unknown as EightNumbers;
  const [o0, o1, o2, o3, o4, o5, o6, o7] = outs as unknown as EightNumbers;
  let step = 0;
  for (;;) {
    const l0 = links[p0] as number;
    const l1 = links[p1] as number;
    const l2 = links[p2] as number;
    const l3 = links[p3] as number;
    const l4 = links[p4] as number;
    const l5 = links[p5] as number;
    const l6 = links[p6] as number;
    const l7 = links[p7] as number;
    if (((l0 | l1 | l2 | l3 | l4 | l5 | l6 | l7) & START) !== 0) break;
    bytes[o0 + step] = l0;
    bytes[o1 + step] = l1;
    bytes[o2 + step] = l2;
    bytes[o3 + step] = l3;
    bytes[o4 + step] = l4;
    bytes[o5 + step] = l5;
    bytes[o6 + step] = l6;
    bytes[o7 + step] = l7;
    step++;
    p0 = l0 >>> 8;
    p1 = l1 >>> 8;
    p2 = l2 >>> 8;
    p3 = l3 >>> 8;
    p4 = l4 >>> 8;
    p5 = l5 >>> 8;
    p6 = l6 >>> 8;
    p7 = l7 >>> 8;
  }
  places.set([p0, p1, p2, p3, p4, p5, p6, p7]);
  for (let lane = 0; lane < LANES; lane++) outs[lane] = (outs[lane] as number) + step;
}

type EightNumbers = [number, number, number, number, number, number, number, number];

/** Puts the walks into order. A block that repeats itself is a shorter circle of links, walked again and again. */
function joinWalks(
  links: Uint32Array,
  starts: Int32Array,
  { bytes, begins, ends, next }: Walks,
  first: number,
  joined: Uint8Array,
): Uint8Array {
  const size = joined.length;
  // The links are done with: starts now hold the numbers of their walks.
  starts.forEach((place, walk) => {
    links[place] = walk;
  });
  let filled = 0;
  for (let place = first; filled < size; ) {
    const walk = links[place] as number;
    const part = bytes.subarray(begins[walk], ends[walk]);
    joined.set(part.subarray(0, size - filled), filled);
    filled += part.length;
    place = next[walk] as number;
  }
  return joined;
}

/** Undoes the outer run lengths; the result is the checksum of the output. */
function* expandRuns(bytes: Uint8Array): Generator<Uint8Array, number> {
  const piece = new Uint8Array((PIECE_BYTES + MAXIMAL_RUN + 3) & ~3);
  const words = new Uint32Array(piece.buffer);
  const runs: RunExpansion = { at: 0, filled: 0 };
  let crc = 0xffffffff;
  while (runs.at < bytes.length) {
    expandPiece(bytes, piece, runs);
    crc = checksum(crc, piece, words, runs.filled);
    yield piece.subarray(0, runs.filled);
  }
  return swapped(~crc) >>> 0;
}

/** Four equal bytes and a count of further ones. */
const MAXIMAL_RUN = 4 + 255;

interface RunExpansion {
  /** Place of the next byte; never within a run. */
  at: number;
  filled: number;
}

/** Apart from the generator, whose loops are slow. */
function expandPiece(bytes: Uint8Array, piece: Uint8Array, runs: RunExpansion): void {
  const size = bytes.length;
  let { at } = runs;
  let filled = 0;
  while (at < size && filled < PIECE_BYTES) {
    const byte = bytes[at++] as number;
    piece[filled++] = byte;
    if (at + 2 < size && byte === bytes[at] && byte === bytes[at + 1] && byte === bytes[at + 2]) {
      // What is behind the end counts as no further ones.
      const length = 3 + (at + 3 < size ? (bytes[at + 3] as number) : 0);
      for (const end = filled + length; filled < end; ) piece[filled++] = byte;
      at += 4;
    }
  }
  runs.at = at;
  runs.filled = filled;
}

/**
 * CRC-32 with the highest bit first, eight bytes at a time ("slicing by
 * eight"). The checksum and the tables have their bytes in reverse order, so
 * that words can be taken from memory as they are (little-endian, as all
 * machines are that Node.js runs on but IBM's mainframes, which take the slow loop).
 */
function checksum(start: number, bytes: Uint8Array, words: Uint32Array, length: number): number {
  let crc = start;
  let at = 0;
  if (IS_LITTLE_ENDIAN) {
    for (; at + 8 <= length; at += 8) {
      const low = crc ^ (words[at >> 2] as number);
      const high = words[(at >> 2) + 1] as number;
      crc =
        (CRC_TABLES[1792 + (low & 0xff)] as number) ^
        (CRC_TABLES[1536 + ((low >>> 8) & 0xff)] as number) ^
        (CRC_TABLES[1280 + ((low >>> 16) & 0xff)] as number) ^
        (CRC_TABLES[1024 + (low >>> 24)] as number) ^
        (CRC_TABLES[768 + (high & 0xff)] as number) ^
        (CRC_TABLES[512 + ((high >>> 8) & 0xff)] as number) ^
        (CRC_TABLES[256 + ((high >>> 16) & 0xff)] as number) ^
        (CRC_TABLES[high >>> 24] as number);
    }
  }
  for (; at < length; at++) {
    crc = (crc >>> 8) ^ (CRC_TABLES[(crc ^ (bytes[at] as number)) & 0xff] as number);
  }
  return crc;
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** Table n, of 256 numbers: what a byte does to the checksum with n bytes behind it. */
const CRC_TABLES = new Int32Array(8 * 256);
for (let byte = 0; byte < 256; byte++) {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  CRC_TABLES[byte] = swapped(crc);
}
for (let index = 256; index < CRC_TABLES.length; index++) {
  const before = CRC_TABLES[index - 256] as number;
  CRC_TABLES[index] = (before >>> 8) ^ (CRC_TABLES[before & 0xff] as number);
}

/** A word's bytes in reverse order. */
function swapped(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}

/** Bits from the highest on. Behind the end there are zeros, as far as looking ahead needs them. */
class BitReader {
  readonly input: Uint8Array;
  /** Place of the next byte for the buffer. */
  next = 0;
  buffer = 0;
  /** Bits of the buffer that are not used up, at most 32. */
  count = 0;

  constructor(input: Uint8Array) {
    this.input = input;
  }

  get isAtEnd(): boolean {
    return this.next - (this.count >> 3) >= this.input.length;
  }

  /** After somebody has read on without this reader. */
  moveTo(next: number, buffer: number, count: number): this {
    this.next = next;
    this.buffer = buffer;
    this.count = count;
    return this;
  }

  /** At most 24 bits. */
  read(width: number): number {
    while (this.count < width) this.#fill();
    this.count -= width;
    this.requireNotPastEnd();
    return (this.buffer >>> this.count) & ((1 << width) - 1);
  }

  /** 32 bits. */
  readWord(): number {
    const high = this.read(16);
    return high * 0x10000 + this.read(16);
  }

  alignToByte(): void {
    this.count -= this.count & 7;
  }

  requireNotPastEnd(): void {
    if (this.next * 8 - this.count > this.input.length * 8) {
      throw new Bzip2Error("the file is cut short");
    }
  }

  #fill(): void {
    if (this.next > this.input.length + 3) throw new Bzip2Error("the file is cut short");
    this.buffer = (this.buffer << 8) | (this.input[this.next++] ?? 0);
    this.count += 8;
  }
}
