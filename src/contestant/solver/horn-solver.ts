/** Solves Horn clauses with Z3 in a process of its own, which answers one query after the other. */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, readSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openPipe } from "../../ground/files/index.ts";
import type { HornAnswer } from "../smt/index.ts";
import type { HornProcessAnswer, HornProcessRequest } from "./horn-process.ts";

/** Z3's memory may grow to 2 GiB, where it fails in various ways. */
const MEMORY_BYTES = 1_600_000_000;
/** The process ends by itself; one that does not is killed after this factor of its CPU seconds. */
const WALL_FACTOR = 10;
const MIN_WALL_SECONDS = 20;
/** With less time, the process could not even start. */
const START_SECONDS = 0.5;

/**
 * The script of the process: beside this file, or, when this file runs from source, in the build.
 */
const SCRIPT = fileURLToPath(
  new URL(
    import.meta.url.endsWith(".ts")
      ? "../../../dist/contestant/solver/horn-process.js"
      : "./horn-process.js",
    import.meta.url,
  ),
);

/** Starts its process at the first query, and another one when that has reached a limit. */
export class HornProcess {
  #running: RunningProcess | undefined;
  /** Resolves when earlier processes have ended. */
  #ended: Promise<void> = Promise.resolve();

  /** Waits for the answer; any failure is the answer "unknown". */
  solve(script: string, seconds: number): HornAnswer {
    if (this.#running === undefined && seconds < START_SECONDS) {
      return { kind: "unknown", reason: "time limit", cpuSeconds: 0 };
    }
    this.#running ??= startProcess();
    if (this.#running === undefined) {
      return { kind: "unknown", reason: "mkfifo failed", cpuSeconds: 0 };
    }
    const answer = asked(this.#running, { script, limitSeconds: seconds });
    if (answer === undefined) {
      this.#end();
      // It may have used all of its time.
      return { kind: "unknown", reason: "the process of Z3 has ended", cpuSeconds: seconds };
    }
    if (!answer.goesOn) this.#end();
    return { ...verdictOf(answer), cpuSeconds: answer.cpuSeconds };
  }

  /**
   * Ends the process, if there is one. The system knows its CPU time once the returned promise
   * resolves.
   */
  dispose(): Promise<void> {
    this.#end();
    return this.#ended;
  }

  #end(): void {
    if (this.#running === undefined) return;
    const { child, requests, answers } = this.#running;
    this.#running = undefined;
    closeSync(requests);
    closeSync(answers);
    child.ref();
    const end = new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve());
    });
    child.kill("SIGKILL");
    this.#ended = this.#ended.then(() => end);
  }
}

interface RunningProcess {
  readonly child: ChildProcess;
  readonly requests: number;
  readonly answers: number;
}

function startProcess(): RunningProcess | undefined {
  const [requests, answers] = [openPipe("write"), openPipe("read")];
  if (requests === undefined || answers === undefined) return undefined;
  const child = spawn(process.execPath, [SCRIPT, String(MEMORY_BYTES)], {
    stdio: [requests.read, answers.write, "ignore"],
  });
  child.on("error", () => undefined);
  child.unref();
  // From here on the end of the process is the end of the pipe.
  closeSync(requests.read);
  closeSync(answers.write);
  return { child, requests: requests.write, answers: answers.read };
}

/** Returns undefined when the process has ended, or does not answer in time. */
function asked(
  { requests, answers }: RunningProcess,
  request: HornProcessRequest,
): HornProcessAnswer | undefined {
  const end = Date.now() + Math.max(request.limitSeconds * WALL_FACTOR, MIN_WALL_SECONDS) * 1000;
  try {
    const bytes = Buffer.from(`${JSON.stringify(request)}\n`);
    for (let sent = 0; sent < bytes.length; ) {
      sent += whenReady(end, () => writeSync(requests, bytes, sent));
    }
    const received: Buffer[] = [];
    for (const chunk = Buffer.alloc(1 << 16); received.at(-1)?.at(-1) !== LINE_FEED; ) {
      const count = whenReady(end, () => readSync(answers, chunk));
      if (count === 0) return undefined;
      received.push(Buffer.from(chunk.subarray(0, count)));
    }
    return JSON.parse(Buffer.concat(received).toString("utf8")) as HornProcessAnswer;
  } catch {
    return undefined;
  }
}

const LINE_FEED = 10;
const MIN_PAUSE_MS = 0.5;
const MAX_PAUSE_MS = 10;
/** It never changes: waiting for it is sleeping. */
const NEVER = new Int32Array(new SharedArrayBuffer(4));

/** Tries again as long as the other end of a pipe is not ready; throws when that takes too long. */
function whenReady(end: number, transfer: () => number): number {
  for (let pause = MIN_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return transfer();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || Date.now() > end) throw error;
    }
    Atomics.wait(NEVER, 0, 0, pause);
  }
}

type Verdict =
  | { readonly kind: "solved"; readonly model: string }
  | { readonly kind: "no-solution" }
  | { readonly kind: "unknown"; readonly reason: string; readonly isAbsent?: boolean };

function verdictOf({ output, error, isAbsent = false }: HornProcessAnswer): Verdict {
  if (output === undefined) return { kind: "unknown", reason: error ?? "no answer", isAbsent };
  const text = output.trimStart();
  if (text.startsWith("unsat")) return { kind: "no-solution" };
  if (text.startsWith("sat")) return { kind: "solved", model: text.slice("sat".length) };
  return {
    kind: "unknown",
    reason: text.startsWith("unknown") ? "Z3 gave up" : text.slice(0, 200),
  };
}
