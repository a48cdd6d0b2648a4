/** `agon reproduce --tools`: some runs of an archive once more, on this host. */
import {
  evaluate,
  REPETITION_OUTCOMES,
  type RepeatedRun,
  readLock,
  repeatRuns,
  resolveCompetition,
  sampleOf,
} from "../competition/index.ts";
import { prepareHost, type Spool } from "../execution/index.ts";
import { formatDiagnostic } from "../util/diagnostic.ts";
import { invariant } from "../util/errors.ts";
import type { Arguments } from "./arguments.ts";
import { UsageError } from "./command.ts";
import { onInterrupt } from "./interrupt.ts";
import { requiresSandbox } from "./sandbox-option.ts";

const DEFAULT_SAMPLE = 10;

export interface SampleOptions {
  /** Definition that says where tools and tasks lie here. */
  readonly definition: string;
  readonly count: number;
  readonly seed: number;
  readonly jobs?: number;
  readonly requireSandbox: boolean;
}

/** Undefined without `--tools`. @throws UsageError for options that need it. */
export function sampleOptions(args: Arguments<string>): SampleOptions | undefined {
  const definition = args.text("tools");
  const jobs = args.integer("jobs", 1);
  if (definition === undefined) {
    for (const option of ["sample", "seed", "jobs"]) {
      if (args.text(option) !== undefined) throw new UsageError(`--${option} needs --tools`);
    }
    return undefined;
  }
  return {
    definition,
    count: args.integer("sample", 1) ?? DEFAULT_SAMPLE,
    seed: args.integer("seed", 0) ?? 1,
    ...(jobs === undefined ? {} : { jobs }),
    requireSandbox: requiresSandbox(args),
  };
}

/** @param directory Where the runs may leave what they produce. */
export async function repeatSample(
  archived: Spool,
  { definition, count, seed, jobs, requireSandbox }: SampleOptions,
  directory: string,
  isQuiet: boolean,
): Promise<readonly RepeatedRun[]> {
  const competition = readLock(archived);
  invariant(competition !== undefined, "the lock file has vanished");
  const resolution = resolveCompetition(definition);
  for (const warning of resolution.warnings) console.error(formatDiagnostic(warning));
  const { judgements } = evaluate(competition, archived);
  const results = new Map(judgements.map(({ result }) => [result.run, result]));
  const sample = sampleOf([...results.values()], count, seed);
  const host = await prepareHost({ sandbox: requireSandbox });
  const interruption = new AbortController();
  const stopListening = onInterrupt(() => interruption.abort(new Error("interrupted")));
  let done = 0;
  try {
    return await repeatRuns(sample, competition.limits, resolution, host, {
      directory,
      ...(jobs === undefined ? {} : { jobs }),
      signal: interruption.signal,
      onRun: (run) => {
        done++;
        if (!isQuiet) console.error(`${done}/${sample.length}  ${line(run)}`);
      },
    });
  } finally {
    stopListening();
  }
}

/** Whether the run says what it said before, or never had anything to say. */
export function isReproduction({ outcome }: RepeatedRun): boolean {
  return outcome === "same" || outcome === "same-verdict" || outcome === "other-reason";
}

/** What is worth a line, and counts. */
export function printRepetitions(runs: readonly RepeatedRun[]): void {
  for (const run of runs) if (!isReproduction(run)) console.log(line(run));
  const counts = [...REPETITION_OUTCOMES, "not-executed"]
    .map((outcome) => ({ outcome, count: runs.filter((run) => run.outcome === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${count} ${outcome}`);
  console.log(
    `${runs.length} ${runs.length === 1 ? "run" : "runs"} executed again: ${counts.join(", ")}`,
  );
  const others = runs.filter(({ now, isSameRun }) => now !== undefined && !isSameRun).length;
  if (others > 0) {
    console.log(
      `${others} of them with other files, versions or command lines than in the archive`,
    );
  }
}

function line({ tool, task, before, now, problem, outcome }: RepeatedRun): string {
  const times = [before, now].map((result) => result?.cpuTimeSeconds?.toFixed(1) ?? "-");
  const what =
    now === undefined
      ? `${before.status} -> ${problem}`
      : `${before.status} -> ${now.status}, CPU time ${times.join(" s -> ")} s`;
  return `${outcome}: ${tool} on ${task}: ${what}`;
}
