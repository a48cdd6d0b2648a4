import { closeSync, openSync, readSync } from "node:fs";

/** Reads from many files, of which only the latest stay open: a process may have a thousand, a competition has more packs. */
export class OpenFiles {
  readonly #most: number;
  /** By path; the latest last. */
  readonly #open = new Map<string, number>();

  constructor(most = 200) {
    this.#most = most;
  }

  /** Fills `bytes` from `position` of the file on; false when it ends before. */
  read(path: string, bytes: Uint8Array, position: number): boolean {
    const file = this.#fileOf(path);
    for (let done = 0; done < bytes.length; ) {
      const count = readSync(file, bytes, done, bytes.length - done, position + done);
      if (count === 0) return false;
      done += count;
    }
    return true;
  }

  #fileOf(path: string): number {
    let file = this.#open.get(path);
    if (file === undefined) {
      file = openSync(path, "r");
      this.#closeOldest();
    } else {
      this.#open.delete(path);
    }
    this.#open.set(path, file);
    return file;
  }

  #closeOldest(): void {
    for (const [path, file] of this.#open) {
      if (this.#open.size < this.#most) return;
      this.#open.delete(path);
      closeSync(file);
    }
  }
}
