/** The text of a witness file in pieces: witnesses may have gigabytes, and may be compressed. */
import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { InputError, unreadableReason } from "../util/errors.ts";
import {
  type Automaton,
  AutomatonBuilder,
  parseWitness,
  type WitnessFile,
} from "../witness/index.ts";

/** Size in bytes of the pieces that are yielded. */
const PIECE = 1 << 18;

/** Whether a file is compressed with gzip. */
export function isGzip(path: string): boolean {
  return startOf(path)
    .subarray(0, 2)
    .equals(Buffer.from([0x1f, 0x8b]));
}

/**
 * Yields the text of a witness, decompressed.
 * @throws InputError when the file cannot be read, decompressed or decoded.
 */
export async function* readWitnessPieces(path: string): AsyncGenerator<string> {
  const compressed = isGzip(path);
  const file = createReadStream(path, { highWaterMark: PIECE });
  // An error of the file or of the decompression reaches the reader of the last stream.
  const bytes: AsyncIterable<Buffer> = compressed
    ? pipeline(file, createGunzip({ chunkSize: PIECE }), () => undefined)
    : file;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let offset = 0;
  try {
    for await (const piece of bytes) {
      if (piece.includes(0)) {
        throw unreadable(path, `byte ${offset + piece.indexOf(0)} is zero: this is binary data`);
      }
      yield decoder.decode(piece, { stream: true });
      offset += piece.length;
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code = "" } = error as { code?: string };
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") {
      throw unreadable(path, `the text around byte ${offset} is not UTF-8`);
    }
    if (code.startsWith("Z_")) throw unreadable(path, "the file is not a valid gzip file");
    throw error;
  } finally {
    file.destroy();
  }
}

/** A witness of any format, as a whole. */
export type AnyWitness =
  | { readonly format: "yaml"; readonly file: WitnessFile }
  | { readonly format: "graphml"; readonly automaton: Automaton };

/** @throws InputError when the file is not a witness. */
export async function readWitness(path: string): Promise<AnyWitness> {
  const texts: string[] = [];
  let builder: AutomatonBuilder | undefined;
  for await (const text of readWitnessPieces(path)) {
    if (texts.length === 0 && builder === undefined && /^\ufeff?\s*</.test(text)) {
      builder = new AutomatonBuilder(path);
    }
    if (builder !== undefined) builder.write(text.replace(/^\ufeff/, ""));
    else texts.push(text);
  }
  if (builder !== undefined) return { format: "graphml", automaton: builder.finish() };
  const text = texts.join("");
  if (text.trim() === "") throw unreadable(path, "the file is empty");
  return { format: "yaml", file: parseWitness(text, path) };
}

/**
 * The text of a witness of any format as a whole, decompressed.
 * @throws InputError when it cannot be read.
 */
export async function readWitnessText(path: string): Promise<string> {
  const texts: string[] = [];
  for await (const text of readWitnessPieces(path)) texts.push(text);
  return texts.join("");
}

function startOf(path: string): Buffer {
  const start = Buffer.alloc(2);
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw unreadable(
      path,
      code === "ENOENT" ? "the witness does not exist" : unreadableReason(error),
    );
  }
  try {
    return start.subarray(0, readSync(file, start, 0, 2, 0));
  } catch (error) {
    throw unreadable(path, unreadableReason(error));
  } finally {
    closeSync(file);
  }
}

function unreadable(file: string, message: string): InputError {
  const hint = "a witness is GraphML (1.0) or YAML (2.x), perhaps compressed with gzip";
  return new InputError([
    { severity: "error", code: "not-a-witness", message, file, hint, line: 1, column: 1 },
  ]);
}
