/**
 * The current activity of a verification: one line on a terminal that is rewritten, a line a
 * message elsewhere.
 */
import { formatDuration } from "../../../ground/util/duration.ts";
import type { ProgressOutput } from "../render/progress.ts";

const REDRAW_MILLISECONDS = 200;

export class LiveLine {
  readonly #output: ProgressOutput;
  readonly #limitSeconds: number;
  readonly #now: () => number;
  readonly #start: number;
  #message = "reading the program";
  #length = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `now` gives milliseconds of a monotonic clock. */
  constructor(
    output: ProgressOutput,
    limitSeconds: number,
    now: () => number = () => performance.now(),
  ) {
    this.#output = output;
    this.#limitSeconds = limitSeconds;
    this.#now = now;
    this.#start = now();
    if (!output.isTty) return;
    this.#timer = setInterval(() => this.#draw(), REDRAW_MILLISECONDS);
    this.#timer.unref();
  }

  tell(message: string): void {
    this.#message = message;
    if (this.#output.isTty) this.#draw();
    else this.#output.write(`${message}\n`);
  }

  /** Removes the line, so that only the answer remains. */
  end(): void {
    clearInterval(this.#timer);
    if (this.#length > 0) this.#output.write(`\r${" ".repeat(this.#length)}\r`);
    this.#length = 0;
  }

  #draw(): void {
    const seconds = (this.#now() - this.#start) / 1000;
    const elapsed = seconds < 10 ? `${seconds.toFixed(1)} s` : formatDuration(seconds);
    const text = `${this.#message} · ${elapsed} of ${formatDuration(this.#limitSeconds)}`;
    const line = text.slice(0, (this.#output.columns ?? 80) - 1);
    this.#output.write(`\r${line.padEnd(this.#length)}`);
    this.#length = line.length;
  }
}
