import { readdirSync, readFileSync } from "node:fs";

/** Kernel clock ticks per second in `/proc/<pid>/stat`; USER_HZ is 100 on every Linux port that Node supports. */
const TICKS_PER_SECOND = 100;

/** Text of a (virtual) file without surrounding blanks, or undefined when it cannot be read. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "latin1").trim();
  } catch {
    return undefined;
  }
}

/** The facts of one process in `/proc/<pid>/stat`. */
export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** Number of the process that leads its session. */
  readonly session: number;
  /** User plus system time of the process itself. */
  readonly ownCpuSeconds: number;
  /** User plus system time of its children that it has waited for. */
  readonly childrenCpuSeconds: number;
  readonly threads: number;
  /** Start in clock ticks after boot: together with the pid it identifies a process forever. */
  readonly startTicks: number;
  readonly isZombie: boolean;
}

/** The facts of one process; undefined when it is gone. */
export function readProcess(pid: number, procRoot = "/proc"): ProcessStat | undefined {
  const text = readText(`${procRoot}/${pid}/stat`);
  if (text === undefined) return undefined;
  // The command name stands in parentheses and may itself hold blanks and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (number: number): number => Number(fields[number - 3]);
  return {
    pid,
    parent: field(4),
    session: field(6),
    ownCpuSeconds: (field(14) + field(15)) / TICKS_PER_SECOND,
    childrenCpuSeconds: (field(16) + field(17)) / TICKS_PER_SECOND,
    threads: field(20),
    startTicks: field(22),
    isZombie: fields[0] === "Z",
  };
}

/** All processes that are visible now. */
export function listProcesses(procRoot = "/proc"): ProcessStat[] {
  return readdirSync(procRoot)
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name), procRoot))
    .filter((process) => process !== undefined);
}

/** Whether the process `pid` that started at `startTicks` still runs. */
export function isAlive(pid: number, startTicks: number): boolean {
  const process = readProcess(pid);
  return process !== undefined && process.startTicks === startTicks && !process.isZombie;
}

/**
 * Sends a signal; a process that is gone meanwhile is not an error. Kernel lists show a process
 * that has no number here (one that is dying, or in another PID namespace) as 0, which `kill` would
 * take for the own process group.
 */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 0) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Whether a process is the first one of another PID namespace. That process belongs to the sandbox,
 * not to the tool: a soft signal must spare it.
 */
export function isNamespaceInit(pid: number): boolean {
  const ids = /^NSpid:\s+(.*)$/m.exec(readText(`/proc/${pid}/status`) ?? "")?.[1]?.split(/\s+/);
  return ids !== undefined && ids.length > 1 && ids.at(-1) === "1";
}

/** Resolves after some milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
