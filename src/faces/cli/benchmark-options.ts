/**
 * The options of benchexec, for `agon run BENCHMARK.xml`: each one works, or is refused with the
 * reason.
 */

import { existsSync, realpathSync, statSync } from "node:fs";
import { defined } from "../../ground/util/defined.ts";
import { PlatformError } from "../../ground/util/errors.ts";
import {
  type BenchmarkLimits,
  type BenchmarkRun,
  memoryLimit,
  timeLimit,
} from "../../organiser/benchexec/index.ts";
import { readInput } from "../../organiser/competition/index.ts";
import {
  allocateCores,
  type ExecutionHost,
  type Machine,
  requireMemory,
  threadCount,
} from "../../organiser/execution/index.ts";
import { expandArgumentFiles } from "./argument-files.ts";
import type { Arguments } from "./arguments.ts";
import { UsageError } from "./command.ts";
import { parseWordsAndMore } from "./more-words.ts";

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
  allowedCores: { type: "string" },
  "no-hyperthreading": { type: "boolean" },
  "tool-directory": { type: "string" },
  "description-file": { type: "string" },
  startTime: { type: "string" },
  "no-compress-results": { type: "boolean" },
  "results-per-taskset": { type: "boolean" },
  "results-per-rundefinition": { type: "boolean" },
  maxLogfileSize: { type: "string" },
  filesCountLimit: { type: "string" },
  filesSizeLimit: { type: "string" },
  "hidden-dir": { type: "string", multiple: true },
  "read-only-dir": { type: "string", multiple: true },
  container: { type: "boolean" },
  "require-sandbox": { type: "boolean" },
  "allow-weak-sandbox": { type: "boolean" },
  strict: { type: "boolean" },
  "search-path": { type: "string", multiple: true },
} as const;

/** Options of benchexec that make no sense here: whether they take a value, and the reason. */
const REFUSED: Readonly<Record<string, readonly [type: "string" | "boolean", reason: string]>> = {
  debug: [
    "boolean",
    "there is no debug output; 'agon doctor' checks the host, 'agon exec' runs one command",
  ],
  commit: [
    "boolean",
    "results are not committed; use 'git add' and 'git commit' with the printed names",
  ],
  message: ["string", "results are not committed; use 'git commit -m'"],
  "no-container": [
    "boolean",
    "runs are always isolated as well as the host allows; --allow-weak-sandbox accepts weaker isolation",
  ],
  "network-access": [
    "boolean",
    "runs have no network: a tool that uses other machines is not the one that is measured",
  ],
  "no-tmpfs": [
    "boolean",
    "files of runs lie on disk and do not count as memory already; --filesSizeLimit limits them",
  ],
  "keep-system-config": ["boolean", "runs see the system's configuration read-only already"],
  "keep-tmp": ["boolean", "every run has a /tmp of its own, so that runs cannot communicate there"],
  "overlay-dir": [
    "string",
    "runs write into their own working directory and /tmp; --read-only-dir shows a folder",
  ],
  "full-access-dir": ["string", "runs must not write to the host; --read-only-dir shows a folder"],
};

/**
 * Parses the words; `@FILE` stands for words in a file.
 * @throws UsageError also for options of benchexec that are refused.
 */
export function parseBenchmarkWords(words: readonly string[]): {
  readonly args: Arguments<string>;
  readonly files: readonly string[];
} {
  const all = expandArgumentFiles(words);
  const known = Object.entries(REFUSED).map(([name, [type]]) => [
    name,
    { type, ...(name === "debug" ? { short: "d" } : {}) },
  ]);
  // As in benchexec: -1 is the value "no limit", not an option.
  const { args, more } = parseWordsAndMore(
    all.map(withJoinedNegative(all)).filter((word) => word !== ""),
    [],
    { ...OPTIONS, ...Object.fromEntries(known) },
  );
  for (const [option, [, reason]] of Object.entries(REFUSED)) {
    if (!args.flag(option) && args.text(option) === undefined) continue;
    throw new UsageError(`--${option} of benchexec is not supported: ${reason}`);
  }
  if (more.length === 0) throw new UsageError("BENCHMARK.xml is missing");
  return { args, files: more };
}

/** `-T -1` becomes `-T-1`. */
function withJoinedNegative(words: readonly string[]): (word: string, index: number) => string {
  return (word, index) => {
    if (word === "-1") return "";
    if (words[index + 1] !== "-1") return word;
    return word.startsWith("--") ? `${word}=-1` : `${word}-1`;
  };
}

/** Limits in the options have precedence over those in the definition. */
export function limitsOf(args: Arguments<string>, limits: BenchmarkLimits): BenchmarkLimits {
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
  return defined({ wallTimeSeconds });
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
  throw new UsageError(`--${option}: '${text}' is not a limit (units: s, min, h; B, kB, MB, GB)`);
}

/** Choices about the result files, and permissions of runs beside the limits of the definition. */
export function choices(
  args: Arguments<string>,
): Pick<BenchmarkRun, "resultsPer" | "description" | "maximalLogBytes" | "files"> {
  const taskSet = args.flag("results-per-taskset");
  const runDefinition = args.flag("results-per-rundefinition");
  const description = args.text("description-file");
  const count = args.integer("filesCountLimit", 1);
  const bytes = override(args, "filesSizeLimit", memoryLimit);
  const logBytes = override(args, "maxLogfileSize", megabytes) ?? DEFAULT_LOG_BYTES;
  return {
    ...(taskSet || runDefinition ? { resultsPer: { taskSet, runDefinition } } : {}),
    ...(description === undefined
      ? {}
      : { description: readInput(description, description).trim() }),
    maximalLogBytes: logBytes === "none" ? Number.POSITIVE_INFINITY : logBytes,
    files: {
      ...defined({ count }),
      ...(bytes === undefined
        ? {}
        : { bytes: bytes === "none" ? Number.POSITIVE_INFINITY : bytes }),
    },
  };
}

const DEFAULT_LOG_BYTES = 20_000_000;

/** Without a unit it is MB. */
function megabytes(text: string): number | undefined {
  return memoryLimit(/^\d+$/.test(text) ? `${text} MB` : text);
}

/** `--startTime`, in local time. @throws UsageError. */
export function startTime(args: Arguments<string>): Date | undefined {
  const text = args.text("startTime");
  if (text === undefined) return undefined;
  const time = new Date(text.replace(" ", "T"));
  if (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && !Number.isNaN(time.getTime())) return time;
  throw new UsageError(`--startTime must be 'YYYY-MM-DD hh:mm:ss', found '${text}'`);
}

/**
 * Real paths of the folders that an option names. @throws UsageError for a path that is not a
 * folder.
 */
export function folders(args: Arguments<string>, option: string): readonly string[] {
  return args.list(option).map((folder) => {
    if (existsSync(folder) && statSync(folder).isDirectory()) return realpathSync(folder);
    throw new UsageError(`--${option}: ${folder} is no folder`);
  });
}

/** The cores that runs may use: those of `--allowedCores`, one thread each with `--no-hyperthreading`. */
export function usableMachine(machine: Machine, args: Arguments<string>): Machine {
  const text = args.text("allowedCores");
  const allowed = text === undefined ? undefined : coreNumbers(text);
  const perCore = args.flag("no-hyperthreading") ? 1 : Number.POSITIVE_INFINITY;
  const cores = machine.cores
    .map((core) => ({
      ...core,
      threads: core.threads
        .filter((thread) => allowed === undefined || allowed.has(thread))
        .slice(0, perCore),
    }))
    .filter(({ threads }) => threads.length > 0);
  const own = new Set(machine.cores.flatMap(({ threads }) => threads));
  const foreign = [...(allowed ?? [])].filter((number) => !own.has(number));
  if (foreign.length > 0) {
    throw new PlatformError(
      "ERR_CORES",
      `--allowedCores: core ${foreign.join(", ")} cannot be used here`,
      {
        hint: `cores that can: ${[...own].sort((a, b) => a - b).join(",")}`,
      },
    );
  }
  return { ...machine, cores };
}

/** `0,2-5`. */
function coreNumbers(text: string): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const part of text.split(",")) {
    const [, first, last = first] = /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(part) ?? [];
    if (first === undefined || Number(first) > Number(last)) {
      throw new UsageError(
        `--allowedCores must be numbers and ranges such as 0,2-5, found '${text}'`,
      );
    }
    for (let number = Number(first); number <= Number(last); number++) numbers.add(number);
  }
  return numbers;
}

/** The cores of each simultaneous run. @throws PlatformError when they do not fit. */
export function slotsOf(
  host: ExecutionHost,
  { cores, threads, memoryBytes = 0 }: BenchmarkLimits,
): readonly (readonly number[] | undefined)[] {
  requireMemory(host, memoryBytes, "lower -M");
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
