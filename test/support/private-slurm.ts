/**
 * A private Slurm cluster: two nodes that are both this machine, with one partition of both and one
 * of each (`main`, `only-n1`, `only-n2`), without systemd, accounting or anything outside one
 * folder, on free ports. Needs the Debian packages slurm-wlm and munge.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { hostname, tmpdir, userInfo } from "node:os";
import { join } from "node:path";

const PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel"];
const FOLDERS = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"];

export const NODES = ["n1", "n2"] as const;
export type NodeName = (typeof NODES)[number];

/** The programs that are missing here; a cluster can be started when there are none. */
export function missingSlurmPrograms(): readonly string[] {
  return PROGRAMS.filter((name) => !FOLDERS.some((folder) => existsSync(join(folder, name))));
}

export class PrivateSlurm {
  /** The environment for `sbatch` and the others to find this cluster. */
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly #daemons = new Map<string, ChildProcess>();

  private constructor(folder: string) {
    this.folder = folder;
    this.environment = {
      SLURM_CONF: join(folder, "slurm.conf"),
      PATH: `${process.env.PATH ?? ""}:/usr/sbin:/usr/local/sbin`,
    };
  }

  /** Resolves when both nodes are idle. @throws Error with the logs when they are not in time. */
  static async start(): Promise<PrivateSlurm> {
    const cluster = new PrivateSlurm(mkdtempSync(join(tmpdir(), "agon-slurm-")));
    try {
      await cluster.#start();
    } catch (error) {
      const logs = ["munged", "slurmctld", ...NODES].map((name) => cluster.#tail(name));
      await cluster.stop();
      throw new Error(`${String(error)}\n${logs.join("\n")}`, { cause: error });
    }
    return cluster;
  }

  /** Runs one of Slurm's commands; returns its standard output. */
  command(program: string, ...words: readonly string[]): string {
    return execFileSync(program, words, {
      env: { ...process.env, ...this.environment },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
    });
  }

  /** The node dies with all its processes, as by a power failure. */
  killNode(node: NodeName): void {
    const all = processes();
    const victims = new Set(descendantsOf(this.#daemons.get(node)?.pid));
    // Jobs have left the daemon's family, but their environment names the node.
    for (const { pid, parent } of all.filter((process) => this.#isJobOn(node, process.pid))) {
      const isStep = all.some(
        (process) => process.pid === parent && process.command.startsWith("slurmstepd"),
      );
      for (const victim of descendantsOf(isStep ? parent : pid)) victims.add(victim);
    }
    for (const pid of victims) kill(pid);
    this.#daemons.delete(node);
  }

  /** Starts a node, again or for the first time. */
  startNode(node: NodeName): void {
    this.#spawn(node, "slurmd", "-D", "-N", node, "-f", this.environment.SLURM_CONF as string);
  }

  /** Ends every process of the cluster and removes its folder. */
  async stop(): Promise<void> {
    spawnSync("scancel", ["--full", `--user=${userInfo().username}`], {
      env: { ...process.env, ...this.environment },
      stdio: "ignore",
      timeout: 10_000,
    });
    for (const node of NODES) this.killNode(node);
    for (const daemon of this.#daemons.values()) {
      const gone = new Promise((resolve) => daemon.once("exit", resolve));
      for (const pid of descendantsOf(daemon.pid)) kill(pid);
      if (daemon.exitCode === null && daemon.signalCode === null) await gone;
    }
    this.#daemons.clear();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  #isJobOn(node: NodeName, pid: number): boolean {
    try {
      const words = readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
      const own = [`SLURM_CONF=${this.environment.SLURM_CONF}`, `SLURMD_NODENAME=${node}`];
      return own.every((word) => words.includes(word));
    } catch {
      return false;
    }
  }

  async #start(): Promise<void> {
    const path = (name: string): string => join(this.folder, name);
    chmodSync(this.folder, 0o755);
    for (const folder of ["state", "munge", ...NODES]) mkdirSync(path(folder), { mode: 0o755 });
    const [controller = 0, first = 0, second = 0] = await freePorts(3);
    writeFileSync(path("munge/key"), randomBytes(128), { mode: 0o400 });
    this.#spawn(
      "munged",
      "munged",
      ...["--foreground", "--force", `--key-file=${path("munge/key")}`],
      ...[`--socket=${path("munge/socket")}`, `--pid-file=${path("munge/pid")}`],
      ...[`--log-file=${path("munge/log")}`, `--seed-file=${path("munge/seed")}`],
    );
    await until("munged listens", () => existsSync(path("munge/socket")));
    writeFileSync(path("slurm.conf"), configuration(this.folder, controller, [first, second]));
    // Unused, but slurmd loads a plugin nevertheless, and the one for v2 needs systemd.
    writeFileSync(path("cgroup.conf"), "CgroupPlugin=cgroup/v1\nCgroupAutomount=no\n");
    this.#spawn("slurmctld", "slurmctld", "-D", "-i", "-f", path("slurm.conf"));
    for (const node of NODES) this.startNode(node);
    await until("both nodes are idle", () => {
      const { stdout } = spawnSync("sinfo", ["-h", "-N", "-p", "main", "-o", "%t"], {
        env: { ...process.env, ...this.environment },
        encoding: "utf8",
        timeout: 20_000,
      });
      return stdout?.split("\n").filter((state) => state === "idle").length === NODES.length;
    });
  }

  #spawn(name: string, program: string, ...words: readonly string[]): void {
    const log = join(this.folder, `${name}.out`);
    const daemon = spawn("sh", ["-c", `exec "$0" "$@" >>"${log}" 2>&1`, program, ...words], {
      env: { ...process.env, ...this.environment },
      stdio: "ignore",
    });
    this.#daemons.set(name, daemon);
  }

  #tail(name: string): string {
    const file = join(this.folder, `${name}.out`);
    const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
    return `== ${name}\n${lines.slice(-15).join("\n")}`;
  }
}

function configuration(folder: string, controller: number, nodes: readonly number[]): string {
  const host = hostname().split(".")[0];
  const user = userInfo().username;
  return `ClusterName=agon
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${controller}
SlurmUser=${user}
SlurmdUser=${user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=${folder}/munge/socket
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/%n.pid
SlurmdSpoolDir=${folder}/%n
StateSaveLocation=${folder}/state
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,bf_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
ReturnToService=2
SlurmctldTimeout=10
SlurmdTimeout=5
KillWait=2
MinJobAge=10
InactiveLimit=0
JobRequeue=1
SlurmdParameters=config_overrides
${NODES.map(
  (node, index) =>
    `NodeName=${node} NodeHostname=${host} NodeAddr=127.0.0.1 Port=${nodes[index]} CPUs=2 RealMemory=4000`,
).join("\n")}
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
${NODES.map((node) => `PartitionName=only-${node} Nodes=${node} MaxTime=INFINITE State=UP`).join("\n")}
`;
}

/** Ports that are free now. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const server = createServer();
          server.once("error", reject);
          server.listen(0, "127.0.0.1", () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function processes(): Process[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** The process itself and all below it. */
function descendantsOf(root: number | undefined): number[] {
  if (root === undefined) return [];
  const all = processes();
  const found = [root];
  for (const pid of found) {
    found.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid));
  }
  return found;
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function until(what: string, condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`waited for a minute until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
