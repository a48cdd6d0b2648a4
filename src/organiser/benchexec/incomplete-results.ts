/** Result files that are there while runs still go on, as BenchExec has them: whoever is killed loses little. */
import { rmSync } from "node:fs";
import type { BenchmarkWriter } from "./benchmark-writer.ts";

/** Between the end of one writing and the beginning of the next one. */
const PAUSE_MILLISECONDS = 60_000;

export class IncompleteResults {
  readonly #writer: BenchmarkWriter;
  #written: readonly string[] = [];
  #last = Number.NEGATIVE_INFINITY;

  constructor(writer: BenchmarkWriter) {
    this.#writer = writer;
  }

  /** A run has ended: writes all results so far, after the first one and then now and then. */
  update(): void {
    if (performance.now() < this.#last + PAUSE_MILLISECONDS) return;
    try {
      this.#written = this.#writer.writeIncomplete();
    } catch {
      // No reason to give up the runs: what cannot be written at the end, either, is told then.
    }
    this.#last = performance.now();
  }

  /** Now that there are others; those of the same names are kept. */
  remove(others: readonly string[]): void {
    for (const path of this.#written) {
      if (!others.includes(path)) rmSync(path, { force: true });
    }
  }
}
