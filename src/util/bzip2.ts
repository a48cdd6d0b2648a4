/**
 * Decompression of bzip2, in which every result file of SV-COMP is published.
 * The format has no written standard: this follows the description by Joe
 * Tsai, "BZIP2: Format Specification" (2016), and agrees with the program
 * `bzip2` 1.0.8 in the tests. Output comes in pieces, so that a reader can
 * stop before a small file has become a huge one.
 */

import { BitReader } from "./bzip2/bit-reader.ts";
import { Bzip2Error } from "./bzip2/bzip2-error.ts";
import { checksum, EMPTY_CHECKSUM, finalChecksum } from "./bzip2/checksum.ts";
import { InverseTransform } from "./bzip2/inverse-transform.ts";
import { readRuns } from "./bzip2/read-runs.ts";

export { Bzip2Error } from "./bzip2/bzip2-error.ts";

const PIECE_BYTES = 1 << 16;
/** Bytes of a block for each of the nine levels. */
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
  readonly runs: Uint32Array = new Uint32Array(9 * LEVEL_BYTES);
  readonly transform: InverseTransform = new InverseTransform(9 * LEVEL_BYTES);
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
  const { runs, transform } = workspace;
  const { runCount, size } = readRuns(bits, runs, maximalSize);
  if (origin >= size) throw new Bzip2Error("damaged: the block has no such byte");
  return { bytes: transform.invert(runs, runCount, size, origin), crc };
}

/** Undoes the outer run lengths; the result is the checksum of the output. */
function* expandRuns(bytes: Uint8Array): Generator<Uint8Array, number> {
  const piece = new Uint8Array((PIECE_BYTES + MAXIMAL_RUN + 3) & ~3);
  const words = new Uint32Array(piece.buffer);
  const runs: RunExpansion = { at: 0, filled: 0 };
  let crc = EMPTY_CHECKSUM;
  while (runs.at < bytes.length) {
    expandPiece(bytes, piece, runs);
    crc = checksum(crc, piece, words, runs.filled);
    yield piece.subarray(0, runs.filled);
  }
  return finalChecksum(crc);
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
    // Four equal bytes that begin at one of the next three have both of these in them.
    if (at + 3 < size && bytes[at + 2] !== bytes[at + 3]) {
      piece[filled] = bytes[at] as number;
      piece[filled + 1] = bytes[at + 1] as number;
      piece[filled + 2] = bytes[at + 2] as number;
      at += 3;
      filled += 3;
      continue;
    }
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
