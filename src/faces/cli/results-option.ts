/**
 * The options of all commands that read scored results: a spool, or result files of other systems.
 */

import { defined } from "../../ground/util/defined.ts";
import { formatDiagnostic } from "../../ground/util/diagnostic.ts";
import {
  RUN_COLUMNS_ENDING,
  readFmToolsFolder,
  readInput,
} from "../../organiser/competition/index.ts";
import {
  findStanding,
  isResultFile,
  type ScoredResults,
  scoreResultFiles,
  scoreStored,
} from "../../organiser/reports/index.ts";
import { type CategoryStanding, EDITIONS } from "../../organiser/scoring/index.ts";
import {
  type CategoryStructure,
  type ExclusionList,
  parseCategoryStructure,
  parseExcludedTools,
  parseExclusionList,
} from "../../organiser/tasks/index.ts";
import type { FmToolsEntry } from "../../organiser/tools/index.ts";
import type { Arguments, Options } from "./arguments.ts";
import { UsageError } from "./command.ts";
import { EDITION_USAGE, editionOption } from "./edition-option.ts";

/** The options of {@link readScoredResults}. */
export const RESULTS_OPTIONS: Options = {
  category: { type: "string" },
  "category-structure": { type: "string" },
  edition: { type: "string" },
  "excluded-tools": { type: "string" },
  "fm-tools": { type: "string" },
  merged: { type: "boolean" },
  "void-tasks": { type: "string" },
};

/** Options for result files only. */
const FILE_OPTIONS = ["category-structure", "excluded-tools", "merged", "void-tasks"] as const;

/** Their description in the usage of commands. */
export const RESULTS_USAGE: string = `${EDITION_USAGE}

A spool may be given as a file of columns too (.agonruns, see agon export).
With result files of BenchExec (.xml, .xml.gz, .xml.bz2; also http:// and https://) of
any tools instead of a spool:

  --category C      category of the files' results: any base category, all of them;
                    a meta category: the base categories that the files name;
                    default: every category of the edition that the files name
  --category-structure FILE
                    category-structure.yml of the organisers: categories, their
                    participants, and the edition if there is no --edition
  --fm-tools DIR    entries of FM-Tools: names, tools hors concours, and for pages (also
                    of spools) archives, techniques and jury members
  --void-tasks FILE tasks that do not count: a line each, with property and # reason,
                    or YAML as voidTasks of a competition
  --merged          the files are final, like published ones: their statuses and categories
                    include the validators' answers; without, correct answers whose
                    witnesses no given file confirms are unconfirmed
  --excluded-tools FILE  tools that are shown but not ranked: a line each, identifier
                    and # reason, or YAML as excludedTools of a competition`;

/**
 * Reads and scores the operands; prints warnings.
 * @throws UsageError when operands and options do not fit; InputError and PlatformError as the
 * readers.
 */
export function readScoredResults(
  operands: readonly string[],
  args: Arguments<string>,
): ScoredResults {
  if (operands.some(isResultFile)) {
    const results = evaluateFiles(operands, args);
    for (const warning of results.warnings) console.error(formatDiagnostic(warning));
    return results;
  }
  const [spool = "", further] = operands;
  if (further !== undefined) throw new UsageError(`unexpected word '${further}'`);
  if (!spool.endsWith(RUN_COLUMNS_ENDING)) rejectFileOptions(args);
  return scoreStored(spool, editionOption(args));
}

/** @throws UsageError for options that make no sense with a spool. */
export function rejectFileOptions(args: Arguments<string>): void {
  for (const option of FILE_OPTIONS) {
    const isThere = option === "merged" ? args.flag(option) : args.text(option) !== undefined;
    if (!isThere) continue;
    throw new UsageError(`--${option} is for result files (.xml, .xml.gz, .xml.bz2)`);
  }
}

/**
 * The standing of the category that `--category` names; by default that of the only category or of
 * the overall one.
 */
export function chosenStanding(results: ScoredResults, name: string | undefined): CategoryStanding {
  const found = findStanding(results, name);
  if (found !== undefined) return found;
  const known = results.standings.map(({ category }) => category.name).join(", ");
  throw new UsageError(`there is no category '${name}'; there are ${known}`);
}

function evaluateFiles(files: readonly string[], args: Arguments<string>): ScoredResults {
  const structure = structureOption(args);
  const edition = editionOption(args) ?? EDITIONS.find(({ year }) => year === structure?.year);
  if (edition === undefined) {
    throw new UsageError("result files need --edition (or a --category-structure of a known year)");
  }
  const category = args.text("category");
  if (category === undefined && structure === undefined && edition.categories.length === 0) {
    throw new UsageError(
      `the categories of ${edition.name} are not known: --category names one, --category-structure all`,
    );
  }
  const voidTasks = exclusionOption(args);
  const fmTools = fmToolsOption(args);
  const excludedTools = excludedToolsOption(args);
  return scoreResultFiles(files, {
    edition,
    isMerged: args.flag("merged"),
    ...defined({ category, structure, fmTools, voidTasks, excludedTools }),
  });
}

function excludedToolsOption(args: Arguments<string>): ReadonlyMap<string, string> | undefined {
  const file = args.text("excluded-tools");
  return file === undefined ? undefined : parseExcludedTools(readInput(file, file), file);
}

function structureOption(args: Arguments<string>): CategoryStructure | undefined {
  const file = args.text("category-structure");
  return file === undefined ? undefined : parseCategoryStructure(readInput(file, file), file);
}

function exclusionOption(args: Arguments<string>): ExclusionList | undefined {
  const file = args.text("void-tasks");
  return file === undefined ? undefined : parseExclusionList(readInput(file, file), file);
}

export function fmToolsOption(
  args: Arguments<string>,
): ReadonlyMap<string, FmToolsEntry> | undefined {
  const folder = args.text("fm-tools");
  return folder === undefined ? undefined : readFmToolsFolder(folder);
}
