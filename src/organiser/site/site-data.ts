import type { Category, Edition, Participation } from "../../ground/model/index.ts";
import type {
  AutomataFile,
  CategoryPart,
  DetailsFile,
  Manifest,
  ShownTrack,
  SiteTool,
  SourcesFile,
} from "../explorer/index.ts";
import type { CategoryStanding } from "../scoring/index.ts";

/** Everything the pages show; plain data, so that rendering is a pure function. */
export interface SiteData {
  /** Name of the competition. */
  readonly title: string;
  /** Whose rules the scores follow. */
  readonly edition: Edition;
  /** Label and text: dates, hosts, limits, hashes. */
  readonly facts: readonly (readonly [label: string, text: string])[];
  /** In table order. */
  readonly tools: readonly SiteTool[];
  readonly validators: readonly SiteTool[];
  readonly participations: readonly Participation[];
  readonly categories: readonly Category[];
  /** In table order. */
  readonly standings: readonly CategoryStanding[];
  /** Rankings of the validators; absent where the edition has no validation track or nobody answered. */
  readonly tracks?: readonly ShownTrack[];
  /** One per base category with runs; made when they are asked for, because they are large. */
  readonly parts: Iterable<SitePart>;
  readonly limits?: NonNullable<Manifest["limits"]>;
  /** Other results of the same tasks, newest first. */
  readonly earlier?: readonly EarlierResults[];
}

/** Results of another year, or of other versions: for the history of tasks and for comparisons. */
export interface EarlierResults extends Pick<SiteData, "title" | "edition" | "tools"> {
  readonly parts: Iterable<CategoryPart>;
}

export interface SitePart {
  readonly part: CategoryPart;
  /** By tool; empty where nothing but the figures is known. */
  readonly details: () => Iterable<readonly [tool: string, details: DetailsFile]>;
  /** Absent where the programs are not at hand. */
  readonly sources?: () => SourcesFile;
  /** Absent where the programs are not at hand. */
  readonly automata?: () => AutomataFile;
}

/** A file to be copied into the site, e.g. a log that a run links to, or to be made for it. */
export type Attachment = {
  /** Path inside the site. */
  readonly path: string;
} & (
  | {
      /** Where the file is now. */
      readonly source: string;
    }
  | { readonly content: () => Uint8Array }
);
