/** Writes the results of a benchmark: BenchExec's files. */

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { gzipSync } from "node:zlib";
import { replaceDurably } from "../../ground/files/index.ts";
import { formatVerdict, type RunResult } from "../../ground/model/index.ts";
import { propertyNameOfFile } from "../../ground/properties/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { quoteWord } from "../../ground/util/quote-word.ts";
import { FIXED_ENVIRONMENT, hostInfo } from "../execution/index.ts";
import {
  formatResultXml,
  type ResultColumn,
  type ResultFileHeader,
  type ResultFileRun,
} from "../results/index.ts";
import type { BenchmarkRun, Job } from "./benchmark-run.ts";
import { coreColumns } from "./core-columns.ts";
import type { PlannedRun, PlannedRunSet, PlannedTaskSet } from "./plan-benchmark.ts";
import { hasTurboBoost, processorHertz } from "./processor-facts.ts";
import { categoryOf, resultsText } from "./results-text.ts";
import { isScoredProperty } from "./scored-property.ts";
import { ZipWriter } from "./zip-writer.ts";

/** Writes results as BenchExec does: XML for each run definition and task set, logs, witnesses, `results.txt`. */
export class BenchmarkWriter {
  readonly #run: BenchmarkRun;
  readonly #jobs: readonly Job[];
  readonly #started: number = performance.now();
  /** Time from the construction of the writer to the writing. */
  #wallTimeSeconds = 0;
  readonly #written: string[] = [];
  readonly #zip: ZipWriter | undefined;
  readonly #logNames = new Set<string>();

  /** Figures found in the log of a run: logs may be long, and are needed repeatedly. */
  readonly #figures = new Map<RunResult, readonly (readonly [string, string])[]>();

  /** To be constructed when the runs start, because it measures their time. */
  constructor(run: BenchmarkRun, jobs: readonly Job[]) {
    this.#run = run;
    this.#jobs = jobs;
    this.#zip = run.isCompressed ? new ZipWriter() : undefined;
  }

  write(): readonly string[] {
    const { base, runSets } = this.#run;
    this.#wallTimeSeconds = this.#secondsSoFar();
    mkdirSync(posix.dirname(base), { recursive: true });
    for (const runSet of runSets) this.#writeRunSet(runSet);
    replaceDurably(`${base}.results.txt`, this.#summary());
    this.#written.push(`${base}.results.txt`);
    if (this.#zip !== undefined) replaceDurably(`${base}.logfiles.zip`, this.#zip.bytes());
    return this.#written;
  }

  /**
   * Writes the results so far while runs are executed, in case of an interruption: plain XML for
   * each run definition, without logs. Returns the names of the files.
   */
  writeIncomplete(): readonly string[] {
    const { runSets, resultsPer } = this.#run;
    if (resultsPer?.runDefinition === false) return [];
    this.#wallTimeSeconds = this.#secondsSoFar();
    return runSets.map((runSet) => {
      const jobs = this.#jobsOf(runSet);
      const { names, block } = this.#fileOf(runSet);
      const path = this.#pathOf(names);
      const header = { ...this.#header(runSet, block, jobs), error: "incomplete" };
      replaceDurably(
        path,
        formatResultXml(
          header,
          jobs.map((job) => this.#element(job)),
        ),
      );
      return path;
    });
  }

  #secondsSoFar(): number {
    return (performance.now() - this.#started) / 1000;
  }

  #writeRunSet(runSet: PlannedRunSet): void {
    const elements = new Map(
      this.#jobs
        .filter((job) => job.runSet === runSet)
        .map((job) => [job.specification.id, this.#element(job, this.#keepLog(job))]),
    );
    const { resultsPer } = this.#run;
    if (resultsPer === undefined || resultsPer.runDefinition) {
      const { names, block } = this.#fileOf(runSet);
      this.#writeFile(names, runSet, block, this.#jobsOf(runSet), elements);
    }
    if (resultsPer === undefined ? runSet.taskSets.length === 1 : !resultsPer.taskSet) return;
    for (const taskSet of runSet.taskSets) {
      const jobs = this.#jobsOf(runSet, taskSet);
      this.#writeFile([runSet.name, taskSet.name], runSet, taskSet, jobs, elements);
    }
  }

  /**
   * Unless the user chose the files, a single task set gives its name to the file of the run
   * definition.
   */
  #fileOf({ name, taskSets }: PlannedRunSet): {
    readonly names: readonly (string | undefined)[];
    readonly block: PlannedTaskSet | undefined;
  } {
    const isSingle = taskSets.length === 1 && this.#run.resultsPer === undefined;
    const block = isSingle ? taskSets[0] : undefined;
    return { names: [name, block?.isNamed ? block.name : undefined], block };
  }

  #pathOf(names: readonly (string | undefined)[]): string {
    return [`${this.#run.base}.results`, ...names.filter(Boolean), "xml"].join(".");
  }

  #jobsOf(runSet: PlannedRunSet, taskSet?: PlannedTaskSet): readonly Job[] {
    return this.#jobs.filter(
      (job) => job.runSet === runSet && (taskSet === undefined || job.taskSet === taskSet),
    );
  }

  #writeFile(
    names: readonly (string | undefined)[],
    runSet: PlannedRunSet,
    block: PlannedTaskSet | undefined,
    jobs: readonly Job[],
    elements: ReadonlyMap<string, Omit<ResultFileRun, "line">>,
  ): void {
    const runs = jobs.map(
      ({ specification }) => elements.get(specification.id) as Omit<ResultFileRun, "line">,
    );
    const text = formatResultXml(this.#header(runSet, block, jobs), runs);
    this.#written.push(writeCompressed(this.#pathOf(names), text, this.#run.isCompressed));
  }

  #header(
    runSet: PlannedRunSet,
    block: PlannedTaskSet | undefined,
    jobs: readonly Job[],
  ): ResultFileHeader {
    const { definition, limits, tool, host, startedAt, benchmarkName, generator } = this.#run;
    const { description } = this.#run;
    const info = hostInfo(host, posix.dirname(this.#run.base));
    const frequency = processorHertz();
    const turboBoost = hasTurboBoost();
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
      ...defined({ displayName: definition.displayName }),
      ...(limits.memoryBytes === undefined ? {} : { memoryLimit: `${limits.memoryBytes}B` }),
      ...(limits.timeSeconds === undefined ? {} : { timeLimit: `${limits.timeSeconds}s` }),
      ...(limits.cores === undefined ? {} : { cpuCores: String(limits.cores) }),
      options: runSet.options.join(" "),
      ...defined({ block: block?.name }),
      ...(name === "" ? {} : { name }),
      ...defined({ description }),
      columns: ["status", "cputime", "walltime", ...definition.columns.map(({ title }) => title)],
      systems: [
        {
          hostname: info.host,
          os: `${info.operatingSystem}, Linux ${info.kernel}`,
          cpuModel: info.cpuModel,
          cpuCores: String(info.cores),
          ...(frequency === undefined ? {} : { cpuFrequency: `${frequency}Hz` }),
          ...(turboBoost === undefined ? {} : { turboBoost: String(turboBoost) }),
          environment: { ...FIXED_ENVIRONMENT, ...tool.environment },
          memorySize: `${info.memoryBytes}B`,
        },
      ],
      totals: [
        { title: "cputime", value: `${cpu}s`, hidden: false },
        { title: "walltime", value: `${this.#wallTimeSeconds}s`, hidden: false },
      ],
    };
  }

  #summary(): string {
    const run = this.#run;
    return resultsText(run, this.#jobs, {
      system: hostInfo(run.host, posix.dirname(run.base)),
      ...defined({ hertz: processorHertz(), hasTurboBoost: hasTurboBoost() }),
      isScored: (propertyFile) => isScoredProperty(propertyFile) === true,
      figuresOf: (result) => new Map(this.#figuresOf(result)),
    });
  }

  /** @param log - path of the log, when it is not where BenchExec looks for it */
  #element(job: Job, log?: string): Omit<ResultFileRun, "line"> {
    const { planned } = job;
    const place = (path: string): string => {
      const folder = posix.resolve(posix.dirname(this.#run.base));
      return posix.relative(folder, posix.resolve(path));
    };
    const isFile = planned.inputFiles.length > 0;
    const { ownOptions, propertyFile, expectedVerdict } = planned;
    return {
      name: isFile ? place(planned.identifier) : planned.identifier,
      files: planned.inputFiles.map(place),
      ...(ownOptions.length === 0 ? {} : { options: ownOptions.join(" ") }),
      // BenchExec writes the property only for tasks with files.
      ...(propertyFile === undefined || !isFile
        ? {}
        : { properties: propertyNameOfFile(propertyFile), propertyFile: place(propertyFile) }),
      ...(expectedVerdict === undefined ? {} : { expectedVerdict: formatVerdict(expectedVerdict) }),
      ...defined({ logFile: log }),
      columns: this.#columns(job),
    };
  }

  #columns({ planned, result, cores }: Job): readonly ResultColumn[] {
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
    for (const [title, value] of this.#figuresOf(result)) add(title, value);
    columns.sort((a, b) => (a.title < b.title ? -1 : 1));
    const visible = columns.length;
    add("blkio-read", result.usage?.readBytes, "B", true);
    add("blkio-write", result.usage?.writtenBytes, "B", true);
    add("category", category, "", true);
    add("cpuCores", cores?.join(","), "", true);
    for (const [title, seconds] of coreColumns(result.usage)) add(title, seconds, "s", true);
    add("exitsignal", result.signal, "", true);
    add("pressure-cpu-some", result.usage?.cpuPressureSeconds, "s", true);
    add("pressure-io-some", result.usage?.ioPressureSeconds, "s", true);
    add("pressure-memory-some", result.usage?.memoryPressureSeconds, "s", true);
    add("returnvalue", result.exitCode, "", true);
    add("starttime", result.startedAt, "", true);
    add("terminationreason", result.terminationReason, "", true);
    return [...columns.slice(0, visible), ...columns.slice(visible)];
  }

  /** Figures from the log that the definition asks for. */
  #figuresOf(result: RunResult): readonly (readonly [string, string])[] {
    if (this.#run.definition.columns.length === 0) return [];
    const figures = this.#figures.get(result) ?? this.#figuresIn(result);
    this.#figures.set(result, figures);
    return figures;
  }

  #figuresIn({ log }: RunResult): readonly (readonly [string, string])[] {
    const { definition, spool, tool } = this.#run;
    if (log === undefined) return [];
    const lines = readFileSync(spool.fileOf(log), "utf8").split("\n");
    return definition.columns.flatMap(({ title, pattern, decimals }) => {
      const value = tool.info.valueFromOutput?.(lines, pattern);
      if (value === undefined) return [];
      const isRounded = decimals !== undefined && /^-?\d+(\.\d+)?$/.test(value);
      return [[title, isRounded ? Number(value).toFixed(decimals) : value] as const];
    });
  }

  /** Stores the log; returns its path when it is not where BenchExec looks for it. */
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
    const output = shortened(readFileSync(spool.fileOf(result.log)), this.#run.maximalLogBytes);
    const bytes = Buffer.concat([Buffer.from(head), output]);
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
    copyFileSync(spool.fileOf(witness), `${folder}/${posix.basename(witness.path)}`);
  }
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

/**
 * Beginning and end of a log that is longer than `maximum` (plus a margin), cut at line ends where
 * possible, with a line between them that reports the cut.
 */
export function shortened(log: Buffer, maximum: number): Buffer {
  if (log.length < maximum + MARGIN_BYTES) return log;
  const half = Math.floor(maximum / 2);
  const lineEnd = log.lastIndexOf(LINE_FEED, half - 1) + 1;
  const head = lineEnd > half / 2 ? lineEnd : half;
  const lineStart = log.indexOf(LINE_FEED, log.length - half - 1) + 1;
  const tail = lineStart > 0 && lineStart < log.length - half / 2 ? lineStart : log.length - half;
  const line = `\n\n\nWARNING: THE LOG WAS TOO LONG: ${tail - head} BYTES ARE LEFT OUT HERE.\n\n\n\n`;
  return Buffer.concat([log.subarray(0, head), Buffer.from(line), log.subarray(tail)]);
}

/** Shorter excesses are kept. */
const MARGIN_BYTES = 500;
const LINE_FEED = 10;
