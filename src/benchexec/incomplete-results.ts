/** Result files that are there while runs still go on, as BenchExec has them: whoever is killed loses little. */
import { rmSync } from "node:fs";
import type { BenchmarkRun, Job } from "./benchmark-run.ts";
import { BenchmarkWriter } from "./benchmark-writer.ts";

/** Between the end of one writing and the beginning of the next one. */
const PAUSE_SECONDS = 60;

export class IncompleteResults {
  readonly #run: BenchmarkRun;
  readonly #jobs: readonly Job[];
  readonly #started = performance.now();
  #written: readonly string[] = [];
  #lastSeconds = Number.NEGATIVE_INFINITY;

  constructor(run: BenchmarkRun, jobs: readonly Job[]) {
    this.#run = run;
    this.#jobs = jobs;
  }

  get seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }

  /** A run has ended: writes all results so far, after the first one and then now and then. */
  update(): void {
    if (this.seconds < this.#lastSeconds + PAUSE_SECONDS) return;
    this.#written = new BenchmarkWriter(this.#run, this.#jobs, this.seconds).writeIncomplete();
    this.#lastSeconds = this.seconds;
  }

  /** Now that there are others; those of the same names are kept. */
  remove(others: readonly string[]): void {
    for (const path of this.#written) {
      if (!others.includes(path)) rmSync(path, { force: true });
    }
  }
}
