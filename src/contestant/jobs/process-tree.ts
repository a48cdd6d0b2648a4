/**
 * Finds and ends the child processes of a process. A killed process leaves them running, and an
 * installed SAT solver continues for minutes although its answer is not used. Where the system has
 * no `/proc`, they are not found.
 */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Returns the children of all threads of a process. */
export function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      childrenOfThread(`${pid}/task/${thread}`),
    );
  } catch {
    return [];
  }
}

/** @param thread - its name below `/proc` */
export function childrenOfThread(thread: string): readonly number[] {
  try {
    const pids = readFileSync(`/proc/${thread}/children`, "utf8").split(" ");
    return pids.filter((word) => word.trim() !== "").map(Number);
  } catch {
    return [];
  }
}

/** The name of the calling thread below `/proc`; undefined where the system has none. */
export function ownThread(): string | undefined {
  try {
    return readlinkSync("/proc/thread-self");
  } catch {
    return undefined;
  }
}

/** Kills a process and all its descendants. */
export function killTree(pid: number): void {
  // A stopped process starts no others.
  send(pid, "SIGSTOP");
  const children = childrenOf(pid);
  send(pid, "SIGKILL");
  for (const child of children) killTree(child);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already ended.
  }
}
