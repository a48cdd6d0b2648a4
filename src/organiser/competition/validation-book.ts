/**
 * Facts about the witnesses of verification results, and the validation runs that they require, as
 * far as they were derived before: a line of JSON, then frames of entries in `validations.bin`. The
 * book saves restarts, scores and pages from reading the witnesses and from hashing, for the
 * hundreds of thousands of results of a campaign. Everything in it can be derived again, so parts
 * that are damaged, cut short or of another competition are dropped silently.
 */
import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { sha256 } from "../../ground/files/index.ts";
import { canonicalJson, type JsonValue } from "../../ground/util/canonical-json.ts";
import { ID_BYTES, type Spool } from "../execution/index.ts";
import type { ResolvedCompetition } from "./resolved.ts";
import type { ExaminedResult, ValidationPlan } from "./validation-plan.ts";

const FORMAT = "agon-validations/3";
const FILE = "validations.bin";
/** A frame: the bytes of its entries (32 bits), the beginning of their SHA-256, the entries. */
const LENGTH_BYTES = 4;
const CHECK_BYTES = 8;
const FRAME_HEAD_BYTES = LENGTH_BYTES + CHECK_BYTES;
/** Three for each entry and one for each of its validation runs. */
const PIECES_PER_FRAME = 5000;
/**
 * Before the lists of an entry: the number of validation runs, and the number of bytes of facts.
 */
const COUNT_BYTES = 4;
/** Greatest length of a frame; a larger one is damaged. */
const MAX_FRAME_BYTES = 100_000_000;

/** Names of runs, one after the other, {@link ID_BYTES} each. */
export interface BookEntry {
  /** The verification run. */
  readonly run: Buffer;
  /** The validation runs that its result requires. */
  readonly validations: Buffer;
  /** Facts about its witness: {@link WitnessFacts} as JSON. */
  readonly facts: string;
}

/** Removes the book of a spool whose results are about to change. */
export function removeValidationBook(spool: Spool): void {
  rmSync(spool.path(FILE), { force: true });
}

/** Number of entries that readers of a book derive again, to check it. */
export const CHECKED_ENTRIES = 50;

/** Whether an entry equals what is derived now: another version of Agon may plan otherwise. */
export function isRight(
  spool: Spool,
  plan: ValidationPlan,
  { run, validations, facts }: BookEntry,
): boolean {
  const result = spool.readResult(run.toString("hex"));
  if (result === undefined) return false;
  const expected = plan.examine(result);
  return (
    JSON.stringify(expected.witness) === facts &&
    expected.validations.map(({ id }) => id).join("") === validations.toString("hex")
  );
}

export class ValidationBook {
  #file: number | undefined;
  #isStoring: boolean;
  readonly #header: Buffer;
  /** Position of the next frame. */
  #end = 0;
  #pending: Buffer[] = [];

  /** `store`: only for the holder of the spool's lock. */
  constructor(
    spool: Spool,
    competition: ResolvedCompetition,
    { store }: { readonly store: boolean },
  ) {
    this.#isStoring = store;
    const basis = basisOf(spool, competition);
    this.#header = Buffer.from(`${JSON.stringify({ format: FORMAT, basis })}\n`);
    this.#file = open(spool.path(FILE), store ? "a+" : "r");
    if (this.#file === undefined) return;
    const found = readAt(this.#file, 0, this.#header.length);
    if (found?.equals(this.#header) === true) this.#end = this.#header.length;
    else if (store) this.clear();
  }

  /**
   * Visits every sound entry; when `visit` returns `false`, the visit ends and the book is emptied.
   */
  read(visit: (entry: BookEntry) => boolean): void {
    if (this.#file === undefined || this.#end === 0) return;
    for (;;) {
      const frame = readFrame(this.#file, this.#end);
      if (frame === undefined) break;
      for (const entry of entriesOf(frame)) {
        if (visit(entry)) continue;
        this.clear();
        return;
      }
      this.#end += FRAME_HEAD_BYTES + frame.length;
    }
    // The rest is a frame that was being written.
    this.#attempt((file) => ftruncateSync(file, this.#end));
  }

  /**
   * Adds the validation runs that the result of a run requires. To be called after {@link read}.
   */
  add(run: string, { witness, validations }: ExaminedResult): void {
    const facts = Buffer.from(JSON.stringify(witness));
    const counts = Buffer.alloc(COUNT_BYTES);
    counts.writeUInt16LE(validations.length);
    counts.writeUInt16LE(facts.length, 2);
    this.#pending.push(Buffer.from(run, "hex"), counts);
    for (const { id } of validations) this.#pending.push(Buffer.from(id, "hex"));
    this.#pending.push(facts);
    if (this.#pending.length >= PIECES_PER_FRAME) this.flush();
  }

  flush(): void {
    if (this.#pending.length === 0) return;
    const entries = Buffer.concat(this.#pending);
    this.#pending = [];
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(entries.length);
    const frame = Buffer.concat([length, checkOf(entries), entries]);
    this.#attempt((file) => writeSync(file, frame));
  }

  /** Removes all entries. */
  clear(): void {
    this.#pending = [];
    this.#attempt((file) => {
      ftruncateSync(file, 0);
      writeSync(file, this.#header);
      this.#end = this.#header.length;
    });
  }

  close(): void {
    this.flush();
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** A full disk ends the storing, and nothing else. */
  #attempt(write: (file: number) => void): void {
    if (this.#file === undefined || !this.#isStoring) return;
    try {
      write(this.#file);
    } catch {
      this.#isStoring = false;
    }
  }
}

/**
 * Hash of everything beside the results that entries depend on: another verifier, for example,
 * changes none of them.
 */
function basisOf(
  spool: Spool,
  { edition, limits, categories, validators }: ResolvedCompetition,
): string {
  const { violationValidation, correctnessValidation } = limits;
  const rest = { edition, categories, validators, violationValidation, correctnessValidation };
  const tasks = spool.path("tasks.ndjson");
  return sha256(
    canonicalJson({
      // Without members that JSON cannot represent.
      ...(JSON.parse(JSON.stringify(rest)) as { readonly [key: string]: JsonValue }),
      tasks: existsSync(tasks) ? sha256(readFileSync(tasks)) : "",
    }),
  );
}

function open(path: string, flags: "a+" | "r"): number | undefined {
  try {
    return openSync(path, flags, 0o644);
  } catch {
    return undefined;
  }
}

function readAt(file: number, position: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length);
  return readSync(file, bytes, 0, length, position) === length ? bytes : undefined;
}

function readFrame(file: number, position: number): Buffer | undefined {
  const head = readAt(file, position, FRAME_HEAD_BYTES);
  const length = head?.readUInt32LE() ?? 0;
  if (head === undefined || length > MAX_FRAME_BYTES) return undefined;
  const entries = readAt(file, position + FRAME_HEAD_BYTES, length);
  return entries !== undefined && checkOf(entries).equals(head.subarray(LENGTH_BYTES))
    ? entries
    : undefined;
}

function checkOf(entries: Buffer): Buffer {
  return Buffer.from(sha256(entries), "hex").subarray(0, CHECK_BYTES);
}

function* entriesOf(frame: Buffer): Generator<BookEntry> {
  for (let at = 0; at < frame.length; ) {
    const start = at + ID_BYTES + COUNT_BYTES;
    const middle = start + frame.readUInt16LE(at + ID_BYTES) * ID_BYTES;
    const end = middle + frame.readUInt16LE(at + ID_BYTES + 2);
    yield {
      run: frame.subarray(at, at + ID_BYTES),
      validations: frame.subarray(start, middle),
      facts: frame.toString("utf8", middle, end),
    };
    at = end;
  }
}
