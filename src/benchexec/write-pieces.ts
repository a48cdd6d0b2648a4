import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";

/** Writes a large file piece by piece; it gets its name when everything is on disk. */
export function writePieces(path: string, pieces: Iterable<Uint8Array | string>): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, "w", 0o644);
  try {
    for (const piece of pieces) writeAll(file, piece);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

/** Writes to a descriptor, also where it takes only parts. */
export function writeAll(file: number, piece: Uint8Array | string): void {
  const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(file, bytes, done);
    } catch (error) {
      // A pipe whose reader is slow.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}
