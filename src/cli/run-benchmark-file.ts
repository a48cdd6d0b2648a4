/** `agon run BENCHMARK.xml`: a benchmark definition of BenchExec, run as benchexec would. */
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { posix } from "node:path";
import {
  type BenchmarkDefinition,
  type BenchmarkLimits,
  fullModule,
  memoryLimit,
  parseBenchmarkDefinition,
  planBenchmark,
  refuseOldResults,
  removeSpool,
  runBenchmark,
  timeLimit,
} from "../benchexec/index.ts";
import {
  allocateCores,
  type ExecutionHost,
  installTool,
  prepareHost,
  runInDelegatedScope,
  Spool,
  type ToolSource,
  threadCount,
} from "../execution/index.ts";
import { findNativeToolInfo } from "../tools/index.ts";
import { type Diagnostic, formatDiagnostic } from "../util/diagnostic.ts";
import { PlatformError } from "../util/errors.ts";
import { quoteWord } from "../util/quote-word.ts";
import { type Arguments, parseWords } from "./arguments.ts";
import { UsageError } from "./command.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { onInterrupt } from "./interrupt.ts";
import { AGON_VERSION } from "./version.ts";

const OPTIONS = {
  rundefinition: { type: "string", short: "r", multiple: true },
  tasks: { type: "string", short: "t", multiple: true },
  name: { type: "string", short: "n" },
  outputpath: { type: "string", short: "o" },
  timelimit: { type: "string", short: "T" },
  walltimelimit: { type: "string", short: "W" },
  memorylimit: { type: "string", short: "M" },
  limitCores: { type: "string", short: "c" },
  numOfThreads: { type: "string", short: "N" },
  "tool-directory": { type: "string" },
  "no-compress-results": { type: "boolean" },
  "require-sandbox": { type: "boolean" },
  "allow-weak-sandbox": { type: "boolean" },
  strict: { type: "boolean" },
  "search-path": { type: "string", multiple: true },
} as const;

export async function runBenchmarkFile(words: readonly string[]): Promise<number> {
  // As benchexec takes it: -1 is the value "no limit", not an option.
  const args = parseWords(words.map(withJoinedNegative(words)).filter(isKept), ["FILE"], OPTIONS);
  const codeOfScope = await runInDelegatedScope();
  if (codeOfScope !== undefined) return codeOfScope;
  const file = args.operands.FILE;
  const definition = read(file, args.flag("strict"));
  const startedAt = new Date();
  const benchmarkName = [posix.basename(file, ".xml"), args.text("name")].filter(Boolean).join(".");
  const base = `${outputPrefix(args.text("outputpath"))}${benchmarkName}.${fileTime(startedAt)}`;
  refuseOldResults(base);
  const limits = limitsOf(args, definition.limits);
  const runSets = planBenchmark(definition, {
    runDefinitions: args.list("rundefinition"),
    taskSets: args.list("tasks"),
    variables: variablesOf(file, benchmarkName, base, startedAt),
    warn: (finding) => console.error(formatDiagnostic(finding)),
  });
  const runs = runSets.flatMap(({ taskSets }) => taskSets.flatMap((set) => set.runs));
  if (runs.length === 0) {
    throw new PlatformError("ERR_NO_RUNS", `${file}: no run is selected`, {
      hint: "look at -r and -t, and at the warnings about patterns and properties",
    });
  }
  const tool = installTool(
    moduleOf(definition),
    sourceOf(args, definition),
    args.list("search-path"),
  );
  const host = await prepareHost({ sandbox: args.flag("require-sandbox") });
  const interruption = new AbortController();
  const stopListening = onInterrupt(() => interruption.abort());
  const spool = new Spool(mkdtempSync(posix.join(tmpdir(), "agon-benchmark-")));
  let done = 0;
  try {
    const files = await runBenchmark({
      definition,
      runSets,
      limits,
      tool,
      host,
      spool,
      slots: slotsOf(host, limits),
      base,
      benchmarkName,
      startedAt,
      isCompressed: !args.flag("no-compress-results"),
      generator: `Agon ${AGON_VERSION}`,
      onRun: (run, status, { cpuTimeSeconds = 0, wallTimeSeconds = 0 }) => {
        done++;
        const times = `${cpuTimeSeconds.toFixed(2)} s ${wallTimeSeconds.toFixed(2)} s`;
        console.error(`${done}/${runs.length}  ${run.identifier}  ${status}  ${times}`);
      },
      signal: interruption.signal,
    });
    for (const name of files) console.log(name);
    if (interruption.signal.aborted) {
      console.error("agon: interrupted; the results of the runs that had ended were written");
      return EXIT_CODES.interrupted.code;
    }
    console.error(
      `\nfor a table: agon table ${files
        .filter((name) => !name.endsWith(".txt"))
        .map(quoteWord)
        .join(" ")}`,
    );
    return EXIT_CODES.done.code;
  } finally {
    stopListening();
    removeSpool(spool);
  }
}

function read(file: string, isStrict: boolean): BenchmarkDefinition {
  const warnings: Diagnostic[] = [];
  const definition = parseBenchmarkDefinition(readFileSync(file), file, { isStrict, warnings });
  for (const warning of warnings) console.error(formatDiagnostic(warning));
  return definition;
}

/** `-T -1` becomes `-T-1`. */
function withJoinedNegative(words: readonly string[]): (word: string, index: number) => string {
  return (word, index) => {
    if (word === "-1") return "";
    if (words[index + 1] !== "-1") return word;
    return word.startsWith("--") ? `${word}=-1` : `${word}-1`;
  };
}

function isKept(word: string): boolean {
  return word !== "";
}

/** Native modules come first, with and without BenchExec's package name. */
function moduleOf({ tool }: BenchmarkDefinition): string {
  const short = tool.replace(/^benchexec\.tools\./, "");
  return findNativeToolInfo(short) === undefined ? fullModule(tool) : short;
}

function sourceOf(args: Arguments<string>, definition: BenchmarkDefinition): ToolSource {
  const folder = args.text("tool-directory");
  if (folder !== undefined) return { kind: "folder", folder: posix.resolve(folder) };
  return definition.tool.startsWith("agon-") ? { kind: "builtin" } : { kind: "system" };
}

function outputPrefix(path: string | undefined): string {
  if (path === undefined) return "results/";
  const isFolder = path.endsWith("/") || statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return isFolder ? `${path.replace(/\/$/, "")}/` : path;
}

function fileTime(time: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join("-");
  return `${day}_${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join("-")}`;
}

function limitsOf(args: Arguments<string>, limits: BenchmarkLimits): BenchmarkLimits {
  const time = override(args, "timelimit", timeLimit);
  const wall = override(args, "walltimelimit", timeLimit);
  const memory = override(args, "memorylimit", memoryLimit);
  const cores = override(args, "limitCores", wholeNumber);
  const { timeSeconds: _, hardTimeSeconds: __, ...withoutTime } = limits;
  const { wallTimeSeconds: ___, ...withoutWall } = time === undefined ? limits : withoutTime;
  let chosen: BenchmarkLimits =
    wall === undefined ? { ...withoutWall, ...wallOf(limits) } : withoutWall;
  if (typeof time === "number") chosen = { ...chosen, timeSeconds: time, hardTimeSeconds: time };
  if (typeof wall === "number") chosen = { ...chosen, wallTimeSeconds: wall };
  if (memory !== undefined) {
    const { memoryBytes: ____, ...rest } = chosen;
    chosen = memory === "none" ? rest : { ...rest, memoryBytes: memory };
  }
  if (cores !== undefined) {
    const { cores: ____, ...rest } = chosen;
    chosen = cores === "none" ? rest : { ...rest, cores };
  }
  return { ...chosen, threads: args.integer("numOfThreads", 1) ?? chosen.threads };
}

function wallOf({ wallTimeSeconds }: BenchmarkLimits): Pick<BenchmarkLimits, "wallTimeSeconds"> {
  return wallTimeSeconds === undefined ? {} : { wallTimeSeconds };
}

function wholeNumber(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

/** `none` for -1; undefined when the option is not given. */
function override(
  args: Arguments<string>,
  option: string,
  parse: (text: string) => number | undefined,
): number | "none" | undefined {
  const text = args.text(option);
  if (text === undefined) return undefined;
  if (text === "-1") return "none";
  const value = parse(text);
  if (value !== undefined && value > 0) return value;
  throw new UsageError(`--${option}: '${text}' is no limit (units: s, min, h; B, kB, MB, GB)`);
}

function variablesOf(
  file: string,
  benchmarkName: string,
  base: string,
  startedAt: Date,
): ReadonlyMap<string, string> {
  return new Map([
    ["benchmark_name", benchmarkName],
    ["benchmark_date", fileTime(startedAt)],
    ["benchmark_path", posix.dirname(file)],
    ["benchmark_path_abs", posix.resolve(posix.dirname(file))],
    ["benchmark_file", posix.basename(file)],
    ["benchmark_file_abs", posix.resolve(file)],
    ["logfile_path", `${base}.logfiles`],
    ["logfile_path_abs", posix.resolve(`${base}.logfiles`)],
  ]);
}

function slotsOf(
  host: ExecutionHost,
  { cores, threads }: BenchmarkLimits,
): readonly (readonly number[] | undefined)[] {
  if (cores === undefined) return new Array<undefined>(threads).fill(undefined);
  const slots = allocateCores(host.machine, {
    coresPerRun: cores,
    runs: threads,
    maySharePhysicalCores: true,
  });
  if (slots.length > 0) return slots;
  throw new PlatformError(
    "ERR_CORES",
    `${threads} runs with ${cores} cores each do not fit: ${threadCount(host.machine)} can be used here`,
    { hint: "lower -N or -c" },
  );
}
