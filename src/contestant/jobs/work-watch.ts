/** A thread that looks at the limits of work in the main thread, which looks at nothing else while it works. */
import { Worker } from "node:worker_threads";

/** How often it looks at what the process has used. */
const WATCH_MILLISECONDS = 50;
/** Of the memory: it grows between two looks. */
export const MEMORY_SHARE = 0.95;

interface WatchedLimits {
  readonly memoryBytes: number;
  /** CPU seconds of the process and, together with them, of others that were charged. */
  readonly endSeconds: number;
}

/** In memory that both threads share. */
interface SharedNumbers {
  /** [0]: CPU seconds of other processes. */
  readonly charged: Float64Array;
  /** [0]: which limit has been reached, 0 for none. */
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

  /** From now on the process is sent SIGINT, again and again, when a limit has been reached. */
  start(): void {
    // The clock of the call goes on when the work is over.
    if (this.#isOver) return;
    // Text, since the thread loads nothing else: modules would take it a third of its time.
    this.#thread ??= new Worker(`(${look.toString()})(require("node:worker_threads").workerData)`, {
      eval: true,
      // It is a script, whatever the program's own text is.
      execArgv: [],
      workerData: {
        ...this.#limits,
        ...this.#shared,
        milliseconds: WATCH_MILLISECONDS,
        memoryShare: MEMORY_SHARE,
      } satisfies LookData,
    });
    // Without it, what looks at its own time still ends by itself.
    this.#thread.on("error", () => undefined);
    this.#thread.unref();
  }

  /** What the process has not used itself. */
  charge(seconds: number): void {
    this.#shared.charged[0] = (this.#shared.charged[0] as number) + seconds;
  }

  /** The limit that has been reached. */
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

/** What the thread does; it knows nothing but its argument. */
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
