/**
 * A competition of many short runs of all kinds, whose members (coordinator, workers, supervisors)
 * are killed and stopped repeatedly, and whose disk fills up. At the end every run must have
 * exactly one result, with all its figures, and no result may ever have changed.
 */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { randomFractions } from "../../src/ground/util/pseudo-random.ts";
import { start } from "../e2e/cli.ts";
import { writeCompetition } from "../e2e/small-competition.ts";
import { NODES, type PrivateSlurm } from "./private-slurm.ts";

export interface SoakOptions {
  /** Verification and validation runs together; rounded up to a multiple of 16. */
  readonly runs: number;
  /** Number of times that the coordinator is killed. */
  readonly kills: number;
  /**
   * Number of times that a member is stopped for two seconds, or a worker or supervisor killed;
   * default: never.
   */
  readonly disturbances?: number;
  /** Whether about every tenth run writes a witness of 100 MB, just below the limit or just above. */
  readonly hasLargeWitnesses?: boolean;
  /**
   * A disk of its own for the competition, see `SmallDisk`, and the number of times that it fills
   * up.
   */
  readonly disk?: { readonly folder: string; readonly fulls: number };
  readonly seed: number;
  /** Run on this cluster, one of whose nodes is killed; default: on this machine. */
  readonly slurm?: PrivateSlurm;
  readonly log: (text: string) => void;
}

export interface SoakReport {
  readonly runs: number;
  readonly kills: number;
  /** The disturbed members, with the kind of disturbance. */
  readonly disturbed: readonly string[];
  /** Numbers of results at the moments of the kills. */
  readonly killedAt: readonly number[];
  /** Started runs, including repeated starts. */
  readonly attempts: number;
  readonly nodeKilledAt?: number;
  /** Numbers of results at which the disk was full. */
  readonly fullAt: readonly number[];
  /** Jobs that Slurm restarted. */
  readonly restartedJobs: number;
  readonly seconds: number;
  /** All deviations from the requirements. */
  readonly faults: readonly string[];
}

/** Behaviours of the stand-in tool, the right status, and the number of runs. */
const KINDS: readonly (readonly [behaviour: string, status: RegExp, runs: number])[] = [
  ["true", /^true$/, 2],
  ["false", /^false\(unreach-call\)$/, 2],
  ["true", /^true$/, 2],
  ["false", /^false\(unreach-call\)$/, 2],
  ["nothing", /^unknown$/, 1],
  ["true", /^true$/, 2],
  ["crash", /^SEGMENTATION FAULT$/, 1],
  ["bad-witness", /^false\(unreach-call\)$/, 1],
  ["daemon", /^unknown$/, 1],
  ["limit", /^(TIMEOUT|OUT OF MEMORY|FILES-SIZE LIMIT)/, 1],
  ["nothing", /^unknown$/, 1],
];
/** Added with large witnesses: two of 19 runs. */
const LARGE_KINDS: typeof KINDS = [
  ["large-witness", /^true$/, 2],
  ["huge-witness", /^true$/, 1],
];
/** Values for `limit`, in turn. */
const LIMITS: readonly (readonly [string, RegExp])[] = [
  ["loop", /^TIMEOUT$/],
  ["hog", /^OUT OF MEMORY/],
  ["flood", /^FILES-SIZE LIMIT/],
  ["linger", /^TIMEOUT$/],
];
/** A large witness is written within the wall time even if a run gets a tenth of a core. */
const runLimits = (hasLargeWitnesses = false): string =>
  `{ cpuTime: 1 s, wallTime: ${hasLargeWitnesses ? 30 : 8} s, memory: 100 MB, cores: 1 }`;

/** Runs the competition to its end, with all kills. The folder is removed unless there are faults. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const begun = performance.now();
  const random = randomFractions(options.seed);
  const kinds = options.hasLargeWitnesses === true ? [...KINDS, ...LARGE_KINDS] : KINDS;
  const runsOfKinds = kinds.reduce((sum, [, , count]) => sum + count, 0);
  const rounds = Math.ceil(options.runs / runsOfKinds);
  const expected = tasksFor(kinds, rounds);
  const folder = writeCompetition(
    expected.map(({ name, behaviour }) => ({ name, behaviour, expected: true })),
    runLimits(options.hasLargeWitnesses),
    options.disk?.folder,
  );
  const spool = join(folder, "spool");
  const runs = rounds * runsOfKinds;
  const seen = new Map<string, string>();
  const faults: string[] = [];
  const look = (): number => {
    const results = readResults(spool);
    for (const [run, text] of seen) {
      if (results.get(run) !== text) faults.push(`the result of ${run} has changed`);
    }
    for (const [run, text] of results) seen.set(run, text);
    return results.size;
  };
  const momentsOf = (count = 0): readonly number[] =>
    Array.from({ length: count }, () => Math.floor(random() * runs * 0.95)).sort((a, b) => a - b);
  const moments = momentsOf(options.kills);
  const disturbances = momentsOf(options.disturbances);
  const fulls = momentsOf(options.disk?.fulls);
  const fullAt: number[] = [];
  const disturbed: string[] = [];
  const killNodeAt = Math.floor((0.3 + 0.3 * random()) * runs);
  let nodeKilledAt: number | undefined;
  let revival: Promise<void> | undefined;
  let isOver = false;
  const killedAt: number[] = [];
  for (;;) {
    const words = ["run", join(folder, "competition.yml"), "--spool", spool];
    if (options.slurm !== undefined) words.push("--driver", "slurm", "--pack", "8");
    const coordinator = start(words, options.slurm?.environment);
    let hasEnded = false;
    let wasFull = false;
    void coordinator.finished.then(() => {
      hasEnded = true;
    });
    const moment = moments[killedAt.length];
    while (!hasEnded) {
      const count = countResults(spool);
      if (options.slurm !== undefined && nodeKilledAt === undefined && count >= killNodeAt) {
        options.slurm.killNode(NODES[1]);
        nodeKilledAt = count;
        options.log(`node killed at ${count} results`);
        revival = reviveNode(options.slurm, () => isOver);
      }
      if (count >= (disturbances[disturbed.length] ?? Number.POSITIVE_INFINITY)) {
        const members = membersOf(coordinator.child.pid as number, spool);
        disturbed.push(await disturb(members, random(), random()));
      }
      if (count >= (fulls[fullAt.length] ?? Number.POSITIVE_INFINITY)) {
        const left = FREE_BYTES[fullAt.length % FREE_BYTES.length] as number;
        fullAt.push(count);
        options.log(`disk full at ${count} of ${runs} results, ${left} bytes are free`);
        const makeRoom = fillDisk(folder, left);
        const { code, stderr } = await Promise.race([coordinator.finished, patience()]);
        makeRoom();
        if (code !== 3) faults.push(`with a full disk: exit code ${code}: ${stderr.slice(-500)}`);
        options.log(stderr.trim().split("\n").at(-1) ?? "");
        look();
        wasFull = true;
        break;
      }
      if (moment !== undefined && count >= moment) {
        await pause(Math.floor(random() * 400));
        break;
      }
      await pause(20);
    }
    if (wasFull && hasEnded) continue;
    if (!wasFull && (moment === undefined || hasEnded)) {
      const { code, stderr } = await coordinator.finished;
      if (code === 0) break;
      faults.push(`the coordinator ended with ${code}: ${stderr.slice(-500)}`);
      break;
    }
    coordinator.child.kill("SIGKILL");
    await coordinator.finished;
    killedAt.push(look());
    options.log(`coordinator killed at ${killedAt.at(-1)} of ${runs} results`);
  }
  isOver = true;
  await revival;
  look();
  if (killedAt.length < options.kills) faults.push(`only ${killedAt.length} kills`);
  if (fullAt.length < fulls.length) faults.push(`the disk was full ${fullAt.length} times only`);
  faults.push(...check(spool, expected, runs));
  const report: SoakReport = {
    runs,
    kills: killedAt.length,
    disturbed,
    killedAt,
    fullAt,
    attempts: attemptsIn(spool).length,
    ...(nodeKilledAt === undefined ? {} : { nodeKilledAt }),
    restartedJobs: restartedJobs(spool),
    seconds: (performance.now() - begun) / 1000,
    faults,
  };
  if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
  else options.log(`left as it is: ${folder}`);
  return report;
}

const STOP_MS = 2000;
/** Free bytes on a full disk, in turn: less than Agon requires, none. */
const FREE_BYTES = [20_000_000, 0];
const PATIENCE_MS = 240_000;

function patience(): Promise<{ readonly code: null; readonly stderr: string }> {
  const told = { code: null, stderr: `it had not ended after ${PATIENCE_MS} ms` };
  return pause(PATIENCE_MS).then(() => told);
}

/** Fills the disk of `folder` up to `left` bytes; returns the function that frees it. */
function fillDisk(folder: string, left: number): () => void {
  const ballast = join(folder, "ballast");
  const { bavail, bsize } = statfsSync(folder);
  const bytes = Math.max(0, bavail * bsize - left);
  spawnSync("fallocate", ["--length", String(bytes), ballast]);
  // Concurrent writes may be faster; the rest that fallocate leaves is filled block by block.
  if (left === 0) spawnSync("sh", ["-c", 'cat /dev/zero >>"$1"', "sh", ballast]);
  return () => rmSync(ballast, { force: true });
}

interface Member {
  readonly name: "coordinator" | "worker" | "supervisor";
  readonly pid: number;
}

/** The members of a competition on this machine. */
function membersOf(coordinator: number, spool: string): readonly Member[] {
  const found: Member[] = [{ name: "coordinator", pid: coordinator }];
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({
      pid: Number(name),
      words: textOf(`/proc/${name}/cmdline`).split("\0"),
      parent: Number(/PPid:\t(\d+)/.exec(textOf(`/proc/${name}/status`))?.[1]),
    }));
  for (const { pid, words } of processes) {
    if (words[2] === "worker" && words.includes(spool)) found.push({ name: "worker", pid });
  }
  const parents = found.map(({ pid }) => pid);
  for (const { pid, words, parent } of processes) {
    if (!parents.includes(parent) || !words.join(" ").includes("supervisor-process")) continue;
    found.push({ name: "supervisor", pid });
  }
  return found;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

/** Stops a member for a while, or kills it; both choices are from 0 to 1. */
async function disturb(members: readonly Member[], who: number, how: number): Promise<string> {
  const [coordinator, ...others] = members;
  const { name, pid } =
    others[Math.floor((who - 1 / 3) * 1.5 * others.length)] ?? (coordinator as Member);
  // Coordinators are killed often enough elsewhere.
  const kills = name !== "coordinator" && how < 0.5;
  try {
    process.kill(pid, kills ? "SIGKILL" : "SIGSTOP");
    if (kills) return `${name} killed`;
    await pause(STOP_MS);
    process.kill(pid, "SIGCONT");
  } catch {
    return `${name} was gone`;
  }
  return `${name} stopped`;
}

interface ExpectedTask {
  readonly name: string;
  readonly behaviour: string;
  readonly status: RegExp;
}

function tasksFor(kinds: typeof KINDS, rounds: number): ExpectedTask[] {
  return Array.from({ length: rounds }, (_, round) =>
    kinds.map(([behaviour, status], index): ExpectedTask => {
      const name = `t${String(round).padStart(4, "0")}-${index}`;
      if (behaviour !== "limit") return { name, behaviour, status };
      const [limit, itsStatus] = LIMITS[round % LIMITS.length] as (typeof LIMITS)[number];
      return { name, behaviour: limit, status: itsStatus };
    }),
  ).flat();
}

/**
 * A failed node is noticed after some seconds; Slurm holds its jobs for two minutes, which an
 * operator would not accept.
 */
async function reviveNode(slurm: PrivateSlurm, isOver: () => boolean): Promise<void> {
  await pause(3000);
  slurm.startNode(NODES[1]);
  while (!isOver()) {
    await pause(500);
    try {
      releaseJobs(slurm);
    } catch {
      // A controller that is too busy to answer is queried again.
    }
  }
}

function releaseJobs(slurm: PrivateSlurm): void {
  const waiting = slurm
    .command("squeue", "--noheader", "--array", "--states=PENDING", "--format=%A %r")
    .split("\n")
    .filter((line) => line.endsWith("BeginTime"));
  for (const line of waiting) {
    slurm.command("scontrol", "update", `jobid=${line.split(" ")[0]}`, "StartTime=now");
  }
}

interface StoredResult {
  readonly run: string;
  readonly phase: string;
  readonly task: string;
  readonly status: string;
  readonly cpuTimeSeconds?: number;
  readonly wallTimeSeconds?: number;
  readonly memoryBytes?: number;
  readonly measurement?: string;
  readonly isolation?: string;
  readonly attempt: number;
  readonly exitCode?: number;
  readonly signal?: number;
  readonly log?: { readonly path: string; readonly sha256: string };
  readonly witness?: { readonly path: string; readonly sha256: string };
}

/** All faults of a finished spool. */
function check(spool: string, expected: readonly ExpectedTask[], runs: number): string[] {
  const faults: string[] = [];
  const results = [...readResults(spool)].map(([run, text]) => {
    const result = JSON.parse(text) as StoredResult;
    if (result.run !== run) faults.push(`${run} holds the result of ${result.run}`);
    return result;
  });
  if (results.length !== runs) faults.push(`${results.length} results instead of ${runs}`);
  const byTask = new Map(expected.map((task) => [task.name, task]));
  const verified = new Set<string>();
  for (const result of results) {
    const { run, phase, task, status, log, witness } = result;
    const name = task.replace(/^tasks\/(.*)\.yml#.*$/, "$1");
    if (phase === "verification") {
      verified.add(name);
      if (byTask.get(name)?.status.test(status) !== true) faults.push(`${name}: ${status}`);
    } else if (!/^(true|false)/.test(status)) faults.push(`${name}: ${phase}: ${status}`);
    // Samples of a short run may miss its usage; control groups miss nothing.
    const least = result.measurement === "process-accounting" ? 0 : Number.MIN_VALUE;
    for (const figure of ["cpuTimeSeconds", "wallTimeSeconds", "memoryBytes"] as const) {
      const isSampled = least === 0 && figure === "memoryBytes";
      const value = result[figure] ?? (isSampled ? 0 : -1);
      if (!(value >= least)) faults.push(`${run}: ${figure} is ${result[figure]}`);
    }
    if ((result.exitCode === undefined) === (result.signal === undefined)) {
      faults.push(`${run}: exit code ${result.exitCode}, signal ${result.signal}`);
    }
    for (const file of [log, witness]) {
      if (file !== undefined && hashOf(join(spool, file.path)) !== file.sha256) {
        faults.push(`${run}: ${file.path} differs from the result`);
      }
    }
    if (log === undefined) faults.push(`${run} has no log`);
  }
  if (verified.size !== expected.length) faults.push(`${verified.size} tasks with results`);
  const scratch = join(spool, "scratch");
  const left = existsSync(scratch) ? readdirSync(scratch) : [];
  if (left.length > 0) faults.push(`left in scratch: ${left.join(", ")}`);
  return faults;
}

function hashOf(file: string): string {
  return existsSync(file) ? createHash("sha256").update(readFileSync(file)).digest("hex") : "";
}

function countResults(spool: string): number {
  const folder = join(spool, "results");
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

/** Texts of all results by run. */
function readResults(spool: string): Map<string, string> {
  const folder = join(spool, "results");
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder).map((name) => [
      name.replace(/\.json$/, ""),
      readFileSync(join(folder, name), "utf8"),
    ]),
  );
}

function attemptsIn(spool: string): string[] {
  const folder = join(spool, "attempts");
  return readdirSync(folder).flatMap((name) => readdirSync(join(folder, name)));
}

/** A worker that is restarted writes to the same log. */
function restartedJobs(spool: string): number {
  const folder = join(spool, "cluster");
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".log"))
    .filter((name) => {
      const starts = readFileSync(join(folder, name), "utf8").match(/verification runs; /g);
      return (starts?.length ?? 0) > 1;
    }).length;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
