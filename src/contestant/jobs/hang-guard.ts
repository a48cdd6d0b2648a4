/**
 * Interrupts work in the main thread that asks no clock in its first seconds. The watch (work-watch.ts) starts when the
 * clock is asked, since a thread is expensive for easy answers; work that hangs before would run for ever. A shell
 * costs a millisecond: it looks at the CPU time of this process and sends SIGINT once. Without a shell or `/proc`, such
 * work is not interrupted.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { CpuClock } from "../call/index.ts";

/** Ticks of `/proc/PID/stat` in a second (`sysconf(_SC_CLK_TCK)`, 100 on every Linux of today). */
const TICKS_PER_SECOND = 100;

/** `$1` is the process, `$2` its ticks at which it is interrupted; fields 14 and 15 of the file count them. */
const SCRIPT = `pid=$1 limit=$2
while sleep 0.5; do
  read -r line <"/proc/$pid/stat" || exit
  set -- \${line##*) }
  [ $((\${12} + \${13})) -lt "$limit" ] || { kill -INT "$pid"; exit; }
done`;

export class HangGuard {
  readonly #limitSeconds: number;
  readonly #shell: ChildProcess;

  /** @param limitSeconds - CPU seconds of this process at which it is interrupted */
  constructor(limitSeconds: number) {
    this.#limitSeconds = limitSeconds;
    const ticks = Math.ceil(limitSeconds * TICKS_PER_SECOND);
    const words = ["-c", SCRIPT, "sh", String(process.pid), String(ticks)];
    this.#shell = spawn("/bin/sh", words, { stdio: "ignore" });
    this.#shell.on("error", () => undefined);
    this.#shell.unref();
  }

  /** Whether the guard may be the sender of a signal. */
  mayHaveFired(): boolean {
    // The kernel counts whole ticks.
    return !this.#shell.killed && CpuClock.fromNow().originSeconds > this.#limitSeconds - 0.1;
  }

  end(): void {
    this.#shell.kill("SIGKILL");
  }
}
