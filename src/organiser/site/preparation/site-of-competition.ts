import {
  evaluate,
  type Progress,
  type ResolvedCompetition,
  surveyProgress,
} from "../../competition/index.ts";
import type { Spool } from "../../execution/index.ts";
import { storedResults } from "../../reports/index.ts";
import { siteOfColumns } from "./site-of-columns.ts";
import { type SpoolSite, type SpoolSiteOptions, siteOfSpool } from "./site-of-spool.ts";

/**
 * With more verification runs the pages have no details unless requested: an hour and gigabytes per
 * million.
 */
const DETAILED_RUNS = 100_000;

export interface CompetitionSite extends SpoolSite {
  readonly progress: Progress;
}

/**
 * The current pages of a competition by its own rules.
 * @param options `details`: logs, witnesses, command lines and programs; default: for up to 100,000
 * verification runs.
 */
export function siteOfCompetition(
  competition: ResolvedCompetition,
  spool: Spool,
  options: SpoolSiteOptions & { readonly details?: boolean } = {},
): CompetitionSite {
  const hasDetails =
    options.details ?? surveyProgress(competition, spool).verification.done <= DETAILED_RUNS;
  if (hasDetails) {
    const evaluation = evaluate(competition, spool);
    return { ...siteOfSpool(evaluation, spool, options), progress: evaluation.progress };
  }
  const results = storedResults(competition, spool);
  const data = siteOfColumns(results, spool, options.fmTools);
  return { data, attachments: [], progress: results.progress };
}
