import { lstatSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { InputError, PlatformError } from "../../ground/util/errors.ts";
import { isUrl, readUrl } from "../competition/index.ts";
import { ZipReader } from "./zip-reader.ts";

/** Reads logs beside result files: from `B.logfiles/`, or from the archive `B.logfiles.zip`, opened once. */
export class LogReader {
  readonly #warn: (message: string) => void;
  readonly #archives = new Map<string, ZipReader | undefined>();

  /** `warn` is called for logs and archives that cannot be read. */
  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  /**
   * Undefined when there is no such log. A result file names its logs, and may come from an
   * untrusted source: files without the name of a log are not read.
   */
  read(log: string): string | undefined {
    const folder = posix.dirname(log);
    if (!isUrl(log) && !(folder.endsWith(".logfiles") && log.endsWith(".log"))) {
      this.#warn(`${log} is not read: logs are named FOLDER.logfiles/NAME.log`);
      return undefined;
    }
    const content = readFile(log) ?? this.#fromArchive(`${folder}.zip`, folder, log);
    return content?.toString("utf8");
  }

  #fromArchive(path: string, folder: string, log: string): Buffer | undefined {
    try {
      const archive = this.#archive(path);
      const content = archive?.read(`${posix.basename(folder)}/${posix.basename(log)}`);
      if (content !== undefined) return content;
      const place = archive === undefined ? `nor an archive ${path}` : `and not in ${path}`;
      this.#warn(`there is no log ${log}, ${place}`);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#warn(error.message);
    }
    return undefined;
  }

  /** A damaged archive is reported once. */
  #archive(path: string): ZipReader | undefined {
    if (this.#archives.has(path)) return this.#archives.get(path);
    this.#archives.set(path, undefined);
    const bytes = readFile(path);
    if (bytes !== undefined) this.#archives.set(path, new ZipReader(path, bytes));
    return this.#archives.get(path);
  }
}

function readFile(path: string): Buffer | undefined {
  if (!isUrl(path)) {
    // Plain files only: a link beside a foreign result file may lead anywhere.
    const isThere = lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
    return isThere ? readFileSync(path) : undefined;
  }
  try {
    return Buffer.from(readUrl(path));
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}
