/**
 * Counts the files that a run has written. An untrusted program made its folder, so the walk uses
 * descriptors, from folder to folder: no path is too long, and names need not be text. Folders
 * occupy space, also emptied ones, and so do files without a name: they are held by descriptors of
 * the run's processes or of single threads, or by memory mappings.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readdirSync,
  readlinkSync,
  statfsSync,
  statSync,
} from "node:fs";
import type { TerminationReason } from "../../../ground/model/index.ts";
import { readText } from "../system/proc-fs.ts";
import { lines } from "./cgroup-hierarchies.ts";

interface FileLimits {
  readonly filesBytes: number;
  readonly filesCount: number;
}

/** Deeper folders are an attack: they count as too many files. */
const MAX_DEPTH = 200;
/**
 * Number of descriptors of the run's processes that a usual check visits; threads mostly share
 * them.
 */
const VISITED_DESCRIPTORS = 20_000;
/** Number of descriptors that a thorough check visits; more are an attack. */
const VISITED_THOROUGHLY = 100_000;
/** One in this number of checks is thorough, even if the disk has lost no space. */
const THOROUGH_EVERY = 20;

/**
 * Returns a function that decides whether the files below `folder` exceed a limit. It counts at
 * most once in `periodMs` and stops counting at the limit, so that a tool that writes many files
 * cannot keep its watcher busy.
 *
 * @param processes The run's processes, requested for each check.
 */
export function watchFolder(
  folder: string,
  limits: FileLimits,
  processes: () => readonly number[] = () => [],
  periodMs = 500,
): () => TerminationReason | undefined {
  if (limits.filesBytes === Number.POSITIVE_INFINITY && limits.filesCount === limits.filesBytes) {
    return () => undefined;
  }
  let nextLook = performance.now() + periodMs;
  let looks = 0;
  const roomBefore = roomOn(folder);
  return () => {
    const now = performance.now();
    if (now < nextLook) return undefined;
    looks++;
    const isThorough =
      looks % THOROUGH_EVERY === 0 || roomBefore - roomOn(folder) > limits.filesBytes / 2;
    const reason = new FolderCount(folder, limits).exceeds(processes(), isThorough);
    nextLook = performance.now() + periodMs + 10 * (performance.now() - now);
    return reason;
  };
}

/** Free bytes on the disk of a folder. */
function roomOn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

class FolderCount {
  readonly #folder: string;
  readonly #limits: FileLimits;
  #bytes = 0;
  #count = 0;

  constructor(folder: string, limits: FileLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  exceeds(processes: readonly number[], isThorough: boolean): TerminationReason | undefined {
    const descriptor = openFolder(this.#folder);
    if (descriptor === undefined) return undefined;
    try {
      return this.#walk(descriptor, 0) ?? this.#nameless(processes, isThorough);
    } finally {
      closeSync(descriptor);
    }
  }

  #walk(folder: number, depth: number): TerminationReason | undefined {
    if (depth > MAX_DEPTH) return "files-count";
    this.#bytes += fstatSync(folder).blocks * 512;
    const inside = Buffer.from(`/proc/self/fd/${folder}/`);
    for (const { name, isFolder } of entriesOf(folder, this.#limits.filesCount - this.#count)) {
      this.#count++;
      const path = Buffer.concat([inside, name]);
      const child = isFolder ? openFolder(path) : undefined;
      // Allocated blocks, not length: a sparse file occupies no space.
      if (!isFolder) this.#bytes += (lstatSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
      const reason =
        this.#reason() ?? (child === undefined ? undefined : this.#walk(child, depth + 1));
      if (child !== undefined) closeSync(child);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  /** Counts files that were removed while open. */
  #nameless(processes: readonly number[], isThorough: boolean): TerminationReason | undefined {
    const device = statSync(this.#folder, { throwIfNoEntry: false })?.dev;
    const known = new Set<number>();
    let visited = 0;
    for (const pid of processes) {
      for (const path of isThorough ? allHeldBy(pid) : descriptorsOf(pid)) {
        visited++;
        if (isThorough && visited > VISITED_THOROUGHLY) return "files-count";
        if (!isThorough && visited > VISITED_DESCRIPTORS) return undefined;
        const file = removedFile(path);
        if (file === undefined || file.dev !== device || known.has(file.ino)) continue;
        known.add(file.ino);
        this.#count++;
        this.#bytes += file.blocks * 512;
        const reason = this.#reason();
        if (reason !== undefined) return reason;
      }
    }
    return undefined;
  }

  #reason(): TerminationReason | undefined {
    if (this.#count > this.#limits.filesCount) return "files-count";
    return this.#bytes > this.#limits.filesBytes ? "files-size" : undefined;
  }
}

/** Undefined where the tool has removed or locked the folder, or replaced it by a link. */
function openFolder(path: string | Buffer): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch {
    return undefined;
  }
}

interface Entry {
  readonly name: Buffer;
  readonly isFolder: boolean;
}

/** At most one more than `most`. */
function entriesOf(folder: number, most: number): readonly Entry[] {
  const entries: Entry[] = [];
  try {
    // The type declarations omit Buffers here, but Node returns them.
    const encoding = "buffer" as BufferEncoding;
    const open = opendirSync(`/proc/self/fd/${folder}`, { encoding, bufferSize: 256 });
    try {
      while (entries.length <= most) {
        const entry = open.readSync();
        if (entry === null) break;
        entries.push({ name: entry.name as unknown as Buffer, isFolder: entry.isDirectory() });
      }
    } finally {
      open.closeSync();
    }
  } catch {
    // The tool may remove or lock a folder meanwhile.
  }
  return entries;
}

/** Paths of the open files of a process or a thread. */
function descriptorsOf(id: number | string): readonly string[] {
  return namesIn(`/proc/${id}/fd`).map((name) => `/proc/${id}/fd/${name}`);
}

/**
 * The open files of all threads of a process, which may have descriptors of their own, and its
 * mapped files.
 */
function* allHeldBy(pid: number): Generator<string> {
  let areMapped = false;
  for (const thread of namesIn(`/proc/${pid}/task`)) {
    yield* descriptorsOf(thread);
    // All threads share one memory; the first thread may have ended.
    if (areMapped) continue;
    const maps = lines(readText(`/proc/${thread}/maps`));
    areMapped = maps.length > 0;
    for (const line of maps) {
      if (!line.endsWith(" (deleted)")) continue;
      const [, start, end] = /^0*([\da-f]+)-0*([\da-f]+) /.exec(line) ?? [];
      yield `/proc/${thread}/map_files/${start}-${end}`;
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function removedFile(path: string): { dev: number; ino: number; blocks: number } | undefined {
  try {
    if (!readlinkSync(path).endsWith(" (deleted)")) return undefined;
    const status = statSync(path);
    return status.isFile() && status.nlink === 0 ? status : undefined;
  } catch {
    return undefined;
  }
}
