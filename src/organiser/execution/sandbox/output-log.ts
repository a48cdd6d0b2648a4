import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import type { Readable } from "node:stream";

/**
 * Stores the output of a run, up to a limit. The run writes into a pipe that this process drains,
 * so the limit is exact: a flooding tool blocks instead of filling the disk while it is being
 * killed.
 */
export class OutputLog {
  readonly #file: number | undefined;
  readonly #limitBytes: number;
  #bytes = 0;

  /** Without a path the output is only counted. */
  constructor(path: string | undefined, limitBytes: number) {
    this.#file = path === undefined ? undefined : openSync(path, "w", 0o644);
    this.#limitBytes = limitBytes;
  }

  /**
   * Reads `stream` to its end; `onOverflow` is called once, when the limit is reached, and
   * `onOutput` receives the part that is kept.
   */
  async drain(
    stream: Readable,
    onOverflow: () => void,
    onOutput?: (chunk: Uint8Array) => Promise<void>,
  ): Promise<void> {
    let hasOverflown = false;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const room = this.#limitBytes - this.#bytes;
      const kept = chunk.length > room ? chunk.subarray(0, room) : chunk;
      if (this.#file !== undefined) writeSync(this.#file, kept);
      this.#bytes += kept.length;
      if (kept.length > 0) await onOutput?.(kept);
      if (kept.length < chunk.length && !hasOverflown) {
        hasOverflown = true;
        onOverflow();
      }
    }
  }

  /** Makes the log durable and closes it; returns its size. */
  close(): number {
    if (this.#file !== undefined) {
      fsyncSync(this.#file);
      closeSync(this.#file);
    }
    return this.#bytes;
  }
}
