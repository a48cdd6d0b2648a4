/**
 * A portfolio of one or two threads. The leader follows the order of a single core; the helper
 * takes other attempts of the same plan at the same time (contestant/plan/partner.ts). The first
 * definite answer wins, and ends the other thread. Both belong to this process, so that no second
 * process has to start, and WebAssembly is compiled once.
 */
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { defined } from "../../ground/util/defined.ts";
import { InputError } from "../../ground/util/errors.ts";
import { type CpuClock, lastSeconds, reserveSeconds } from "../call/index.ts";
import type { Partner } from "../plan/index.ts";
import { childrenOfThread, killTree } from "./process-tree.ts";
import { reportSoFar, runVerification } from "./run-verification.ts";
import { SharedWork } from "./shared-work.ts";
import type { PartnerJob, VerificationJob } from "./verification-job.ts";
import type { VerificationReport } from "./verification-report.ts";

export interface PortfolioOptions {
  /** Number of cores; with one, techniques run one after the other. */
  readonly cores: number;
  /** Heap of all processes together. */
  readonly memoryBytes: number;
  /** Clock of the call. */
  readonly clock: CpuClock;
  readonly onProgress?: (message: string) => void;
  /** Whether the caller only waits: this thread may then do the work. */
  readonly waits?: boolean;
  /** Ends everything; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface PortfolioReport {
  readonly report: VerificationReport;
  /** CPU seconds of the call in all processes, this one included. */
  readonly cpuSeconds: number;
}

/**
 * Verifies with the available cores. When a limit is reached, the verdict is "unknown" with the
 * reason.
 * @throws InputError when program or property are faulty.
 */
export async function runPortfolio(
  job: VerificationJob,
  options: PortfolioOptions,
): Promise<PortfolioReport> {
  const { clock, cores, waits = false, signal } = options;
  const report =
    cores >= 2
      ? await new Portfolio(job, options).run()
      : await runVerification(job, {
          ...threadOptions(job, options),
          waits: waits && signal === undefined,
        });
  return { report, cpuSeconds: clock.usedSeconds() };
}

function threadOptions(
  job: VerificationJob,
  options: PortfolioOptions,
): Parameters<typeof runVerification>[1] {
  const { clock, memoryBytes, onProgress, signal } = options;
  return {
    memoryBytes,
    clock,
    endSeconds: lastSeconds(job.timeLimitSeconds),
    ...defined({ signal }),
    onProgress: (message: string) => onProgress?.(message),
  };
}

/** The state of one of the threads. */
interface Member {
  readonly role: Partner["role"];
  readonly end: AbortController;
  known: Partial<VerificationReport>;
  /** Its id, under which the processes that it starts are found. */
  thread?: string;
  /** Set when it has ended. */
  report?: VerificationReport;
}

/** Share of the memory; when the process uses more, the helper ends. */
const HELPER_MEMORY_SHARE = 2 / 3;

class Portfolio {
  readonly #job: VerificationJob;
  readonly #options: PortfolioOptions;
  readonly #work: SharedWork;
  readonly #leader: Member = { role: "leader", end: new AbortController(), known: {} };
  readonly #helper: Member = { role: "helper", end: new AbortController(), known: {} };
  #end: (outcome: VerificationReport | Error) => void = () => undefined;

  constructor(job: VerificationJob, options: PortfolioOptions) {
    this.#job = job;
    this.#options = options;
    this.#work = new SharedWork(job.timeLimitSeconds - reserveSeconds(job.timeLimitSeconds));
  }

  async run(): Promise<VerificationReport> {
    const { signal } = this.#options;
    const abort = (): void => this.#end(asError(signal?.reason));
    const outcome = await new Promise<VerificationReport | Error>((resolve) => {
      this.#end = resolve;
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort, { once: true });
      const { port1, port2 } = new MessageChannel();
      void this.#start(this.#leader, port1);
      void this.#start(this.#helper, port2);
    });
    signal?.removeEventListener("abort", abort);
    this.#stop(this.#leader);
    this.#stop(this.#helper);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  async #start(member: Member, port: MessagePort): Promise<void> {
    const { role, end } = member;
    const isHelper = role === "helper";
    const { seed } = this.#job;
    const { memory } = this.#work;
    const { memoryBytes, ...options } = threadOptions(this.#job, this.#options);
    const job: PartnerJob = {
      ...this.#job,
      // Its random numbers differ from the leader's.
      seed: isHelper ? seed + 1 : seed,
      part: { role, memory, port },
    };
    try {
      const report = await runVerification(job, {
        ...options,
        memoryBytes: isHelper ? memoryBytes * HELPER_MEMORY_SHARE : memoryBytes,
        ports: [port],
        signal: end.signal,
        onPartial: (partial) => {
          member.known = { ...member.known, ...partial };
        },
        onDecided: () => {
          // Where both have decided, the first one counts.
          if (!end.signal.aborted) this.#stop(isHelper ? this.#leader : this.#helper);
        },
        onThread: (thread) => {
          member.thread = thread;
        },
      });
      this.#finished(member, report);
    } catch (error) {
      // An error in the helper stops only the helper.
      const isOver = end.signal.aborted || (isHelper && !(error instanceof InputError));
      if (isOver) this.#finished(member, reportSoFar(job, member.known, asError(error).message));
      else this.#end(asError(error));
    }
  }

  /** The other thread is not awaited once there is an answer. */
  #finished(member: Member, report: VerificationReport): void {
    member.report = report;
    delete member.thread;
    this.#work.leave(member.role);
    const other = member === this.#leader ? this.#helper : this.#leader;
    if (isFinal(report)) this.#end(withTechniquesOf(other, report));
    else if (other.report !== undefined) this.#end(this.#leaderReport());
  }

  /** When both have ended: the answer is that of the leader, with the attempts of both. */
  #leaderReport(): VerificationReport {
    const { report, known } = this.#leader;
    return withTechniquesOf(this.#helper, report ?? reportSoFar(this.#job, known, "no answer"));
  }

  /** Its child processes end with it: it may be waiting for one of them. */
  #stop({ role, end, thread }: Member): void {
    end.abort();
    this.#work.leave(role);
    if (thread === undefined) return;
    for (const child of childrenOfThread(thread)) killTree(child);
  }
}

/** Adds the attempts of the other thread. */
function withTechniquesOf({ known }: Member, report: VerificationReport): VerificationReport {
  const { techniques = [], strategy } = known;
  return {
    ...report,
    techniques: [...techniques, ...report.techniques],
    ...defined({ strategy: report.strategy ?? strategy }),
  };
}

/**
 * Whether the report ends the call. A contradiction between two techniques does, too: after it no
 * verdict of Agon about the program counts.
 */
function isFinal({ verdict, techniques }: VerificationReport): boolean {
  return (
    verdict !== "unknown" ||
    techniques.some(({ secondOpinion }) => secondOpinion?.kind === "contradicted")
  );
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
