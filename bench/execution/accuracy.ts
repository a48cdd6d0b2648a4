/**
 * How exact and how cheap executions are, side by side with BenchExec's
 * runexec where that is installed: `npx tsx bench/execution/accuracy.ts [REPETITIONS]`.
 * Needs gcc. Times are comparable only on an otherwise idle machine; the load is printed.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ExecutionHost,
  measurementKind,
  prepareHost,
  runPlainCommand,
  threadCount,
} from "../../src/execution/index.ts";
import { type Figures, hasRunexec, runWithRunexec } from "./runexec.ts";

const LIMITS = { cpuTimeSeconds: 1, memoryBytes: 200_000_000 } as const;
const MEMORY_BYTES = 150_000_000;
const CPU_SECONDS = 0.5;
/** Spawning is measured this many times more often than what takes a second. */
const QUICK = 10;

type Runner = (command: readonly [string, ...string[]]) => Promise<Figures>;

async function main(repetitions: number): Promise<void> {
  const host = await prepareHost({ sandbox: false });
  const folder = mkdtempSync(join(tmpdir(), "agon-bench-"));
  chmodSync(folder, 0o755); // a sandboxed run of root is nobody
  try {
    const burn = join(folder, "burn");
    execFileSync("gcc", ["-O1", "-o", burn, join(import.meta.dirname, "burn.c")]);
    await compare(burn, folder, host, repetitions);
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
    [`agon (${host.isolation})`, agonRunner(host, folder)],
    ["agon (none)", agonRunner({ ...host, isolation: "none" }, folder)],
  ];
  if (hasRunexec()) {
    runners.push(["runexec", (command) => Promise.resolve(runWithRunexec(command, LIMITS))]);
  }
  console.log(
    `${threadCount(host.machine)} cores, load ${loadavg()[0]?.toFixed(1)}, ${measurementKind(host)}, ` +
      `median of ${repetitions}${hasRunexec() ? "" : "; runexec is not installed"}\n`,
  );
  row(
    "",
    runners.map(([name]) => name),
  );
  const repeat = async (
    title: string,
    times: number,
    command: readonly [string, ...string[]],
    show: (figures: Figures) => number,
    format: (value: number) => string,
  ): Promise<void> => {
    const cells: string[] = [];
    for (const [, run] of runners) {
      const values: number[] = [];
      for (let i = 0; i < times; i++) values.push(show(await run(command)));
      cells.push(format(median(values)));
    }
    row(title, cells);
  };

  const spawnSeconds = median(Array.from({ length: QUICK * repetitions }, secondsOfSpawn));
  await repeat(
    "overhead of 'true', ms",
    QUICK * repetitions,
    ["/bin/true"],
    ({ overallSeconds }) => (overallSeconds - spawnSeconds) * 1e3,
    (milliseconds) => milliseconds.toFixed(1),
  );
  await repeat(
    "CPU time of 'true', ms",
    QUICK * repetitions,
    ["/bin/true"],
    ({ cpuTimeSeconds }) => cpuTimeSeconds * 1e3,
    (milliseconds) => milliseconds.toFixed(1),
  );
  for (const burners of [1, 4]) {
    await repeat(
      `overshoot of 1 s, ${burners} burner${burners === 1 ? "" : "s"}, %`,
      repetitions,
      [burn, "many", String(burners)],
      ({ cpuTimeSeconds }) => (cpuTimeSeconds / LIMITS.cpuTimeSeconds - 1) * 100,
      (percent) => percent.toFixed(2),
    );
  }
  for (const kind of ["plain", "forked", "daemon", "ignored"]) {
    await repeat(
      `CPU time of ${CPU_SECONDS} s ${kind}`,
      repetitions,
      [burn, kind, String(CPU_SECONDS)],
      ({ cpuTimeSeconds }) => cpuTimeSeconds,
      (seconds) => seconds.toFixed(3),
    );
  }
  await repeat(
    `peak memory of ${MEMORY_BYTES / 1e6} MB, MB`,
    repetitions,
    [burn, "memory", String(MEMORY_BYTES)],
    ({ memoryBytes }) => (memoryBytes ?? Number.NaN) / 1e6,
    (megabytes) => megabytes.toFixed(1),
  );
}

function agonRunner(host: ExecutionHost, folder: string): Runner {
  return async (command) => {
    const start = performance.now();
    const { cpuTimeSeconds, memoryBytes } = await runPlainCommand(
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
      },
      host,
    );
    const overallSeconds = (performance.now() - start) / 1e3;
    return {
      overallSeconds,
      cpuTimeSeconds,
      ...(memoryBytes === undefined ? {} : { memoryBytes }),
    };
  };
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
  console.log(`${title.padEnd(34)}${cells.map((cell) => cell.padStart(20)).join("")}`);
}

const repetitions = Number(process.argv[2] ?? 5);
if (!Number.isInteger(repetitions) || repetitions < 1) {
  throw new Error("usage: npx tsx bench/execution/accuracy.ts [REPETITIONS]");
}
await main(repetitions);
