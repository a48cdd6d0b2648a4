/**
 * Decompression of bzip2, in which every result file of SV-COMP is published.
 * The format has no written standard: this follows the description by Joe
 * Tsai, "BZIP2: Format Specification" (2016), and agrees with the program
 * `bzip2` 1.0.8 in the tests. Output comes in pieces, so that a reader can
 * stop before a small file has become a huge one.
 */

import { BitReader } from "./bzip2/bit-reader.ts";
import { BlockKernel, type RunsFault } from "./bzip2/block-kernel.ts";
import { Bzip2Error } from "./bzip2/bzip2-error.ts";
import { readTables } from "./bzip2/huffman.ts";

export { Bzip2Error } from "./bzip2/bzip2-error.ts";

/** Bytes of a block per level (1 to 9). */
const LEVEL_BYTES = 100_000;
const BLOCK_MAGIC = [0x314159, 0x265359] as const;
const END_MAGIC = [0x177245, 0x385090] as const;
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
  const kernel = spareKernel ?? new BlockKernel();
  spareKernel = undefined;
  try {
    yield* decodeStreams(input, kernel);
  } finally {
    spareKernel = kernel;
  }
}

/** Memory of the last file, which the next file can reuse. */
let spareKernel: BlockKernel | undefined;

function* decodeStreams(input: Uint8Array, kernel: BlockKernel): Generator<Uint8Array, void> {
  const bits = new BitReader(input);
  do {
    if (bits.read(24) !== 0x425a68) throw new Bzip2Error("no bzip2 data");
    const level = bits.read(8) - 0x30;
    if (level < 1 || level > 9) throw new Bzip2Error("damaged: unknown block size");
    let streamCrc = 0;
    for (;;) {
      const crc = readBlock(bits, level * LEVEL_BYTES, kernel);
      if (crc === undefined) break;
      for (let piece = kernel.nextPiece(); piece.length > 0; piece = kernel.nextPiece()) {
        yield piece;
      }
      if (kernel.checksum !== crc) {
        throw new Bzip2Error("damaged: the checksum of a block is wrong");
      }
      streamCrc = ((streamCrc << 1) | (streamCrc >>> 31)) ^ crc;
    }
    if (bits.readWord() !== streamCrc >>> 0) {
      throw new Bzip2Error("damaged: the checksum of the file is wrong");
    }
    bits.alignToByte();
  } while (!bits.isAtEnd);
}

const FAULTS: Readonly<Record<RunsFault, string>> = {
  "no-table": "damaged: a Huffman table is missing",
  "no-code": "damaged: there is no such Huffman code",
  "too-long": "damaged: a block is too long",
};

/**
 * Returns the block's checksum as stored in the file; undefined at the end of the stream, before
 * its checksum.
 */
function readBlock(bits: BitReader, maximalSize: number, kernel: BlockKernel): number | undefined {
  const magic = [bits.read(24), bits.read(24)] as const;
  if (magic[0] === END_MAGIC[0] && magic[1] === END_MAGIC[1]) return undefined;
  if (magic[0] !== BLOCK_MAGIC[0] || magic[1] !== BLOCK_MAGIC[1]) {
    throw new Bzip2Error("damaged: a block does not begin where it should");
  }
  const crc = bits.readWord();
  // Only versions before 0.9.5 (1999) wrote such blocks.
  if (bits.read(1) === 1) throw new Bzip2Error("randomised blocks are not supported");
  const origin = bits.read(24);
  const used = readUsedBytes(bits);
  kernel.front.set(used);
  const endOfBlock = used.length + 1;
  const { tables, groups } = readTables(bits, endOfBlock + 1, kernel);
  const format = { tables, groups, endOfBlock, maximalSize };
  const { size, position } = kernel.readRuns(bits.input, bits.position, format);
  // In a file that was cut short, the zeros behind the end may be read as anything.
  if (position > bits.input.length * 8) throw new Bzip2Error("the file is cut short");
  if (typeof size === "string") throw new Bzip2Error(FAULTS[size]);
  bits.position = position;
  if (origin >= size) throw new Bzip2Error("damaged: the block has no such byte");
  kernel.invert(origin);
  return crc;
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
