/**
 * Files of the kernel that are read several times. They are opened once, since opening and closing
 * take ten times as long as reading, and the last figures of a run should be available quickly.
 */
import { closeSync, openSync, readSync } from "node:fs";

/** Most files are shorter than a page; files with a line for each device may be longer. */
const buffer = Buffer.alloc(65_536);

export class ControlFiles {
  /** Descriptors by path; undefined where the file does not exist. */
  readonly #descriptors = new Map<string, number | undefined>();

  /** The current text, without surrounding blanks; undefined when it cannot be read. */
  read(path: string): string | undefined {
    if (!this.#descriptors.has(path)) this.#descriptors.set(path, tryOpen(path));
    const descriptor = this.#descriptors.get(path);
    if (descriptor === undefined) return undefined;
    try {
      let length = 0;
      for (let read = -1; read !== 0 && length < buffer.length; length += read) {
        read = readSync(descriptor, buffer, length, buffer.length - length, length);
      }
      return buffer.toString("latin1", 0, length).trim();
    } catch {
      // The group is gone, or the kernel does not count that.
      return undefined;
    }
  }

  close(): void {
    for (const descriptor of this.#descriptors.values()) {
      if (descriptor !== undefined) closeSync(descriptor);
    }
    this.#descriptors.clear();
  }
}

function tryOpen(path: string): number | undefined {
  try {
    return openSync(path, "r");
  } catch {
    return undefined;
  }
}
