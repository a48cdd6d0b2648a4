/** Common part of `agon run` and `agon demo`: runs, watches, scores, writes the pages. */
import { relative } from "node:path";
import { automataOf } from "../../contestant/inspection/index.ts";
import { formatDiagnostic } from "../../ground/util/diagnostic.ts";
import { quoteWord } from "../../ground/util/quote-word.ts";
import {
  CANCELLED,
  isComplete,
  type Resolution,
  type RunOptions,
  runCompetition,
  type SlurmOptions,
  slurmDriver,
} from "../../organiser/competition/index.ts";
import { runInDelegatedScope, type Spool } from "../../organiser/execution/index.ts";
import { exportSite } from "../../organiser/site/index.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { onInterrupt } from "./interrupt.ts";
import { type ProgressReport, progressOnStandardError } from "./render/progress.ts";
import { renderStandings } from "./render/standings.ts";

export interface ReportOptions extends Omit<RunOptions, "signal" | "onEvent" | "driver"> {
  readonly resumeCommand: string;
  /** Execute on a Slurm cluster instead of this machine. */
  readonly slurm?: Omit<SlurmOptions, "onNotice">;
}

/**
 * Runs a competition to its end and prints the ranking; resolves to the exit code. The first Ctrl-C
 * ends the current runs and keeps finished results; the second ends at once.
 */
export async function runAndReport(
  resolution: Resolution,
  spool: Spool,
  options: ReportOptions,
): Promise<number> {
  const codeOfScope = options.slurm === undefined ? await runInDelegatedScope() : undefined;
  if (codeOfScope !== undefined) return codeOfScope;
  for (const warning of resolution.warnings) console.error(formatDiagnostic(warning));
  const progress = progressOnStandardError();
  const interruption = new AbortController();
  const stopListening = onInterrupt(() => interruption.abort(INTERRUPTED));
  try {
    await runCompetition(resolution, spool, {
      ...options,
      ...driverOf(options, progress),
      signal: interruption.signal,
      onEvent: (event) => progress.onEvent(event),
    });
  } catch (error) {
    progress.end();
    if (error !== INTERRUPTED && error !== CANCELLED) throw error;
    if (error === INTERRUPTED && options.slurm !== undefined) {
      console.error(
        `agon: the jobs continue; 'agon cancel ${quoteWord(spool.directory)}' ends them`,
      );
    }
    const what = error === CANCELLED ? "cancelled" : "interrupted";
    console.error(`agon: ${what}; continue with: ${options.resumeCommand}`);
    return EXIT_CODES.interrupted.code;
  } finally {
    stopListening();
  }
  progress.end();
  const { competition } = resolution;
  const { page, ...site } = await exportSite(competition, spool, automataOf);
  process.stdout.write(renderStandings({ ...site, competition, edition: competition.edition }));
  console.log(`\nresults: ${relative(process.cwd(), page) || page}`);
  return isComplete(site.progress) ? EXIT_CODES.done.code : EXIT_CODES.partial.code;
}

function driverOf({ slurm }: ReportOptions, progress: ProgressReport): Pick<RunOptions, "driver"> {
  if (slurm === undefined) return {};
  const onNotice = (text: string): void => progress.notice(text);
  return {
    driver: ({ competition }, spool) => slurmDriver(competition, spool, { ...slurm, onNotice }),
  };
}

const INTERRUPTED = new Error("interrupted");
