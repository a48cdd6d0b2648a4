/**
 * The process of one lane: it runs its techniques in a thread, and reports to
 * the process that started it, which may raise its allowance or kill it.
 */
import { InputError } from "../util/errors.ts";
import { Budget } from "../verifier/budget.ts";
import type { Invariant } from "../witness/index.ts";
import { LimitReached, runInWorker } from "./run-in-worker.ts";
import type { VerificationReport } from "./verification-report.ts";
import type { LaneJob } from "./worker.ts";

/** What the starting process sends. */
export type LaneOrder =
  | {
      readonly kind: "job";
      readonly job: Omit<LaneJob, "allowance">;
      readonly memoryBytes: number;
      readonly allowanceSeconds: number;
    }
  | { readonly kind: "allowance"; readonly seconds: number }
  | { readonly kind: "lemmas"; readonly invariants: readonly Invariant[] };

/** What the lane sends. */
export type LaneMessage =
  | { readonly kind: "progress"; readonly message: string }
  | { readonly kind: "cpu"; readonly seconds: number }
  | { readonly kind: "decided" }
  | { readonly kind: "lemmas"; readonly invariants: readonly Invariant[] }
  | { readonly kind: "result"; readonly report: VerificationReport; readonly cpuSeconds: number }
  | { readonly kind: "input-error"; readonly diagnostics: InputError["diagnostics"] }
  | { readonly kind: "failure"; readonly message: string; readonly code: string | undefined };

const REPORT_MILLISECONDS = 100;

const allowance = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));

/** Tells the thread what the other lane has found. */
let tellThread: (invariants: readonly Invariant[]) => void = () => undefined;

function send(message: LaneMessage): void {
  process.send?.(message);
}

async function run({ job, memoryBytes }: Extract<LaneOrder, { kind: "job" }>): Promise<void> {
  try {
    const report = await runInWorker<VerificationReport>(
      new URL("./worker.js", import.meta.url),
      { ...job, allowance } satisfies LaneJob,
      {
        memoryBytes,
        onProgress: (message) => send({ kind: "progress", message }),
        onDecided: () => send({ kind: "decided" }),
        onLemmas: (invariants) => send({ kind: "lemmas", invariants }),
        onStart: (tell) => {
          tellThread = tell;
        },
      },
    );
    send({ kind: "result", report, cpuSeconds: Budget.used() });
  } catch (error) {
    if (error instanceof InputError) {
      send({ kind: "input-error", diagnostics: error.diagnostics });
    } else {
      const { message, stack, code } = error as Error & { code?: string };
      const isLimit = error instanceof LimitReached;
      send({ kind: "failure", message: isLimit ? message : (stack ?? message), code });
    }
  }
}

process.on("message", (order: LaneOrder) => {
  if (order.kind === "lemmas") {
    tellThread(order.invariants);
    return;
  }
  if (order.kind === "allowance") {
    allowance[0] = order.seconds;
    return;
  }
  allowance[0] = order.allowanceSeconds;
  setInterval(() => send({ kind: "cpu", seconds: Budget.used() }), REPORT_MILLISECONDS).unref();
  void run(order);
});
// Who started the lane is gone: nobody waits for the answer.
process.on("disconnect", () => process.exit(1));
