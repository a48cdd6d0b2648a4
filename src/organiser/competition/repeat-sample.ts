/** Repeats some runs of an archive on this host. */

import { defined } from "../../ground/util/defined.ts";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { invariant } from "../../ground/util/errors.ts";
import { prepareHost, type Spool } from "../execution/index.ts";
import { evaluate } from "./evaluate.ts";
import { readLock } from "./lock-file.ts";
import { type RepeatedRun, repeatRuns, sampleOf } from "./rerun-sample.ts";
import { resolveCompetition } from "./resolve.ts";

/** Which runs are repeated, and how. */
export interface SampleOptions {
  /** Path of a definition that names the places of tools and tasks on this host. */
  readonly definition: string;
  readonly count: number;
  readonly seed: number;
  readonly jobs?: number;
  readonly requireSandbox: boolean;
}

/** The surroundings of the repeated runs. */
export interface SampleExecution {
  /** Folder for the files that the runs produce. */
  readonly directory: string;
  readonly signal: AbortSignal;
  onWarning(warning: Diagnostic): void;
  /** Called after each run. */
  onRun(run: RepeatedRun, done: number, all: number): void;
}

/** Executes a sample of an archive's verification runs again; the archive is only read. */
export async function repeatSample(
  archived: Spool,
  { definition, count, seed, jobs, requireSandbox }: SampleOptions,
  { directory, signal, onWarning, onRun }: SampleExecution,
): Promise<readonly RepeatedRun[]> {
  const competition = readLock(archived);
  invariant(competition !== undefined, "the lock file has vanished");
  const resolution = resolveCompetition(definition);
  for (const warning of resolution.warnings) onWarning(warning);
  const { judgements } = evaluate(competition, archived);
  const results = new Map(judgements.map(({ result }) => [result.run, result]));
  const sample = sampleOf([...results.values()], count, seed);
  const host = await prepareHost({ sandbox: requireSandbox });
  let done = 0;
  return repeatRuns(sample, competition.limits, resolution, host, {
    directory,
    ...defined({ jobs }),
    signal,
    onRun: (run) => onRun(run, ++done, sample.length),
  });
}

/** Whether the run gives the same answer as before, or gave none both times. */
export function isReproduction({ outcome }: RepeatedRun): boolean {
  return outcome === "same" || outcome === "same-verdict" || outcome === "other-reason";
}
