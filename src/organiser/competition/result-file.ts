import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Bzip2Error, decodeBzip2, isBzip2 } from "../../ground/util/bzip2.ts";
import { InputError, unreadableReason } from "../../ground/util/errors.ts";
import { type ResultFileHeader, type ResultFileRun, ResultXmlReader } from "../results/index.ts";
import { isUrl, readUrl } from "./read-url.ts";

/** A small packed file must not unpack to more than this; real ones shrink to a 25th. */
const HARMLESS_BYTES = 64e6;
const MAX_RATIO = 1000;
/** Greatest size of the text; 10,000 runs with 20 columns take 15 MB. */
const MAX_BYTES = 8e9;

/**
 * Reads a result file of BenchExec: plain, gzip or bzip2, recognised by its first bytes. Each run
 * is reported as soon as it is read.
 *
 * @param name The file's name for messages.
 * @throws InputError when the file is unreadable, damaged, not a result file, or a decompression
 *   bomb.
 */
export function readResultFile(
  path: string,
  name: string,
  onRun: (run: ResultFileRun) => void,
): ResultFileHeader {
  const reader = new ResultXmlReader(name, onRun);
  readResultPieces(path, name, (piece) => reader.write(piece));
  return reader.end();
}

/** The text of a result file in pieces, each valid during the call only; see {@link readResultFile}. */
export function readResultPieces(
  path: string,
  name: string,
  onPiece: (piece: Uint8Array) => void,
): void {
  const packed = readBytes(path, name);
  let length = 0;
  for (const piece of unpack(packed, name)) {
    length += piece.length;
    const isBomb = length > HARMLESS_BYTES && length > packed.length * MAX_RATIO;
    if (isBomb || length > MAX_BYTES) {
      throw fault(name, `unpacks to more than ${length} bytes from ${packed.length}: refused`);
    }
    onPiece(piece);
  }
}

function* unpack(packed: Uint8Array, name: string): Generator<Uint8Array> {
  try {
    if (isBzip2(packed)) yield* decodeBzip2(packed);
    else if (packed[0] === 0x1f && packed[1] === 0x8b) yield* unpackGzip(packed);
    else yield* inPieces(packed);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const isFault = error instanceof Bzip2Error || "code" in (error as object);
    throw isFault ? fault(name, `cannot be unpacked: ${(error as Error).message}`) : error;
  }
}

/**
 * gzip cannot shrink to less than a 1032nd, so a limit on the whole is as good as one on pieces.
 */
function* unpackGzip(packed: Uint8Array): Generator<Uint8Array> {
  const maxOutputLength = Math.max(HARMLESS_BYTES, packed.length * MAX_RATIO);
  yield* inPieces(gunzipSync(packed, { maxOutputLength: Math.min(maxOutputLength, 2 ** 31 - 1) }));
}

const PIECE_BYTES = 1 << 16;

function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
  }
}

function readBytes(path: string, name: string): Uint8Array {
  if (isUrl(path)) return readUrl(path);
  try {
    return readFileSync(path);
  } catch (error) {
    throw fault(name, unreadableReason(error));
  }
}

function fault(file: string, message: string): InputError {
  return new InputError([{ severity: "error", code: "invalid-result-file", message, file }]);
}
