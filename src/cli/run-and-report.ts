/** What `agon run` and `agon demo` have in common: run, watch, score, write the pages. */
import { relative } from "node:path";
import {
  evaluate,
  isComplete,
  type Resolution,
  type RunOptions,
  runCompetition,
} from "../competition/index.ts";
import { runInDelegatedScope, type Spool } from "../execution/index.ts";
import { formatDiagnostic } from "../util/diagnostic.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { exportSite } from "./export-site.ts";
import { onInterrupt } from "./interrupt.ts";
import { ProgressReport } from "./render/progress.ts";
import { renderStandings } from "./render/standings.ts";

/**
 * Runs a competition to its end and prints the ranking; resolves to the exit
 * code. The first Ctrl-C ends the runs at work and keeps what was finished;
 * the second ends at once.
 */
export async function runAndReport(
  resolution: Resolution,
  spool: Spool,
  options: Omit<RunOptions, "signal" | "onEvent"> & { readonly resumeCommand: string },
): Promise<number> {
  const codeOfScope = await runInDelegatedScope();
  if (codeOfScope !== undefined) return codeOfScope;
  for (const warning of resolution.warnings) console.error(formatDiagnostic(warning));
  const progress = new ProgressReport({
    isTty: process.stderr.isTTY === true && process.env.CI === undefined,
    columns: process.stderr.columns,
    write: (text) => void process.stderr.write(text),
  });
  const interruption = new AbortController();
  const stopListening = onInterrupt(() => interruption.abort(INTERRUPTED));
  try {
    await runCompetition(resolution, spool, {
      ...options,
      signal: interruption.signal,
      onEvent: (event) => progress.onEvent(event),
    });
  } catch (error) {
    progress.end();
    if (error !== INTERRUPTED) throw error;
    console.error(`agon: interrupted; continue with: ${options.resumeCommand}`);
    return EXIT_CODES.interrupted.code;
  } finally {
    stopListening();
  }
  progress.end();
  const evaluation = evaluate(resolution.competition, spool);
  const page = await exportSite(evaluation, spool);
  process.stdout.write(renderStandings(evaluation));
  console.log(`\nresults: ${relative(process.cwd(), page) || page}`);
  return isComplete(evaluation.progress) ? EXIT_CODES.done.code : EXIT_CODES.partial.code;
}

const INTERRUPTED = new Error("interrupted");
