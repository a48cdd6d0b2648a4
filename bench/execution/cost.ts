/**
 * Total cost of starting a command, compared with BenchExec's runexec:
 *
 *     npx tsx bench/execution/cost.ts [BURNERS] [REPETITIONS]
 *
 * Each start gets a control group of its own, whose CPU time includes all processes. See README.md
 * beside it.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { startBurning } from "./load.ts";
import { hasRunexec, runexecCommand } from "./runexec.ts";

const MAIN = join(import.meta.dirname, "..", "..", "dist", "faces", "cli", "main.js");

interface Cost {
  readonly cpuMilliseconds: number;
  readonly wallMilliseconds: number;
}

/** The group of this process, and its file with CPU time; v1 where there is such a hierarchy. */
function cpuGroup(): { readonly directory: string; readonly read: (group: string) => number } {
  const lines = readFileSync("/proc/self/cgroup", "utf8").split("\n");
  const pathOf = (controller: string): string | undefined =>
    lines
      .map((line) => line.split(":"))
      .find(([, controllers]) => controllers?.split(",").includes(controller))?.[2];
  const [first, own] = ["/sys/fs/cgroup/cpuacct", pathOf("cpuacct")];
  if (own !== undefined && existsSync(first)) {
    const read = (group: string): number =>
      Number(readFileSync(join(group, "cpuacct.usage"), "utf8")) / 1e6;
    return { directory: join(first, own), read };
  }
  const read = (group: string): number =>
    Number(/usage_usec (\d+)/.exec(readFileSync(join(group, "cpu.stat"), "utf8"))?.[1]) / 1e3;
  return { directory: join("/sys/fs/cgroup", pathOf("") ?? ""), read };
}

async function measure(words: readonly string[], serial: string): Promise<Cost> {
  const { directory, read } = cpuGroup();
  const group = join(directory, `agon-bench-${process.pid}-${serial}`);
  mkdirSync(group);
  // Certificates for the network, which Node reads at its start where this is set, are not a cost
  // of Agon.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const start = performance.now();
  const { status, stderr } = spawnSync(
    "/bin/sh",
    ["-c", 'echo $$ >"$1" && shift && exec "$@"', "sh", join(group, "cgroup.procs"), ...words],
    { cwd: tmpdir(), encoding: "utf8", env },
  );
  const wallMilliseconds = performance.now() - start;
  if (status !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
  const cpuMilliseconds = read(group);
  for (let attempt = 0; existsSync(group) && attempt < 100; attempt++) {
    try {
      rmdirSync(group);
    } catch {
      await setTimeout(10);
    }
  }
  return { cpuMilliseconds, wallMilliseconds };
}

async function main(burners: number, repetitions: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "agon-bench-"));
  const burn = join(folder, "burn");
  execFileSync("gcc", ["-O1", "-w", "-o", burn, join(import.meta.dirname, "burn.c")]);
  const commands: [string, readonly string[]][] = [
    ["node -e 0", [process.execPath, "-e", "0"]],
    ["agon exec -- true", [process.execPath, MAIN, "exec", "--", "true"]],
  ];
  if (hasRunexec()) commands.push(["runexec true", runexecCommand(join(folder, "log"))]);
  const costs = new Map<string, Cost[]>(commands.map(([name]) => [name, []]));
  const stop = startBurning(burn, burners);
  console.log(
    `${burners} burning beside, ${repetitions} repetitions, load ${loadavg()[0]?.toFixed(1)} at the start` +
      `${hasRunexec() ? "" : "; runexec is not installed"}\n`,
  );
  try {
    // In turn, so that other load affects all of them.
    for (let round = 0; round < repetitions; round++) {
      for (const [index, [name, words]] of commands.entries()) {
        costs.get(name)?.push(await measure(words, `${round}-${index}`));
      }
    }
  } finally {
    stop();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(
    `${"median (least), ms".padEnd(24)}${"CPU time".padStart(18)}${"wall time".padStart(18)}`,
  );
  for (const [name, all] of costs) {
    const cells = (["cpuMilliseconds", "wallMilliseconds"] as const).map((figure) => {
      const values = all.map((cost) => cost[figure]).sort((a, b) => a - b);
      const middle = values[Math.floor(values.length / 2)] as number;
      return `${middle.toFixed(1)} (${values[0]?.toFixed(1)})`.padStart(18);
    });
    console.log(`${name.padEnd(24)}${cells.join("")}`);
  }
}

const [burners, repetitions] = [Number(process.argv[2] ?? 0), Number(process.argv[3] ?? 30)];
if (![burners, repetitions].every(Number.isInteger) || burners < 0 || repetitions < 1) {
  throw new Error("usage: npx tsx bench/execution/cost.ts [BURNERS] [REPETITIONS]");
}
await main(burners, repetitions);
