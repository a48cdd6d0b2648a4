import { defined } from "../../ground/util/defined.ts";
import type { ScoredResults } from "../../organiser/reports/index.ts";

export type { ScoredResults } from "../../organiser/reports/index.ts";

export interface ReadOptions {
  /** `svcomp-2012` to `svcomp-2027`, or an edition file; default: the competition's own; needed for result files. */
  readonly edition?: string;
  /** For result files: a base category, or a meta category; default: all that they name. */
  readonly category?: string;
  /** Result files that are final, as published ones. */
  readonly isMerged?: boolean;
}

/**
 * Reads and scores stored results: a spool, a file of columns (`.agonruns`), or result files of
 * BenchExec. Executes nothing.
 * @throws InputError for faulty files, PlatformError when there are no results, RangeError for an
 * unknown edition.
 */
export async function readResults(
  source: string | readonly string[],
  { edition: reference, category, isMerged = false }: ReadOptions = {},
): Promise<ScoredResults> {
  const { readEditionReference } = await import("../../organiser/competition/index.ts");
  const { isResultFile, scoreResultFiles, scoreStored } = await import(
    "../../organiser/reports/index.ts"
  );
  const edition = reference === undefined ? undefined : readEditionReference(reference, ".");
  if (reference !== undefined && edition === undefined) {
    throw new RangeError(`there is no edition '${reference}'`);
  }
  const paths = typeof source === "string" ? [source] : source;
  const [first = ""] = paths;
  if (!paths.some(isResultFile)) return scoreStored(first, edition);
  if (edition === undefined) throw new RangeError("result files need an edition");
  return scoreResultFiles(paths, { edition, isMerged, ...defined({ category }) });
}

/**
 * The scores of results with the rules behind every point, as one document: `agon score --json`
 * (docs/scores.md).
 */
export async function score(results: ScoredResults): Promise<unknown> {
  const { scoreDocument } = await import("../../organiser/reports/index.ts");
  return scoreDocument(results);
}
