/**
 * The process of one lane: it runs its techniques in a thread, and reports to
 * the process that started it, which may raise its allowance or kill it.
 */
import { InputError } from "../util/errors.ts";
import { CpuClock } from "../verifier/index.ts";
import type { Invariant } from "../witness/index.ts";
import { runVerification } from "./run-verification.ts";
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
  | { readonly kind: "partial"; readonly partial: Partial<VerificationReport> }
  | { readonly kind: "lemmas"; readonly invariants: readonly Invariant[] }
  | { readonly kind: "result"; readonly report: VerificationReport; readonly cpuSeconds: number }
  | { readonly kind: "input-error"; readonly diagnostics: InputError["diagnostics"] }
  | { readonly kind: "failure"; readonly message: string };

const REPORT_MILLISECONDS = 100;

/** All that this process uses belongs to the call. */
const clock = new CpuClock();

const allowance = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));

/** Tells the thread what the other lane has found. */
let tellThread: (invariants: readonly Invariant[]) => void = () => undefined;

function send(message: LaneMessage): void {
  process.send?.(message);
}

async function run({ job, memoryBytes }: Extract<LaneOrder, { kind: "job" }>): Promise<void> {
  try {
    const report = await runVerification({ ...job, allowance } satisfies LaneJob, {
      memoryBytes,
      clock,
      onProgress: (message) => send({ kind: "progress", message }),
      onPartial: (partial) => send({ kind: "partial", partial }),
      onDecided: () => send({ kind: "decided" }),
      onLemmas: (invariants) => send({ kind: "lemmas", invariants }),
      onStart: (tell) => {
        tellThread = tell;
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
  setInterval(
    () => send({ kind: "cpu", seconds: clock.usedSeconds() }),
    REPORT_MILLISECONDS,
  ).unref();
  void run(order);
});
// Who started the lane is gone: nobody waits for the answer.
process.on("disconnect", () => process.exit(1));
