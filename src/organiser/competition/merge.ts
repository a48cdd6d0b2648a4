/**
 * Combines what was run in several places, with `--shard` or by accident: results of the same
 * competition from other spools. A run that has a result keeps it.
 */
import { copyFileSync, existsSync } from "node:fs";
import { basename, join } from "node:path";
import { sha256OfFile } from "../../ground/files/index.ts";
import type { FileReference, RunResult } from "../../ground/model/index.ts";
import { invariant, PlatformError } from "../../ground/util/errors.ts";
import { lockSpool, type Spool } from "../execution/index.ts";
import { copyCommands } from "./command-book.ts";
import { lockDifferences, readLock, writeLock } from "./lock-file.ts";

export interface MergeReport {
  /** Results that the target did not have. */
  readonly taken: number;
  /** Results of runs that had one already. */
  readonly known: number;
}

/**
 * Copies results with their logs and witnesses from `source` to `target`,
 * which may be empty.
 * @throws PlatformError `ERR_OTHER_COMPETITION`, `ERR_SPOOL_LOCKED`, `ERR_FILE_CHANGED`.
 */
export async function mergeSpool(target: Spool, source: Spool): Promise<MergeReport> {
  const competition = readLock(source);
  invariant(competition !== undefined, "the lock file has vanished");
  target.create();
  const unlock = lockSpool(target.path("lock"));
  try {
    const own = readLock(target);
    const [difference] = own === undefined ? [] : lockDifferences(own, competition);
    if (difference !== undefined) {
      throw new PlatformError(
        "ERR_OTHER_COMPETITION",
        `${source.directory} is not of the same competition: ${difference}`,
        { hint: "only results of the same definition can be combined" },
      );
    }
    if (own === undefined) writeLock(target, competition);
    copyCommands(source, target);
    copyIfAbsent("host.json", source, target);
    return await copyResults(source, target);
  } finally {
    unlock();
  }
}

async function copyResults(source: Spool, target: Spool): Promise<MergeReport> {
  const runs: string[] = [];
  let known = 0;
  source.forEachResult((bytes, offset) => {
    const run = bytes.toString("hex", offset, offset + 32);
    if (target.hasResult(run)) known++;
    else runs.push(run);
  });
  for (const run of runs) {
    const result = source.readWholeResult(run);
    if (result !== undefined) await copyResult(result, source, target);
  }
  return { taken: runs.length, known };
}

async function copyResult(result: RunResult, source: Spool, target: Spool): Promise<void> {
  const attempt = target.beginAttempt(result.run);
  const copy = (file: FileReference): FileReference => {
    const name = basename(file.path);
    const path = join(attempt.directory, name);
    const original = source.fileOf(file);
    copyFileSync(original, path);
    if (sha256OfFile(path) !== file.sha256) {
      throw new PlatformError("ERR_FILE_CHANGED", `${original} has been changed`);
    }
    return { path: `${attempt.path}/${name}`, sha256: file.sha256 };
  };
  const { log, witness } = result;
  const merged: RunResult = {
    ...result,
    attempt: attempt.number,
    ...(log === undefined ? {} : { log: copy(log) }),
    ...(witness === undefined ? {} : { witness: copy(witness) }),
  };
  const specification = "specification.json";
  const theirs = source.attemptDirectory(result);
  if (existsSync(join(theirs, specification))) {
    copyFileSync(join(theirs, specification), join(attempt.directory, specification));
  }
  await target.commit(merged, attempt);
}

function copyIfAbsent(name: string, source: Spool, target: Spool): void {
  if (existsSync(source.path(name)) && !existsSync(target.path(name))) {
    copyFileSync(source.path(name), target.path(name));
  }
}
