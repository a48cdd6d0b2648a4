/** File descriptor on which the steps of a launch report, see `reaper.ts`. */
export const STARTED_FD = 3;
/** File descriptor from which bubblewrap reads its options: arguments would show host paths to the tool. */
export const OPTIONS_FD = 4;
/** File descriptor from which bubblewrap reads the filter of system calls. */
export const FILTER_FD = 5;
/**
 * File descriptor on which the output of the tool comes where the sandbox has its own: bubblewrap
 * closes it outside, and the reaper after it has started the tool, so that its end is that of the tool's processes.
 */
export const OUTPUT_FD = 6;
/**
 * File descriptor from which the tool's output is read where the sandbox has its own: bubblewrap
 * closes it outside, and the reaper after it has started the tool, so that it ends with the tool's
 * processes.
 */
export const FIRST_GROUP_FD = 7;
