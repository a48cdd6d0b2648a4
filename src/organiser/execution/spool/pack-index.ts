/**
 * The index of a pack: `packs/N.idx`, 48 bytes for each of its results. Indexes stay on disk: for
 * seven million results they have 360 MB, of which a look-up of one result needs one entry.
 */
import { readFileSync } from "node:fs";
import type { RunResult } from "../../../ground/model/index.ts";
import { invariant } from "../../../ground/util/errors.ts";
import type { OpenFiles } from "../system/open-files.ts";
import { damaged } from "./damaged-spool.ts";
import { ID_BYTES, writeId } from "./id-table.ts";

/** Identity (32), offset (8: a float64, larger than 32 bits), length (4), facts (4). */
export const ENTRY_BYTES = 48;
const VERIFICATION = 1;
const WITNESS = 2;
/**
 * Number of entries that are read together: neighbours were recorded at the same time, and are
 * wanted together.
 */
const BLOCK = 64;

/** Facts about a result that the index contains. */
export interface PackedFacts {
  readonly isVerification: boolean;
  readonly hasWitness: boolean;
}

/** Position of the line of a result in its pack. */
export interface PackedPlace {
  readonly offset: number;
  readonly length: number;
}

export function indexEntry(
  { run, phase, witness }: Pick<RunResult, "run" | "phase" | "witness">,
  { offset, length }: PackedPlace,
): Buffer {
  const entry = Buffer.alloc(ENTRY_BYTES);
  invariant(writeId(run, entry), `'${run}' is no SHA-256`);
  entry.writeDoubleLE(offset, ID_BYTES);
  entry.writeUInt32LE(length, ID_BYTES + 8);
  const isVerification = phase === "verification" ? VERIFICATION : 0;
  entry.writeUInt32LE(isVerification | (witness === undefined ? 0 : WITNESS), ID_BYTES + 12);
  return entry;
}

/** The place in the entry at `at`. */
export function placeOf(index: Buffer, at: number): PackedPlace {
  return {
    offset: index.readDoubleLE(at + ID_BYTES),
    length: index.readUInt32LE(at + ID_BYTES + 8),
  };
}

/** The facts in the entry at `at`. */
export function factsOf(index: Buffer, at: number): PackedFacts {
  const flags = index.readUInt32LE(at + ID_BYTES + 12);
  return { isVerification: (flags & VERIFICATION) !== 0, hasWitness: (flags & WITNESS) !== 0 };
}

/**
 * The stored index of a pack of this size in bytes; undefined when it is missing or belongs to
 * another pack.
 */
export function readIndex(path: string, packBytes: number): Buffer | undefined {
  let index: Buffer;
  try {
    index = readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  if (index.length === 0 || index.length % ENTRY_BYTES !== 0) return undefined;
  const { offset, length } = placeOf(index, index.length - ENTRY_BYTES);
  return offset + length + 1 === packBytes ? index : undefined;
}

/**
 * Rebuilds the index of a pack that has lost its own. @throws InputError when the pack is damaged.
 */
export function indexOf(pack: Buffer, file: string): Buffer {
  const entries: Buffer[] = [];
  for (let start = 0; start < pack.length; ) {
    const end = pack.indexOf(10, start);
    const result = end < 0 ? undefined : parseLine(pack.toString("utf8", start, end));
    if (result === undefined) {
      throw damaged(file, "expected one result a line", entries.length + 1);
    }
    entries.push(indexEntry(result, { offset: start, length: end - start }));
    start = end + 1;
  }
  return Buffer.concat(entries);
}

function parseLine(text: string): RunResult | undefined {
  try {
    return JSON.parse(text) as RunResult;
  } catch {
    return undefined;
  }
}

/** Entries of one index, a block at a time. */
export class IndexReader {
  readonly #files: OpenFiles;
  readonly #block = Buffer.alloc(BLOCK * ENTRY_BYTES);
  #path = "";
  #first = -1;
  #count = 0;

  constructor(files: OpenFiles) {
    this.#files = files;
  }

  /**
   * A buffer that contains the entry of this place, at {@link offsetOf}. Valid until the next call.
   */
  blockOf(path: string, place: number, entries: number): Buffer {
    const first = place - (place % BLOCK);
    if (path !== this.#path || first !== this.#first || place - first >= this.#count) {
      this.#first = -1;
      const count = Math.min(BLOCK, entries - first);
      const bytes = this.#block.subarray(0, count * ENTRY_BYTES);
      if (!this.#files.read(path, bytes, first * ENTRY_BYTES)) {
        throw damaged(path, "it is cut short");
      }
      this.#path = path;
      this.#first = first;
      this.#count = count;
    }
    return this.#block;
  }

  offsetOf(place: number): number {
    return (place % BLOCK) * ENTRY_BYTES;
  }
}
