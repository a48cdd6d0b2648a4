/**
 * Separates measuring from coordinating: runs are executed by processes of their own, as many as
 * there are simultaneous runs. Work that keeps the coordinator busy, such as a large file, or a
 * stop of it, affects no limit.
 */
import { type ChildProcess, fork, type StdioOptions } from "node:child_process";
import { bundledModule } from "../../../ground/installation/index.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import { isAbandoned, sweepGroups } from "../measuring/cgroup-sweep.ts";
import type { ExecutionHost } from "../measuring/execution-host.ts";
import { sweepMarkedProcesses } from "../measuring/process-accounting.ts";
import type { RunRequest } from "../sandbox/run-request.ts";
import type { RunMeasurement } from "./run-command.ts";

/** Messages from the coordinator. */
export type SupervisorOrder =
  | { readonly kind: "run"; readonly request: RunRequest; readonly host: ExecutionHost }
  | { readonly kind: "abort" };

/** Messages from the supervisor, one for each run. */
export type SupervisorMessage =
  | { readonly kind: "measured"; readonly measurement: RunMeasurement }
  | {
      readonly kind: "failed";
      /** Undefined: a fault of Agon, and the message is its stack trace. */
      readonly code: string | undefined;
      readonly message: string;
      readonly hint: string | undefined;
    };

/** Time between two checks whether a run is still valid; see `RunRequest.check`. */
const CHECK_MS = 500;
/**
 * Time that a run may take beyond its wall time: its start, its end and the end of many processes.
 */
const PATIENCE_MS = 150_000;

export class Supervisors {
  readonly #idle: ChildProcess[] = [];
  readonly #all = new Set<ChildProcess>();

  /**
   * As `runCommand`, in another process.
   * @throws PlatformError `ERR_SUPERVISOR_LOST` when that process has died, or is silent for too
   * long.
   */
  async run(
    { check, ...request }: RunRequest,
    host: ExecutionHost,
    signal?: AbortSignal,
  ): Promise<RunMeasurement> {
    signal?.throwIfAborted();
    const child = this.#idle.pop() ?? this.#start();
    const { promise, settle } = answerOf(child);
    let fault: unknown;
    const abort = (): void => {
      if (child.connected) child.send({ kind: "abort" } satisfies SupervisorOrder);
    };
    const giveUp = (error: unknown): void => {
      fault ??= error;
      abort();
    };
    const onAbort = (): void => giveUp(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    const checking = setInterval(() => {
      try {
        check?.();
      } catch (error) {
        giveUp(error);
      }
    }, CHECK_MS);
    const silence = watchSilence(request.limits.wallTimeSeconds * 1000 + PATIENCE_MS, () =>
      settle(lost("was silent for too long")),
    );
    try {
      child.send({ kind: "run", request, host } satisfies SupervisorOrder);
      const answer = await promise;
      if (answer instanceof Error) {
        child.kill("SIGKILL");
        // Its namespaces die with it; left-overs are removed as at every start.
        await sweepAfter(child, host);
        throw fault ?? answer;
      }
      this.#idle.push(child);
      if (fault !== undefined) throw fault;
      if (answer.kind === "measured") return answer.measurement;
      throw failure(answer);
    } finally {
      clearInterval(checking);
      clearTimeout(silence);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Ends the processes and their runs. */
  close(): void {
    for (const child of this.#all) if (child.connected) child.disconnect();
  }

  #start(): ChildProcess {
    const module = bundledModule(
      new URL("./supervisor-process.js", import.meta.url),
      new URL("../../../", import.meta.url),
    );
    // The process does not use the network; reading certificates would more than double the time of
    // its start.
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
    const stdio: StdioOptions = ["ignore", 2, 2, "ipc"];
    // In a session of its own, which can have precedence over others.
    const child = fork(module, { serialization: "advanced", stdio, env, detached: true });
    this.#all.add(child);
    child.on("error", () => undefined);
    child.on("exit", () => {
      this.#all.delete(child);
      const place = this.#idle.indexOf(child);
      if (place >= 0) this.#idle.splice(place, 1);
    });
    return child;
  }
}

interface Answer {
  readonly promise: Promise<SupervisorMessage | Error>;
  settle(answer: Error): void;
}

/** The next message, or the reason for its absence. */
function answerOf(child: ChildProcess): Answer {
  let settle: (answer: SupervisorMessage | Error) => void = () => undefined;
  const promise = new Promise<SupervisorMessage | Error>((resolve) => {
    settle = resolve;
  });
  const onMessage = (message: unknown): void => settle(message as SupervisorMessage);
  const onExit = (): void => settle(lost("has died"));
  child.once("message", onMessage);
  child.once("exit", onExit);
  void promise.then(() => {
    child.off("message", onMessage);
    child.off("exit", onExit);
  });
  return { promise, settle };
}

/** After this process was stopped, timers fire first: the answer may have arrived already. */
function watchSilence(milliseconds: number, onSilence: () => void): NodeJS.Timeout | undefined {
  if (!Number.isFinite(milliseconds)) return undefined;
  const longest = 2 ** 31 - 1;
  return setTimeout(() => setTimeout(onSilence, 1000).unref(), Math.min(milliseconds, longest));
}

function lost(how: string): PlatformError {
  return new PlatformError("ERR_SUPERVISOR_LOST", `the process that measured a run ${how}`, {
    hint: "look for what kills or stops processes on this machine (dmesg, out of memory)",
  });
}

function failure({ code, message, hint }: Extract<SupervisorMessage, { kind: "failed" }>): Error {
  if (code === undefined) return new Error(message);
  return new PlatformError(code, message, hint === undefined ? {} : { hint });
}

async function sweepAfter(child: ChildProcess, host: ExecutionHost): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise<void>((resolve) => child.once("exit", () => resolve()));
  }
  if (host.cgroups !== undefined) await sweepGroups(host.cgroups);
  sweepMarkedProcesses(isAbandoned);
}
