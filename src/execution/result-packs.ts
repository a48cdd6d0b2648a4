/**
 * Many results in few files: `packs/N.ndjson` holds one result a line, and is
 * never changed once it has its name; `packs/N.idx` says what stands where and
 * can be made again from it. A result in a pack is the run's result whatever
 * else turns up under `results/`: that is how a result that comes late, from a
 * machine that was believed dead, still does not count.
 *
 * Only the holder of the spool's lock writes packs; anybody may read them.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { replaceDurably, syncDirectory } from "../files/index.ts";
import type { RunResult } from "../model/index.ts";
import { formatRunResultLine } from "../results/index.ts";
import { type InputError, invariant } from "../util/errors.ts";
import { damaged } from "./damaged-spool.ts";
import { ID_BYTES, IdTable } from "./id-table.ts";

/** What the index tells of a result without reading it. */
export interface PackedFacts {
  readonly isVerification: boolean;
  readonly hasWitness: boolean;
}

/** Identity, offset (float64: larger than 32 bits), length, facts. */
const ENTRY_BYTES = ID_BYTES + 8 + 4 + 4;
const VERIFICATION = 1;
const WITNESS = 2;
const CLOCK_GRAIN_NS = 2_000_000_000n;
/** Bytes that are collected before they are written. */
const CHUNK_BYTES = 4_000_000;

export class ResultPacks {
  readonly #folder: string;
  #seen: bigint | undefined;
  readonly #files = new Map<number, number>();
  readonly #table = new IdTable();
  #packOf: Uint32Array = new Uint32Array(16);
  #offsets: Float64Array = new Float64Array(16);
  #lengths: Uint32Array = new Uint32Array(16);
  #flags: Uint8Array = new Uint8Array(16);

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Number of packed results, as of the last {@link refresh}. */
  get size(): number {
    return this.#table.size;
  }

  /** Takes notice of packs that appeared since. Cheap when there are none. */
  refresh(): void {
    const changed = statSync(this.#folder, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
    if (changed === undefined || changed === this.#seen) return;
    const isSettled = BigInt(Date.now()) * 1_000_000n - changed > CLOCK_GRAIN_NS;
    for (const name of readdirSync(this.#folder).sort()) {
      const number = /^(\d+)\.ndjson$/.exec(name)?.[1];
      if (number !== undefined && !this.#files.has(Number(number))) this.#load(Number(number));
    }
    // Within one tick of the file system's clock another pack may follow.
    this.#seen = isSettled ? changed : undefined;
  }

  /** As of the last {@link refresh}. */
  has(run: string): boolean {
    return this.#table.find(run) !== undefined;
  }

  /** As {@link has}, for the 32 bytes of an identity at `offset`. */
  hasBytes(bytes: Buffer, offset: number): boolean {
    return this.#table.findBytes(bytes, offset) !== undefined;
  }

  /** The line of a run's result, as of the last {@link refresh}. */
  read(run: string): string | undefined {
    const entry = this.#table.find(run);
    return entry === undefined ? undefined : this.#lineOf(entry);
  }

  /** The number of a result, which is that of no other one in this process; as of the last {@link refresh}. */
  numberOf(bytes: Buffer, offset: number): number | undefined {
    return this.#table.findBytes(bytes, offset);
  }

  at(number: number): { readonly run: string; readonly text: string } {
    return { run: this.#table.idOf(number), text: this.#lineOf(number) };
  }

  #lineOf(entry: number): string {
    const buffer = Buffer.allocUnsafe(this.#lengths[entry] as number);
    const file = this.#files.get(this.#packOf[entry] as number) as number;
    let done = 0;
    while (done < buffer.length) {
      const position = (this.#offsets[entry] as number) + done;
      const count = readSync(file, buffer, done, buffer.length - done, position);
      if (count === 0) throw this.#fault(this.#packOf[entry] as number, "it is cut short");
      done += count;
    }
    return buffer.toString("utf8");
  }

  /** Every packed result once. `bytes` holds the 32 bytes of its identity at `offset`. */
  forEach(visit: (bytes: Buffer, offset: number, facts: PackedFacts) => void): void {
    const bytes = this.#table.bytes();
    for (let entry = 0; entry < this.#table.size; entry++) {
      const flags = this.#flags[entry] as number;
      visit(bytes, entry * ID_BYTES, {
        isVerification: (flags & VERIFICATION) !== 0,
        hasWitness: (flags & WITNESS) !== 0,
      });
    }
  }

  /** Makes a pack of results that are in none yet; they are durable when this returns. */
  write(results: Iterable<RunResult>): void {
    mkdirSync(this.#folder, { recursive: true });
    this.refresh();
    const number = Math.max(0, ...this.#files.keys()) + 1;
    const writer = new PackWriter(join(this.#folder, `${process.pid}.tmp`));
    for (const result of results) if (!this.has(result.run)) writer.add(result);
    const index = writer.finish();
    if (index.length === 0) {
      rmSync(writer.path);
      return;
    }
    replaceDurably(this.#path(number, "idx"), index);
    renameSync(writer.path, this.#path(number, "ndjson"));
    syncDirectory(this.#folder);
    this.refresh();
  }

  #load(number: number): void {
    const path = this.#path(number, "ndjson");
    const file = openSync(path, "r");
    const { size } = statSync(path);
    const index = this.#readIndex(number, size) ?? indexOf(readFileSync(path), path);
    this.#files.set(number, file);
    this.#reserve(this.#table.size + index.length / ENTRY_BYTES);
    for (let at = 0; at < index.length; at += ENTRY_BYTES) {
      const before = this.#table.size;
      const entry = this.#table.addBytes(index, at);
      if (entry < before) continue; // an earlier pack has it
      this.#packOf[entry] = number;
      this.#offsets[entry] = index.readDoubleLE(at + ID_BYTES);
      this.#lengths[entry] = index.readUInt32LE(at + ID_BYTES + 8);
      this.#flags[entry] = index.readUInt32LE(at + ID_BYTES + 12);
    }
  }

  /** Undefined when the index is missing or does not belong to the pack. */
  #readIndex(number: number, packBytes: number): Buffer | undefined {
    let index: Buffer;
    try {
      index = readFileSync(this.#path(number, "idx"));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
    if (index.length === 0 || index.length % ENTRY_BYTES !== 0) return undefined;
    const last = index.length - ENTRY_BYTES + ID_BYTES;
    const end = index.readDoubleLE(last) + index.readUInt32LE(last + 8) + 1;
    return end === packBytes ? index : undefined;
  }

  #reserve(count: number): void {
    if (count <= this.#packOf.length) return;
    const capacity = Math.max(count, Math.floor(1.5 * this.#packOf.length));
    this.#packOf = grown(this.#packOf, new Uint32Array(capacity));
    this.#offsets = grown(this.#offsets, new Float64Array(capacity));
    this.#lengths = grown(this.#lengths, new Uint32Array(capacity));
    this.#flags = grown(this.#flags, new Uint8Array(capacity));
  }

  #path(number: number, extension: string): string {
    return join(this.#folder, `${String(number).padStart(6, "0")}.${extension}`);
  }

  #fault(number: number, message: string): InputError {
    return damaged(this.#path(number, "ndjson"), message);
  }
}

function grown<T extends Uint8Array | Uint32Array | Float64Array>(before: T, after: T): T {
  after.set(before);
  return after;
}

/** Writes a pack in large pieces and collects its index. */
class PackWriter {
  readonly path: string;
  readonly #file: number;
  #offset = 0;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  readonly #index: Buffer[] = [];

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, "w", 0o644);
  }

  add(result: RunResult): void {
    const line = Buffer.from(`${formatRunResultLine(result)}\n`);
    this.#index.push(indexEntry(result, this.#offset, line.length - 1));
    this.#offset += line.length;
    this.#pending.push(line);
    this.#pendingBytes += line.length;
    if (this.#pendingBytes >= CHUNK_BYTES) this.#flush();
  }

  /** Puts everything on disk; the index is empty when nothing was added. */
  finish(): Buffer {
    this.#flush();
    fsyncSync(this.#file);
    closeSync(this.#file);
    return Buffer.concat(this.#index);
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#pending);
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}

function indexEntry(
  { run, phase, witness }: Pick<RunResult, "run" | "phase" | "witness">,
  offset: number,
  length: number,
): Buffer {
  const entry = Buffer.alloc(ENTRY_BYTES);
  invariant(entry.write(run, "hex") === ID_BYTES, `'${run}' is no SHA-256`);
  entry.writeDoubleLE(offset, ID_BYTES);
  entry.writeUInt32LE(length, ID_BYTES + 8);
  const isVerification = phase === "verification" ? VERIFICATION : 0;
  entry.writeUInt32LE(isVerification | (witness === undefined ? 0 : WITNESS), ID_BYTES + 12);
  return entry;
}

/** The index of a pack whose own is lost. @throws InputError when the pack is damaged. */
function indexOf(pack: Buffer, file: string): Buffer {
  const entries: Buffer[] = [];
  for (let start = 0; start < pack.length; ) {
    const end = pack.indexOf(10, start);
    const result = end < 0 ? undefined : parseLine(pack.toString("utf8", start, end));
    if (result === undefined) {
      throw damaged(file, "expected one result a line", entries.length + 1);
    }
    entries.push(indexEntry(result, start, end - start));
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
