import { setPriority } from "node:os";
import { basename } from "node:path";

/** Of ten parts of a core that two threads want, the one of lower priority gets hardly one. */
const LOWER_NICENESS = 10;

/**
 * Whoever else of the process wants a core gets it first. So, attempts of a moment are not delayed by those of a helper,
 * and none by the other in having the engine compile and collect garbage. Processes that the thread starts are given the same
 * priority. The system knows priorities of single threads (Linux: setpriority(2), "notes").
 * @param thread - its name below `/proc`; where the system has none, nothing happens.
 */
export function lowerPriority(thread: string | undefined): void {
  if (thread === undefined) return;
  setPriority(Number(basename(thread)), LOWER_NICENESS);
}
