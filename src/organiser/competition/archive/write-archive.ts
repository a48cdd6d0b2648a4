/**
 * A finished (or unfinished) competition in one file that contains everything from which its
 * published numbers follow. The same spool gives the same bytes.
 *
 *     MANIFEST.json           format, competition, software
 *     competition.lock.yml    the resolved definition: limits, categories, tools by hash
 *     rules.yml               the edition's rules in full
 *     tools.ndjson            one tool a line: version, and its files by hash where they still
 *     exist
 *     tasks.ndjson            one task a line, files by hash
 *     commands.ndjson         command lines of Python tool-info modules, if there are any
 *     results.ndjson          one run result a line, ordered by run
 *     host.json               the machine of the last start
 *     witnesses.ndjson        run, tool, task and hash of every witness
 *     witnesses/AB/HASH       each content once
 *     logs.ndjson, logs/…     likewise outputs, on request
 *     inputs/AB/HASH          contents of the tasks' files, on request
 *     published/…             the published files: recomputed by 'agon reproduce'
 *     SHA256SUMS              of all other files, as 'sha256sum --check' reads it
 */

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256, sha256OfFile } from "../../../ground/files/index.ts";
import type { FileReference, RunResult } from "../../../ground/model/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import type { Spool } from "../../execution/index.ts";
import { formatRunResultLine } from "../../results/index.ts";
import { formatEdition } from "../../scoring/index.ts";
import { readPlaces } from "../places.ts";
import type { ResolvedCompetition } from "../resolved.ts";
import { TarWriter } from "./tar.ts";
import { archivedTools } from "./tool-files.ts";

export const ARCHIVE_FORMAT = "agon-archive/1";

export interface ArchiveManifest {
  readonly format: string;
  readonly competition: string;
  /** Id of the edition. */
  readonly edition: string;
  readonly software: { readonly name: string; readonly version: string };
  readonly runs: number;
  readonly witnesses: number;
  readonly contains: { readonly logs: boolean; readonly inputs: boolean };
  /** Only the runs of this participant, and those that checked its witnesses. */
  readonly participant?: string;
}

export interface ArchiveOptions {
  readonly withLogs: boolean;
  /**
   * Include the contents of the tasks' files, which are read from where the competition was run.
   */
  readonly withInputs: boolean;
  /** Version of Agon. */
  readonly version: string;
  /** The published files: names to contents. */
  readonly published: ReadonlyMap<string, string>;
  /** Include only the data of this participant: its bundle for the inspection phase. */
  readonly participant?: string;
}

/**
 * Writes the archive.
 * @throws PlatformError `ERR_FILE_CHANGED` when a file is not the one that was used.
 */
export function writeArchive(
  spool: Spool,
  competition: ResolvedCompetition,
  path: string,
  options: ArchiveOptions,
): ArchiveManifest {
  const scratch = mkdtempSync(join(tmpdir(), "agon-archive-"));
  const tar = new Archiver(path);
  try {
    const { participant } = options;
    const runs = participant === undefined ? runIds(spool) : runIdsOf(spool, participant);
    const resultsFile = join(scratch, "results.ndjson");
    const witnesses: IndexEntry[] = [];
    const logs: IndexEntry[] = [];
    writeFileSync(resultsFile, "");
    for (let start = 0; start < runs.length; start += 1000) {
      const results = runs
        .slice(start, start + 1000)
        .flatMap((run) => spool.readWholeResult(run) ?? []);
      writeFileSync(
        resultsFile,
        results.map((result) => `${formatRunResultLine(result)}\n`).join(""),
        { flag: "a" },
      );
      for (const result of results) {
        if (result.witness !== undefined) witnesses.push(indexEntry(result, result.witness));
        if (options.withLogs && result.log !== undefined) logs.push(indexEntry(result, result.log));
      }
    }
    const manifest: ArchiveManifest = {
      format: ARCHIVE_FORMAT,
      competition: competition.name,
      edition: competition.edition.id,
      software: { name: "agon", version: options.version },
      runs: runs.length,
      witnesses: witnesses.length,
      contains: { logs: options.withLogs, inputs: options.withInputs },
      ...defined({ participant }),
    };
    tar.add("MANIFEST.json", `${JSON.stringify(manifest, undefined, 2)}\n`);
    for (const name of ["competition.lock.yml", "tasks.ndjson", "commands.ndjson", "host.json"]) {
      if (existsSync(spool.path(name))) tar.addFile(name, spool.fileOf({ path: name }));
    }
    tar.add("rules.yml", formatEdition(competition.edition));
    const tools = archivedTools(spool, competition);
    tar.add("tools.ndjson", tools.map((tool) => `${JSON.stringify(tool)}\n`).join(""));
    tar.addFile("results.ndjson", resultsFile);
    const inSpool: PlaceOf = (file) => spool.fileOf(file);
    addContents(tar, "witnesses", witnesses, inSpool);
    if (options.withLogs) addContents(tar, "logs", logs, inSpool);
    if (options.withInputs) addInputs(tar, spool, competition);
    for (const [name, text] of [...options.published].sort(([a], [b]) => (a < b ? -1 : 1))) {
      tar.add(`published/${name}`, text);
    }
    tar.finish();
    return manifest;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Identities of runs, ascending. */
function runIds(spool: Spool): readonly string[] {
  const ids: string[] = [];
  spool.forEachResult((bytes, offset) => ids.push(bytes.toString("hex", offset, offset + 32)));
  return ids.sort();
}

/** Runs of a participant, and those that checked its witnesses. */
function runIdsOf(spool: Spool, participant: string): readonly string[] {
  const results = runIds(spool).flatMap((run) => spool.readResult(run) ?? []);
  const own = new Set(
    results
      .filter(({ tool, phase }) => tool === participant && phase === "verification")
      .map(({ run }) => run),
  );
  return results
    .filter(({ run, validates }) => own.has(run) || own.has(validates ?? ""))
    .map(({ run }) => run);
}

/** A line of an index of contents. */
export interface IndexEntry {
  readonly run: string;
  readonly tool: string;
  readonly task: string;
  /** Its path in the spool. */
  readonly path: string;
  readonly sha256: string;
}

function indexEntry(
  { run, tool, task }: RunResult,
  { path, sha256: hash }: FileReference,
): IndexEntry {
  return { run, tool, task, path, sha256: hash };
}

/** Host path of a file. */
type PlaceOf = (file: FileReference) => string;

/** The path of a content in the archive. */
export function contentPath(folder: string, hash: string): string {
  return `${folder}/${hash.slice(0, 2)}/${hash}`;
}

function addContents(
  tar: Archiver,
  folder: string,
  entries: readonly IndexEntry[],
  placeOf: PlaceOf,
): void {
  tar.add(`${folder}.ndjson`, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  addOnce(tar, folder, entries, placeOf);
}

function addInputs(tar: Archiver, spool: Spool, { tasks }: ResolvedCompetition): void {
  const { taskRoot } = readPlaces(spool);
  addOnce(
    tar,
    "inputs",
    tasks.flatMap(({ files }) => files),
    ({ path }) => join(taskRoot, path),
  );
}

function addOnce(
  tar: Archiver,
  folder: string,
  files: readonly FileReference[],
  placeOf: PlaceOf,
): void {
  const byHash = new Map(files.map((file) => [file.sha256, file]));
  for (const [hash, file] of [...byHash].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const place = placeOf(file);
    const found = tar.addFile(contentPath(folder, hash), place);
    if (found === hash) continue;
    throw new PlatformError("ERR_FILE_CHANGED", `${place} is not the file that was used`, {
      hint: "restore it: an archive with another content would prove nothing",
    });
  }
}

/** An archive that records the hash of everything in it. */
class Archiver {
  readonly #tar: TarWriter;
  readonly #sums: string[] = [];

  constructor(path: string) {
    this.#tar = new TarWriter(path);
  }

  add(name: string, text: string): void {
    this.#sums.push(`${sha256(text)}  ${name}\n`);
    this.#tar.add(name, Buffer.from(text));
  }

  /** Returns the hash. */
  addFile(name: string, path: string): string {
    if (!existsSync(path)) {
      throw new PlatformError("ERR_FILE_GONE", `${path} does not exist any more`, {
        hint: "restore it, or archive without the files that need it",
      });
    }
    const { size } = statSync(path);
    // Small files, which are the majority, are read once.
    if (size <= 1 << 20) {
      const content = readFileSync(path);
      const hash = sha256(content);
      this.#sums.push(`${hash}  ${name}\n`);
      this.#tar.add(name, content);
      return hash;
    }
    const hash = sha256OfFile(path);
    this.#sums.push(`${hash}  ${name}\n`);
    this.#tar.addFile(name, path, size);
    return hash;
  }

  finish(): void {
    this.#tar.add("SHA256SUMS", Buffer.from(this.#sums.join("")));
    this.#tar.finish();
  }
}
