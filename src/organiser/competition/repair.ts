/**
 * Repairs a spool after the disk, a person or a foreign program has damaged files in it. Nothing is
 * deleted: damaged files are moved to `damaged/`, and the next start repeats the runs that have no
 * result then.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { sha256OfFile } from "../../ground/files/index.ts";
import type { FileReference, RunResult } from "../../ground/model/index.ts";
import { InputError, PlatformError } from "../../ground/util/errors.ts";
import { lockHolder, type Spool, storedText } from "../execution/index.ts";
import { parseRunResult } from "../results/index.ts";
import { readLines } from "./archive/read-lines.ts";
import { readLock } from "./lock-file.ts";
import { readPlaces } from "./places.ts";
import { removeValidationBook } from "./validation-book.ts";

/** One file that was moved aside. */
export interface MovedFile {
  /** Its old path, relative to the spool. */
  readonly path: string;
  readonly reason: string;
}

export interface Repair {
  readonly moved: readonly MovedFile[];
  /** Number of sound results. */
  readonly results: number;
  /** Folder of the moved files, relative to the spool. */
  readonly folder: string;
}

/**
 * Checks every file that a start or an evaluation reads, and every log and witness that a result
 * names.
 * @throws PlatformError `ERR_SPOOL_LOCKED` while a coordinator is at work.
 */
export function repairSpool(spool: Spool): Repair {
  const repairer = new Repairer(spool);
  repairer.locks();
  const holder = lockHolder(spool.path("lock"));
  if (holder !== undefined) {
    throw new PlatformError("ERR_SPOOL_LOCKED", `${holder} is running this competition`, {
      hint: "wait for it, or end it with 'agon cancel'",
    });
  }
  repairer.documents();
  repairer.packs();
  repairer.looseResults();
  return repairer.report();
}

class Repairer {
  readonly #spool: Spool;
  readonly #folder: string;
  readonly #moved: MovedFile[] = [];
  #results = 0;

  constructor(spool: Spool) {
    this.#spool = spool;
    let number = 1;
    while (existsSync(spool.path("damaged", String(number)))) number++;
    this.#folder = `damaged/${number}`;
  }

  report(): Repair {
    return { moved: this.#moved, results: this.#results, folder: this.#folder };
  }

  locks(): void {
    for (const name of this.#list("lock")) {
      if (!name.endsWith(".json")) continue;
      const path = `lock/${name}`;
      const fault = faultOf(() => requireObject(readFileSync(this.#spool.path(path), "utf8")));
      if (fault !== undefined) this.#move(path, fault);
    }
  }

  /** Checks the definition and the files beside it; `agon run` writes all of them anew. */
  documents(): void {
    const isThere = (name: string): boolean => existsSync(this.#spool.path(name));
    // The book only saves a start some work, and may refer to results that are about to be removed.
    removeValidationBook(this.#spool);
    const fault = faultOf(() => readLock(this.#spool));
    if (fault !== undefined) {
      for (const name of ["competition.lock.yml", "tasks.ndjson"]) {
        if (isThere(name)) this.#move(name, fault);
      }
    }
    const places = isThere("places.json") ? faultOf(() => readPlaces(this.#spool)) : undefined;
    if (places !== undefined) this.#move("places.json", places);
    if (!isThere("host.json")) return;
    const host = faultOf(() => requireObject(readFileSync(this.#spool.path("host.json"), "utf8")));
    if (host !== undefined) this.#move("host.json", host);
  }

  /** A pack with a damaged line, or with a result without its files, is split up. */
  packs(): void {
    for (const name of this.#list("packs").sort()) {
      if (!name.endsWith(".ndjson")) continue;
      const path = `packs/${name}`;
      const sound: RunResult[] = [];
      let fault: string | undefined;
      for (const line of readLines(this.#spool.path(path))) {
        const wrong = faultOf(() => {
          const result = parseRunResult(storedText(line, path), path);
          this.#requireFiles(result);
          sound.push(result);
        });
        fault ??= wrong;
      }
      if (fault === undefined) {
        this.#results += sound.length;
        continue;
      }
      this.#move(path, fault);
      const index = path.replace(/ndjson$/, "idx");
      if (existsSync(this.#spool.path(index))) this.#move(index, "its pack is damaged");
      // A spool that has not read the old pack.
      this.#spool.reopened().record(sound);
      this.#results += sound.length;
    }
  }

  looseResults(): void {
    const spool = this.#spool.reopened();
    for (const name of this.#list("results")) {
      const path = `results/${name}`;
      const run = name.replace(/\.json$/, "");
      const fault = faultOf(() => {
        const result = /^[0-9a-f]{64}$/.test(run) ? spool.readResult(run) : undefined;
        if (result === undefined)
          throw new InputError([error(path, "its name is not that of a run")]);
        this.#requireFiles(result);
      });
      if (fault === undefined) this.#results++;
      else this.#move(path, fault);
    }
  }

  #requireFiles({ log, witness }: RunResult): void {
    for (const file of [log, witness]) if (file !== undefined) this.#requireFile(file);
  }

  #requireFile(file: FileReference): void {
    const place = this.#spool.fileOf(file);
    const isThere = statSync(place, { throwIfNoEntry: false })?.isFile() === true;
    if (isThere && sha256OfFile(place) === file.sha256) return;
    const what = isThere ? "has another content" : "is missing";
    throw new InputError([error(place, `${file.path} ${what}`)]);
  }

  #list(folder: string): string[] {
    return existsSync(this.#spool.path(folder)) ? readdirSync(this.#spool.path(folder)) : [];
  }

  #move(path: string, reason: string): void {
    const target = join(this.#spool.path(this.#folder), path);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(this.#spool.path(path), target);
    this.#moved.push({ path, reason });
  }
}

function error(file: string, message: string) {
  return { severity: "error", code: "invalid-spool", message, file } as const;
}

/** The fault in words; undefined when there is none. */
function faultOf(look: () => unknown): string | undefined {
  try {
    look();
    return undefined;
  } catch (fault) {
    if (fault instanceof InputError) return fault.diagnostics[0]?.message ?? "damaged";
    if (fault instanceof SyntaxError) return `not a JSON document: ${fault.message}`;
    if ("syscall" in (fault as object)) return (fault as Error).message;
    throw fault;
  }
}

function requireObject(text: string): void {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) throw new SyntaxError("expected fields");
}
