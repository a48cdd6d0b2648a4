/**
 * The process of the helper: it follows the plan in a thread, from what is longest on, and reports to
 * the process that started it, which may raise its allowance or kill it.
 */
import { setPriority } from "node:os";
import { InputError } from "../util/errors.ts";
import { CpuClock } from "../verifier/index.ts";
import type { News } from "./news.ts";
import { childrenOf, killTree } from "./process-tree.ts";
import { runVerification } from "./run-verification.ts";
import type { VerificationReport } from "./verification-report.ts";
import type { PartnerJob } from "./worker.ts";

/** What the starting process sends. */
export type HelperOrder =
  | {
      readonly kind: "job";
      readonly job: Omit<PartnerJob, "allowance">;
      readonly memoryBytes: number;
      readonly allowanceSeconds: number;
      /** What the leader has told before there was a helper. */
      readonly news: readonly News[];
    }
  | { readonly kind: "allowance"; readonly seconds: number }
  | { readonly kind: "news"; readonly news: News };

/** What the helper sends. */
export type HelperMessage =
  | { readonly kind: "progress"; readonly message: string }
  | { readonly kind: "used"; readonly cpuSeconds: number; readonly memoryBytes: number }
  | { readonly kind: "decided" }
  | { readonly kind: "partial"; readonly partial: Partial<VerificationReport> }
  | { readonly kind: "news"; readonly news: News }
  | { readonly kind: "result"; readonly report: VerificationReport; readonly cpuSeconds: number }
  | { readonly kind: "input-error"; readonly diagnostics: InputError["diagnostics"] }
  | { readonly kind: "failure"; readonly message: string };

const REPORT_MILLISECONDS = 100;

/** All that this process uses belongs to the call. */
const HELPER_NICENESS = 10;
const clock = new CpuClock();

const allowance = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));

/** Tells the thread what the leader has told. */
let tellThread: (news: News) => void = () => undefined;

function send(message: HelperMessage): void {
  process.send?.(message);
}

// What the leader does in the background of its thread, such as compiling, comes first.
setPriority(HELPER_NICENESS);

async function run(order: Extract<HelperOrder, { kind: "job" }>): Promise<void> {
  const { job, memoryBytes, news } = order;
  try {
    const report = await runVerification({ ...job, allowance } satisfies PartnerJob, {
      memoryBytes,
      clock,
      onProgress: (message) => send({ kind: "progress", message }),
      onPartial: (partial) => send({ kind: "partial", partial }),
      onDecided: () => send({ kind: "decided" }),
      onNews: (own) => send({ kind: "news", news: own }),
      onStart: (tell) => {
        tellThread = tell;
        for (const earlier of news) tell(earlier);
      },
    });
    send({ kind: "result", report, cpuSeconds: clock.usedSeconds() });
  } catch (error) {
    if (error instanceof InputError) {
      send({ kind: "input-error", diagnostics: error.diagnostics });
    } else {
      const { message, stack } = error as Error;
      send({ kind: "failure", message: stack ?? message });
    }
  }
}

process.on("message", (order: HelperOrder) => {
  if (order.kind === "news") {
    tellThread(order.news);
    return;
  }
  if (order.kind === "allowance") {
    allowance[0] = order.seconds;
    return;
  }
  allowance[0] = order.allowanceSeconds;
  setInterval(
    () =>
      send({
        kind: "used",
        cpuSeconds: clock.usedSeconds(),
        memoryBytes: process.memoryUsage.rss(),
      }),
    REPORT_MILLISECONDS,
  ).unref();
  void run(order);
});
// Who started the helper is gone: nobody waits for the answer. The thread may wait for a process of its own.
process.on("disconnect", () => {
  for (const child of childrenOf(process.pid)) killTree(child);
  process.exit(1);
});
