/** `agon reproduce --tools`: repeats some runs of an archive on this host. */

import { defined } from "../../ground/util/defined.ts";
import { formatDiagnostic } from "../../ground/util/diagnostic.ts";
import {
  isReproduction,
  REPETITION_OUTCOMES,
  type RepeatedRun,
  repeatSample,
  type SampleOptions,
} from "../../organiser/competition/index.ts";
import type { Spool } from "../../organiser/execution/index.ts";
import type { Arguments } from "./arguments.ts";
import { UsageError } from "./command.ts";
import { onInterrupt } from "./interrupt.ts";
import { requiresSandbox } from "./sandbox-option.ts";

const DEFAULT_SAMPLE = 10;

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
    ...defined({ jobs }),
    requireSandbox: requiresSandbox(args),
  };
}

/** @param directory Folder for the files that the runs produce. */
export async function repeatOnTerminal(
  archived: Spool,
  options: SampleOptions,
  directory: string,
  isQuiet: boolean,
): Promise<readonly RepeatedRun[]> {
  const interruption = new AbortController();
  const stopListening = onInterrupt(() => interruption.abort(new Error("interrupted")));
  try {
    return await repeatSample(archived, options, {
      directory,
      signal: interruption.signal,
      onWarning: (warning) => console.error(formatDiagnostic(warning)),
      onRun: (run, done, all) => {
        if (!isQuiet) console.error(`${done}/${all}  ${line(run)}`);
      },
    });
  } finally {
    stopListening();
  }
}

/** Prints the runs that need attention, and counts. */
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
