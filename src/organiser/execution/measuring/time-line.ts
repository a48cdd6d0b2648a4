import type { TimeLine } from "../../../ground/model/index.ts";

/** Greatest number of points of a run's time line. */
export const MAX_SAMPLES = 200;
const MIN_INTERVAL_SECONDS = 0.05;

/**
 * Records how CPU time and memory develop, in bounded space for runs of unknown length: when the
 * line is full, every other point is dropped and the interval doubles. So the points stay evenly
 * spread, and at least half of the maximal number is there.
 */
export class TimeLineRecorder {
  #seconds: number[] = [];
  #cpuSeconds: number[] = [];
  #memoryBytes: number[] = [];
  #interval = MIN_INTERVAL_SECONDS;
  #due = 0;

  /** May be called at any rate; `memoryBytes` is read only when a point is due. */
  add(wallSeconds: number, cpuSeconds: number, memoryBytes: () => number | undefined): void {
    if (wallSeconds < this.#due) return;
    const bytes = memoryBytes();
    if (bytes === undefined) return;
    if (this.#seconds.length === MAX_SAMPLES) this.#thin();
    this.#seconds.push(inMilliseconds(wallSeconds));
    this.#cpuSeconds.push(inMilliseconds(cpuSeconds));
    this.#memoryBytes.push(bytes);
    this.#due = wallSeconds + this.#interval;
  }

  /** The recorded time line; undefined when the run was over before the first point. */
  samples(): TimeLine | undefined {
    if (this.#seconds.length === 0) return undefined;
    return {
      seconds: this.#seconds,
      cpuSeconds: this.#cpuSeconds,
      memoryBytes: this.#memoryBytes,
    };
  }

  #thin(): void {
    const everyOther = (values: readonly number[]): number[] =>
      values.filter((_, index) => index % 2 === 0);
    this.#seconds = everyOther(this.#seconds);
    this.#cpuSeconds = everyOther(this.#cpuSeconds);
    this.#memoryBytes = everyOther(this.#memoryBytes);
    this.#interval *= 2;
  }
}

function inMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
