/**
 * One coordinator per spool. The lock is the file with the highest number in
 * `lock/`; it names its holder by host, process and start time, so a dead holder is recognised and
 * followed by the next number. No process removes a lock of another one, which makes take-over free
 * of races: numbers are taken by link(2), and a process that finds a higher one withdraws.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { commitOnce, writeDurably } from "../../../ground/files/index.ts";
import { InputError, PlatformError } from "../../../ground/util/errors.ts";
import { parseJsonAs } from "../../../ground/util/shape.ts";
import { isAlive, readProcess, readText } from "../system/proc-fs.ts";
import { damaged } from "./damaged-spool.ts";

interface Holder {
  readonly host: string;
  /** Changes when the host is restarted. */
  readonly boot: string;
  readonly pid: number;
  readonly startTicks: number;
}

/**
 * Takes the lock; the returned function releases it.
 * @throws PlatformError `ERR_SPOOL_LOCKED` when another coordinator is at work.
 */
export function lockSpool(lockDirectory: string): () => void {
  const self = ourselves();
  const temporary = join(lockDirectory, `${self.pid}.tmp`);
  writeDurably(temporary, `${JSON.stringify(self)}\n`);
  try {
    for (;;) {
      const highest = highestNumber(lockDirectory);
      refuseIfHeld(lockDirectory, highest, self);
      const file = join(lockDirectory, `${highest + 1}.json`);
      if (!commitOnce(temporary, file)) continue;
      if (highestNumber(lockDirectory) === highest + 1) {
        removeLower(lockDirectory, highest + 1);
        return () => rmSync(file, { force: true });
      }
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * The coordinator, as far as it can be determined from here: `process PID on HOST`; undefined:
 * none.
 */
export function lockHolder(lockDirectory: string): string | undefined {
  const number = highestNumber(lockDirectory);
  const holder = number === 0 ? undefined : readHolder(join(lockDirectory, `${number}.json`));
  if (holder === undefined || isGone(holder, ourselves())) return undefined;
  return `process ${holder.pid} on ${holder.host}`;
}

function ourselves(): Holder {
  return {
    host: hostname(),
    boot: readText("/proc/sys/kernel/random/boot_id") ?? "",
    pid: process.pid,
    startTicks: readProcess(process.pid)?.startTicks ?? 0,
  };
}

function refuseIfHeld(lockDirectory: string, number: number, self: Holder): void {
  if (number === 0) return;
  const file = join(lockDirectory, `${number}.json`);
  const holder = readHolder(file);
  if (holder === undefined || isGone(holder, self)) return;
  throw new PlatformError(
    "ERR_SPOOL_LOCKED",
    `process ${holder.pid} on ${holder.host} is running this competition`,
    {
      hint:
        holder.host === self.host
          ? "wait for it, or stop it and run the command again"
          : `if that process is gone, remove ${file}`,
    },
  );
}

/** A process of another host cannot be checked, so its lock is respected. */
function isGone(holder: Holder, self: Holder): boolean {
  if (holder.host !== self.host) return false;
  return holder.boot !== self.boot || !isAlive(holder.pid, holder.startTicks);
}

/** Undefined when the lock was released meanwhile. */
function readHolder(file: string): Holder | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const shape = { host: "text", boot: "text", pid: "number", startTicks: "number" } as const;
    return parseJsonAs<Holder>(text, shape, { file, code: "invalid-spool" });
  } catch (error) {
    throw error instanceof InputError
      ? damaged(file, error.diagnostics[0]?.message ?? "is damaged")
      : error;
  }
}

function numbers(lockDirectory: string): number[] {
  return readdirSync(lockDirectory).flatMap((name) => {
    const number = /^(\d+)\.json$/.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

function highestNumber(lockDirectory: string): number {
  return Math.max(0, ...numbers(lockDirectory));
}

/** Locks with lower numbers belong to dead processes. */
function removeLower(lockDirectory: string, own: number): void {
  for (const number of numbers(lockDirectory)) {
    if (number < own) rmSync(join(lockDirectory, `${number}.json`), { force: true });
  }
}
