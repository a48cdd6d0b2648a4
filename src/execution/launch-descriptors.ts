/** File descriptor on which the steps of a launch report, see `reaper.ts`. */
export const STARTED_FD = 3;
/** File descriptor from which bubblewrap reads its options: arguments would show host paths to the tool. */
export const OPTIONS_FD = 4;
