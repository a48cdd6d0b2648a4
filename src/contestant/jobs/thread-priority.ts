import { setPriority } from "node:os";
import { basename } from "node:path";

/** With this niceness, a thread gets hardly a tenth of a core that another thread wants, too. */
const LOWER_NICENESS = 10;

/**
 * Lowers the priority of a thread, so that other threads of the process get a core first. Attempts
 * of a moment are then not delayed by a helper, nor by compilation and garbage collection for it.
 * Processes that the thread starts have the same priority. The system supports priorities of single
 * threads (Linux: setpriority(2), "notes").
 * @param thread - its name below `/proc`; without `/proc`, the call has no effect.
 */
export function lowerPriority(thread: string | undefined): void {
  if (thread === undefined) return;
  setPriority(Number(basename(thread)), LOWER_NICENESS);
}
