/** Data that the pages load at once: everything except the runs, which are loaded by category. */
import type { Category, Edition, Limits, Participation, Tool } from "../../ground/model/index.ts";
import { parseRational } from "../../ground/util/rational.ts";
import type { CategoryStanding, Tally, TaskCounts, ToolScore } from "../scoring/index.ts";

import type { StoredTrack } from "./stored-tracks.ts";

export const MANIFEST_FORMAT = "agon-explorer/2";

export interface Manifest {
  readonly format: typeof MANIFEST_FORMAT;
  readonly title: string;
  /** The applied rules, in full: the pages apply other ones as well. */
  readonly edition: Edition;
  /** Facts about provenance that the page displays. */
  readonly facts: readonly (readonly [label: string, text: string])[];
  /** In table order. */
  readonly tools: readonly SiteTool[];
  readonly validators: readonly SiteTool[];
  readonly participations: readonly Participation[];
  readonly categories: readonly Category[];
  readonly standings: readonly StoredStanding[];
  /**
   * Rankings of the validators, where the edition has a validation track and validators answered.
   */
  readonly tracks?: readonly StoredTrack[];
  /** Data files by base category. */
  readonly parts: readonly PartEntry[];
  /** Where the programs are part of the site: data files by base category. */
  readonly sources: Readonly<Record<string, string>>;
  /** Control-flow automata for counterexamples, where there are any: data files by base category. */
  readonly automata?: Readonly<Record<string, string>>;
  /** Every data file except this one. */
  readonly files: readonly DataFileEntry[];
  /** Other results of the same tasks, newest first. */
  readonly earlier?: readonly EarlierEntry[];
  /** Limits of the runs, where they are known; for the rails of the plots. */
  readonly limits?: Pick<Limits, "cpuTimeSeconds" | "memoryBytes"> & Partial<Limits>;
}

/** A participant or validator with the facts that readers need. */
export interface SiteTool extends Tool {
  readonly module?: string;
  readonly options?: readonly string[];
  /** Lines of the table of participants: archive, affiliation, jury member … */
  readonly facts?: readonly SystemFact[];
  readonly techniques?: readonly string[];
  /** Its components, solvers among them. */
  readonly frameworks?: readonly string[];
  /** Number of its style in plots (see `styleOf`); absent: its position. */
  readonly look?: number;
  /** Archives of all its outputs and witnesses, relative to the site. */
  readonly logArchives?: readonly string[];
}

/** A fact with a link out of the site. */
export type SystemFact = readonly [label: string, text: string, link?: string];

/** Results of another year or of other versions. */
export interface EarlierEntry extends Pick<Manifest, "title" | "edition" | "tools"> {
  readonly parts: readonly Omit<PartEntry, "details">[];
}

export interface DataFileEntry {
  /** Relative to the site. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

export interface PartEntry {
  readonly category: string;
  /** Name of the data file that holds the columns. */
  readonly file: string;
  readonly runs: number;
  readonly tasks: number;
  /** Name of the data file with the details of the runs, by tool. */
  readonly details: Readonly<Record<string, string>>;
}

export interface StoredStanding {
  readonly category: string;
  readonly tasks: TaskCounts;
  /** `numerator/denominator`, as for all scores here. */
  readonly maxScore: string;
  readonly hasMedals: boolean;
  readonly scores: readonly (Omit<ToolScore, "score"> & { readonly score: string })[];
}

export function storeStanding(standing: CategoryStanding): StoredStanding {
  const { category, tasks, maxScore, hasMedals, scores } = standing;
  return {
    category: category.name,
    tasks,
    maxScore: String(maxScore),
    hasMedals,
    scores: scores.map((score) => ({ ...score, score: String(score.score) })),
  };
}

export function readStandings({
  standings,
  categories,
}: Pick<Manifest, "standings" | "categories">): readonly CategoryStanding[] {
  const byName = new Map(categories.map((category) => [category.name, category]));
  return standings.map(({ category, maxScore, scores, ...rest }) => ({
    ...rest,
    category: byName.get(category) as Category,
    maxScore: parseRational(maxScore),
    scores: scores.map(({ score, tally, ...more }) => ({
      ...more,
      score: parseRational(score),
      tally: withUnknowns(tally),
    })),
  }));
}

/** JSON drops undefined members; the type names every field. */
function withUnknowns(tally: Tally): Tally {
  const { cpuTimeSeconds, cpuTimeOfCorrectSeconds, cpuEnergyJoules, cpuEnergyOfCorrectJoules } =
    tally;
  return {
    ...tally,
    cpuTimeSeconds,
    cpuTimeOfCorrectSeconds,
    cpuEnergyJoules,
    cpuEnergyOfCorrectJoules,
  };
}
