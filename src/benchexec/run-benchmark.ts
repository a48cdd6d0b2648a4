/** Executes the runs of a benchmark definition and writes what BenchExec writes. */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { posix } from "node:path";
import { gzipSync } from "node:zlib";
import { runPool } from "../competition/index.ts";
import {
  type ExecutionHost,
  type ExecutionLimits,
  executionLimits,
  hostInfo,
  type RunContext,
  replaceDurably,
  type Spool,
  sha256,
  sha256OfFile,
  type ToolInstallation,
} from "../execution/index.ts";
import {
  formatVerdict,
  type MountedFile,
  type RunResult,
  type RunSpecification,
} from "../model/index.ts";
import {
  formatResultXml,
  type ResultColumn,
  type ResultFileHeader,
  type ResultFileRun,
  resultCategory,
} from "../results/index.ts";
import { PlatformError } from "../util/errors.ts";
import { quoteWord } from "../util/quote-word.ts";
import type { BenchmarkDefinition, BenchmarkLimits } from "./benchmark-definition.ts";
import type { PlannedRun, PlannedRunSet, PlannedTaskSet } from "./plan-benchmark.ts";
import { ZipWriter } from "./zip-writer.ts";

export interface BenchmarkRun {
  readonly definition: BenchmarkDefinition;
  readonly runSets: readonly PlannedRunSet[];
  readonly limits: BenchmarkLimits;
  readonly tool: ToolInstallation;
  readonly host: ExecutionHost;
  /** Where runs are stored until they are written. */
  readonly spool: Spool;
  readonly slots: readonly (readonly number[] | undefined)[];
  /** What the names of all files begin with: `results/bench.2026-01-31_09-05-00`. */
  readonly base: string;
  readonly benchmarkName: string;
  readonly startedAt: Date;
  readonly isCompressed: boolean;
  readonly generator: string;
  readonly onRun: (run: PlannedRun, status: string, result: RunResult) => void;
  readonly signal: AbortSignal;
}

/** A run that is to be executed, and where it belongs. */
interface Job {
  readonly planned: PlannedRun;
  readonly runSet: PlannedRunSet;
  readonly taskSet: PlannedTaskSet;
  readonly specification: RunSpecification;
  result?: RunResult;
}

/** Returns the names of the files with results, of `results.txt` last. Interrupted: files say so. */
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
  const started = performance.now();
  const pool = runPool(
    {
      take: () => waiting.shift(),
      put: (runs) => waiting.unshift(...runs),
      started: () => undefined,
      finished: (result) => {
        const job = jobs.get(result.run) as Job;
        job.result = result;
        run.onRun(job.planned, result.status, result);
        return [];
      },
      calledForBy: () => [],
    },
    { context: contextOf(run), slots: run.slots, signal: run.signal },
  );
  await pool.catch((error: unknown) => {
    // What is finished is written all the same, and the files say that it is not all.
    if (!run.signal.aborted || error !== run.signal.reason) throw error;
  });
  const wallTimeSeconds = (performance.now() - started) / 1000;
  return new BenchmarkWriter(run, [...jobs.values()], wallTimeSeconds).write();
}

function contextOf({ host, spool, tool, limits }: BenchmarkRun): RunContext {
  return {
    host,
    spool,
    scratch: spool.scratch(),
    toolOf: () => tool,
    rootOf: () => "/",
    hidden: [],
    limitsOf: () => limitsOf(limits),
  };
}

const NONE = Number.POSITIVE_INFINITY;
/** BenchExec's default beyond the CPU time. */
const WALL_MARGIN_SECONDS = 30;

function limitsOf(limits: BenchmarkLimits): ExecutionLimits {
  const { timeSeconds = NONE, hardTimeSeconds = timeSeconds } = limits;
  const isSoft = timeSeconds < hardTimeSeconds;
  return {
    ...executionLimits({ cpuTimeSeconds: NONE, memoryBytes: NONE, cores: 1 }),
    cpuTimeSeconds: hardTimeSeconds,
    ...(isSoft ? { softCpuTimeSeconds: timeSeconds } : {}),
    wallTimeSeconds: limits.wallTimeSeconds ?? hardTimeSeconds + WALL_MARGIN_SECONDS,
    memoryBytes: limits.memoryBytes ?? NONE,
  };
}

/** Paths keep their places relative to each other below `task/`, as in competitions. */
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
  const commandLine = tool.info.commandLine(
    tool.info.executable,
    planned.options,
    {
      inputFiles: planned.inputFiles.map(mount),
      ...(planned.inputFiles.length === 0 ? { identifier: planned.identifier } : {}),
      ...(propertyMount === undefined ? {} : { propertyFile: propertyMount }),
      ...(planned.taskOptions === undefined ? {} : { options: planned.taskOptions }),
    },
    {
      ...(limits.timeSeconds === undefined ? {} : { cpuTimeSeconds: limits.timeSeconds }),
      ...(limits.hardTimeSeconds === undefined
        ? {}
        : { hardCpuTimeSeconds: limits.hardTimeSeconds }),
      ...(limits.wallTimeSeconds === undefined ? {} : { wallTimeSeconds: limits.wallTimeSeconds }),
      ...(limits.memoryBytes === undefined ? {} : { memoryBytes: limits.memoryBytes }),
      ...(limits.cores === undefined ? {} : { cores: limits.cores }),
    },
  );
  return {
    id: sha256(`${run.base}\n${number}`),
    phase: "verification",
    tool: tool.info.module,
    toolVersion: tool.version,
    commandLine,
    files,
    resultFiles: tool.info.resultFiles,
    task: planned.identifier,
    property: propertyFile === undefined ? "" : propertyName(propertyFile),
    limits: {
      cpuTimeSeconds: limits.timeSeconds ?? NONE,
      ...(limits.wallTimeSeconds === undefined ? {} : { wallTimeSeconds: limits.wallTimeSeconds }),
      memoryBytes: limits.memoryBytes ?? NONE,
      cores: limits.cores ?? 1,
    },
  };
}

/** The file itself, or all files of a folder but hidden ones. */
function filesBelow(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !name.startsWith("."))
    .sort()
    .flatMap((name) => filesBelow(posix.join(path, name)));
}

function propertyName(file: string): string {
  return posix.basename(file).replace(/\.[^.]*$/, "");
}

function commonFolder(files: readonly string[]): string {
  let folder = files[0] === undefined ? "/" : posix.dirname(files[0]);
  while (!files.every((file) => file.startsWith(folder === "/" ? "/" : `${folder}/`))) {
    folder = posix.dirname(folder);
  }
  return folder;
}

class BenchmarkWriter {
  readonly #run: BenchmarkRun;
  readonly #jobs: readonly Job[];
  readonly #wallTimeSeconds: number;
  readonly #written: string[] = [];
  readonly #zip: ZipWriter | undefined;
  readonly #logNames = new Set<string>();

  constructor(run: BenchmarkRun, jobs: readonly Job[], wallTimeSeconds: number) {
    this.#run = run;
    this.#jobs = jobs;
    this.#wallTimeSeconds = wallTimeSeconds;
    this.#zip = run.isCompressed ? new ZipWriter() : undefined;
  }

  write(): readonly string[] {
    const { base, runSets } = this.#run;
    mkdirSync(posix.dirname(base), { recursive: true });
    for (const runSet of runSets) this.#writeRunSet(runSet);
    replaceDurably(`${base}.results.txt`, this.#summary());
    this.#written.push(`${base}.results.txt`);
    if (this.#zip !== undefined) replaceDurably(`${base}.logfiles.zip`, this.#zip.bytes());
    return this.#written;
  }

  /** One file for the run definition, and one for each of several task sets. */
  #writeRunSet(runSet: PlannedRunSet): void {
    const elements = new Map(
      this.#jobs
        .filter((job) => job.runSet === runSet)
        .map((job) => [job.specification.id, this.#element(job)]),
    );
    const [only, another] = runSet.taskSets;
    const isSingle = only !== undefined && another === undefined;
    const block = isSingle ? only : undefined;
    const names = [runSet.name, isSingle && only.isNamed ? only.name : undefined];
    const jobsOf = (taskSet?: PlannedTaskSet): readonly Job[] =>
      this.#jobs.filter(
        (job) => job.runSet === runSet && (taskSet === undefined || job.taskSet === taskSet),
      );
    this.#writeFile(names, runSet, block, jobsOf(), elements);
    if (isSingle) return;
    for (const taskSet of runSet.taskSets) {
      this.#writeFile([runSet.name, taskSet.name], runSet, taskSet, jobsOf(taskSet), elements);
    }
  }

  #writeFile(
    names: readonly (string | undefined)[],
    runSet: PlannedRunSet,
    block: PlannedTaskSet | undefined,
    jobs: readonly Job[],
    elements: ReadonlyMap<string, Omit<ResultFileRun, "line">>,
  ): void {
    const path = [`${this.#run.base}.results`, ...names.filter(Boolean), "xml"].join(".");
    const runs = jobs.map(
      ({ specification }) => elements.get(specification.id) as Omit<ResultFileRun, "line">,
    );
    const text = formatResultXml(this.#header(runSet, block, jobs), runs);
    this.#written.push(writeCompressed(path, text, this.#run.isCompressed));
  }

  #header(
    runSet: PlannedRunSet,
    block: PlannedTaskSet | undefined,
    jobs: readonly Job[],
  ): ResultFileHeader {
    const { definition, limits, tool, host, startedAt, benchmarkName, generator } = this.#run;
    const info = hostInfo(host, posix.dirname(this.#run.base));
    const name = [runSet.name, block?.name].filter(Boolean).join(".");
    const start = startedAt.toISOString();
    const cpu = jobs.reduce((sum, { result }) => sum + (result?.cpuTimeSeconds ?? 0), 0);
    return {
      benchmarkName,
      date: `${start.slice(0, 19).replace("T", " ")} UTC`,
      startTime: start,
      endTime: new Date().toISOString(),
      ...(this.#run.signal.aborted ? { error: "interrupted" } : {}),
      tool: tool.info.name,
      version: tool.version,
      toolModule: fullModule(definition.tool),
      generator,
      ...(definition.displayName === undefined ? {} : { displayName: definition.displayName }),
      ...(limits.memoryBytes === undefined ? {} : { memoryLimit: `${limits.memoryBytes}B` }),
      ...(limits.timeSeconds === undefined ? {} : { timeLimit: `${limits.timeSeconds}s` }),
      ...(limits.cores === undefined ? {} : { cpuCores: String(limits.cores) }),
      options: runSet.options.join(" "),
      ...(block === undefined ? {} : { block: block.name }),
      ...(name === "" ? {} : { name }),
      columns: ["status", "cputime", "walltime", ...definition.columns.map(({ title }) => title)],
      systems: [
        {
          hostname: info.host,
          os: `${info.operatingSystem}, Linux ${info.kernel}`,
          cpuModel: info.cpuModel,
          cpuCores: String(info.cores),
          memorySize: `${info.memoryBytes}B`,
        },
      ],
      totals: [
        { title: "cputime", value: `${cpu}s`, hidden: false },
        { title: "walltime", value: `${this.#wallTimeSeconds}s`, hidden: false },
      ],
    };
  }

  /** For people, as benchexec writes it: a line for each run, and counts. */
  #summary(): string {
    const { benchmarkName, tool, runSets, startedAt, signal } = this.#run;
    const lines = [
      `benchmark:  ${benchmarkName}`,
      `date:       ${startedAt.toISOString()}`,
      `tool:       ${tool.info.name} ${tool.version}`,
      ...(signal.aborted ? ["interrupted: not all runs were executed"] : []),
    ];
    for (const runSet of runSets) {
      const jobs = this.#jobs.filter((job) => job.runSet === runSet);
      const names = jobs.map(({ planned }) => planned.identifier);
      const width = Math.max(0, ...names.map(({ length }) => length));
      lines.push("", `run set ${runSet.name ?? ""} (${jobs.length} runs)`.replace("  ", " "));
      jobs.forEach(({ result }, index) => {
        const times = [result?.cpuTimeSeconds, result?.wallTimeSeconds].map((seconds) =>
          (seconds?.toFixed(2) ?? "-").padStart(9),
        );
        const name = (names[index] as string).padEnd(width);
        lines.push(`${name}  ${(result?.status ?? "not run").padEnd(24)}${times.join("")}`);
      });
      lines.push(...countLines(jobs));
    }
    return `${lines.join("\n")}\n`;
  }

  #element(job: Job): Omit<ResultFileRun, "line"> {
    const { planned, runSet } = job;
    const place = (path: string): string => {
      const folder = posix.resolve(posix.dirname(this.#run.base));
      return posix.relative(folder, posix.resolve(path));
    };
    const isFile = planned.inputFiles.length > 0;
    const specific = planned.options.slice(runSet.options.length);
    const { propertyFile, expectedVerdict } = planned;
    const log = this.#keepLog(job);
    return {
      name: isFile ? place(planned.identifier) : planned.identifier,
      files: planned.inputFiles.map(place),
      ...(specific.length === 0 ? {} : { options: specific.join(" ") }),
      ...(propertyFile === undefined
        ? {}
        : { properties: propertyName(propertyFile), propertyFile: place(propertyFile) }),
      ...(expectedVerdict === undefined ? {} : { expectedVerdict: formatVerdict(expectedVerdict) }),
      ...(log === undefined ? {} : { logFile: log }),
      columns: this.#columns(job),
    };
  }

  #columns({ planned, result }: Job): readonly ResultColumn[] {
    if (result === undefined) return [];
    const columns: ResultColumn[] = [];
    const add = (title: string, value: string | number | undefined, unit = "", hidden = false) => {
      if (value !== undefined) columns.push({ title, value: `${value}${unit}`, hidden });
    };
    const category = categoryOf(planned, result);
    add("cputime", result.cpuTimeSeconds, "s");
    add("memory", result.memoryBytes, "B");
    add("status", result.status);
    add("walltime", result.wallTimeSeconds, "s");
    for (const [title, value] of this.#figures(result)) add(title, value);
    columns.sort((a, b) => (a.title < b.title ? -1 : 1));
    const visible = columns.length;
    add("blkio-read", result.usage?.readBytes, "B", true);
    add("blkio-write", result.usage?.writtenBytes, "B", true);
    add("category", category, "", true);
    add("exitsignal", result.signal, "", true);
    add("pressure-cpu-some", result.usage?.cpuPressureSeconds, "s", true);
    add("pressure-io-some", result.usage?.ioPressureSeconds, "s", true);
    add("pressure-memory-some", result.usage?.memoryPressureSeconds, "s", true);
    add("returnvalue", result.exitCode, "", true);
    add("starttime", result.startedAt, "", true);
    add("terminationreason", result.terminationReason, "", true);
    return [...columns.slice(0, visible), ...columns.slice(visible)];
  }

  /** Figures that the definition asks for, out of the log. */
  #figures({ log }: RunResult): readonly (readonly [string, string])[] {
    const { definition, spool, tool } = this.#run;
    if (definition.columns.length === 0 || log === undefined) return [];
    const lines = readFileSync(spool.path(log.path), "utf8").split("\n");
    return definition.columns.flatMap(({ title, pattern, decimals }) => {
      const value = tool.info.valueFromOutput?.(lines, pattern);
      if (value === undefined) return [];
      const isRounded = decimals !== undefined && /^-?\d+(\.\d+)?$/.test(value);
      return [[title, isRounded ? Number(value).toFixed(decimals) : value] as const];
    });
  }

  /** Stores the log; returns its path when it is not where BenchExec would look for it. */
  #keepLog({ planned, runSet, result, specification }: Job): string | undefined {
    if (result?.log === undefined) return undefined;
    const { base, spool, tool } = this.#run;
    const folder = `${posix.basename(base)}.logfiles`;
    const start = `${runSet.name === undefined ? "" : `${runSet.name}.`}${posix.basename(planned.identifier)}`;
    let name = `${start}.log`;
    // Tasks of different folders may have the same name.
    for (let count = 2; this.#logNames.has(name); count++) name = `${start}.${count}.log`;
    this.#logNames.add(name);
    const words = [...tool.command, ...specification.commandLine.slice(1)];
    const head = `${words.map(quoteWord).join(" ")}\n\n\n${"-".repeat(80)}\n\n\n`;
    const bytes = Buffer.concat([Buffer.from(head), readFileSync(spool.path(result.log.path))]);
    if (this.#zip !== undefined) this.#zip.add(`${folder}/${name}`, bytes);
    else {
      mkdirSync(`${base}.logfiles`, { recursive: true });
      replaceDurably(`${base}.logfiles/${name}`, bytes);
    }
    this.#keepWitness(planned, runSet, result);
    return name === `${start}.log` ? undefined : `${folder}/${name}`;
  }

  #keepWitness(planned: PlannedRun, runSet: PlannedRunSet, { witness }: RunResult): void {
    if (witness === undefined) return;
    const { base, spool } = this.#run;
    const parts = [`${base}.files`, runSet.name, posix.basename(planned.identifier)];
    const folder = parts.filter((part) => part !== undefined).join("/");
    mkdirSync(folder, { recursive: true });
    copyFileSync(spool.path(witness.path), `${folder}/${posix.basename(witness.path)}`);
  }
}

function categoryOf({ propertyFile, expectedVerdict }: PlannedRun, { status }: RunResult): string {
  return resultCategory(status, propertyFile === undefined ? undefined : expectedVerdict);
}

function countLines(jobs: readonly Job[]): readonly string[] {
  const counts = new Map<string, number>([
    ["correct", 0],
    ["wrong", 0],
  ]);
  for (const { planned, result } of jobs) {
    const category = result === undefined ? "not run" : categoryOf(planned, result);
    counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  return ["", ...[...counts].map(([category, count]) => `  ${category}: ${count}`)];
}

/** `cbmc` stands for `benchexec.tools.cbmc`. */
export function fullModule(tool: string): string {
  return tool.includes(".") ? tool : `benchexec.tools.${tool}`;
}

/** Returns the name of the file; without the program bzip2 it is compressed with gzip. */
function writeCompressed(path: string, text: string, isCompressed: boolean): string {
  if (!isCompressed) {
    replaceDurably(path, text);
    return path;
  }
  const packed = spawnSync("bzip2", ["-c"], { input: text, maxBuffer: 2 ** 31 - 1 });
  const isBzip2 = packed.status === 0;
  const name = `${path}.${isBzip2 ? "bz2" : "gz"}`;
  replaceDurably(name, isBzip2 ? packed.stdout : gzipSync(text));
  return name;
}

/** @throws PlatformError `ERR_RESULTS_EXIST` when files of that name are there. */
export function refuseOldResults(base: string): void {
  for (const ending of [".logfiles", ".logfiles.zip", ".results.xml", ".results.xml.bz2"]) {
    if (!existsSync(base + ending)) continue;
    throw new PlatformError("ERR_RESULTS_EXIST", `${base}${ending} is there already`, {
      hint: "remove it, or choose another --name or --outputpath",
    });
  }
}

/** Removes what runs were stored in. */
export function removeSpool(spool: Spool): void {
  rmSync(spool.directory, { recursive: true, force: true });
}
