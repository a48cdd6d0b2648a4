/** Runs of a competition as a file of columns (`ground/util/column-file.ts`), for millions of them. */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { replaceWithPieces } from "../../ground/files/index.ts";
import { ColumnFile, ColumnFileError, encodeColumnFile } from "../../ground/util/column-file.ts";
import { InputError, unreadableReason } from "../../ground/util/errors.ts";
import {
  checkRunColumns,
  RUN_COLUMNS_FORMAT,
  type RunColumns,
  type RunColumnsBuilder,
  type RunColumnsMetadata,
} from "../scoring/index.ts";

/** Ending of the files' names. */
export const RUN_COLUMNS_ENDING = ".agonruns";

/** Written under another name and renamed, so that readers never see an incomplete file. */
export function writeRunColumns(
  path: string,
  metadata: Omit<RunColumnsMetadata, "format">,
  runs: Pick<RunColumnsBuilder, "build">,
): void {
  const complete: RunColumnsMetadata = { format: RUN_COLUMNS_FORMAT, ...metadata };
  const pieces = encodeColumnFile(complete, runs.build(), sha256);
  replaceWithPieces(path, pieces);
}

export interface RunColumnFile extends RunColumns {
  close(): void;
}

/**
 * Opens a file and checks everything that scoring relies on: hashes, types, references.
 *
 * @throws InputError when it is not such a file, or damaged.
 */
export function openRunColumns(path: string): RunColumnFile {
  const file = open(path);
  const told = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw error instanceof ColumnFileError ? fault(path, error.message) : error;
    }
  };
  const columns = told(
    () =>
      new ColumnFile({
        read: (offset, length) => readBytes(file, offset, length),
        size: fstatSync(file).size,
        hash: sha256,
      }),
  );
  const metadata = columns.metadata as RunColumnsMetadata;
  if (metadata?.format !== RUN_COLUMNS_FORMAT) {
    throw fault(path, `the format is '${metadata?.format}', expected ${RUN_COLUMNS_FORMAT}`);
  }
  const runs: RunColumnFile = {
    metadata,
    column: (table, name) => told(() => columns.column(table, name)),
    close: () => closeSync(file),
  };
  try {
    told(() => checkRunColumns(runs));
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return runs;
}

function open(path: string): number {
  try {
    return openSync(path, "r");
  } catch (error) {
    throw fault(path, unreadableReason(error));
  }
}

function readBytes(file: number, offset: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const count = readSync(file, bytes, done, length - done, offset + done);
    if (count === 0) throw new ColumnFileError("the file ends too early");
    done += count;
  }
  return bytes;
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function fault(file: string, message: string): InputError {
  return new InputError([{ severity: "error", code: "invalid-run-columns", message, file }]);
}
