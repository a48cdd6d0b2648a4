/**
 * A thread that watches the limits of work in the main thread, which does not check them itself.
 */
import { Worker } from "node:worker_threads";

/** Interval at which it checks the process's use. */
const WATCH_MILLISECONDS = 50;
/** Share of the memory limit: the process grows between two checks. */
export const MEMORY_SHARE = 0.95;

interface WatchedLimits {
  readonly memoryBytes: number;
  /** CPU seconds of the process, plus those of others that were charged. */
  readonly endSeconds: number;
}

/** Numbers in memory that both threads share. */
interface SharedNumbers {
  /** [0]: CPU seconds of other processes. */
  readonly charged: Float64Array;
  /** [0]: the limit that was reached, 0 for none. */
  readonly reached: Int32Array;
}

const REASONS = ["out of memory", "time limit"] as const;

export class WorkWatch {
  readonly #limits: WatchedLimits;
  readonly #shared: SharedNumbers = {
    charged: new Float64Array(new SharedArrayBuffer(8)),
    reached: new Int32Array(new SharedArrayBuffer(4)),
  };
  #thread: Worker | undefined;
  #isOver = false;

  constructor(limits: WatchedLimits) {
    this.#limits = limits;
  }

  /** Starts watching: when a limit has been reached, the process is sent SIGINT again and again. */
  start(): void {
    // The clock of the call continues when the work is over.
    if (this.#isOver) return;
    // Text, since the thread loads nothing else: modules would take it a third of its time.
    this.#thread ??= new Worker(`(${look.toString()})(require("node:worker_threads").workerData)`, {
      eval: true,
      // It is a script, independent of the type of the program's own text.
      execArgv: [],
      workerData: {
        ...this.#limits,
        ...this.#shared,
        milliseconds: WATCH_MILLISECONDS,
        memoryShare: MEMORY_SHARE,
      } satisfies LookData,
    });
    // Without the thread, work that checks its own time still ends.
    this.#thread.on("error", () => undefined);
    this.#thread.unref();
  }

  /** Adds CPU seconds of other processes. */
  charge(seconds: number): void {
    this.#shared.charged[0] = (this.#shared.charged[0] as number) + seconds;
  }

  /** Returns the limit that was reached. */
  reached(): (typeof REASONS)[number] | undefined {
    return REASONS[Atomics.load(this.#shared.reached, 0) - 1];
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#thread?.terminate();
  }
}

type LookData = WatchedLimits &
  SharedNumbers & { readonly milliseconds: number; readonly memoryShare: number };

/** The function of the thread; it uses only its argument. */
function look({ memoryBytes, endSeconds, charged, reached, ...how }: LookData): void {
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const usedSeconds = (user + system) / 1e6 + (charged[0] as number);
    const isTooLarge = process.memoryUsage.rss() > memoryBytes * how.memoryShare;
    if (!isTooLarge && usedSeconds < endSeconds) return;
    Atomics.compareExchange(reached, 0, 0, isTooLarge ? 1 : 2);
    process.kill(process.pid, "SIGINT");
  }, how.milliseconds);
}
