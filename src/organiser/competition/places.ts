/**
 * Places on this file system of the files that a locked competition names only by content: written
 * at every start, so that a worker can find them.
 */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { replaceDurably } from "../../ground/files/index.ts";
import { invariant, PlatformError } from "../../ground/util/errors.ts";
import { parseJsonAs } from "../../ground/util/shape.ts";
import {
  installTool,
  type RunContext,
  type Spool,
  type ToolInstallation,
  type ToolSource,
} from "../execution/index.ts";
import { witnessLimit } from "../scoring/index.ts";
import { isWitnessFile } from "./plan.ts";
import type { ResolvedCompetition } from "./resolved.ts";

const FILE = "places.json";

export interface Places {
  /** Absolute path of the definition file. */
  readonly definition: string;
  /** Real path of the folder of the tasks. */
  readonly taskRoot: string;
  /** Absolute paths of folders with Python tool-info modules. */
  readonly modulePath: readonly string[];
  /** By identifier of participants and validators. */
  readonly tools: Readonly<Record<string, ToolSource>>;
}

const SHAPE = { definition: "text", taskRoot: "text", modulePath: ["text"], tools: {} } as const;

export function writePlaces(spool: Spool, places: Places): void {
  replaceDurably(spool.path(FILE), `${JSON.stringify(places, undefined, 2)}\n`);
}

/** @throws PlatformError `ERR_NOT_STARTED` when no coordinator has been at work here. */
export function readPlaces(spool: Spool): Places {
  const file = spool.path(FILE);
  if (existsSync(file)) {
    return parseJsonAs(readFileSync(file, "utf8"), SHAPE, { file, code: "invalid-spool" });
  }
  throw new PlatformError("ERR_NOT_STARTED", `${file} does not exist`, {
    hint: "start the competition once with 'agon run'",
  });
}

/** The context, beside the host, for executing runs of the spool. */
export function contextOf(
  spool: Spool,
  places: Places,
  toolOf: RunContext["toolOf"],
  scratch: string,
  { edition }: Pick<ResolvedCompetition, "edition">,
): Omit<RunContext, "host"> {
  return {
    spool,
    scratch,
    witnessBytes: witnessLimit(edition),
    toolOf,
    originalOf: (file) =>
      isWitnessFile(file) ? spool.fileOf(file) : resolve(places.taskRoot, file.path),
    hidden: [places.taskRoot, spool.directory, dirname(resolve(places.definition))].map((folder) =>
      realpathSync(folder),
    ),
  };
}

/**
 * Finds tools by identifier at their first use: hashing the files of all tools would take longer
 * than a batch of short runs. Finding one blocks.
 */
export function toolFinder(
  { participants, validators }: ResolvedCompetition,
  places: Places,
): (id: string) => ToolInstallation {
  const locked = new Map([...participants, ...validators].map((tool) => [tool.id, tool]));
  const found = new Map<string, ToolInstallation>();
  return (id) => {
    const known = found.get(id);
    if (known !== undefined) return known;
    const source = places.tools[id];
    const tool = locked.get(id);
    invariant(source !== undefined && tool !== undefined, `no place of ${id}`);
    const installation = installTool(tool.tool, source, places.modulePath);
    if (installation.version !== tool.version) {
      throw new PlatformError(
        "ERR_TOOL_CHANGED",
        `the files of ${id} are not those of the start: ${installation.version} instead of ${tool.version}`,
        { hint: "restore them, or run 'agon run' again with --update" },
      );
    }
    found.set(id, installation);
    return installation;
  };
}
