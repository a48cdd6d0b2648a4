/** Restores a spool from an archive and checks every byte of it. */
import { createHash, type Hash } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { RunResult } from "../../../ground/model/index.ts";
import { InputError } from "../../../ground/util/errors.ts";
import { parseJsonAs } from "../../../ground/util/shape.ts";
import { Spool } from "../../execution/index.ts";
import { parseRunResult } from "../../results/index.ts";
import { readLines } from "./read-lines.ts";
import { readTar } from "./tar.ts";
import {
  ARCHIVE_FORMAT,
  type ArchiveManifest,
  contentPath,
  type IndexEntry,
} from "./write-archive.ts";

export interface OpenArchive {
  readonly manifest: ArchiveManifest;
  /** Contains the results and witnesses, but not enough to continue the competition. */
  readonly spool: Spool;
  /** The published files: names to contents. */
  readonly published: ReadonlyMap<string, string>;
}

const MANIFEST_SHAPE = {
  format: "text",
  competition: "text",
  edition: "text",
  software: { name: "text", version: "text" },
  runs: "number",
  "participant?": "text",
} as const;
const ENTRY_SHAPE = { path: "text", sha256: "text" } as const;

/**
 * Unpacks an archive into an empty folder.
 * @throws InputError when it is damaged: a hash is wrong, or a file is missing or unexpected.
 */
export function openArchive(path: string, folder: string): OpenArchive {
  const contents = join(folder, "contents");
  const hashes = unpack(path, contents);
  checkSums(path, contents, hashes);
  const read = (name: string): string => readFileSync(join(contents, name), "utf8");
  for (const name of ["MANIFEST.json", "results.ndjson", "witnesses.ndjson"]) {
    if (!hashes.has(name)) throw fault(path, `it has no ${name}`);
  }
  const manifest = parseJsonAs<ArchiveManifest>(read("MANIFEST.json"), MANIFEST_SHAPE, {
    file: `${path}: MANIFEST.json`,
    code: "damaged-archive",
  });
  if (manifest.format !== ARCHIVE_FORMAT) {
    throw fault(path, `the format is '${manifest.format}', this version reads ${ARCHIVE_FORMAT}`);
  }
  const spool = new Spool(join(folder, "spool"));
  spool.create();
  for (const name of ["competition.lock.yml", "tasks.ndjson", "commands.ndjson", "host.json"]) {
    if (hashes.has(name)) copyFileSync(join(contents, name), spool.path(name));
  }
  spool.record(resultsOf(join(contents, "results.ndjson")));
  for (const line of readLines(join(contents, "witnesses.ndjson"))) {
    const { path: place, sha256 } = parseJsonAs<IndexEntry>(line.toString("utf8"), ENTRY_SHAPE, {
      file: `${path}: witnesses.ndjson`,
      code: "damaged-archive",
    });
    if (!/^attempts\/[0-9a-f]{2}\/[0-9a-f]{64}\.\d+\/[A-Za-z0-9][\w.-]*$/.test(place)) {
      throw fault(path, `a witness cannot be at ${place}`);
    }
    if (!hashes.has(contentPath("witnesses", sha256))) {
      throw fault(path, `the witness ${place} is missing`);
    }
    mkdirSync(dirname(spool.path(place)), { recursive: true });
    copyFileSync(join(contents, contentPath("witnesses", sha256)), spool.path(place));
  }
  const names = [...hashes.keys()].filter((name) => name.startsWith("published/"));
  const published = new Map(names.map((name) => [name.slice("published/".length), read(name)]));
  return { manifest, spool, published };
}

function* resultsOf(file: string): Generator<RunResult> {
  for (const line of readLines(file)) {
    const result = parseRunResult(line.toString("utf8"), file);
    if (!/^[0-9a-f]{64}$/.test(result.run)) throw fault(file, `'${result.run}' names no run`);
    yield result;
  }
}

/** Writes all files; returns their hashes. */
function unpack(path: string, folder: string): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>();
  readTar(path, ({ name, content }) => {
    const target = join(folder, name);
    if (hashes.has(dirname(name)) || !makeFolder(dirname(target))) {
      throw fault(path, `${name} lies in something that is a file before`);
    }
    if (existsSync(target)) throw fault(path, `${name} is there twice`);
    const hash: Hash = createHash("sha256");
    const file = openSync(target, "wx", 0o644);
    try {
      for (const piece of content()) {
        hash.update(piece);
        for (let done = 0; done < piece.length; ) done += writeSync(file, piece, done);
      }
    } finally {
      closeSync(file);
    }
    hashes.set(name, hash.digest("hex"));
  });
  return hashes;
}

function makeFolder(path: string): boolean {
  try {
    mkdirSync(path, { recursive: true });
    return true;
  } catch {
    return false;
  }
}

function checkSums(path: string, folder: string, hashes: ReadonlyMap<string, string>): void {
  if (!hashes.has("SHA256SUMS")) throw fault(path, "it has no SHA256SUMS: is it one of Agon's?");
  const lines = readFileSync(join(folder, "SHA256SUMS"), "utf8").split("\n");
  const listed = new Map(
    lines.filter((line) => line !== "").map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const wrong = [...listed].filter(([name, hash]) => hashes.get(name) !== hash);
  const extra = [...hashes.keys()].filter((name) => name !== "SHA256SUMS" && !listed.has(name));
  if (wrong.length + extra.length === 0) return;
  const names = [...wrong.map(([name]) => name), ...extra];
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  throw fault(path, `not as SHA256SUMS says: ${names.slice(0, 3).join(", ")}${more}`);
}

function fault(file: string, message: string): InputError {
  return new InputError([{ severity: "error", code: "damaged-archive", message, file }]);
}
