/** The built library, called again and again in one process. */
import { beforeAll, expect, test, vi } from "vitest";
import type { verify as Verify } from "../../src/contestant/index.ts";

vi.setConfig({ testTimeout: 120_000 });

const UNREACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
const PROGRAM = `extern void abort(void); void reach_error(void) { abort(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { int x = __VERIFIER_nondet_uchar(); if (x > 255) reach_error(); }`;

let verify: typeof Verify;
beforeAll(async () => {
  // The types are those of the sources: the build is not there when they are checked.
  const built: string = new URL("../../dist/contestant/index.js", import.meta.url).href;
  ({ verify } = (await import(built)) as { verify: typeof Verify });
});

test("every call has its time for itself", async () => {
  const before = process.cpuUsage();
  const timeLimitSeconds = 4;
  const usedSeconds = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  // Until all calls together took longer than one may.
  do {
    const answer = await verify({ file: "p.c", text: PROGRAM }, UNREACH, {
      dataModel: "ILP32",
      timeLimitSeconds,
    });
    expect(answer).toMatchObject({ verdict: "true" });
    expect(answer.cpuSeconds).toBeLessThan(timeLimitSeconds);
  } while (usedSeconds() <= 1.5 * timeLimitSeconds);
});

test.each([1, 2])("a limit of time is an answer, with %i cores", async (cores) => {
  const answer = await verify({ file: "p.c", text: PROGRAM }, UNREACH, {
    dataModel: "ILP32",
    timeLimitSeconds: 0.001,
    cores,
  });
  expect(answer).toMatchObject({
    verdict: "unknown",
    reason: expect.stringContaining("time limit"),
  });
});

test("a limit of memory is an answer", async () => {
  const answer = await verify({ file: "p.c", text: PROGRAM }, UNREACH, {
    dataModel: "ILP32",
    memoryBytes: 20e6,
  });
  expect(answer).toMatchObject({ verdict: "unknown", reason: "out of memory" });
});
