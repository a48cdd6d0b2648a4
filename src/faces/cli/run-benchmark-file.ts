/** Runs benchmark definitions of BenchExec like benchexec. */

import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { posix } from "node:path";
import { AGON_VERSION } from "../../ground/installation/index.ts";
import { type Diagnostic, formatDiagnostic } from "../../ground/util/diagnostic.ts";
import { PlatformError } from "../../ground/util/errors.ts";
import { quoteWord } from "../../ground/util/quote-word.ts";
import {
  type BenchmarkDefinition,
  fullModule,
  makeResultFolder,
  parseBenchmarkDefinition,
  planBenchmark,
  refuseOldResults,
  removeSpool,
  runBenchmark,
} from "../../organiser/benchexec/index.ts";
import { readInputBytes } from "../../organiser/competition/index.ts";
import {
  type ExecutionHost,
  installTool,
  isOpenToNobody,
  prepareHost,
  runInDelegatedScope,
  Spool,
  type ToolSource,
} from "../../organiser/execution/index.ts";
import { findNativeToolInfo } from "../../organiser/tools/index.ts";
import type { Arguments } from "./arguments.ts";
import {
  choices,
  folders,
  limitsOf,
  parseBenchmarkWords,
  slotsOf,
  startTime,
  usableMachine,
} from "./benchmark-options.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { onInterrupt } from "./interrupt.ts";
import { requiresSandbox } from "./sandbox-option.ts";

/** `agon run BENCHMARK.xml…`: one after the other, as in benchexec. */
export async function runBenchmarkFiles(words: readonly string[]): Promise<number> {
  const { args, files } = parseBenchmarkWords(words);
  const codeOfScope = await runInDelegatedScope();
  if (codeOfScope !== undefined) return codeOfScope;
  let worst: number = EXIT_CODES.done.code;
  for (const file of files) {
    const code = await runBenchmarkFile(file, args);
    worst = Math.max(worst, code);
    if (code === EXIT_CODES.interrupted.code) break;
  }
  return worst;
}

async function runBenchmarkFile(file: string, args: Arguments<string>): Promise<number> {
  const definition = read(file, args.flag("strict"));
  const startedAt = startTime(args) ?? new Date();
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
      hint: "check -r and -t, and the warnings about patterns and properties",
    });
  }
  const tool = installTool(
    moduleOf(definition),
    sourceOf(args, definition),
    args.list("search-path"),
  );
  const prepared = await prepareHost({ sandbox: requiresSandbox(args) });
  const host = { ...prepared, machine: usableMachine(prepared.machine, args) };
  const chosen = {
    ...choices(args),
    hiddenFolders: folders(args, "hidden-dir"),
    readableFolders: folders(args, "read-only-dir"),
  };
  warnOfClosedFolders(host, chosen.readableFolders);
  makeResultFolder(base);
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
      ...chosen,
      generator: `Agon ${AGON_VERSION}`,
      onRun: ({ planned, runSet }, { status, cpuTimeSeconds = 0, wallTimeSeconds = 0 }) => {
        done++;
        const times = `${cpuTimeSeconds.toFixed(2)} s ${wallTimeSeconds.toFixed(2)} s`;
        const task = [runSet.name, planned.identifier].filter(Boolean).join("  ");
        console.error(`${done}/${runs.length}  ${task}  ${status}  ${times}`);
      },
      signal: interruption.signal,
    });
    for (const name of shortList(files, base)) console.log(name);
    if (interruption.signal.aborted) {
      console.error("agon: interrupted; the results of the runs that had ended were written");
      return EXIT_CODES.interrupted.code;
    }
    const tables = shortList(
      files.filter((name) => !name.endsWith(".txt")),
      base,
    );
    console.error(`\nfor a table: agon table ${tables.map(quotePattern).join(" ")}`);
    return EXIT_CODES.done.code;
  } finally {
    stopListening();
    removeSpool(spool);
  }
}

/** Up to this number of names are printed one by one. */
const SHORT_LIST = 4;

/** The files themselves, or a pattern for the XML files among them. */
function shortList(files: readonly string[], base: string): readonly string[] {
  if (files.length <= SHORT_LIST) return files;
  const others = files.filter((name) => !/\.xml(\.\w+)?$/.test(name));
  const [ending = ""] =
    /\.xml(\.\w+)?$/.exec(files.find((name) => !others.includes(name)) ?? "") ?? [];
  return [`${base}.results.*${ending}`, ...others];
}

/** Quotes for a shell that expands `*`. */
function quotePattern(pattern: string): string {
  return pattern
    .split("*")
    .map((part) => (part === "" ? "" : quoteWord(part)))
    .join("*");
}

/** Root may read every folder, but runs of root have a user without rights. */
function warnOfClosedFolders(host: ExecutionHost, readable: readonly string[]): void {
  if (!host.isRoot || host.isolation === "none") return;
  for (const folder of readable.filter((each) => !isOpenToNobody(each, 0o005))) {
    console.error(
      `agon: warning: --read-only-dir ${folder}: runs are not root in the sandbox, and only root may read it: chmod o+rx ${quoteWord(folder)}`,
    );
  }
}

function read(file: string, isStrict: boolean): BenchmarkDefinition {
  const warnings: Diagnostic[] = [];
  const definition = parseBenchmarkDefinition(readInputBytes(file, file), file, {
    isStrict,
    warnings,
  });
  for (const warning of warnings) console.error(formatDiagnostic(warning));
  return definition;
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
