/** Executes the runs of a benchmark definition and writes BenchExec's files. */

import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { posix } from "node:path";
import { sha256, sha256OfFile } from "../../ground/files/index.ts";
import type { CommandRequest, MountedFile, RunSpecification } from "../../ground/model/index.ts";
import { propertyNameOfFile } from "../../ground/properties/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { PlatformError } from "../../ground/util/errors.ts";
import { runPool } from "../competition/index.ts";
import {
  type ExecutionLimits,
  executionLimits,
  type RunContext,
  type Spool,
} from "../execution/index.ts";
import type { BenchmarkRun, Job } from "./benchmark-run.ts";
import { BenchmarkWriter } from "./benchmark-writer.ts";
import { IncompleteResults } from "./incomplete-results.ts";
import type { PlannedRun } from "./plan-benchmark.ts";
import { expandWord } from "./shell-expansion.ts";

/**
 * Returns the names of the files with results, last that of `results.txt`. After an interruption
 * the files are marked.
 */
export async function runBenchmark(run: BenchmarkRun): Promise<readonly string[]> {
  const jobs = new Map<string, Job>();
  for (const runSet of run.runSets) {
    for (const taskSet of runSet.taskSets) {
      for (const planned of taskSet.runs) {
        const specification = specify(run, planned, jobs.size);
        jobs.set(specification.id, { planned, runSet, taskSet, specification });
      }
    }
  }
  run.spool.create();
  const waiting = [...jobs.values()].map(({ specification }) => specification);
  const writer = new BenchmarkWriter(run, [...jobs.values()]);
  const incomplete = new IncompleteResults(writer);
  const pool = runPool(
    {
      take: () => waiting.shift(),
      put: (runs) => waiting.unshift(...runs),
      started: ({ id }, cores) => {
        const job = jobs.get(id) as Job;
        if (cores !== undefined) job.cores = cores;
      },
      finished: (result) => {
        const job = jobs.get(result.run) as Job;
        job.result = result;
        run.onRun(job, result);
        incomplete.update();
        return [];
      },
      calledForBy: () => [],
    },
    { context: contextOf(run), slots: run.slots, signal: run.signal },
  );
  await pool.catch((error: unknown) => {
    // Finished runs are written nevertheless, and the files are marked as incomplete.
    if (!run.signal.aborted || error !== run.signal.reason) throw error;
  });
  const written = writer.write();
  incomplete.remove(written);
  return written;
}

function contextOf(run: BenchmarkRun): RunContext {
  const { host, spool, hiddenFolders, readableFolders } = run;
  const tool = { ...run.tool, paths: [...run.tool.paths, ...readableFolders] };
  return {
    host,
    spool,
    scratch: spool.scratch(),
    toolOf: () => tool,
    originalOf: ({ path }) => posix.resolve("/", path),
    hidden: hiddenFolders,
    limitsOf: () => limitsOf(run),
  };
}

const NONE = Number.POSITIVE_INFINITY;
/** BenchExec's default beyond the CPU time. */
const WALL_MARGIN_SECONDS = 30;

/**
 * Size of an output that ends a run: logs are shortened later, and the disk must not fill up
 * before.
 */
const OUTPUT_GUARD_BYTES = 200_000_000;

function limitsOf({ limits, maximalLogBytes, files }: BenchmarkRun): ExecutionLimits {
  const { timeSeconds = NONE, hardTimeSeconds = timeSeconds } = limits;
  const isSoft = timeSeconds < hardTimeSeconds;
  return {
    ...executionLimits({ cpuTimeSeconds: NONE, memoryBytes: NONE, cores: 1 }),
    cpuTimeSeconds: hardTimeSeconds,
    ...(isSoft ? { softCpuTimeSeconds: timeSeconds } : {}),
    wallTimeSeconds: limits.wallTimeSeconds ?? hardTimeSeconds + WALL_MARGIN_SECONDS,
    memoryBytes: limits.memoryBytes ?? NONE,
    outputBytes: Math.max(maximalLogBytes, OUTPUT_GUARD_BYTES),
    ...defined({ filesCount: files.count, filesBytes: files.bytes }),
  };
}

/** Paths keep their relative places below `task/`, as in competitions. */
function specify(run: BenchmarkRun, planned: PlannedRun, number: number): RunSpecification {
  const { tool, limits } = run;
  const named = [...planned.inputFiles, ...planned.requiredFiles].map((file) =>
    posix.resolve(file),
  );
  const common = commonFolder(named);
  const programs = new Set(named.flatMap(filesBelow));
  const mount = (path: string): string => `task/${posix.relative(common, posix.resolve(path))}`;
  const files: MountedFile[] = [...programs].map((path) => ({
    path,
    sha256: sha256OfFile(path),
    mountPath: mount(path),
  }));
  const { propertyFile } = planned;
  const propertyMount =
    propertyFile === undefined ? undefined : `property/${posix.basename(propertyFile)}`;
  if (propertyFile !== undefined && propertyMount !== undefined) {
    const path = posix.resolve(propertyFile);
    files.push({ path, sha256: sha256OfFile(path), mountPath: propertyMount });
  }
  const asked: CommandRequest = {
    options: planned.options,
    task: {
      inputFiles: planned.inputFiles.map(mount),
      ...(planned.inputFiles.length === 0 ? { identifier: planned.identifier } : {}),
      ...defined({ propertyFile: propertyMount, options: planned.taskOptions }),
    },
    limits: defined({
      cpuTimeSeconds: limits.timeSeconds,
      hardCpuTimeSeconds: limits.hardTimeSeconds,
      wallTimeSeconds: limits.wallTimeSeconds,
      memoryBytes: limits.memoryBytes,
      cores: limits.cores,
    }),
  };
  const { info } = tool;
  const [executable = "", ...words] = info.commandLine(
    info.executable,
    asked.options,
    asked.task,
    asked.limits,
  );
  // Names of files are literal, even if they look like patterns.
  const mounted = new Set([...files.map(({ mountPath }) => mountPath), ...named.map(mount)]);
  const expanded = words.map((word) => (mounted.has(word) ? word : expandWord(word)));
  return {
    id: sha256(`${run.base}\n${number}`),
    phase: "verification",
    tool: tool.info.module,
    toolVersion: tool.version,
    commandLine: [executable, ...expanded],
    asked,
    files,
    resultFiles: tool.info.resultFiles,
    task: planned.identifier,
    property: propertyFile === undefined ? "" : propertyNameOfFile(propertyFile),
    limits: {
      cpuTimeSeconds: limits.timeSeconds ?? NONE,
      ...defined({ wallTimeSeconds: limits.wallTimeSeconds }),
      memoryBytes: limits.memoryBytes ?? NONE,
      cores: limits.cores ?? 1,
    },
  };
}

/** The file itself, or all files of a folder except hidden ones. */
function filesBelow(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !name.startsWith("."))
    .sort()
    .flatMap((name) => filesBelow(posix.join(path, name)));
}

function commonFolder(files: readonly string[]): string {
  let folder = files[0] === undefined ? "/" : posix.dirname(files[0]);
  while (!files.every((file) => file.startsWith(folder === "/" ? "/" : `${folder}/`))) {
    folder = posix.dirname(folder);
  }
  return folder;
}

/** @throws PlatformError `ERR_RESULTS_EXIST` when files with this name exist. */
export function refuseOldResults(base: string): void {
  for (const ending of [".logfiles", ".logfiles.zip", ".results.xml", ".results.xml.bz2"]) {
    if (!existsSync(base + ending)) continue;
    throw new PlatformError("ERR_RESULTS_EXIST", `${base}${ending} is there already`, {
      hint: "remove it, or choose another --name or --outputpath",
    });
  }
}

/**
 * Called before hours of runs whose results could not be stored. @throws PlatformError
 * `ERR_OUTPUT_CLOSED`
 */
export function makeResultFolder(base: string): void {
  const folder = posix.dirname(base);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw closed(folder, error as Error);
  }
}

function closed(folder: string, cause: Error): PlatformError {
  const hint = `choose another --outputpath: ${cause.message}`;
  const message = `no results can be written to ${folder}`;
  return new PlatformError("ERR_OUTPUT_CLOSED", message, { hint, cause });
}

/** Removes the stored runs. */
export function removeSpool(spool: Spool): void {
  rmSync(spool.directory, { recursive: true, force: true });
}
