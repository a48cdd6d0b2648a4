import { existsSync } from "node:fs";
import { join } from "node:path";
import { type EarlierResults, readEarlierSite } from "../../site/index.ts";
import { parseWords } from "../arguments.ts";
import { UsageError } from "../command.ts";
import { RESULTS_OPTIONS, readScoredResults } from "../scored-results.ts";
import { siteOfFiles } from "./site-of-files.ts";

/**
 * Results of earlier years: a site, a spool, or a file of columns.
 * @throws UsageError for anything else; InputError and PlatformError as the readers.
 */
export function earlierResults(path: string): EarlierResults {
  if (!existsSync(path)) throw new UsageError(`--earlier: there is no '${path}'`);
  const isSpool = existsSync(join(path, "competition.lock.yml"));
  if (!isSpool && existsSync(join(path, "index.html"))) return readEarlierSite(path);
  const { title, edition, tools, parts } = siteOfFiles(
    readScoredResults([path], parseWords([], [], RESULTS_OPTIONS)),
    [path],
  );
  return { title, edition, tools, parts: [...parts].map(({ part }) => part) };
}
