/**
 * Files that survive a crash of the machine: the content is on disk before the name is, and the
 * name is on disk before the caller goes on.
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  createReadStream,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { link, open } from "node:fs/promises";
import { dirname } from "node:path";
import { encodeSource } from "../util/source-bytes.ts";

/** Writes a file that has no other writer, and makes its content durable. */
export function writeDurably(path: string, content: string | Uint8Array): void {
  writePieces(path, [content]);
}

function writePieces(path: string, pieces: Iterable<string | Uint8Array>): void {
  const file = openSync(path, "w", 0o644);
  try {
    for (const piece of pieces) writeAll(file, piece);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Writes to a descriptor, also where one call writes only a part. */
export function writeAll(file: number, piece: string | Uint8Array): void {
  // Also programs whose bytes are not UTF-8.
  const bytes = typeof piece === "string" ? encodeSource(piece) : piece;
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(file, bytes, done);
    } catch (error) {
      // The reader of a pipe is slow.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}

/**
 * As {@link writeDurably}, without blocking this thread: a busy disk takes seconds, and the timers
 * that watch the limits of other runs must fire.
 */
export async function writeDurablyAsync(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, "w", 0o644);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Copies an open file and closes it, without blocking this thread. Resolves to the SHA-256 of the
 * content when that is durable.
 */
export async function copyDurably(descriptor: number, path: string): Promise<string> {
  const hash = createHash("sha256");
  const target = await open(path, "w", 0o644);
  try {
    for await (const piece of createReadStream("", { fd: descriptor })) {
      hash.update(piece as Buffer);
      await target.writeFile(piece as Buffer);
    }
    await target.sync();
  } finally {
    await target.close();
  }
  return hash.digest("hex");
}

/** Replaces a file atomically: readers see the old or the new content, never a part. */
export function replaceDurably(path: string, content: string | Uint8Array): void {
  replaceWithPieces(path, [content]);
}

/**
 * As {@link replaceDurably}, piece by piece. A symbolic link stays one; devices
 * and pipes (`/dev/null`, `/dev/stdout`) are written to, never replaced.
 */
export function replaceWithPieces(path: string, pieces: Iterable<string | Uint8Array>): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there !== undefined && !there.isFile() && !there.isDirectory()) {
    const file = openSync(path, "w");
    try {
      for (const piece of pieces) writeAll(file, piece);
    } finally {
      closeSync(file);
    }
    return;
  }
  const target = there === undefined ? path : realpathSync(path);
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    writePieces(temporary, pieces);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncDirectory(dirname(target));
}

/**
 * Gives a durable file its final name by link(2), which succeeds for exactly one of any number of
 * competitors, also over NFS. Returns false when another competitor was first.
 */
export function commitOnce(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  syncDirectory(dirname(path));
  return true;
}

/** As {@link commitOnce}, without blocking this thread. */
export async function commitOnceAsync(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  await syncFile(dirname(path));
  return true;
}

/** Makes the content of a file, or the names in a folder, durable. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Lower-case hexadecimal SHA-256. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** SHA-256 of a file's content, piece by piece, without blocking this thread. */
export async function sha256OfFileAsync(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest("hex");
}

/** SHA-256 of a file's content. */
export function sha256OfFile(path: string): string {
  return sha256(readFileSync(path));
}

/** Makes the names in a folder durable. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
