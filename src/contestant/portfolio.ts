/**
 * One process, or two. The leader is a thread of this process and does what it does on one core,
 * so that no answer comes later; the helper is a process that starts when there is no answer soon,
 * and takes what is longest of the same plan (verifier/partner.ts). The first definite answer
 * wins, and nothing else is waited for. CPU time is counted over all processes.
 */

import { type ChildProcess, fork } from "node:child_process";
import { bundledModule } from "../installation/index.ts";
import { defined } from "../util/defined.ts";
import { InputError } from "../util/errors.ts";
import { type CpuClock, lastSeconds, reserveSeconds } from "../verifier/index.ts";

import type { HelperMessage, HelperOrder } from "./helper-process.ts";
import type { News } from "./news.ts";
import { childrenOfThread, killTree } from "./process-tree.ts";
import { reportSoFar, runVerification } from "./run-verification.ts";
import type { VerificationReport } from "./verification-report.ts";
import type { PartnerJob, VerificationJob } from "./worker.ts";

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
  const { clock, cores } = options;
  const report =
    cores >= 2
      ? await new Portfolio(job, options).run()
      : await runVerification(job, threadOptions(job, options));
  return { report, cpuSeconds: clock.usedSeconds() };
}

function threadOptions(
  job: VerificationJob,
  options: PortfolioOptions,
): Parameters<typeof runVerification>[1] {
  const { clock, memoryBytes, onProgress, signal } = options;
  return {
    ...{ memoryBytes, clock, endSeconds: lastSeconds(job.timeLimitSeconds) },
    ...defined({ signal }),
    onProgress: (message: string) => onProgress?.(message),
  };
}

/** What is known of the helper. */
interface Helper {
  readonly child: ChildProcess;
  cpuSeconds: number;
  /** CPU seconds when its attempt has taken all that it may. */
  promisedSeconds: number;
  /** What it has told before its end. */
  known: Partial<VerificationReport>;
}

/** The folder of the build, and what a helper starts with. */
const BUILD = new URL("../", import.meta.url);
const HELPER_PROCESS = new URL("./helper-process.js", import.meta.url);

/** The easiest programs are decided before another process has started. */
const HEAD_START_MILLISECONDS = 100;
/** Of the memory: what the helper may use. */
const HELPER_MEMORY_SHARE = 1 / 3;
/** Of the CPU time: what the helper may use while the leader runs, so that what that decides in the rest is decided all the same. */
const HELPER_TIME_SHARE = 1 / 3;
/** Of the CPU time: for less than this no helper starts, since most is the leader's attempt. */
const MIN_HELPER_SHARE = 1 / 4;

class Portfolio {
  readonly #job: VerificationJob;
  readonly #options: PortfolioOptions;
  readonly #limitSeconds: number;
  /** CPU seconds that the leader may use. */
  readonly #allowance = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  /** CPU seconds of the leader when its attempt has taken all that it may. */
  #leaderPromised = 0;
  /** Ends the leader. */
  readonly #leaderEnd = new AbortController();
  #leaderKnown: Partial<VerificationReport> = {};
  /** Set when the leader has ended without an answer. */
  #leaderReport: VerificationReport | undefined;
  /** Where the processes that the leader starts are found. */
  #leaderThread: string | undefined;
  #tellLeader: (news: News) => void = () => undefined;
  /** What the leader has told, for a helper that starts later. */
  readonly #told: News[] = [];
  /** Set when the head start is over and there has been no helper yet. */
  #isHelperDue = false;
  #helper: Helper | undefined;
  /** Of a helper that has ended. */
  #helperTechniques: VerificationReport["techniques"] = [];
  #end: (outcome: VerificationReport | Error) => void = () => undefined;

  constructor(job: VerificationJob, options: PortfolioOptions) {
    this.#job = job;
    this.#options = options;
    this.#limitSeconds = job.timeLimitSeconds - reserveSeconds(job.timeLimitSeconds);
    this.#allowance[0] = this.#limitSeconds;
  }

  async run(): Promise<VerificationReport> {
    const { signal } = this.#options;
    const abort = (): void => this.#end(asError(signal?.reason));
    const headStart = setTimeout(() => {
      this.#isHelperDue = true;
      this.#helpIfDue();
    }, HEAD_START_MILLISECONDS);
    const outcome = await new Promise<VerificationReport | Error>((resolve) => {
      this.#end = resolve;
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort, { once: true });
      void this.#lead(headStart);
    });
    signal?.removeEventListener("abort", abort);
    this.#endLeader();
    this.#endHelper();
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  async #lead(headStart: NodeJS.Timeout): Promise<void> {
    const job: PartnerJob = { ...this.#job, role: "leader", allowance: this.#allowance };
    try {
      const report = await runVerification(job, {
        ...threadOptions(job, this.#options),
        signal: this.#leaderEnd.signal,
        onPartial: (partial) => {
          this.#leaderKnown = { ...this.#leaderKnown, ...partial };
        },
        onDecided: () => {
          clearTimeout(headStart);
          this.#endHelper();
        },
        onNews: (news) => this.#fromLeader(news),
        onThread: (thread) => {
          this.#leaderThread = thread;
        },
        onStart: (tell) => {
          this.#tellLeader = tell;
        },
      });
      this.#leaderFinished(report);
    } catch (error) {
      if (!this.#leaderEnd.signal.aborted) this.#end(asError(error));
    } finally {
      clearTimeout(headStart);
      this.#leaderThread = undefined;
    }
  }

  #fromLeader(news: News): void {
    this.#told.push(news);
    this.#send({ kind: "news", news });
    if (news.kind !== "attempt") return;
    const { kind, seconds } = news.attempt;
    this.#leaderPromised = kind === "started" ? this.#leaderSeconds() + seconds : 0;
    this.#send({ kind: "allowance", seconds: this.#helperLimit() });
    this.#helpIfDue();
  }

  /**
   * Who tells nothing has nothing to share. Where unrolling once is complete, or one technique is asked for, its attempt may take
   * most of the time, and a helper would only take the rest of it from what decides.
   */
  #helpIfDue(): void {
    if (!this.#isHelperDue || this.#told.length === 0) return;
    if (this.#helperLimit() > this.#limitSeconds * MIN_HELPER_SHARE) this.#startHelper();
  }

  #leaderFinished(report: VerificationReport): void {
    if (isFinal(report) || this.#helper === undefined) {
      this.#end(this.#withHelper(report));
      return;
    }
    this.#leaderReport = report;
    // What the leader has left over is the helper's.
    this.#send({ kind: "allowance", seconds: this.#helperLimit() });
  }

  #startHelper(): void {
    this.#isHelperDue = false;
    const child = fork(bundledModule(HELPER_PROCESS, BUILD), {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      serialization: "advanced",
      execArgv: [],
    });
    const helper: Helper = {
      ...{ child, cpuSeconds: 0, promisedSeconds: 0, known: {} },
    };
    this.#helper = helper;
    child.on("message", (message: HelperMessage) => this.#fromHelper(helper, message));
    child.on("error", (error) => this.#lost(helper, error.message));
    child.on("exit", (code, signal) =>
      this.#lost(helper, `ended with ${signal ?? `code ${code}`}`),
    );
    this.#send({
      kind: "job",
      // Random numbers are others than the leader's.
      job: { ...this.#job, role: "helper", seed: this.#job.seed + 1 },
      memoryBytes: this.#options.memoryBytes * HELPER_MEMORY_SHARE,
      allowanceSeconds: this.#helperLimit(),
      news: this.#told,
    });
  }

  /** CPU seconds of the leader. */
  #leaderSeconds(): number {
    return this.#options.clock.usedSeconds() - (this.#helper?.cpuSeconds ?? 0);
  }

  get #isHelperAlone(): boolean {
    return this.#leaderReport !== undefined || this.#leaderEnd.signal.aborted;
  }

  /** CPU seconds that the helper may use. */
  #helperLimit(): number {
    const limit = this.#limitSeconds;
    if (this.#isHelperAlone) return limit - this.#leaderSeconds();
    const promised = Math.max(this.#leaderSeconds(), this.#leaderPromised);
    return Math.min(limit * HELPER_TIME_SHARE, limit - promised);
  }

  /** The leader keeps what the helper neither has used nor may use for what it has begun. */
  #allowLeader({ cpuSeconds, promisedSeconds }: Helper): void {
    const most = Math.min(promisedSeconds, this.#limitSeconds * HELPER_TIME_SHARE);
    this.#allowance[0] = this.#limitSeconds - Math.max(cpuSeconds, most);
  }

  #send(order: HelperOrder): void {
    const child = this.#helper?.child;
    if (child?.connected) child.send(order);
  }

  #fromHelper(helper: Helper, message: HelperMessage): void {
    if (helper !== this.#helper) return;
    switch (message.kind) {
      case "progress":
        this.#options.onProgress?.(message.message);
        break;
      case "used":
        this.#charge(helper, message.cpuSeconds);
        this.#checkLimits(helper, message.memoryBytes);
        break;
      case "partial":
        helper.known = { ...helper.known, ...message.partial };
        break;
      case "decided":
        this.#endLeader();
        break;
      case "news":
        if (message.news.kind === "attempt") {
          const { kind, seconds } = message.news.attempt;
          helper.promisedSeconds = kind === "started" ? helper.cpuSeconds + seconds : 0;
          this.#allowLeader(helper);
        }
        this.#tellLeader(message.news);
        break;
      case "result":
        this.#charge(helper, message.cpuSeconds);
        helper.known = message.report;
        if (isFinal(message.report)) this.#end(this.#withLeader(message.report));
        else this.#lost(helper, "undecided");
        break;
      case "input-error":
        this.#end(new InputError(message.diagnostics));
        break;
      case "failure":
        this.#end(new Error(message.message));
        break;
    }
  }

  #charge(helper: Helper, cpuSeconds: number): void {
    this.#options.clock.charge(cpuSeconds - helper.cpuSeconds);
    helper.cpuSeconds = cpuSeconds;
    this.#allowLeader(helper);
  }

  /** What is too much for both together ends the helper. */
  #checkLimits(helper: Helper, memoryBytes: number): void {
    const { clock, memoryBytes: allMemory } = this.#options;
    const isOver = clock.usedSeconds() > lastSeconds(this.#job.timeLimitSeconds);
    if (isOver || (!this.#isHelperAlone && helper.cpuSeconds > this.#helperLimit())) {
      this.#lost(helper, "time limit");
    } else if (!this.#isHelperAlone && memoryBytes + process.memoryUsage.rss() > allMemory) {
      this.#lost(helper, "out of memory");
    }
  }

  /** What it has told before counts. */
  #lost(helper: Helper, reason: string): void {
    if (helper !== this.#helper) return;
    this.#endHelper();
    this.#allowLeader({ ...helper, promisedSeconds: 0 });
    const report = reportSoFar(this.#job, helper.known, reason);
    if (isFinal(report)) this.#end(this.#withLeader(report));
    else if (this.#leaderReport !== undefined) this.#end(this.#withHelper(this.#leaderReport));
  }

  /** What it has begun ends with it: it may wait for a process in vain. */
  #endLeader(): void {
    this.#leaderEnd.abort();
    if (this.#leaderThread === undefined) return;
    for (const child of childrenOfThread(this.#leaderThread)) killTree(child);
  }

  #endHelper(): void {
    const helper = this.#helper;
    this.#helper = undefined;
    if (helper === undefined) return;
    this.#helperTechniques = helper.known.techniques ?? [];
    const { pid, exitCode, signalCode } = helper.child;
    if (pid !== undefined && exitCode === null && signalCode === null) killTree(pid);
  }

  /** The leader's answer, with what the helper has tried before. */
  #withHelper(report: VerificationReport): VerificationReport {
    return { ...report, techniques: [...this.#helperTechniques, ...report.techniques] };
  }

  /** The helper's answer, with what the leader has tried before. */
  #withLeader(report: VerificationReport): VerificationReport {
    const { techniques = [], strategy } = this.#leaderReport ?? this.#leaderKnown;
    return {
      ...report,
      techniques: [...techniques, ...report.techniques],
      ...defined({ strategy: strategy ?? report.strategy }),
    };
  }
}

/** Also a contradiction between two techniques: after it nothing that Agon says of the program counts. */
function isFinal({ verdict, techniques }: VerificationReport): boolean {
  return (
    verdict !== "unknown" ||
    techniques.some(({ secondOpinion }) => secondOpinion?.kind === "contradicted")
  );
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
