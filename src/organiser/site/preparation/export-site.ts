import { existsSync } from "node:fs";
import { type Progress, type ResolvedCompetition, readPlaces } from "../../competition/index.ts";
import type { Spool } from "../../execution/index.ts";
import type { SiteData } from "../site-data.ts";
import { writeSite } from "../write-site.ts";
import { siteOfCompetition } from "./site-of-competition.ts";
import type { AutomataReader } from "./site-of-spool.ts";

export interface ExportedSite {
  /** The first page. */
  readonly page: string;
  readonly standings: SiteData["standings"];
  readonly progress: Progress;
}

/** Writes the pages into `SPOOL/site`. */
export async function exportSite(
  competition: ResolvedCompetition,
  spool: Spool,
  automataOf: AutomataReader,
): Promise<ExportedSite> {
  const options = { ...taskRootOf(spool), automataOf };
  const { data, attachments, progress } = siteOfCompetition(competition, spool, options);
  await writeSite(spool.path("site"), data, attachments);
  return { page: spool.path("site", "index.html"), standings: data.standings, progress };
}

/** The folder of the tasks on this machine, if it exists. */
export function taskRootOf(spool: Spool): { readonly taskRoot?: string } {
  // A spool from elsewhere does not contain the path.
  if (!existsSync(spool.path("places.json"))) return {};
  const { taskRoot } = readPlaces(spool);
  return existsSync(taskRoot) ? { taskRoot } : {};
}
