import { existsSync } from "node:fs";
import { isResultFile } from "../../organiser/reports/index.ts";
import { type EarlierResults, earlierResults } from "../../organiser/site/index.ts";
import type { Arguments } from "./arguments.ts";
import { UsageError } from "./command.ts";

/**
 * Reads the paths of `--earlier`: sites, spools and files of columns.
 * @throws UsageError for anything else; InputError and PlatformError as the readers.
 */
export function earlierOption(args: Arguments<string>): readonly EarlierResults[] {
  return args.list("earlier").map((path) => {
    if (!existsSync(path)) throw new UsageError(`--earlier: there is no '${path}'`);
    if (isResultFile(path)) {
      throw new UsageError(`--earlier: expected a site, a spool or a file of columns: '${path}'`);
    }
    return earlierResults(path);
  });
}
