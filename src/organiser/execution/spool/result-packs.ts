/**
 * Many results in few files: `packs/N.ndjson` holds one result a line, and never changes once it
 * has its name; `packs/N.idx` holds their positions and can be rebuilt from it. A result in a pack
 * is the run's result even if others appear under `results/`: so a result that comes late, from a
 * machine that was believed dead, does not count.
 *
 * Only the holder of the spool's lock writes packs; every process may read them.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { replaceDurably, syncDirectory } from "../../../ground/files/index.ts";
import type { RunResult } from "../../../ground/model/index.ts";
import { formatRunResultLine } from "../../results/index.ts";
import { OpenFiles } from "../system/open-files.ts";
import { damaged, storedText } from "./damaged-spool.ts";
import { IdIndex } from "./id-index.ts";
import { ID_BYTES, writeId } from "./id-table.ts";
import {
  ENTRY_BYTES,
  factsOf,
  IndexReader,
  indexEntry,
  indexOf,
  type PackedFacts,
  placeOf,
  readIndex,
} from "./pack-index.ts";

const CLOCK_GRAIN_NS = 2_000_000_000n;
/** Number of bytes that are collected before they are written. */
const CHUNK_BYTES = 4_000_000;

/** A pack; its entries are numbered after those of the pack that was read before. */
interface Pack {
  readonly path: string;
  readonly indexPath: string;
  readonly first: number;
  readonly entries: number;
  /** The rebuilt index, where the stored one is lost. */
  readonly index: Buffer | undefined;
}

export class ResultPacks {
  readonly #folder: string;
  #seen: bigint | undefined;
  /** Packs in the order of their entries. */
  readonly #packs: Pack[] = [];
  readonly #numbers = new Set<number>();
  readonly #files = new OpenFiles();
  readonly #reader = new IndexReader(this.#files);
  readonly #index = new IdIndex((number, bytes, offset) => {
    const { index, at } = this.#entry(number);
    return index.compare(bytes, offset, offset + ID_BYTES, at, at + ID_BYTES) === 0;
  });
  /** Entries of runs that have an earlier entry. */
  readonly #repeated = new Set<number>();
  #end = 0;
  readonly #probe = Buffer.alloc(ID_BYTES);

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Number of packed results, as of the last {@link refresh}. */
  get size(): number {
    return this.#index.size;
  }

  /** Reads packs that appeared since the last call. Cheap when there are none. */
  refresh(): void {
    const changed = statSync(this.#folder, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
    if (changed === undefined || changed === this.#seen) return;
    const isSettled = BigInt(Date.now()) * 1_000_000n - changed > CLOCK_GRAIN_NS;
    const numbers = readdirSync(this.#folder)
      .sort()
      .flatMap((name) => /^(\d+)\.ndjson$/.exec(name)?.[1] ?? [])
      .map(Number);
    const found = numbers.filter((number) => !this.#numbers.has(number));
    const bytes = (number: number): number =>
      statSync(this.#path(number, "idx"), { throwIfNoEntry: false })?.size ?? 0;
    const entries = found.reduce((sum, number) => sum + bytes(number) / ENTRY_BYTES, 0);
    if (found.length > 1) this.#index.reserve(this.#end + entries);
    for (const number of found) this.#load(number);
    // Within one tick of the file system's clock another pack may follow.
    this.#seen = isSettled ? changed : undefined;
  }

  /** Whether the run has a result, as of the last {@link refresh}. */
  has(run: string): boolean {
    return this.#find(run) !== undefined;
  }

  /** As {@link has}, for the 32 bytes of an identity at `offset`. */
  hasBytes(bytes: Buffer, offset: number): boolean {
    return this.#index.find(bytes, offset) !== undefined;
  }

  /** The line of a run's result, as of the last {@link refresh}. */
  read(run: string): string | undefined {
    const number = this.#find(run);
    return number === undefined ? undefined : this.at(number).text;
  }

  /** The number of a result, unique within this process; as of the last {@link refresh}. */
  numberOf(bytes: Buffer, offset: number): number | undefined {
    return this.#index.find(bytes, offset);
  }

  at(number: number): { readonly run: string; readonly text: string } {
    const { index, at, pack } = this.#entry(number);
    const run = index.toString("hex", at, at + ID_BYTES);
    const { offset, length } = placeOf(index, at);
    const line = Buffer.allocUnsafe(length);
    if (!this.#files.read(pack.path, line, offset)) throw damaged(pack.path, "it is cut short");
    return { run, text: storedText(line, pack.path) };
  }

  /** Visits every packed result once. `bytes` holds the 32 bytes of its identity at `offset`. */
  forEach(visit: (bytes: Buffer, offset: number, facts: PackedFacts) => void): void {
    for (const { first, index, indexPath } of this.#packs) {
      const whole = index ?? readFileSync(indexPath);
      for (let at = 0; at < whole.length; at += ENTRY_BYTES) {
        if (!this.#repeated.has(first + at / ENTRY_BYTES)) visit(whole, at, factsOf(whole, at));
      }
    }
  }

  /** Makes a pack of results that are not packed yet; they are durable when this returns. */
  write(results: Iterable<RunResult>): void {
    mkdirSync(this.#folder, { recursive: true });
    this.refresh();
    const number = Math.max(0, ...this.#numbers) + 1;
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
    const [path, indexPath] = [this.#path(number, "ndjson"), this.#path(number, "idx")];
    const stored = readIndex(indexPath, statSync(path).size);
    const index = stored ?? indexOf(readFileSync(path), path);
    const entries = index.length / ENTRY_BYTES;
    const first = this.#end;
    this.#packs.push({
      path,
      indexPath,
      first,
      entries,
      index: stored === undefined ? index : undefined,
    });
    this.#numbers.add(number);
    this.#end += entries;
    for (let place = 0; place < entries; place++) {
      const entry = first + place;
      if (this.#index.add(index, place * ENTRY_BYTES, entry) !== entry) this.#repeated.add(entry);
    }
  }

  #find(run: string): number | undefined {
    // Not an identity of a run, so never in a pack.
    return writeId(run, this.#probe) ? this.#index.find(this.#probe, 0) : undefined;
  }

  /** The entry with a number: at `at` in `index`, valid until the next call. */
  #entry(number: number): { readonly index: Buffer; readonly at: number; readonly pack: Pack } {
    const pack = this.#packOf(number);
    const place = number - pack.first;
    if (pack.index !== undefined) return { index: pack.index, at: place * ENTRY_BYTES, pack };
    const index = this.#reader.blockOf(pack.indexPath, place, pack.entries);
    return { index, at: this.#reader.offsetOf(place), pack };
  }

  #packOf(number: number): Pack {
    let [from, to] = [0, this.#packs.length - 1];
    while (from < to) {
      const middle = (from + to + 1) >> 1;
      if ((this.#packs[middle] as Pack).first <= number) from = middle;
      else to = middle - 1;
    }
    return this.#packs[from] as Pack;
  }

  #path(number: number, extension: string): string {
    return join(this.#folder, `${String(number).padStart(6, "0")}.${extension}`);
  }
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
    this.#index.push(indexEntry(result, { offset: this.#offset, length: line.length - 1 }));
    this.#offset += line.length;
    this.#pending.push(line);
    this.#pendingBytes += line.length;
    if (this.#pendingBytes >= CHUNK_BYTES) this.#flush();
  }

  /** Writes everything to disk; the index is empty when nothing was added. */
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
