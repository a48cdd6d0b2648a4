/**
 * Finds the dominating functions of a bench's slowest tasks: they run again under Node's profiler,
 * and the functions with the largest self time are printed.
 *
 *     npx tsx bench/verifier/profile.ts SPOOL [--tasks N] [--cpu-time SECONDS] [--top N]
 *     npx tsx bench/verifier/profile.ts --program FILE.c --property FILE.prp --data-model
 *     ILP32|LP64 …
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import type { VerificationJob } from "../../src/contestant/jobs/verification-job.ts";
import { scoresOf } from "./scores.ts";

interface Task {
  readonly name: string;
  readonly job: VerificationJob;
}

/** A profile of V8, as far as it is used here. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tasks: { type: "string", default: "10" },
    "cpu-time": { type: "string", default: "60" },
    top: { type: "string", default: "8" },
    program: { type: "string" },
    property: { type: "string" },
    "data-model": { type: "string", default: "ILP32" },
  },
});

/** The verification runs of a spool that took the most CPU time. */
function slowestTasks(spool: string, count: number): readonly Task[] {
  const { runs } = scoresOf<{ runs: readonly { task: string; cpuTimeSeconds?: number }[] }>(spool);
  const { taskRoot } = JSON.parse(readFileSync(join(spool, "places.json"), "utf8")) as {
    taskRoot: string;
  };
  const tasks = new Map(
    readFileSync(join(spool, "tasks.ndjson"), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as ResolvedTask)
      .map((task) => [task.id, task]),
  );
  const slowest = runs.toSorted((a, b) => (b.cpuTimeSeconds ?? 0) - (a.cpuTimeSeconds ?? 0));
  return slowest.slice(0, count).flatMap(({ task: id }) => {
    const task = tasks.get(id);
    if (task === undefined) return [];
    const [program = ""] = task.inputFiles;
    const property = join(taskRoot, task.propertyFile);
    return [{ name: id, job: jobOf(join(taskRoot, program), property, task.dataModel) }];
  });
}

interface ResolvedTask {
  readonly id: string;
  readonly inputFiles: readonly string[];
  readonly propertyFile: string;
  readonly dataModel?: string;
}

function jobOf(programFile: string, propertyFile: string, dataModel = "ILP32"): VerificationJob {
  return {
    programFile,
    programText: readFileSync(programFile, "utf8"),
    propertyFile,
    propertyText: readFileSync(propertyFile, "utf8"),
    dataModel: dataModel as VerificationJob["dataModel"],
    configuration: "default",
    timeLimitSeconds: Number(values["cpu-time"]),
    seed: 1,
    wantsTrace: false,
    wantsWitness: true,
    checksProofs: false,
  };
}

function profile({ name, job }: Task): void {
  const folder = mkdtempSync(join(tmpdir(), "agon-profile-"));
  try {
    const file = join(folder, "job.json");
    writeFileSync(file, JSON.stringify(job));
    const { stdout } = spawnSync(
      process.execPath,
      ["bench/verifier/profiled.mjs", file, join(folder, "profile")],
      { encoding: "utf8", maxBuffer: 1 << 30 },
    );
    console.log(`\n${name}: ${stdout.trim().slice(0, 200)}`);
    if (!existsSync(join(folder, "profile"))) console.log("  no profile was written");
    else printTop(JSON.parse(readFileSync(join(folder, "profile"), "utf8")) as Profile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function printTop({ nodes, samples, timeDeltas }: Profile): void {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      const place = url === "" ? "" : ` (${url.split("/").slice(-2).join("/")}:${lineNumber + 1})`;
      return [id, `${functionName || "(anonymous)"}${place}`];
    }),
  );
  const selfMicroseconds = new Map<string, number>();
  let busy = 0;
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? "?";
    if (name === "(idle)") continue;
    const time = timeDeltas[index] ?? 0;
    busy += time;
    selfMicroseconds.set(name, (selfMicroseconds.get(name) ?? 0) + time);
  }
  const top = [...selfMicroseconds].toSorted((a, b) => b[1] - a[1]).slice(0, Number(values.top));
  for (const [name, time] of top) {
    const percent = ((100 * time) / busy).toFixed(1);
    console.log(`  ${percent.padStart(5)} %  ${(time / 1e6).toFixed(2).padStart(7)} s  ${name}`);
  }
}

const [spool] = positionals;
const { program, property } = values;
if (program !== undefined && property !== undefined) {
  profile({ name: basename(program), job: jobOf(program, property, values["data-model"]) });
} else if (spool !== undefined) {
  for (const task of slowestTasks(spool, Number(values.tasks))) profile(task);
} else {
  console.error("expected a spool, or --program and --property; see the head of this file");
  process.exit(2);
}
