/**
 * Who watches runs goes before everything else on the machine: it needs next to
 * no CPU time, and on a busy machine others would make it see limits too late.
 * Only root may; what is launched from here on has to give it up again.
 *
 * Where Linux groups processes by session for the scheduler (sched(7), "The
 * autogroup feature"), niceness counts within a group only, and the group has
 * one of its own.
 */
import { writeFileSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { readProcess, readText } from "./proc-fs.ts";

let before: number | undefined;

/** Of this process, and of its session if that is its own; for good; without the right to it nothing happens. */
export function takePrecedence(): void {
  if (before !== undefined) return;
  const own = getPriority();
  try {
    setPriority(constants.priority.PRIORITY_HIGHEST);
    before = own;
    if (readProcess(process.pid)?.session === process.pid) preferSession(process.pid);
  } catch {
    // An ordinary user, or a container without CAP_SYS_NICE.
  }
}

/** The niceness that tools get; undefined: they inherit the right one. */
export function prioritySaved(): number | undefined {
  return before;
}

/**
 * Processes that are about to be killed: to die they must be scheduled, and among
 * others that burn CPU time this took up to 80 ms. Without the right to it nothing happens.
 */
export function hasten(pids: readonly number[]): void {
  if (before === undefined) return;
  const sessions = new Map<number, number>();
  for (const pid of pids.filter((id) => id > 0)) {
    try {
      setPriority(pid, constants.priority.PRIORITY_HIGHEST);
      const session = readProcess(pid)?.session;
      if (session !== undefined) sessions.set(session, pid);
    } catch {
      // It has ended.
    }
  }
  for (const pid of sessions.values()) preferSession(pid);
}

/** The session of this process, as far as the scheduler knows sessions. */
function preferSession(pid: number): void {
  const file = `/proc/${pid}/autogroup`;
  if (readText(file) === undefined) return;
  try {
    writeFileSync(file, String(constants.priority.PRIORITY_HIGHEST));
  } catch {
    // It has ended, or we may not.
  }
}
