/**
 * Progress on standard error: one line that is rewritten on a terminal, a
 * line per result elsewhere. Standard output is left to the results.
 */

import type { RunResult } from "../../../ground/model/index.ts";
import { formatDuration } from "../../../ground/util/duration.ts";
import type { RunEvent } from "../../../organiser/competition/index.ts";
import { columnsOf } from "./style.ts";

export interface ProgressOutput {
  readonly isTty: boolean;
  /** Width of the terminal; a longer line could not be rewritten. */
  readonly columns?: number;
  write(text: string): void;
}

/** Standard error, for the user who watches this process. */
export function standardError(): ProgressOutput {
  return {
    isTty: process.stderr.isTTY === true && process.env.CI === undefined,
    columns: columnsOf(process.stderr),
    write: (text) => void process.stderr.write(text),
  };
}

/** A report for the user who watches this process. */
export function progressOnStandardError(): ProgressReport {
  return new ProgressReport(standardError());
}

export class ProgressReport {
  readonly #output: ProgressOutput;
  readonly #now: () => number;
  readonly #counts = new Map<string, number>();
  #begun = 0;
  #total = 0;
  #done = 0;
  #resumed = 0;
  #running = 0;
  #lastLineLength = 0;

  /** `now` gives milliseconds of a monotonic clock. */
  constructor(output: ProgressOutput, now: () => number = () => performance.now()) {
    this.#output = output;
    this.#now = now;
  }

  onEvent(event: RunEvent): void {
    switch (event.kind) {
      case "begin":
        this.#begin(event);
        break;
      case "start":
        this.#running++;
        this.#live();
        break;
      case "result":
        this.#running--;
        this.#done++;
        this.#total += event.newRuns;
        this.#count(event.result);
        if (this.#output.isTty) this.#live();
        else this.#plain(event.result);
        break;
    }
  }

  /** Prints a separate line. */
  notice(text: string): void {
    this.end();
    this.#output.write(`agon: ${text}\n`);
  }

  /** Ends the live line, so that the following output starts on a line of its own. */
  end(): void {
    if (this.#output.isTty && this.#lastLineLength > 0) this.#output.write("\n");
    this.#lastLineLength = 0;
  }

  #begin(event: Extract<RunEvent, { readonly kind: "begin" }>): void {
    this.#begun = this.#now();
    this.#total = event.verificationRuns + event.knownValidationRuns;
    this.#done = event.resumedResults;
    this.#resumed = event.resumedResults;
    const parts = [`${event.verificationRuns} verification runs`, ...event.driver.summary];
    this.#output.write(`agon: ${parts.join("; ")}\n`);
    for (const advice of event.driver.advice) this.#output.write(`agon: ${advice}\n`);
    if (event.resumedResults > 0) {
      this.#output.write(`agon: ${event.resumedResults} results are there already\n`);
    }
    if (event.unsupported > 0) {
      this.#output.write(
        `agon: ${event.unsupported} tasks are skipped, their tools do not support them\n`,
      );
    }
  }

  #count({ phase, status }: RunResult): void {
    const word =
      phase === "verification"
        ? (/^(true|false|unknown)/.exec(status)?.[1] ?? "error")
        : "validated";
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  #live(): void {
    if (!this.#output.isTty) return;
    const counts = [...this.#counts].map(([word, count]) => `${count} ${word}`).join(", ");
    const parts = [
      `${this.#done}/${this.#total} runs`,
      `${this.#running} running`,
      counts,
      this.#remaining(),
    ];
    const text = parts.filter((part) => part !== "").join(" · ");
    const line = text.slice(0, (this.#output.columns ?? 80) - 1);
    this.#output.write(`\r${line.padEnd(this.#lastLineLength)}`);
    this.#lastLineLength = line.length;
  }

  #remaining(): string {
    const finished = this.#done - this.#resumed;
    if (finished < 3) return "";
    const perRun = (this.#now() - this.#begun) / 1000 / finished;
    return `about ${formatDuration(perRun * (this.#total - this.#done))} left`;
  }

  #plain({ phase, tool, task, status, cpuTimeSeconds }: RunResult): void {
    const time = cpuTimeSeconds === undefined ? "" : ` (${formatDuration(cpuTimeSeconds)})`;
    const what = phase === "verification" ? "" : ` ${phase}`;
    this.#output.write(`[${this.#done}/${this.#total}] ${tool}${what} ${task}: ${status}${time}\n`);
  }
}
