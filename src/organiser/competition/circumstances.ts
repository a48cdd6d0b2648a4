/** Place and time at which the results of a competition were made. */
import type { RunResult } from "../../ground/model/index.ts";

/** Properties that all results have in common, where they do. */
export interface Circumstances {
  /** ISO 8601; undefined when there are no results. */
  readonly firstStart: string | undefined;
  readonly lastStart: string | undefined;
  readonly isolations: readonly string[];
  readonly measurements: readonly string[];
}

/** The circumstances of any number of results. */
export function circumstancesOf(results: Iterable<RunResult>): Circumstances {
  const builder = new CircumstancesBuilder();
  for (const result of results) builder.add(result);
  return builder.build();
}

export class CircumstancesBuilder {
  #first: string | undefined;
  #last: string | undefined;
  readonly #isolations = new Set<string>();
  readonly #measurements = new Set<string>();

  add({ startedAt, isolation, measurement }: RunResult): void {
    if (this.#first === undefined || startedAt < this.#first) this.#first = startedAt;
    if (this.#last === undefined || startedAt > this.#last) this.#last = startedAt;
    if (isolation !== undefined) this.#isolations.add(isolation);
    this.#measurements.add(measurement);
  }

  build(): Circumstances {
    return {
      firstStart: this.#first,
      lastStart: this.#last,
      isolations: [...this.#isolations].sort(),
      measurements: [...this.#measurements].sort(),
    };
  }
}
