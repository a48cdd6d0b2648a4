/**
 * Two lanes in processes of their own: techniques that look for a violation
 * beside techniques that look for a proof. The first definite answer wins, and
 * the other lane is killed. CPU time is counted over all processes.
 */

import { type ChildProcess, fork } from "node:child_process";
import { bundledModule } from "../installation/index.ts";
import type { Lane } from "../techniques/index.ts";
import { defined } from "../util/defined.ts";
import { InputError } from "../util/errors.ts";
import {
  CONFIGURATION_LANES,
  type CpuClock,
  lastSeconds,
  reserveSeconds,
} from "../verifier/index.ts";

import type { LaneMessage, LaneOrder } from "./lane-process.ts";
import { killTree } from "./process-tree.ts";
import { runVerification } from "./run-verification.ts";
import type { VerificationReport } from "./verification-report.ts";
import type { VerificationJob } from "./worker.ts";

export interface PortfolioOptions {
  /** Cores that may be used; with one, techniques run one after the other. */
  readonly cores: number;
  /** Heap of all processes together. */
  readonly memoryBytes: number;
  /** Of the call. */
  readonly clock: CpuClock;
  readonly onProgress?: (message: string) => void;
  /** Ends everything; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface PortfolioReport {
  readonly report: VerificationReport;
  /** CPU seconds of the call in all processes, this one included. */
  readonly cpuSeconds: number;
}

/**
 * Verifies in the way that the cores allow. A limit that is reached is no error but the reason
 * of the verdict "unknown".
 * @throws InputError when program or property are faulty.
 */
export async function runPortfolio(
  job: VerificationJob,
  options: PortfolioOptions,
): Promise<PortfolioReport> {
  const lanes = CONFIGURATION_LANES[job.configuration] ?? [];
  if (options.cores >= 2 && lanes.length >= 2) return new Portfolio(job, options, lanes).run();
  const { clock, memoryBytes, signal } = options;
  const report = await runVerification(job, {
    memoryBytes,
    ...defined({ signal }),
    clock,
    endSeconds: lastSeconds(job.timeLimitSeconds),
    onProgress: (message) => options.onProgress?.(message),
  });
  return { report, cpuSeconds: clock.usedSeconds() };
}

/** What is known of a lane. */
interface LaneState {
  readonly lane: Lane;
  readonly child: ChildProcess;
  cpuSeconds: number;
  /** What it has told before its end. */
  known: Partial<VerificationReport>;
  /** Set when the lane has ended. */
  report: VerificationReport | undefined;
  hasEnded: boolean;
}

/** The folder of the build, and what a lane starts with. */
const BUILD = new URL("../", import.meta.url);
const LANE_PROCESS = new URL("./lane-process.js", import.meta.url);

/** How often the limit on CPU time is looked at. */
const WATCH_MILLISECONDS = 100;

class Portfolio {
  readonly #job: VerificationJob;
  readonly #options: PortfolioOptions;
  readonly #lanes: LaneState[];
  readonly #limitSeconds: number;
  #end: (outcome: PortfolioReport | Error) => void = () => undefined;
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(job: VerificationJob, options: PortfolioOptions, lanes: readonly Lane[]) {
    this.#job = job;
    this.#options = options;
    this.#limitSeconds = job.timeLimitSeconds - reserveSeconds(job.timeLimitSeconds);
    this.#lanes = lanes.map((lane) => ({
      lane,
      child: fork(bundledModule(LANE_PROCESS, BUILD), {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
        serialization: "advanced",
        execArgv: [],
      }),
      cpuSeconds: 0,
      known: {},
      report: undefined,
      hasEnded: false,
    }));
  }

  async run(): Promise<PortfolioReport> {
    const { signal } = this.#options;
    const abort = (): void => this.#end(asError(signal?.reason));
    const outcome = await new Promise<PortfolioReport | Error>((resolve) => {
      this.#end = resolve;
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort, { once: true });
      for (const state of this.#lanes) this.#start(state);
      this.#watch = setInterval(() => this.#checkLimit(), WATCH_MILLISECONDS);
    });
    clearInterval(this.#watch);
    signal?.removeEventListener("abort", abort);
    for (const { child } of this.#lanes) end(child);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  #start(state: LaneState): void {
    const { child, lane } = state;
    child.on("message", (message: LaneMessage) => this.#receive(state, message));
    child.on("error", (error) => this.#lost(state, error.message));
    child.on("exit", (code, signal) => this.#lost(state, `ended with ${signal ?? `code ${code}`}`));
    this.#send(child, {
      kind: "job",
      job: { ...this.#job, lane },
      memoryBytes: this.#options.memoryBytes / this.#lanes.length,
      allowanceSeconds: this.#limitSeconds / this.#lanes.length,
    });
  }

  #send(child: ChildProcess, order: LaneOrder): void {
    if (child.connected) child.send(order);
  }

  #receive(state: LaneState, message: LaneMessage): void {
    switch (message.kind) {
      case "progress":
        this.#options.onProgress?.(message.message);
        break;
      case "cpu":
        state.cpuSeconds = message.seconds;
        break;
      case "partial":
        state.known = { ...state.known, ...message.partial };
        break;
      case "decided":
        for (const other of this.#lanes) {
          if (other === state) continue;
          other.hasEnded = true;
          end(other.child);
        }
        break;
      case "lemmas":
        for (const other of this.#lanes) {
          if (other !== state && !other.hasEnded) this.#send(other.child, message);
        }
        break;
      case "result":
        state.cpuSeconds = message.cpuSeconds;
        this.#finished(state, message.report);
        break;
      case "input-error":
        this.#end(new InputError(message.diagnostics));
        break;
      case "failure":
        this.#end(new Error(message.message));
        break;
    }
  }

  #lost(state: LaneState, reason: string): void {
    if (state.hasEnded) return;
    const { techniques = [], strategy, questions } = state.known;
    this.#finished(state, {
      verdict: "unknown",
      reason: `${state.lane}: ${reason}`,
      techniques,
      ...defined({ strategy, questions }),
    });
  }

  #finished(state: LaneState, report: VerificationReport): void {
    state.hasEnded = true;
    state.report = report;
    end(state.child);
    if (report.verdict !== "unknown") {
      this.#end({ report: this.#withOthers(report, state), cpuSeconds: this.#cpuSeconds() });
      return;
    }
    const running = this.#lanes.filter(({ hasEnded }) => !hasEnded);
    if (running.length === 0) {
      this.#end({ report: this.#undecided(), cpuSeconds: this.#cpuSeconds() });
      return;
    }
    // What one lane has left over is the other's.
    const left = this.#limitSeconds - this.#cpuSeconds();
    for (const { child, cpuSeconds } of running) {
      this.#send(child, { kind: "allowance", seconds: cpuSeconds + left / running.length });
    }
  }

  /** The deciding report, with what the other lane had tried before. */
  #withOthers(report: VerificationReport, state: LaneState): VerificationReport {
    const others = this.#lanes.filter((other) => other !== state);
    const techniques = others.flatMap((other) => other.report?.techniques ?? []);
    return { ...report, techniques: [...techniques, ...report.techniques] };
  }

  #undecided(): VerificationReport {
    const reports = this.#lanes.flatMap(({ report }) => report ?? []);
    const reasons = reports.flatMap((report) => ("reason" in report ? [report.reason] : []));
    const strategy = reports.find((report) => report.strategy !== undefined)?.strategy;
    return {
      verdict: "unknown",
      reason: reasons.join("; ") || "time limit",
      techniques: reports.flatMap(({ techniques }) => techniques),
      ...defined({ strategy, questions: eitherAnswer(reports) }),
    };
  }

  #cpuSeconds(): number {
    return this.#lanes.reduce(
      (sum, { cpuSeconds }) => sum + cpuSeconds,
      this.#options.clock.usedSeconds(),
    );
  }

  /** Lanes end by themselves; who does not is ended here. */
  #checkLimit(): void {
    if (this.#cpuSeconds() < lastSeconds(this.#job.timeLimitSeconds)) return;
    for (const state of this.#lanes) if (!state.hasEnded) this.#lost(state, "time limit");
  }
}

/** Questions of both lanes: proved is what one of them proves. */
function eitherAnswer(
  reports: readonly VerificationReport[],
): VerificationReport["questions"] | undefined {
  const [first = [], ...others] = reports.flatMap(({ questions }) =>
    questions === undefined ? [] : [questions],
  );
  if (first.length === 0) return undefined;
  const all = [...first, ...others.flat()];
  const names = [...new Set(all.map(({ checks }) => checks.join()))];
  return names.flatMap((name) => {
    const same = all.filter(({ checks }) => checks.join() === name);
    return same.find(({ verdict }) => verdict === "true") ?? same[0] ?? [];
  });
}

/** With the processes that it has started. */
function end({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) killTree(pid);
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
