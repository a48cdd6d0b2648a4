import { existsSync } from "node:fs";
import { join } from "node:path";
import { scoreStored } from "../../reports/index.ts";
import { readEarlierSite } from "../read-site.ts";
import type { EarlierResults } from "../site-data.ts";
import { siteOfFiles } from "./site-of-files.ts";

/**
 * Results of earlier years: a site, a spool, or a file of columns.
 * @throws InputError and PlatformError for anything else.
 */
export function earlierResults(path: string): EarlierResults {
  const isSpool = existsSync(join(path, "competition.lock.yml"));
  if (!isSpool && existsSync(join(path, "index.html"))) return readEarlierSite(path);
  const { title, edition, tools, parts } = siteOfFiles(scoreStored(path), [path]);
  return { title, edition, tools, parts: [...parts].map(({ part }) => part) };
}
