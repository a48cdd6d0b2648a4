import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { ExecutionHost } from "../measuring/execution-host.ts";
import type { HostCheck } from "./host-check.ts";
import { hostChecks } from "./host-checks.ts";
import { isolationChecks } from "./isolation-checks.ts";
import { machineChecks } from "./machine-checks.ts";
import { programChecks } from "./program-checks.ts";

/** Makes a folder with these files of /proc and /sys. */
function root(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-host-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), `${text}\n`);
  }
  return folder;
}

/** `LEVEL FINDING -> REMEDY` of the check with this name. */
function line(checks: readonly HostCheck[], name: string): string {
  const { level, finding, remedy } = checks.find((check) => check.name === name) as HostCheck;
  return `${level} ${finding}${remedy === undefined ? "" : ` -> ${remedy}`}`;
}

const CPU = "sys/devices/system/cpu";

test.each([
  ["swap", {}, /^ok none$/],
  ["swap", { "proc/meminfo": "SwapTotal:     2000000 kB" }, /^warn 2.0 GB.* -> sudo swapoff -a$/],
  ["turbo boost", {}, /^ok the kernel offers no switch$/],
  ["turbo boost", { [`${CPU}/intel_pstate/no_turbo`]: "1" }, /^ok off$/],
  ["turbo boost", { [`${CPU}/intel_pstate/no_turbo`]: "0" }, /^warn on; .* -> echo 1 \| sudo tee/],
  ["turbo boost", { [`${CPU}/cpufreq/boost`]: "0" }, /^ok off$/],
  ["turbo boost", { [`${CPU}/cpufreq/boost`]: "1" }, /^warn on; .* -> echo 0 \| sudo tee/],
  ["frequency", { [`${CPU}/cpu0/cpufreq/scaling_governor`]: "performance" }, /^ok/],
  ["frequency", { [`${CPU}/cpu0/cpufreq/scaling_governor`]: "powersave" }, /^warn .*cpupower/],
  ["hyper-threading", { [`${CPU}/smt/active`]: "1" }, /^ok on/],
  ["hyper-threading", { [`${CPU}/smt/active`]: "0" }, /^ok off/],
  ["heat", { [`${CPU}/cpu3/thermal_throttle/core_throttle_count`]: "7" }, /^warn .* 7 times/],
  [
    "clock",
    { "sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc" },
    /^ok tsc/,
  ],
  ["clock", { "sys/devices/system/clocksource/clocksource0/current_clocksource": "hpet" }, /^warn/],
  ["load", { "proc/loadavg": "0.30 1.00 2.00 1/100 42" }, /^ok 0.3 /],
  ["load", { "proc/loadavg": "3.00 1.00 2.00 1/100 42" }, /^warn 3.0 .*, on 4 cores/],
])("%s: %j", (name, files: Readonly<Record<string, string>>, expected) => {
  expect(line(machineChecks(4, root(files)), name)).toMatch(expected);
});

test("cores and NUMA nodes are counted", () => {
  const folder = root({
    [`${CPU}/cpu0/online`]: "1",
    [`${CPU}/cpu1/online`]: "1",
    "sys/devices/system/node/node0/cpulist": "0",
    "sys/devices/system/node/node1/cpulist": "1",
  });
  expect(line(machineChecks(2, folder), "cores")).toBe("ok 2 of 2 can be used, in 2 NUMA nodes");
  expect(line(machineChecks(1, folder), "cores")).toMatch(/^warn 1 of 2/);
});

const V2: ExecutionHost = {
  cgroups: {
    unified: { directory: "/c", controllers: new Set(["memory", "pids", "cpuset"]) },
    v1: new Map(),
  },
  isolation: "bubblewrap",
  machine: { cores: [] },
  isRoot: false,
  hasReaper: true,
};
const { cgroups: _, ...WITHOUT_GROUPS } = V2;
const WITHOUT_CPUSET: ExecutionHost = {
  ...V2,
  cgroups: {
    unified: { directory: "/c", controllers: new Set(["memory", "pids"]) },
    v1: new Map(),
  },
};

test.each([
  ["kernel", V2, "6.1.0-13-amd64", /^ok 6.1.0-13-amd64$/],
  ["kernel", V2, "5.15.0", /^warn .*peak memory.* -> use Linux 5.19 or later$/],
  ["kernel", WITHOUT_GROUPS, "5.15.0", /^ok/],
  ["kernel", WITHOUT_GROUPS, "5.4.0", /^warn .*kill/],
  ["control groups", V2, "6.1", /^ok cgroup-v2$/],
  ["control groups", WITHOUT_GROUPS, "6.1", /^fail none .* -> systemd-run/],
  [
    "control groups",
    WITHOUT_CPUSET,
    "6.1",
    /^warn cgroup-v2, but without cpuset -> sudo systemctl/,
  ],
  ["sandbox", V2, "6.1", /^ok bubblewrap$/],
  [
    "sandbox",
    { ...V2, isolation: "unshare" },
    "6.1",
    /^warn .* -> sudo apt-get install bubblewrap/,
  ],
  ["sandbox", { ...V2, isolation: "none" }, "6.1", /^fail none works/],
  ["exit codes", { ...V2, hasReaper: false }, "6.1", /^warn .* -> sudo apt-get install perl-base/],
] satisfies [string, ExecutionHost, string, RegExp][])(
  "%s of a host",
  (name, host, kernel, expected) => {
    expect(line(isolationChecks(host, kernel, root({})), name)).toMatch(expected);
  },
);

test.each([
  ["rw,favordynmods", /^ok control groups are entered without waiting/],
  ["rw,nsdelegate", /^ok .* after 'mount -o remount,favordynmods \/sys\/fs\/cgroup\/unified'/],
])("groups mounted with %s", (options, expected) => {
  const mounts = [
    "22 1 0:20 / /proc rw,relatime - proc proc rw",
    `37 26 0:33 / /sys/fs/cgroup/unified rw,relatime shared:9 - cgroup2 cgroup2 ${options}`,
  ].join("\n");
  const folder = root({ "proc/self/mountinfo": mounts });
  const checks = isolationChecks({ ...V2, isRoot: true }, "6.1", folder);
  expect(line(checks, "start of runs")).toMatch(expected);
});

test("forbidden user namespaces are named", () => {
  const folder = root({ "proc/sys/kernel/apparmor_restrict_unprivileged_userns": "1" });
  expect(line(isolationChecks({ ...V2, isolation: "none" }, "6.1", folder), "sandbox")).toMatch(
    / -> sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0$/,
  );
});

test("programs", () => {
  const folder = root({ bwrap: "", perl: "" });
  chmodSync(join(folder, "bwrap"), 0o755);
  const checks = programChecks(`:${folder}:/does/not/exist`);
  expect(line(checks, "bwrap")).toBe("ok installed");
  expect(line(checks, "perl")).toMatch(/^warn not installed.* -> sudo apt-get install perl-base$/);
  expect(line(checks, "sbatch")).toMatch(/^ok not installed; only needed/);
});

test("every warning comes with a remedy, every name stands for one thing", () => {
  const checks = hostChecks(V2, tmpdir());
  for (const { level, remedy } of checks) expect(remedy === undefined).toBe(level === "ok");
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
});
