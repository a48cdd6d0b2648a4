/**
 * Precision and cost of executions, side by side with BenchExec:
 *
 *     npx tsx bench/execution/accuracy.ts [REPETITIONS] [BURNERS]
 *
 * See README.md beside it.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ExecutionHost,
  measurementKind,
  prepareHost,
  runPlainCommand,
  threadCount,
} from "../../src/organiser/execution/index.ts";
import { startBurning } from "./load.ts";
import { overheadParts } from "./parts.ts";
import { type Figures, hasRunexec, runWithRunexec } from "./runexec.ts";

const LIMITS = { cpuTimeSeconds: 1, memoryBytes: 200_000_000 } as const;
const MEMORY_BYTES = 150_000_000;
const CPU_SECONDS = 0.5;
/** Short runs are measured this many times more often than those of a second. */
const QUICK = 10;
const MAIN = join(import.meta.dirname, "..", "..", "dist", "faces", "cli", "main.js");

type Runner = (command: readonly [string, ...string[]]) => Promise<Figures>;

async function main(repetitions: number, burners: number): Promise<void> {
  const host = await prepareHost({ sandbox: false });
  const folder = mkdtempSync(join(tmpdir(), "agon-bench-"));
  chmodSync(folder, 0o755); // A sandboxed run of root has the user NOBODY.
  try {
    const burn = join(folder, "burn");
    execFileSync("gcc", ["-O1", "-w", "-o", burn, join(import.meta.dirname, "burn.c")]);
    const stopBurning = startBurning(burn, burners);
    try {
      console.log(`${burners} burning beside`);
      await compare(burn, folder, host, repetitions);
      await showParts(folder, host, QUICK * repetitions);
    } finally {
      stopBurning();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compare(
  burn: string,
  folder: string,
  host: ExecutionHost,
  repetitions: number,
): Promise<void> {
  const runners: [string, Runner][] = [
    [`agon, ${host.isolation}`, agonRunner(host, folder)],
    ["agon, no sandbox", agonRunner({ ...host, isolation: "none" }, folder)],
  ];
  if (existsSync(MAIN)) runners.push(["agon exec", agonCommand(folder)]);
  if (hasRunexec()) {
    runners.push(["runexec", (command) => Promise.resolve(runWithRunexec(command, LIMITS))]);
  }
  console.log(
    `${threadCount(host.machine)} cores, load ${loadavg()[0]?.toFixed(1)}, ${measurementKind(host)}, ` +
      `${repetitions} repetitions (${QUICK * repetitions} of 'true')${hasRunexec() ? "" : "; runexec is not installed"}\n`,
  );
  row(
    "median (worst)",
    runners.map(([name]) => name),
  );
  const repeat = async (
    title: string,
    times: number,
    command: readonly [string, ...string[]],
    columns: readonly (readonly [string, (figures: Figures) => number])[],
    digits: number,
  ): Promise<void> => {
    const measured: Figures[][] = [];
    const spent: number[] = [];
    for (const [, run] of runners) {
      const before = cpuSecondsOfUs();
      const figures: Figures[] = [];
      for (let i = 0; i < times; i++) figures.push(await run(command));
      measured.push(figures);
      spent.push((cpuSecondsOfUs() - before) / times);
    }
    for (const [what, show] of columns) {
      row(
        `${title}: ${what}`,
        measured.map((figures) => {
          const values = figures.map(show).sort((a, b) => a - b);
          return `${median(values).toFixed(digits)} (${(values.at(-1) ?? Number.NaN).toFixed(digits)})`;
        }),
      );
    }
    if (times > repetitions) {
      row(
        `${title}: CPU time spent, ms`,
        spent.map((seconds) => (seconds * 1e3).toFixed(1)),
      );
    }
  };

  const spawnSeconds = median(Array.from({ length: QUICK * repetitions }, secondsOfSpawn));
  await repeat(
    "true",
    QUICK * repetitions,
    ["/bin/true"],
    [
      ["overhead, ms", ({ overallSeconds }) => (overallSeconds - spawnSeconds) * 1e3],
      ["CPU time reported, ms", ({ cpuTimeSeconds }) => cpuTimeSeconds * 1e3],
      ["wall time reported, ms", ({ wallTimeSeconds = Number.NaN }) => wallTimeSeconds * 1e3],
    ],
    1,
  );
  for (const burners of [1, 4]) {
    const overshoot = ({ cpuTimeSeconds }: Figures): number =>
      (cpuTimeSeconds / LIMITS.cpuTimeSeconds - 1) * 100;
    await repeat(
      `${burners} burning`,
      repetitions,
      [burn, "many", String(burners)],
      [["overshoot of 1 s, %", overshoot]],
      2,
    );
  }
  for (const kind of ["plain", "forked", "pipeline", "daemon", "ignored"]) {
    // Time that the processes cannot observe: their own last steps, and the start of the first one.
    const error = ({ cpuTimeSeconds, output }: Figures): number =>
      (cpuTimeSeconds - Number(/used ([\d.]+)/.exec(output)?.[1])) * 1e3;
    await repeat(
      `${CPU_SECONDS} s ${kind}`,
      repetitions,
      [burn, kind, String(CPU_SECONDS)],
      [["reported − used, ms", error]],
      1,
    );
  }
  await repeat(
    `${MEMORY_BYTES / 1e6} MB`,
    repetitions,
    [burn, "memory", String(MEMORY_BYTES)],
    [["peak memory reported, MB", ({ memoryBytes = Number.NaN }) => memoryBytes / 1e6]],
    1,
  );
  compareLoops(repetitions);
}

async function showParts(folder: string, host: ExecutionHost, times: number): Promise<void> {
  console.log("\nparts of the overhead, ms, median (worst)");
  for (const { name, milliseconds } of await overheadParts(host, folder, times)) {
    row(name, [`${median(milliseconds).toFixed(1)} (${Math.max(...milliseconds).toFixed(1)})`]);
  }
}

/** Without the start of Python, which `runexec` needs each time. */
function compareLoops(repetitions: number): void {
  const script = join(import.meta.dirname, "runexec-loop.py");
  const { status, stdout } = spawnSync("python3", [script, String(QUICK * repetitions)], {
    encoding: "utf8",
  });
  if (status !== 0) {
    console.log("\nBenchExec's package is not on PYTHONPATH: not measured within one process");
    return;
  }
  const seconds = stdout.trim().split("\n").map(Number);
  console.log(
    `\nBenchExec within one process: 'true' takes ${(median(seconds) * 1e3).toFixed(1)} ms (median)`,
  );
}

function agonRunner(host: ExecutionHost, folder: string): Runner {
  return async (command) => {
    let output = "";
    const start = performance.now();
    const { cpuTimeSeconds, wallTimeSeconds, memoryBytes } = await runPlainCommand(
      {
        command,
        directory: folder,
        shown: [],
        environment: {},
        limits: {
          ...LIMITS,
          wallTimeSeconds: 10 * LIMITS.cpuTimeSeconds,
          processes: 100,
          outputBytes: 1e6,
          filesBytes: Number.POSITIVE_INFINITY,
          filesCount: Number.POSITIVE_INFINITY,
        },
        onOutput: async (chunk) => {
          output += Buffer.from(chunk).toString();
        },
      },
      host,
    );
    const overallSeconds = (performance.now() - start) / 1e3;
    return {
      overallSeconds,
      cpuTimeSeconds,
      wallTimeSeconds,
      output,
      ...(memoryBytes === undefined ? {} : { memoryBytes }),
    };
  };
}

/** The command line, which starts Node each time. */
function agonCommand(folder: string): Runner {
  return async (command) => {
    const limits = ["--cpu", "1s", "--wall", "10s", "--memory", "200MB"];
    const start = performance.now();
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [MAIN, "exec", "--json", ...limits, "--", ...command],
      { encoding: "utf8", cwd: folder },
    );
    const overallSeconds = (performance.now() - start) / 1e3;
    return { ...(JSON.parse(stdout) as Figures), overallSeconds, output: stderr };
  };
}

/** CPU time of this process and of its children that have ended. */
function cpuSecondsOfUs(): number {
  const text = readFileSync("/proc/self/stat", "latin1");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
  return ticks / 100;
}

function secondsOfSpawn(): number {
  const start = performance.now();
  spawnSync("/bin/true");
  return (performance.now() - start) / 1e3;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function row(title: string, cells: readonly string[]): void {
  console.log(`${title.padEnd(32)}${cells.map((cell) => cell.padStart(20)).join("")}`);
}

const [repetitions, burners] = [Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 0)];
if (![repetitions, burners].every(Number.isInteger) || repetitions < 1 || burners < 0) {
  throw new Error("usage: npx tsx bench/execution/accuracy.ts [REPETITIONS] [BURNERS]");
}
await main(repetitions, burners);
