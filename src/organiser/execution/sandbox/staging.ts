/**
 * The files of a run are copied beside its working directory and shown to it read-only. So a run
 * sees exactly the content that its specification names, even if the originals change, and nothing
 * of the folders around them, not even through the mount table.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sha256 } from "../../../ground/files/index.ts";
import type { MountedFile } from "../../../ground/model/index.ts";
import { invariant, PlatformError } from "../../../ground/util/errors.ts";

/**
 * Copies `files` below `target`. Returns the folders to mount: name in the working directory → host
 * path.
 * @throws PlatformError `ERR_FILE_CHANGED` when a content is not the specified one.
 */
export function stageFiles(
  files: readonly MountedFile[],
  originalOf: (file: MountedFile) => string,
  target: string,
): Map<string, string> {
  const folders = new Map<string, string>();
  for (const file of files) {
    const [folder, ...rest] = file.mountPath.split("/");
    invariant(folder !== undefined && rest.length > 0, `${file.mountPath} lies in no folder`);
    invariant(!rest.includes("..") && folder !== "..", `${file.mountPath} leaves the run`);
    const source = originalOf(file);
    const content = readOriginal(source);
    if (sha256(content) !== file.sha256) {
      throw new PlatformError("ERR_FILE_CHANGED", `${source} has changed since the start`, {
        hint: "restore it, or start again with the option --update",
      });
    }
    const copy = join(target, folder, ...rest);
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
    writeFileSync(copy, content);
    chmodSync(copy, 0o444);
    folders.set(folder, join(target, folder));
  }
  return folders;
}

function readOriginal(source: string): Uint8Array {
  try {
    return readFileSync(source);
  } catch (error) {
    throw cannotRead(source, error);
  }
}

function cannotRead(source: string, cause: unknown): PlatformError {
  return new PlatformError("ERR_FILE_GONE", `cannot read ${source}`, { cause });
}
