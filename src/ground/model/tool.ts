/** A participant as the tables show it. */
export interface Tool {
  /** `[a-z0-9\-+]+`. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  readonly version?: string;
  /** Runs and appears, but is not ranked: labels `inactive` or `meta_tool` of the rules. */
  readonly horsConcours?: boolean;
  /** Why the organisers took it out of the ranking; its runs still appear. */
  readonly exclusion?: string;
}

/** Whether a tool runs and appears, but gets no rank. */
export function isUnranked({ horsConcours, exclusion }: Tool): boolean {
  return horsConcours === true || exclusion !== undefined;
}

/** Which categories a tool takes part in, beside its meta categories (rules, §8.2). */
export interface Participation {
  readonly tool: string;
  /** Names of meta or base categories the tool is listed for. */
  readonly categories: readonly string[];
  /** Categories hidden from display and ranking although they count in the meta category. */
  readonly optOut: readonly string[];
}
