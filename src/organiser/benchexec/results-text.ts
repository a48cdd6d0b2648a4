/** `results.txt`, with the blocks, columns and counts of benchexec. */
import { posix } from "node:path";
import { parseStatus, type RunResult } from "../../ground/model/index.ts";
import { quoteWord } from "../../ground/util/quote-word.ts";
import type { HostInfo } from "../execution/index.ts";
import { resultCategory } from "../results/index.ts";
import { scoreOf } from "../tables/index.ts";
import type { BenchmarkRun, Job } from "./benchmark-run.ts";
import type { PlannedRun, PlannedRunSet } from "./plan-benchmark.ts";

/** Facts that the summary contains beyond the runs. */
export interface ResultsTextFacts {
  readonly system: HostInfo;
  /** Frequency of the processor; undefined: unknown. */
  readonly hertz?: number;
  readonly hasTurboBoost?: boolean;
  /** Whether answers about a property have points. */
  readonly isScored: (propertyFile: string) => boolean;
  /** Figures from the log that the definition asks for, by title. */
  readonly figuresOf: (result: RunResult) => ReadonlyMap<string, string>;
}

const KEY_WIDTH = 25;
const STATUS_WIDTH = 25;
const TIME_WIDTH = 12;
const NAME_WIDTH = 20;
const COLUMN_WIDTH = 8;
const COUNT_WIDTH = 6;
/** The text that benchexec prints for absent values: the local executor names no host. */
const NOTHING = "None";
const RULE = `${"-".repeat(60)}\n\n`;

export function resultsText(
  run: BenchmarkRun,
  jobs: readonly Job[],
  facts: ResultsTextFacts,
): string {
  const sets = run.runSets.map((runSet, index) => runSetText(run, runSet, index, { jobs, facts }));
  return `${benchmarkText(run)}${systemText(facts)}${sets.join("")}${statisticsText(jobs, facts.isScored)}${
    run.signal.aborted ? "\ninterrupted: not all runs were executed\n" : ""
  }`;
}

function line(key: string, value: string | number | undefined): string {
  return value === undefined ? "" : `${`${`${key}:`.padEnd(KEY_WIDTH)}${value}`.trim()}\n`;
}

function megabytes(bytes: number | undefined): string | undefined {
  return bytes === undefined ? undefined : `${float(bytes / 1000 / 1000)} MB`;
}

function python(value: boolean): string {
  return value ? "True" : "False";
}

/** A number as Python writes floating-point numbers. */
function float(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

function benchmarkText(run: BenchmarkRun): string {
  const { definition, runSets, limits, tool, startedAt } = run;
  const {
    cpuModel,
    cores = limits.cores,
    memoryBytes = limits.memoryBytes,
  } = definition.requirements;
  const date = startedAt.toISOString();
  const day = startedAt.toUTCString().slice(0, 3);
  return [
    "   BENCHMARK INFORMATION\n",
    definition.displayName === undefined ? "" : `${definition.displayName}\n`,
    line("benchmark definition", definition.file),
    line("name", run.benchmarkName),
    line("run sets", runSets.map(({ name }) => name ?? "").join(", ")),
    line("date", `${day}, ${date.slice(0, 10)} ${date.slice(11, 19)} UTC`),
    line("tool", `${tool.info.name} ${tool.version}`),
    line("tool executable", tool.command.join(" ")),
    line("options", definition.options.map(quoteWord).join(" ")),
    line("property file", definition.property?.text),
    line("parallel runs", run.slots.length > 1 ? run.slots.length : undefined),
    "resource limits:\n",
    line("- memory", megabytes(limits.memoryBytes)),
    line("- time", limits.timeSeconds === undefined ? undefined : `${limits.timeSeconds} s`),
    line("- cpu cores", limits.cores),
    "hardware requirements:\n",
    line("- cpu model", cpuModel),
    line("- cpu cores", cores),
    line("- memory", megabytes(memoryBytes)),
    RULE,
  ].join("");
}

function systemText({ system, hertz, hasTurboBoost }: ResultsTextFacts): string {
  return [
    "   SYSTEM INFORMATION\n",
    line("host", system.host),
    line("os", `${system.operatingSystem}, Linux ${system.kernel}`),
    line("cpu", system.cpuModel),
    line("- cores", system.cores),
    line("- max frequency", hertz === undefined ? undefined : `${float(hertz / 1000 / 1000)} MHz`),
    line("- turbo boost enabled", hasTurboBoost === undefined ? undefined : python(hasTurboBoost)),
    line("ram", megabytes(system.memoryBytes)),
    RULE,
  ].join("");
}

interface Surroundings {
  readonly jobs: readonly Job[];
  readonly facts: ResultsTextFacts;
}

function runSetText(
  { definition, runSets }: BenchmarkRun,
  runSet: PlannedRunSet,
  index: number,
  { jobs, facts }: Surroundings,
): string {
  const own = jobs.filter((job) => job.runSet === runSet);
  const prefix = commonFolder(own.map(({ planned }) => planned.identifier));
  const short = ({ identifier }: PlannedRun): string => identifier.slice(prefix.length);
  const width = max([NAME_WIDTH, ...own.map(({ planned }) => short(planned).length)]) + 4;
  const titles = definition.columns.map(({ title }) => title);
  const row = (
    name: string,
    status: string,
    times: readonly string[],
    columns: readonly string[],
  ): string =>
    [
      name.padEnd(width),
      status.padEnd(STATUS_WIDTH),
      ...times.map((time) => time.padStart(TIME_WIDTH)),
      ...columns.map((value, at) =>
        value.padStart(Math.max(COLUMN_WIDTH, (titles[at] as string).length) + 2),
      ),
    ].join("");
  const head = row("inputfile", "status", ["cpu time", "wall time", "host"], titles);
  const cpu = own.reduce((sum, { result }) => sum + (result?.cpuTimeSeconds ?? 0), 0);
  const rows = own.map(({ planned, result }) => {
    const figures = result === undefined ? new Map<string, string>() : facts.figuresOf(result);
    const values = titles.map((title) => figures.get(title) ?? NOTHING);
    const times = [result?.cpuTimeSeconds, result?.wallTimeSeconds];
    const shown = times.map((seconds) => seconds?.toFixed(2) ?? "-");
    return row(short(planned), result?.status ?? "not run", [...shown, NOTHING], values);
  });
  const done = [cpu.toFixed(2), wallTime(own).toFixed(2), "-"];
  return [
    "\n",
    runSet.name ?? "",
    `Run set ${index + 1} of ${runSets.length} with options '${runSet.options.join(" ")}' and propertyfile '${runSet.property ?? NOTHING}'`,
    "",
    head,
    "-".repeat(head.length),
    ...rows,
    "-".repeat(head.length),
    row(`Run set ${index + 1}`, "done", done, []),
    "",
  ].join("\n");
}

/**
 * From the start of the first run to the end of the last one: runs of several run sets may overlap.
 */
function wallTime(jobs: readonly Job[]): number {
  const ended = jobs.flatMap(({ result }) => (result === undefined ? [] : [result]));
  if (ended.length === 0) return 0;
  const starts = ended.map(({ startedAt }) => Date.parse(startedAt) / 1000);
  const ends = ended.map(
    ({ startedAt, wallTimeSeconds = 0 }) => Date.parse(startedAt) / 1000 + wallTimeSeconds,
  );
  return max(ends) + max(starts.map((start) => -start));
}

function max(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
}

/** With a slash at its end; empty when there is none. */
function commonFolder(paths: readonly string[]): string {
  const [first, ...others] = paths.map((path) => posix.dirname(path).split("/"));
  if (first === undefined) return "";
  let length = first.length;
  for (const other of others) {
    while (first.slice(0, length).join("/") !== other.slice(0, length).join("/")) length--;
  }
  const folder = first.slice(0, length).join("/");
  return folder === "" || folder === "." ? "" : `${folder}/`;
}

function statisticsText(jobs: readonly Job[], isScored: ResultsTextFacts["isScored"]): string {
  const judged = jobs.flatMap(({ planned, result }) =>
    result === undefined
      ? []
      : [{ planned, status: result.status, category: categoryOf(planned, result) }],
  );
  const count = (category: string, answer?: "true" | "false"): string =>
    String(
      judged.filter(
        (each) =>
          each.category === category &&
          (answer === undefined ||
            (parseStatus(each.status).kind === "true") === (answer === "true")),
      ).length,
    ).padStart(COUNT_WIDTH);
  const unknown = judged.filter(({ category }) => ["unknown", "error"].includes(category)).length;
  const scored = judged.filter(
    ({ planned: { propertyFile } }) => propertyFile !== undefined && isScored(propertyFile),
  );
  const expected = scored.flatMap(({ planned }) => planned.expectedVerdict?.kind ?? []);
  const maximum = expected.reduce((sum, kind) => sum + (kind === "true" ? 2 : 1), 0);
  const score = scored.reduce(
    (sum, { category, status }) => sum + scoreOf(category, status, undefined),
    0,
  );
  return [
    "",
    `Statistics:${String(judged.length).padStart(COUNT_WIDTH + 9)} Files`,
    `  correct:          ${count("correct")}`,
    `    correct true:   ${count("correct", "true")}`,
    `    correct false:  ${count("correct", "false")}`,
    `  incorrect:        ${count("wrong")}`,
    `    incorrect true: ${count("wrong", "true")}`,
    `    incorrect false:${count("wrong", "false")}`,
    `  unknown:          ${String(unknown).padStart(COUNT_WIDTH)}`,
    ...(expected.length === 0
      ? []
      : [`  Score:            ${String(score).padStart(COUNT_WIDTH)} (max: ${maximum})`]),
    "",
  ].join("\n");
}

/** Category of an ended run. */
export function categoryOf(
  { propertyFile, expectedVerdict }: PlannedRun,
  { status }: Pick<RunResult, "status">,
): string {
  return resultCategory(status, propertyFile === undefined ? undefined : expectedVerdict);
}
