import { folderOf } from "../../../ground/util/path.ts";
import type { ResultFileHeader } from "./result-file.ts";

/**
 * Prefix that BenchExec puts before the names of tasks to name their logs:
 * `B.logfiles/RUNDEFINITION.` for `B.results.….xml`. The folder may be an archive,
 * `B.logfiles.zip`.
 */
export function logPrefix(
  file: string,
  { name, block }: Pick<ResultFileHeader, "name" | "block">,
): string {
  const cut = file.lastIndexOf(".results.");
  const folder = `${cut < 0 ? file.slice(0, -1) : file.slice(0, cut)}.logfiles/`;
  if (name === undefined || block === name) return folder;
  const isWithBlock = block !== undefined && name.endsWith(`.${block}`);
  return `${folder}${isWithBlock ? name.slice(0, -block.length - 1) : name}.`;
}

/** Path of the log of a run, unless the run names another. */
export function logPathOf(
  file: string,
  header: Pick<ResultFileHeader, "name" | "block">,
  run: { readonly name: string; readonly logFile?: string },
): string {
  if (run.logFile === undefined) {
    return `${logPrefix(file, header)}${run.name.slice(run.name.lastIndexOf("/") + 1)}.log`;
  }
  if (/^(https?:\/)?\//.test(run.logFile)) return run.logFile;
  const folder = folderOf(file);
  return folder === "." ? run.logFile : `${folder.replace(/\/$/, "")}/${run.logFile}`;
}
