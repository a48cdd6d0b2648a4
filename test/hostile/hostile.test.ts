/**
 * Hostile programs, compiled from C: each ends with the right reason, and leaves nothing behind.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { GROUP_PREFIX } from "../../src/organiser/execution/measuring/cgroup-hierarchies.ts";
import type { ExecutionHost } from "../../src/organiser/execution/measuring/execution-host.ts";
import { isolationWorks, prepareHost } from "../../src/organiser/execution/running/host.ts";
import {
  type RunMeasurement,
  runCommand,
} from "../../src/organiser/execution/running/run-command.ts";
import type { RunRequest } from "../../src/organiser/execution/sandbox/run-request.ts";
import type { ExecutionLimits } from "../../src/organiser/execution/system/execution-limits.ts";
import { listProcesses, readText } from "../../src/organiser/execution/system/proc-fs.ts";
import { removeTree } from "../../src/organiser/execution/system/remove-tree.ts";
import { firstRunUser } from "../../src/organiser/execution/system/run-user.ts";

vi.setConfig({ testTimeout: 90_000 });

const LIMITS: ExecutionLimits = {
  cpuTimeSeconds: 0.6,
  // Generous: the tests must hold on a busy machine.
  wallTimeSeconds: 60,
  memoryBytes: 150_000_000,
  processes: 50,
  outputBytes: 100_000,
  filesBytes: 20_000_000,
  filesCount: 300,
};

const folder = mkdtempSync(join(tmpdir(), "agon-hostile-"));
chmodSync(folder, 0o755); // A sandboxed run of root has the user NOBODY.
/** A name that no other process has. */
const program = join(folder, `hostile-${process.pid}`);
const source = join(import.meta.dirname, "hostile.c");
const isCompiled =
  process.platform === "linux" &&
  spawnSync("gcc", ["-O1", "-pthread", "-o", program, source]).status === 0;
if (!isCompiled) test.skip("gcc or Linux is missing: hostile programs were not tested", () => {});

const hosts: [string, ExecutionHost][] = [];
if (isCompiled) {
  const host = await prepareHost({ sandbox: false });
  const { cgroups, ...withoutCgroups } = host;
  for (const isolation of ["bubblewrap", "unshare"] as const) {
    if (!(await isolationWorks({ ...host, isolation }))) {
      test.skip(`isolation ${isolation} does not work on this host: not tested`, () => {});
      continue;
    }
    if (cgroups !== undefined) hosts.push([`${isolation}, cgroups`, { ...host, isolation }]);
    if (isolation === "bubblewrap" || cgroups === undefined) {
      hosts.push([`${isolation}, /proc`, { ...withoutCgroups, isolation }]);
    }
  }
}

const FILES_OF_FOLDER = 2500;
/** Whether folders keep their greatest size on the disk of the runs. */
const keepsFolders = isCompiled && areFoldersKept();

function areFoldersKept(): boolean {
  const one = ["1", `${FILES_OF_FOLDER}`];
  const cwd = mkdtempSync(join(folder, "probe-"));
  spawnSync(program, ["emptied-folders", ...one], { cwd, timeout: 2000 });
  return statSync(join(cwd, "folder0")).blocks * 512 > 100 * FILES_OF_FOLDER;
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome extends RunMeasurement {
  readonly output: string;
  /** The run's own folder on the host. */
  readonly directory: string;
}

async function run(
  on: ExecutionHost,
  words: readonly string[],
  limits: Partial<ExecutionLimits> = {},
  whileItRuns: Pick<RunRequest, "onOutput"> & { readonly signal?: AbortSignal } = {},
): Promise<Outcome> {
  const { signal, ...more } = whileItRuns;
  const directory = mkdtempSync(join(folder, "run-"));
  const work = join(directory, "work");
  mkdirSync(work);
  const outputFile = join(directory, "output.log");
  const measurement = await runCommand(
    {
      command: [program, ...words],
      environment: {},
      files: { workDirectory: work, inputs: new Map(), toolPaths: [program], hidden: [] },
      limits: { ...LIMITS, ...limits },
      outputFile,
      mountPoint: join(directory, "root"),
      ...more,
    },
    on,
    signal,
  );
  // The folder can be removed, regardless of its content.
  expect(await removeTree(work)).toBe(true);
  return { ...measurement, output: readFileSync(outputFile, "utf8"), directory };
}

/** Left-overs of runs: processes, control groups, mounts. */
function leftOvers(): string[] {
  const processes = listProcesses()
    .filter(({ isZombie }) => !isZombie)
    .map(({ pid }) => readText(`/proc/${pid}/cmdline`) ?? "")
    .filter((line) => line.startsWith(program));
  const own = new RegExp(`^${GROUP_PREFIX}\\d+-${process.pid}-`);
  const groups = hosts.flatMap(([, { cgroups }]) =>
    [...(cgroups?.v1.values() ?? []), cgroups?.unified?.directory ?? ""]
      .filter((directory) => existsSync(directory))
      .flatMap((directory) => readdirSync(directory).filter((name) => own.test(name))),
  );
  const mounts = (readText("/proc/self/mountinfo") ?? "")
    .split("\n")
    .filter((line) => line.includes(folder));
  return [...processes, ...groups, ...mounts];
}

afterEach(() => expect(leftOvers()).toEqual([]));

describe.each(hosts)("%s", (_name, on) => {
  test.each([
    ["thread-bomb", {}, { terminationReason: "killed" }],
    ["hog-in-grandchild", { cpuTimeSeconds: 30 }, { terminationReason: "memory" }],
    ["output-flood", { processes: 5000 }, { outputBytes: 100_000 }],
    ["daemon", {}, { exitCode: 0 }],
    ["burning-daemon", {}, { exitCode: 0 }],
    [
      "ignore-sigterm",
      { softCpuTimeSeconds: 0.3 },
      { terminationReason: "cputime-soft", signal: 9 },
    ],
    ["stop-itself", { wallTimeSeconds: 0.5 }, { terminationReason: "walltime", signal: 9 }],
    ["run-away", {}, { exitCode: 0 }],
    ["file-flood", { cpuTimeSeconds: 30 }, { terminationReason: "files-count" }],
    ["large-files", { cpuTimeSeconds: 30 }, { terminationReason: "files-size" }],
    ["huge-file", {}, { signal: 25 }], // SIGXFSZ, exactly at the limit.
    ["deep-folders", {}, { exitCode: 0 }],
    ["abyss", { cpuTimeSeconds: 30 }, { terminationReason: "files-count" }],
    ["nameless-files", { cpuTimeSeconds: 30 }, { terminationReason: "files-size" }],
    ["files-of-a-thread", { cpuTimeSeconds: 30 }, { terminationReason: "files-size" }],
    ["names-that-are-no-text", { cpuTimeSeconds: 30 }, { terminationReason: "files-size" }],
    ["sparse-files", {}, { exitCode: 0 }],
    ["locked-folders", {}, { exitCode: 0 }],
    // A thousand, for which process 1 waits while it gets little time on a busy machine.
    ["orphans", { cpuTimeSeconds: 30, processes: 900 }, { exitCode: 0 }],
    ["kill-all", {}, { exitCode: 9 }],
    ["forge-the-report", {}, { exitCode: 5 }],
  ] satisfies [string, Partial<ExecutionLimits>, { [fact in keyof RunMeasurement]?: unknown }][])(
    "%s %j",
    async (way, limits, expected) => {
      expect(await run(on, [way], limits)).toMatchObject(expected);
    },
  );

  test("fork-bomb", async () => {
    const { terminationReason } = await run(on, ["fork-bomb"]);
    // Without a group that counts processes, the limit on CPU time may be reached first.
    expect(terminationReason).toMatch(on.cgroups === undefined ? /^(killed|cputime)$/ : /^killed$/);
  });

  test.skipIf(on.cgroups === undefined).each(["hog-in-shared-memory", "hog-in-nameless-memory"])(
    "memory in files that lie in memory: %s",
    async (way) => {
      const { terminationReason } = await run(on, [way], { cpuTimeSeconds: 30 });
      expect(terminationReason).toBe("memory");
    },
  );

  // The kernel shows only to root where a file is that only memory refers to.
  test.skipIf(!on.isRoot)("mapped-files", async () => {
    const { terminationReason } = await run(on, ["mapped-files"], { cpuTimeSeconds: 30 });
    expect(terminationReason).toBe("files-size");
  });

  test.skipIf(!keepsFolders)("emptied-folders", async () => {
    const limits = {
      cpuTimeSeconds: 30,
      filesCount: FILES_OF_FOLDER + 500,
      filesBytes: 2_000_000,
    };
    const { terminationReason } = await run(
      on,
      ["emptied-folders", "6", `${FILES_OF_FOLDER}`],
      limits,
    );
    expect(terminationReason).toBe("files-size");
  });

  test("what the kernel keeps without a process is gone", async () => {
    const kept = (): string =>
      ["shm", "sem", "msg"].map((kind) => readText(`/proc/sysvipc/${kind}`) ?? "").join("\n");
    expect(await run(on, ["leave-messages"])).toMatchObject({ exitCode: 0 });
    expect(kept()).not.toMatch(/^ *19056 /m); // LEFT_KEY
  });

  test("what only others may raise stays as it is", async () => {
    const { output, exitCode } = await run(on, ["raise-limits"]);
    expect(exitCode).toBe(0);
    expect(output.match(/refused/g)).toHaveLength(4);
  });

  test("no way leads out of the sandbox", async () => {
    const { output, exitCode } = await run(on, ["leave"]);
    expect(exitCode).toBe(0);
    expect(output).not.toContain("DONE");
    expect(output.match(/refused/g)).toHaveLength(19);
  });

  test("a sibling's result is out of sight", async () => {
    const secret = `secret-${process.pid}-${Math.random()}`;
    const sibling = mkdtempSync(join(folder, "run-"));
    chmodSync(sibling, 0o755);
    const result = join(sibling, "result.json");
    writeFileSync(result, secret);
    const { output, exitCode } = await run(on, ["read", result, secret]);
    expect(output).toBe(
      "open by path: refused\nopen by root of process 1: refused\nsearch: refused\n",
    );
    expect(exitCode).toBe(0);
  });

  test("no network is reached", async () => {
    let connections = 0;
    const server = createServer(() => {
      connections++;
    }).listen(0, "0.0.0.0");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const addresses = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ family, internal }) => family === "IPv4" && !internal)
      .map(({ address }) => address);
    const { output } = await run(on, ["network", String(port), ...addresses]);
    server.close();
    expect(output).toContain("loopback: refused\n");
    if (on.callFilter === undefined || !on.hasReaper) {
      expect(output.replace("virtual socket: DONE\n", "")).not.toContain("DONE");
    } else expect(output).not.toContain("DONE");
    expect(connections).toBe(0);
  });

  test("the network keeps no notes for the next run", async () => {
    const counters = async (): Promise<readonly string[]> =>
      (await run(on, ["leave-notes"])).output.split("--\n");
    const [before = "", after] = await counters();
    expect(before).toContain("Udp:");
    expect(after).not.toBe(before);
    expect(await counters()).toEqual([before, after]);
  });

  test("nothing outside can be written", async () => {
    const target = join(folder, "untouched");
    writeFileSync(target, "as it was");
    chmodSync(target, 0o666);
    const places = ["/x", "/usr/x", "/etc/x", "/etc/passwd", program, target, "/proc/sys/kernel/x"];
    const { output } = await run(on, ["write", ...places]);
    const isFiltered = on.callFilter !== undefined && on.hasReaper;
    const done = output.split("\n").filter((line) => line.endsWith("DONE"));
    // Where the tool itself is below /tmp, an ordinary user may write there: in the sandbox's own.
    const harmless = `${target}: DONE`;
    expect(
      done.filter((line) => line !== harmless && (isFiltered || line.startsWith("/"))),
    ).toEqual([]);
    expect(readFileSync(target, "utf8")).toBe("as it was");
  });

  test.skipIf(!on.isRoot || firstRunUser() === undefined)(
    "resources that the kernel counts by user are each run's own, and nothing is shared",
    async () => {
      const enough = new AbortController();
      let said = "";
      const onOutput = async (chunk: Uint8Array): Promise<void> => {
        said += Buffer.from(chunk).toString();
      };
      const whileItRuns = { signal: enough.signal, onOutput };
      let isOver = false;
      const hoarding = run(on, ["hoard"], { cpuTimeSeconds: 30 }, whileItRuns).finally(() => {
        isOver = true;
      });
      while (!isOver && said.split("ready").length <= 8) await setTimeout(10);
      const { output } = await run(on, ["share"]);
      enough.abort(new Error("enough"));
      await expect(hoarding).rejects.toThrow("enough");
      expect(output).toBe(
        "a pipe of the usual size: DONE\ninotify: DONE\nshared memory of a sibling: refused\n",
      );
    },
  );

  test.skipIf(on.callFilter === undefined || !on.hasReaper)(
    "system calls that reach past namespaces are refused",
    async () => {
      const { output, exitCode } = await run(on, ["calls"]);
      expect(output.match(/refused/g)).toHaveLength(8);
      expect(output).not.toContain("DONE");
      expect(exitCode).toBe(0);
    },
  );

  test("its parent cannot be killed, traced or read", async () => {
    const { output, exitCode, terminationReason } = await run(on, ["kill"]);
    expect({ exitCode, terminationReason }).toEqual({ exitCode: 7 });
    expect(output).not.toContain("DONE");
  });

  test.skipIf(on.cgroups === undefined).each(["plain", "pipeline", "ignored", "double-fork"])(
    "CPU time is exact: %s",
    async (kind) => {
      const seconds = 0.4;
      const { cpuTimeSeconds } = await run(on, ["burn", kind, String(seconds)]);
      // The processes' own start and end are added: 50 of them in a pipeline.
      expect(cpuTimeSeconds).toBeGreaterThan(seconds - 0.002);
      expect(cpuTimeSeconds).toBeLessThan(seconds * 1.05 + (kind === "pipeline" ? 0.25 : 0.02));
    },
  );

  const block = (milliseconds: number): void => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  };

  test.skipIf(!on.hasReaper)(
    "a run that ended in time is no timeout, however late that is seen",
    async () => {
      const running = run(on, ["rest"], { wallTimeSeconds: 4 });
      await setTimeout(1000);
      block(5000);
      const { terminationReason, exitCode, wallTimeSeconds } = await running;
      expect({ terminationReason, exitCode }).toEqual({ exitCode: 0 });
      expect(wallTimeSeconds).toBeLessThan(4);
    },
  );

  test.skipIf(!on.hasReaper)("the kernel ends a run that is not watched for a while", async () => {
    const limits = { cpuTimeSeconds: 1, wallTimeSeconds: 60 };
    const running = run(on, ["burn", "plain", "1000"], limits);
    await setTimeout(500);
    // On a busy machine the three seconds of the kernel take longer; then the watch is back
    // earlier.
    block(6000);
    const { terminationReason, cpuTimeSeconds, disturbances } = await running;
    expect(terminationReason).toBe("cputime");
    expect(cpuTimeSeconds).toBeLessThan(3.5);
    expect(disturbances?.watchDelaySeconds).toBeGreaterThan(4);
  });
});
