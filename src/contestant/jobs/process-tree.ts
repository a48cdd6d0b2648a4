/**
 * The processes that a process has started: who is killed leaves them running, and an installed
 * SAT solver goes on for minutes although nobody waits for its answer. Where the system has no
 * `/proc`, they are not known.
 */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Those that any of its threads has started. */
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

/** Kills a process, and all that it and they have started. */
export function killTree(pid: number): void {
  // While it stands still, it starts no others.
  send(pid, "SIGSTOP");
  const children = childrenOf(pid);
  send(pid, "SIGKILL");
  for (const child of children) killTree(child);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone.
  }
}
