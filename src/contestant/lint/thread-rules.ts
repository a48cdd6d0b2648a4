import type { Step } from "../../ground/witness/index.ts";
import type { Finding } from "./finding.ts";

/**
 * Threads of format 2.2: a waypoint belongs to the main thread or to one that an earlier
 * `function_enter` created. Where the program is not known, every `function_enter` counts as a
 * possible creation of a thread.
 */
export class ThreadRules {
  readonly #report: (finding: Finding) => void;
  #created = 0;
  #creating = 0;

  constructor(report: (finding: Finding) => void) {
    this.#report = report;
  }

  /** Handles a follow waypoint `function_enter`; `callee` is absent when it is not known. */
  enter(callee: string | undefined): void {
    if (callee === undefined || callee === "pthread_create") this.#creating++;
  }

  endOfSegment(steps: readonly Step[]): void {
    for (const { waypoint, self } of steps) {
      const { thread = 0 } = waypoint;
      if (thread <= this.#created) continue;
      const place = self.get("thread_id")?.place ?? self.place;
      const message =
        this.#created === 0
          ? `thread ${thread} does not exist: no thread was created before`
          : `thread ${thread} does not exist: ${this.#created} were created before`;
      this.#report({ severity: "error", code: "thread-id", message, ...place });
    }
    this.#created += this.#creating;
    this.#creating = 0;
  }
}
