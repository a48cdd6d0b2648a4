/** Real processes under real limits, in every sandbox that this host offers. */

import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { ExecutionHost } from "../measuring/execution-host.ts";
import type { ExecutionLimits } from "../system/execution-limits.ts";
import { listProcesses, pause, readText } from "../system/proc-fs.ts";
import { firstRunUser, NOBODY } from "../system/run-user.ts";
import { isolationWorks, prepareHost } from "./host.ts";
import { type RunMeasurement, runCommand } from "./run-command.ts";

const LIMITS: ExecutionLimits = {
  cpuTimeSeconds: 0.5,
  // Generous: the tests must hold on a machine that is busy with other things.
  wallTimeSeconds: 60,
  memoryBytes: 150_000_000,
  processes: 50,
  outputBytes: 100_000,
  filesBytes: 20_000_000,
  filesCount: 200,
};

vi.setConfig({ testTimeout: 90_000 });

const onLinux = process.platform === "linux";
const host: ExecutionHost = onLinux
  ? await prepareHost({ sandbox: false })
  : { isolation: "none", machine: { cores: [] }, isRoot: false, hasReaper: false };
const { cgroups, ...withoutCgroups } = host;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Outcome extends RunMeasurement {
  readonly output: string;
}

async function run(
  on: ExecutionHost,
  script: string,
  limits: Partial<ExecutionLimits> = {},
  command: readonly string[] = ["/bin/sh", "-c", script],
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "agon-run-"));
  const work = mkdtempSync(join(tmpdir(), "agon-run-work-"));
  folders.push(folder, work);
  const outputFile = join(folder, "output.log");
  const measurement = await runCommand(
    {
      command,
      environment: {},
      files: { workDirectory: work, inputs: new Map(), toolPaths: [], hidden: [] },
      limits: { ...LIMITS, ...limits },
      outputFile,
      mountPoint: join(folder, "root"),
    },
    on,
  );
  return { ...measurement, output: readFileSync(outputFile, "utf8") };
}

const BURN = "while :; do :; done";

/** Hosts to test: each isolation with each way of measuring, as far as they work here. */
const hosts: [string, ExecutionHost][] = [];
for (const isolation of ["bubblewrap", "unshare", "none"] as const) {
  const works = onLinux && (isolation === "none" || (await isolationWorks({ ...host, isolation })));
  if (!works) {
    test.skip(`isolation ${isolation}: does not work on this host, not tested`, () => undefined);
    continue;
  }
  if (cgroups === undefined) {
    test.skip(`isolation ${isolation} with cgroups: none usable here, not tested`, () => undefined);
  } else {
    hosts.push([`${isolation}, cgroups`, { ...host, isolation }]);
  }
  hosts.push([`${isolation}, /proc`, { ...withoutCgroups, isolation }]);
}

test.each(hosts.filter(([, on]) => on.isolation !== "none" && on.cgroups !== undefined))(
  "%s, no reaper: signals are unfolded as far as possible",
  async (_name, withReaper) => {
    const on = { ...withReaper, hasReaper: false };
    expect(await run(on, "(sleep .01 &) ; exit 3")).toMatchObject({ exitCode: 3 });
    expect(await run(on, "kill -SEGV $$")).toMatchObject({ signal: 11 });
  },
);

describe.each(hosts)("%s", (_name, on) => {
  test("exit code, signal, output of both streams in order", async () => {
    const { exitCode, output, isolation } = await run(on, "echo a; echo b >&2; echo c; exit 3");
    expect({ exitCode, output, isolation }).toEqual({
      exitCode: 3,
      output: "a\nb\nc\n",
      isolation: on.isolation,
    });
    expect(await run(on, "kill -SEGV $$")).toMatchObject({ signal: 11 });
    const exact = on.isolation === "none" || on.hasReaper;
    expect(await run(on, "exit 137")).toMatchObject(exact ? { exitCode: 137 } : { signal: 9 });
    expect(await run(on, "kill -KILL $$")).toMatchObject({ signal: 9 });
  });

  test.skipIf(on.isolation === "none")("a tool that kills all it can reach", async () => {
    const killer = await run(
      on,
      "trap '' TERM; kill -TERM -1 2>/dev/null; kill -KILL 1 2>/dev/null; echo here; exit 6",
    );
    expect(killer).toMatchObject({ exitCode: 6, output: "here\n" });
  });

  test.skipIf(on.isolation === "none")("the figures are those of the tool alone", async () => {
    const { memoryBytes = 0, exitCode } = await run(on, "exec true");
    expect(exitCode).toBe(0);
    // Perl and bubblewrap would need several megabytes.
    if (on.cgroups !== undefined && on.hasReaper) expect(memoryBytes).toBeLessThan(2_500_000);
  });

  test.skipIf(on.isolation !== "bubblewrap" || on.cgroups === undefined || !on.hasReaper)(
    "a program that cannot be started has failed",
    async () => {
      const missing = await run(on, "", {}, ["/no/such/program"]);
      expect(missing).toMatchObject({ terminationReason: "failed", exitCode: 127 });
      expect(missing.output).toContain("cannot start /no/such/program: No such file");
    },
  );

  test.skipIf(on.isolation === "none" || !on.hasReaper)("no open file is inherited", async () => {
    const { output } = await run(on, "ls /proc/self/fd");
    expect(output.trim().split("\n")).toEqual(["0", "1", "2", "3"]); // 3: the folder that ls reads.
  });

  test.skipIf(on.isolation !== "bubblewrap" || !on.hasReaper)(
    "the kernel starts no program for a core",
    async () => {
      const { output } = await run(on, "grep core /proc/self/limits");
      expect(output.replace(/ +/g, " ")).toBe("Max core file size 1 1 bytes \n");
    },
  );

  test.skipIf(on.isolation === "none")(
    "a sandbox that holds much memory is waited for",
    async () => {
      const { exitCode } = await run(on, "head -c 100000000 /dev/zero >/tmp/x", {
        cpuTimeSeconds: 10,
        filesBytes: 200_000_000,
      });
      expect(exitCode).toBe(0);
      const ours = listProcesses().filter(
        ({ parent, isZombie }) => parent === process.pid && !isZombie,
      );
      const names = ours.map(({ pid }) => readText(`/proc/${pid}/comm`));
      expect(names).not.toContain(on.isolation === "bubblewrap" ? "bwrap" : "unshare");
    },
  );

  test("the mark of a run for the next start is not in the tool's environment", async (context) => {
    if (on.cgroups === undefined || on.isolation === "none") {
      return context.skip("without group or namespace, the mark identifies the processes of a run");
    }
    const { output } = await run(on, "env; kill -0 $$ && echo alive");
    expect(output).toContain("alive");
    expect(output).not.toContain("AGON_RUN");
  });

  test("CPU time of one and of many processes", async () => {
    const one = await run(on, BURN);
    expect(one.terminationReason).toBe("cputime");
    expect(one.cpuTimeSeconds).toBeGreaterThanOrEqual(0.5);
    expect(one.cpuTimeSeconds).toBeLessThan(1);
    const { seconds = [], cpuSeconds = [], memoryBytes = [] } = one.samples ?? {};
    expect(seconds.length).toBeGreaterThan(1);
    expect([cpuSeconds.length, memoryBytes.length]).toEqual([seconds.length, seconds.length]);
    expect(cpuSeconds).toEqual([...cpuSeconds].sort((a, b) => a - b));
    expect(Math.max(...memoryBytes)).toBeGreaterThan(0);
    const many = await run(on, `for i in 1 2 3; do (${BURN}) & done; wait`);
    expect(many.terminationReason).toBe("cputime");
    expect(many.cpuTimeSeconds).toBeLessThan(1);
  });

  test("a soft limit is a request", async () => {
    const obeyed = await run(on, `trap 'echo bye; exit 5' TERM; ${BURN}`, {
      softCpuTimeSeconds: 0.2,
    });
    expect(obeyed).toMatchObject({
      terminationReason: "cputime-soft",
      exitCode: 5,
      output: "bye\n",
    });
    const ignored = await run(on, `trap '' TERM; ${BURN}`, { softCpuTimeSeconds: 0.2 });
    expect(ignored).toMatchObject({ terminationReason: "cputime-soft", signal: 9 });
  });

  test("wall time, and nothing that was started survives", async () => {
    const marker = `73${Math.floor(Math.random() * 1e6)}`;
    const sleeping = await run(on, `setsid sleep ${marker} & sleep ${marker}`, {
      wallTimeSeconds: 0.5,
    });
    expect(sleeping.terminationReason).toBe("walltime");
    expect(sleeping.wallTimeSeconds).toBeLessThan(20);
    const daemon = await run(on, `setsid sleep ${marker} >/dev/null 2>&1 & exit 0`);
    expect(daemon).toMatchObject({ exitCode: 0 });
    expect(commandLines().filter((line) => line.includes(marker))).toEqual([]);
  });

  test("memory", async () => {
    const hog = await run(on, `perl -e '$x = "x" x 600_000_000; sleep 30'`);
    expect(hog.terminationReason).toBe("memory");
    const modest = await run(on, `perl -e '$x = "x" x 50_000_000; select undef, undef, undef, .2'`);
    expect(modest).toMatchObject({ exitCode: 0 });
    expect(modest.memoryBytes).toBeGreaterThan(40_000_000);
  });

  test("a flood of output is cut exactly", async () => {
    const flood = await run(on, "yes");
    expect(flood).toMatchObject({ terminationReason: "files-size", outputBytes: 100_000 });
    expect(flood.output.length).toBe(100_000);
  });

  test("files in the working directory", async () => {
    const large = await run(on, "head -c 15000000 /dev/zero > a; cp a b; sleep 30");
    expect(large.terminationReason).toBe("files-size");
    const many = await run(on, "i=0; while [ $i -lt 300 ]; do : > $i; i=$((i+1)); done; sleep 30");
    expect(many.terminationReason).toBe("files-count");
  });

  // Root without any isolation cannot be limited: the kernel exempts it from process limits.
  test.skipIf(on.isolation === "none" && on.cgroups === undefined)("a fork bomb", async () => {
    const bomb = await run(on, "f() { f | f & }; f; sleep 20", { wallTimeSeconds: 2 });
    // Without control groups processes are counted at intervals: a bomb whose forks fail may be
    // missed.
    const reasons = on.cgroups === undefined ? ["killed", "walltime"] : ["killed"];
    expect(reasons).toContain(bomb.terminationReason);
  });

  test.skipIf(on.isolation === "none")("the host is out of sight and out of reach", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const { output } = await run(
      on,
      `ls -d /home /root /var /mnt /sys 2>/dev/null
       ls /proc | grep -c '^[0-9]'
       for f in /x /usr/x /etc/x /proc/sys/kernel/hostname; do (echo y >$f) 2>/dev/null && echo "wrote $f"; done
       (echo y >/tmp/x) && (echo y >x) && (echo y >/dev/shm/x) && echo "own folders are writable"
       perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(PeerAddr => "127.0.0.1:${port}", Timeout => 1) ? "reached\\n" : "no network\\n"'
       grep -E 'CapInh|CapPrm|CapEff|CapAmb|NoNewPrivs|Seccomp:' /proc/self/status; id -u; id -un`,
    );
    server.close();
    const [processes, ...rest] = output.trim().split("\n");
    expect(Number(processes)).toBeLessThan(10);
    expect(rest.slice(0, 8)).toEqual([
      "own folders are writable",
      "no network",
      ...["CapInh", "CapPrm", "CapEff", "CapAmb"].map((name) => `${name}:\t0000000000000000`),
      "NoNewPrivs:\t1",
      `Seccomp:\t${on.callFilter !== undefined && (on.isolation === "bubblewrap" || on.hasReaper) ? 2 : 0}`,
    ]);
    if (!on.isRoot) return;
    expect(Number(rest[8])).toBeGreaterThanOrEqual(firstRunUser() ?? NOBODY);
    expect(rest[9]).toBe("nobody");
  });

  test("a run that is aborted while its sandbox starts is killed, too", async () => {
    // Fractions of milliseconds matter: the interrupted step of the start depends on a race.
    for (let delay = 0; delay < 20; delay += 0.5) await abortAfter(delay);
  });

  test("an aborted run is killed and rejects", () => abortAfter(100));

  async function abortAfter(milliseconds: number): Promise<void> {
    const controller = new AbortController();
    const folder = mkdtempSync(join(tmpdir(), "agon-run-"));
    const work = mkdtempSync(join(tmpdir(), "agon-run-work-"));
    folders.push(folder, work);
    const running = runCommand(
      {
        command: ["/bin/sh", "-c", "sleep 60"],
        environment: {},
        files: { workDirectory: work, inputs: new Map(), toolPaths: [], hidden: [] },
        limits: { ...LIMITS, wallTimeSeconds: 60 },
        outputFile: join(folder, "output.log"),
        mountPoint: join(folder, "root"),
      },
      on,
      controller.signal,
    );
    const rejected = expect(running).rejects.toThrow("stop");
    const until = performance.now() + milliseconds;
    if (milliseconds < 1) controller.abort(new Error("stop"));
    else {
      await pause(Math.floor(milliseconds) - 1);
      while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
      controller.abort(new Error("stop"));
    }
    await rejected;
  }
});

function commandLines(): string[] {
  return listProcesses().map(({ pid }) => readText(`/proc/${pid}/cmdline`) ?? "");
}
