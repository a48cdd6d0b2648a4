/**
 * The process that watches runs has precedence over all others on the machine: it needs almost no
 * CPU time, and on a busy machine others would make it notice limits too late. Only root may do
 * this; processes that it launches have to give the precedence up again.
 *
 * Where Linux groups processes by session for the scheduler (sched(7), "The autogroup feature"),
 * niceness counts within a group only, and the group has one of its own.
 */
import { writeFileSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { readProcess, readText } from "./proc-fs.ts";

let before: number | undefined;

/**
 * Gives precedence to this process, and to its session if that is its own, permanently. Does
 * nothing without the right to do so.
 */
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

/** The niceness of tools; undefined: they inherit the right one. */
export function prioritySaved(): number | undefined {
  return before;
}

/**
 * Gives precedence to processes that are about to be killed: to die they must be scheduled, and
 * among others that burn CPU time this took up to 80 ms. Does nothing without the right to do so.
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
      // The process has ended.
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
    // The process has ended, or this process has no right to do so.
  }
}
