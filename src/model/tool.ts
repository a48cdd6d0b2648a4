/** A participant as the tables show it. */
export interface Tool {
  /** `[a-z0-9\-+]+`. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  readonly version?: string;
  /** Runs and appears, but is not ranked: labels `inactive` or `meta_tool` of the rules. */
  readonly horsConcours?: boolean;
}

/** Which categories a tool takes part in, beside its meta categories (rules, §8.2). */
export interface Participation {
  readonly tool: string;
  /** Names of meta or base categories the tool is listed for. */
  readonly categories: readonly string[];
  /** Categories hidden from display and ranking although they count in the meta category. */
  readonly optOut: readonly string[];
}
