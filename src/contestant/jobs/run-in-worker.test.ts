import { expect, test } from "vitest";
import { CpuClock } from "../call/cpu-clock.ts";
import { LimitReached, runInWorker } from "./run-in-worker.ts";

function run(code: string, limits: { memoryBytes: number; endSeconds: number }): Promise<unknown> {
  const script = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  return runInWorker(
    script,
    {},
    { ...limits, clock: CpuClock.fromNow(), onProgress: () => undefined },
  );
}

test("a thread that looks at no clock is ended at the limit of CPU time", async () => {
  const limits = { memoryBytes: 8e9, endSeconds: 0.3 };
  const end = run("for (;;);", limits);
  await expect(end).rejects.toEqual(new LimitReached("time limit"));
});

test("a thread whose memory is not on the heap is ended at the limit of memory", async () => {
  const { rss } = process.memoryUsage();
  const limits = { memoryBytes: (rss + 2e8) / 0.95, endSeconds: 20 };
  const end = run("const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1));", limits);
  await expect(end).rejects.toEqual(new LimitReached("out of memory"));
});
