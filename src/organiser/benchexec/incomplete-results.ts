/**
 * Result files that are written while runs are executed, as BenchExec does: a killed process loses
 * little.
 */
import { rmSync } from "node:fs";
import type { BenchmarkWriter } from "./benchmark-writer.ts";

/** Time between the end of one writing and the start of the next. */
const PAUSE_MILLISECONDS = 60_000;

export class IncompleteResults {
  readonly #writer: BenchmarkWriter;
  #written: readonly string[] = [];
  #last = Number.NEGATIVE_INFINITY;

  constructor(writer: BenchmarkWriter) {
    this.#writer = writer;
  }

  /**
   * Called when a run has ended: writes all results so far, first after the first run and then at
   * intervals.
   */
  update(): void {
    if (performance.now() < this.#last + PAUSE_MILLISECONDS) return;
    try {
      this.#written = this.#writer.writeIncomplete();
    } catch {
      // A failure does not end the runs: if the final writing fails as well, it is reported.
    }
    this.#last = performance.now();
  }

  /** Removes the files when the final ones exist; files with the same names are kept. */
  remove(others: readonly string[]): void {
    for (const path of this.#written) {
      if (!others.includes(path)) rmSync(path, { force: true });
    }
  }
}
