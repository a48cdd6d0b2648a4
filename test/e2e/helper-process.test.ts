/** The process of the helper with the solver of Horn clauses, a process that it starts itself. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { HelperMessage, HelperOrder } from "../../src/contestant/helper-process.ts";

vi.setConfig({ testTimeout: 120_000 });

const SCRIPT = fileURLToPath(new URL("../../dist/contestant/helper-process.js", import.meta.url));
const hasSolver = existsSync(new URL("../../node_modules/z3-solver", import.meta.url));

/** Sums of products: nothing that Spacer is through with in a moment. */
const PROGRAM = `
extern void abort(void); void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 1000, s = 0, p = 1;
  for (unsigned i = 0; i < n; i++) {
    s = s + i * i;
    p = p + s * i;
    if (p * s == 7919 * i + 13 && s > 5) reach_error();
  }
}
`;

const ORDER: HelperOrder = {
  kind: "job",
  job: {
    programFile: "p.c",
    programText: PROGRAM,
    propertyFile: "p.prp",
    propertyText: "CHECK( init(main()), LTL(G ! call(reach_error())) )",
    dataModel: "ILP32",
    configuration: "horn-clauses",
    timeLimitSeconds: 5,
    seed: 1,
    wantsTrace: false,
    wantsWitness: false,
    checksProofs: false,
    role: "helper",
  },
  memoryBytes: 2e9,
  allowanceSeconds: 5,
  news: [],
};

const TICKS_PER_SECOND = 100;

/** Fields of /proc/PID/stat from the third on; undefined when the process is gone. */
function statOf(pid: number): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  const state = statOf(pid)?.[0];
  return state !== undefined && state !== "Z";
}

/** Children that make pipes come and go before it. */
function isSolver(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("horn-process");
}

/** CPU seconds of a process and of its children that have ended. */
function cpuSecondsOf(pid: number): number {
  const ticks = statOf(pid)?.slice(11, 15).map(Number) ?? [];
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND;
}

/** Processes that any thread of a process has started. */
function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")
      .split(" ")
      .filter((word) => word.trim() !== "")
      .map(Number),
  );
}

describe.skipIf(!hasSolver)("a helper that asks Z3 (needs the optional package z3-solver)", () => {
  let helper: ChildProcess;
  const pid = (): number => helper.pid as number;

  beforeEach(() => {
    helper = fork(SCRIPT, { serialization: "advanced", execArgv: [], silent: true });
    helper.send(ORDER);
  });
  afterEach(() => helper.kill("SIGKILL"));

  async function solverOf(): Promise<number> {
    return vi.waitFor(
      () => {
        const solver = childrenOf(pid()).find(isSolver);
        if (solver === undefined) throw new Error("no process of Z3 yet");
        return solver;
      },
      { timeout: 60_000, interval: 5 },
    );
  }

  test.each(["SIGKILL", "SIGTERM"] as const)("takes it along when it gets %s", async (signal) => {
    const solver = await solverOf();
    expect(isAlive(solver)).toBe(true);
    helper.kill(signal);
    await vi.waitFor(() => expect([pid(), solver].filter(isAlive)).toEqual([]), {
      timeout: 20_000,
    });
  });

  test("takes it along when nobody listens any more", async () => {
    const solver = await solverOf();
    helper.disconnect();
    await vi.waitFor(() => expect([pid(), solver].filter(isAlive)).toEqual([]), {
      timeout: 20_000,
    });
  });

  test("says what both have used together", async () => {
    const result = await new Promise<Extract<HelperMessage, { kind: "result" }>>((resolve) => {
      helper.on("message", (message: HelperMessage) => {
        if (message.kind === "result") resolve(message);
      });
    });
    const used = cpuSecondsOf(pid());
    expect(result.report.techniques[0]?.technique).toBe("horn-clauses");
    // What Z3's process needs to start and to end is not all seen.
    expect(result.cpuSeconds).toBeGreaterThan(used * 0.85);
    expect(result.cpuSeconds).toBeLessThan(used * 1.1);
    expect(childrenOf(pid())).toEqual([]);
  });
});
