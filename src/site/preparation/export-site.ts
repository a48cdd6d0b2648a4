import { existsSync } from "node:fs";
import { type Evaluation, readPlaces } from "../../competition/index.ts";
import type { Spool } from "../../execution/index.ts";
import { writeSite } from "../write-site.ts";
import { type AutomataReader, siteOfSpool } from "./site-of-spool.ts";

/** Writes the pages into `SPOOL/site`; resolves to the first page. */
export async function exportSite(
  evaluation: Evaluation,
  spool: Spool,
  automataOf: AutomataReader,
): Promise<string> {
  const options = { ...taskRootOf(spool), automataOf };
  const { data, attachments } = siteOfSpool(evaluation, spool, options);
  await writeSite(spool.path("site"), data, attachments);
  return spool.path("site", "index.html");
}

/** The folder of the tasks on this machine, if it is there. */
export function taskRootOf(spool: Spool): { readonly taskRoot?: string } {
  // A spool that came from elsewhere does not say.
  if (!existsSync(spool.path("places.json"))) return {};
  const { taskRoot } = readPlaces(spool);
  return existsSync(taskRoot) ? { taskRoot } : {};
}
