/**
 * The pages of a spool without the details of its runs: for any number of runs, without reading a
 * log or a witness.
 */

import { formatVerdict } from "../../../ground/model/index.ts";
import type { Spool } from "../../execution/index.ts";
import { CategoryPartBuilder, type Check, type PartTask } from "../../explorer/index.ts";
import { type StoredResults, validationTracks } from "../../reports/index.ts";
import type { CategoryTask } from "../../scoring/index.ts";
import type { FmToolsEntry } from "../../tools/index.ts";
import type { SiteData, SitePart } from "../site-data.ts";
import { competitionData, spoolFacts } from "./spool-facts.ts";

/** @param fmTools Entries by identifier; they precede those that the competition names. */
export function siteOfColumns(
  results: StoredResults,
  spool: Spool,
  fmTools: ReadonlyMap<string, FmToolsEntry> = new Map(),
): SiteData {
  const { competition, edition, progress, circumstances, standings } = results;
  return {
    edition,
    facts: spoolFacts(competition, progress, circumstances, spool),
    ...competitionData(competition, edition, fmTools),
    standings,
    tracks: validationTracks(results),
    parts: partsOf(results),
    limits: competition.limits.verification,
  };
}

/** Makes the parts in one pass over the runs. */
function partsOf(results: StoredResults): readonly SitePart[] {
  const tools = results.tools.map(({ id }) => id);
  const builders = new Map<string, CategoryPartBuilder>();
  let row = 0;
  for (const run of results.rawRuns()) {
    let builder = builders.get(run.category);
    if (builder === undefined) {
      const tasks = (results.tasks.get(run.category) ?? []).map(partTask);
      builder = new CategoryPartBuilder(run.category, tasks, tools);
      builders.set(run.category, builder);
    }
    const { opinions, witness, status, resultCategory: _, expectedVerdict: __, ...facts } = run;
    builder.add({
      ...facts,
      ...results.outcome(row++),
      verificationStatus: status,
      witnessFacts: witness,
      checks: opinions.map(({ cpuTimeSeconds: ___, ...check }): Check => check),
    });
  }
  return [...builders.values()].map((builder) => ({ part: builder.build(), details: () => [] }));
}

function partTask({ task, expectedVerdict, voidReason }: CategoryTask): PartTask {
  return {
    id: task,
    ...(expectedVerdict === undefined ? {} : { expected: formatVerdict(expectedVerdict) }),
    ...(voidReason === undefined ? {} : { voidReason }),
  };
}
