/**
 * Tape archives (POSIX.1-1988, "ustar") whose bytes depend only on names and contents: every file
 * has user 0 and the date 1970.
 */
import { closeSync, fsyncSync, openSync, readSync, renameSync, statSync, writeSync } from "node:fs";
import { InputError, invariant } from "../../../ground/util/errors.ts";
import { printable } from "../../../ground/util/printable.ts";

const BLOCK = 512;
const CHUNK = 1 << 16;
/** The largest size that the eleven octal digits of a header hold. */
const MAX_BYTES = 8 ** 11 - 1;

/** Writes an archive; it has its name only when {@link TarWriter.finish} returns. */
export class TarWriter {
  readonly #path: string;
  readonly #temporary: string;
  readonly #file: number;

  constructor(path: string) {
    this.#path = path;
    // Pipes and devices are written to, never replaced.
    const isReplaced = statSync(path, { throwIfNoEntry: false })?.isFile() !== false;
    this.#temporary = isReplaced ? `${path}.${process.pid}.tmp` : path;
    this.#file = openSync(this.#temporary, "w", 0o644);
  }

  add(name: string, content: Uint8Array): void {
    this.#write(headerOf(name, content.length));
    this.#write(content);
    this.#write(Buffer.alloc(padding(content.length)));
  }

  /** The content of a file of any size. */
  addFile(name: string, path: string, bytes: number): void {
    this.#write(headerOf(name, bytes));
    const file = openSync(path, "r");
    try {
      const chunk = Buffer.alloc(CHUNK);
      let done = 0;
      for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk)) {
        this.#write(chunk.subarray(0, count));
        done += count;
      }
      invariant(done === bytes, `${path} changed while it was archived`);
    } finally {
      closeSync(file);
    }
    this.#write(Buffer.alloc(padding(bytes)));
  }

  finish(): void {
    this.#write(Buffer.alloc(2 * BLOCK));
    if (this.#temporary === this.#path) {
      closeSync(this.#file);
      return;
    }
    fsyncSync(this.#file);
    closeSync(this.#file);
    renameSync(this.#temporary, this.#path);
  }

  #write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
  }
}

function padding(bytes: number): number {
  return (BLOCK - (bytes % BLOCK)) % BLOCK;
}

function headerOf(name: string, bytes: number): Buffer {
  invariant(Buffer.byteLength(name) <= 100, `the name ${name} is too long for an archive`);
  invariant(bytes <= MAX_BYTES, `${name} is too large for an archive`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, "utf8");
  header.write("0000644\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  header.write(`${bytes.toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0", 136);
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\u000000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

export interface TarEntry {
  readonly name: string;
  readonly bytes: number;
  /** The content, in pieces; read only while the entry is being visited. */
  readonly content: () => Generator<Uint8Array>;
}

/**
 * Visits the files of an archive in order.
 * @throws InputError when it is damaged, or holds anything but plain files.
 */
export function readTar(path: string, visit: (entry: TarEntry) => void): void {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.isDirectory() === true) {
    throw damaged(path, "this is a folder, expected a file that 'agon archive' wrote");
  }
  if (status?.isFile() !== true) throw damaged(path, "there is no such file");
  const file = openSync(path, "r");
  try {
    requireTar(file, path);
    let position = 0;
    const read = (length: number): Buffer => {
      const bytes = Buffer.alloc(length);
      const count = readSync(file, bytes, 0, length, position);
      if (count < length) throw damaged(path, "it ends too early");
      position += length;
      return bytes;
    };
    for (;;) {
      const header = read(BLOCK);
      if (header.every((byte) => byte === 0)) return;
      const { name, bytes } = parseHeader(header, path);
      const start = position;
      visit({
        name,
        bytes,
        content: function* () {
          position = start;
          for (let left = bytes; left > 0; ) {
            const piece = read(Math.min(left, CHUNK));
            left -= piece.length;
            yield piece;
          }
        },
      });
      position = start + bytes + padding(bytes);
    }
  } finally {
    closeSync(file);
  }
}

/** Distinguishes files that are not archives from damaged ones. */
function requireTar(file: number, path: string): void {
  const start = Buffer.alloc(BLOCK);
  const count = readSync(file, start, 0, BLOCK, 0);
  if (start[0] === 0x1f && start[1] === 0x8b) {
    throw damaged(path, "the archive is compressed with gzip: unpack it first (gunzip)");
  }
  // An archive without any file is all zeros.
  const isArchive =
    start.toString("latin1", 257, 262) === "ustar" || start.every((byte) => byte === 0);
  if (count > 0 && !isArchive) {
    throw damaged(path, "this is not an archive, expected a file that 'agon archive' wrote");
  }
}

function parseHeader(header: Buffer, path: string): { name: string; bytes: number } {
  const field = (start: number, length: number): string =>
    (header.toString("utf8", start, start + length).split("\0")[0] ?? "").trim();
  const stored = Number.parseInt(field(148, 8), 8);
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (sum !== stored) throw damaged(path, "the checksum of a header is wrong");
  const name = field(0, 100);
  if (/\p{Cc}|\p{Bidi_Control}|\ufffd|^$|\/\/|\/$/u.test(name)) {
    throw damaged(path, `a name in it is not one that Agon writes: '${printable(name)}'`);
  }
  const kind = field(156, 1);
  if (kind !== "0" && kind !== "") throw damaged(path, `${name} is not a plain file`);
  if (name.startsWith("/") || name.split("/").includes("..")) {
    throw damaged(path, `the name ${name} leads out of the archive`);
  }
  const size = field(124, 12);
  if (!/^[0-7]+$/.test(size)) throw damaged(path, `the size of ${name} is damaged`);
  return { name, bytes: Number.parseInt(size, 8) };
}

function damaged(file: string, message: string): InputError {
  return new InputError([{ severity: "error", code: "damaged-archive", message, file }]);
}
