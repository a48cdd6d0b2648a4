/** The files of the tools of a competition. */
import { existsSync } from "node:fs";
import type { FileReference } from "../../../ground/model/index.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import { filesWithHashes, type Spool } from "../../execution/index.ts";
import { readPlaces, toolFinder } from "../places.ts";
import type { ResolvedCompetition } from "../resolved.ts";

/** One line of `tools.ndjson`. */
export interface ArchivedTool {
  readonly tool: string;
  /** As in the lock. */
  readonly version: string;
  /** Ascending by path, which begins with the name of the tool's folder. */
  readonly files?: readonly FileReference[];
  /** The reason why there are no files. */
  readonly missing?: string;
}

/** The files of every tool, where they are still those that were run. */
export function archivedTools(
  spool: Spool,
  competition: ResolvedCompetition,
): readonly ArchivedTool[] {
  const tools = [...competition.participants, ...competition.validators];
  if (!existsSync(spool.path("places.json"))) {
    const missing = "the folders of the tools are not known";
    return tools.map(({ id, version }) => ({ tool: id, version, missing }));
  }
  const find = toolFinder(competition, readPlaces(spool));
  // Several configurations of one tool share its files.
  const known = new Map<string, readonly FileReference[]>();
  return tools.map(({ id, version }) => {
    try {
      const { paths } = find(id);
      const key = paths.join("\n");
      const files = known.get(key) ?? filesWithHashes(paths);
      known.set(key, files);
      return { tool: id, version, files };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return { tool: id, version, missing: error.message };
    }
  });
}
