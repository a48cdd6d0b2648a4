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

/** All data of the pages; plain data, so that rendering is a pure function. */
export interface SiteData {
  /** Name of the competition. */
  readonly title: string;
  /** The applied rules. */
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
  /**
   * Rankings of the validators; absent where the edition has no validation track or no validator
   * answered.
   */
  readonly tracks?: readonly ShownTrack[];
  /** One per base category with runs; made lazily, because they are large. */
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
  /** By tool; empty where only the figures are known. */
  readonly details: () => Iterable<readonly [tool: string, details: DetailsFile]>;
  /** Absent where the programs are not available. */
  readonly sources?: () => SourcesFile;
  /** Absent where the programs are not available. */
  readonly automata?: () => AutomataFile;
}

/** A file to copy into the site, e.g. a log that a run links to, or to make for it. */
export type Attachment = {
  /** Path inside the site. */
  readonly path: string;
} & (
  | {
      /** Current path of the file. */
      readonly source: string;
    }
  | { readonly content: () => Uint8Array }
);
